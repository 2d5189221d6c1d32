// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/stats/latencyhistogram.h"

#include <cmath>
#include <functional>

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

void LatencyHistogram::add(const LatencyHistogram& other)
{
    std::transform(m_counts.begin(), m_counts.end(), other.m_counts.begin(), m_counts.begin(), std::plus<>());
    m_total += other.m_total;
    m_max = std::max(m_max, other.m_max);
}

void LatencyHistogram::clear()
{
    std::fill(m_counts.begin(), m_counts.end(), 0);
    m_total = 0;
    m_max = 0;
}

std::int64_t LatencyHistogram::rankOf(double fraction, std::int64_t count)
{
    // A hair less than the product, since 0.07 · 100 is 7.000000000000001 and would ask for the eighth value.
    const double wanted = std::ceil(fraction * static_cast<double>(count) * (1 - 1e-14));
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(wanted), 1, count);
}

std::int64_t LatencyHistogram::percentile(double fraction) const
{
    if (m_total == 0)
        return 0;
    const std::int64_t rank = rankOf(fraction, m_total);
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        seen += m_counts[i];
        if (seen < rank)
            continue;
        return i == kOverflow ? kHighest + 1 : std::min(lowest(i + 1) - 1, m_max);
    }
    return m_max;
}

std::int64_t LatencyHistogram::overflow() const
{
    return m_counts[kOverflow];
}

std::vector<std::pair<std::int64_t, std::int64_t>> LatencyHistogram::buckets() const
{
    std::vector<std::pair<std::int64_t, std::int64_t>> result;
    for (std::size_t i = 0; i < m_counts.size(); ++i)
        if (m_counts[i] != 0)
            result.emplace_back(lowest(i), m_counts[i]);
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
    return result;
}

} // namespace keyrace
