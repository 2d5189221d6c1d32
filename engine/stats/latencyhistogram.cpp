// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/stats/latencyhistogram.h"

#include <cmath>

namespace keyrace {

LatencyHistogram::LatencyHistogram()
    : m_counts(kOverflow + 1)
{
}

std::int64_t LatencyHistogram::lowest(std::size_t bucket)
{
    constexpr std::size_t kRow = std::size_t{1} << kSubBits;
    if (bucket < 2 * kRow)
        return static_cast<std::int64_t>(bucket);
    const std::size_t shift = (bucket >> kSubBits) - 1;
    return static_cast<std::int64_t>((bucket - (shift << kSubBits)) << shift);
}

void LatencyHistogram::expand()
{
    std::vector<std::int64_t> all(kOverflow + 1);
    std::copy(m_counts.begin(), m_counts.end(), all.begin() + static_cast<std::ptrdiff_t>(m_first));
    m_counts = std::move(all);
    m_first = 0;
}

void LatencyHistogram::compact()
{
    const auto isUsed = [](std::int64_t count) { return count != 0; };
    const auto begin = std::find_if(m_counts.begin(), m_counts.end(), isUsed);
    const auto end = std::find_if(m_counts.rbegin(), std::make_reverse_iterator(begin), isUsed).base();
    m_first += static_cast<std::size_t>(begin - m_counts.begin());
    m_counts = std::vector<std::int64_t>(begin, end);
    m_counts.shrink_to_fit();
}

void LatencyHistogram::add(const LatencyHistogram& other)
{
    if (other.m_total == 0)
        return;
    if (other.m_first < m_first || other.m_first + other.m_counts.size() > m_first + m_counts.size())
        expand();
    for (std::size_t i = 0; i < other.m_counts.size(); ++i)
        m_counts[other.m_first + i - m_first] += other.m_counts[i];
    m_total += other.m_total;
    m_max = std::max(m_max, other.m_max);
}

void LatencyHistogram::clear()
{
    std::fill(m_counts.begin(), m_counts.end(), 0);
    m_total = 0;
    m_max = 0;
}

std::int64_t LatencyHistogram::percentile(double fraction) const
{
    if (m_total == 0)
        return 0;
    // A hair less than the product, since 0.07 · 100 is 7.000000000000001 and would ask for the eighth value.
    const double wanted = std::ceil(fraction * static_cast<double>(m_total) * (1 - 1e-14));
    const auto rank = std::clamp<std::int64_t>(static_cast<std::int64_t>(wanted), 1, m_total);
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        seen += m_counts[i];
        if (seen < rank)
            continue;
        const std::size_t found = m_first + i;
        return found == kOverflow ? kHighest + 1 : std::min(lowest(found + 1) - 1, m_max);
    }
    return m_max;
}

std::int64_t LatencyHistogram::overflow() const
{
    return m_first + m_counts.size() > kOverflow ? m_counts[kOverflow - m_first] : 0;
}

std::vector<std::pair<std::int64_t, std::int64_t>> LatencyHistogram::buckets() const
{
    std::vector<std::pair<std::int64_t, std::int64_t>> result;
    for (std::size_t i = 0; i < m_counts.size(); ++i)
        if (m_counts[i] != 0)
            result.emplace_back(lowest(m_first + i), m_counts[i]);
    return result;
}

LatencyHistogram LatencyHistogram::restore(const std::vector<std::pair<std::int64_t, std::int64_t>>& buckets, std::int64_t max)
{
    LatencyHistogram result;
    for (const auto& [value, count] : buckets) {
        if (count <= 0) // a damaged file
            continue;
        result.m_counts[bucket(std::max<std::int64_t>(value, 1))] += count;
        result.m_total += count;
    }
    result.m_max = max;
    result.compact();
    return result;
}

} // namespace keyrace
