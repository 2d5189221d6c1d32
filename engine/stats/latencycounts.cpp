// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/stats/latencycounts.h"

#include <algorithm>
#include <bit>

namespace keyrace {

namespace {

// Of the histogram's bucket that begins here: values of up to 11 bits stand for themselves.
std::int64_t width(std::int64_t lowest)
{
    const int bits = std::bit_width(static_cast<std::uint64_t>(lowest));
    return std::int64_t{1} << std::max(0, bits - 11);
}

} // namespace

LatencyCounts::LatencyCounts(const LatencyHistogram& histogram)
    : m_buckets(histogram.buckets())
    , m_total(histogram.count())
    , m_max(histogram.max())
{
}

LatencyCounts LatencyCounts::restore(std::vector<Bucket> buckets, std::int64_t max)
{
    LatencyCounts counts;
    counts.m_buckets = std::move(buckets);
    counts.m_max = max;
    for (const Bucket& bucket : counts.m_buckets)
        counts.m_total += bucket.second;
    return counts;
}

void LatencyCounts::add(const LatencyCounts& other)
{
    std::vector<Bucket> merged;
    merged.reserve(m_buckets.size() + other.m_buckets.size());
    auto a = m_buckets.begin();
    auto b = other.m_buckets.begin();
    while (a != m_buckets.end() || b != other.m_buckets.end()) {
        if (b == other.m_buckets.end() || (a != m_buckets.end() && a->first < b->first)) {
            merged.push_back(*a++);
        } else if (a == m_buckets.end() || b->first < a->first) {
            merged.push_back(*b++);
        } else {
            merged.emplace_back(a->first, a->second + b->second);
            ++a;
            ++b;
        }
    }
    m_buckets = std::move(merged);
    m_total += other.m_total;
    m_max = std::max(m_max, other.m_max);
}

std::int64_t LatencyCounts::percentile(double fraction) const
{
    if (m_total == 0)
        return 0;
    const std::int64_t rank = LatencyHistogram::rankOf(fraction, m_total);
    std::int64_t seen = 0;
    for (const Bucket& bucket : m_buckets) {
        seen += bucket.second;
        if (seen < rank)
            continue;
        if (bucket.first > LatencyHistogram::kHighest)
            return LatencyHistogram::kHighest + 1;
        return std::min(bucket.first + width(bucket.first) - 1, m_max);
    }
    return m_max;
}

std::int64_t LatencyCounts::overflow() const
{
    return !m_buckets.empty() && m_buckets.back().first > LatencyHistogram::kHighest ? m_buckets.back().second : 0;
}

} // namespace keyrace
