// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace keyrace {

/// Latencies from 1 ns to 2^42 ns (73 minutes) with three significant digits: buckets of 1/1024 of their power of two
/// (the layout of HdrHistogram: https://hdrhistogram.org). Recording neither allocates nor locks. One writer.
class LatencyHistogram {
public:
    LatencyHistogram();

    /// Values below 1 count as 1; values above the range go to an overflow bucket that keeps their maximum.
    void record(std::int64_t nanoseconds)
    {
        const std::int64_t value = std::max<std::int64_t>(nanoseconds, 1);
        ++m_counts[bucket(value)];
        ++m_total;
        m_max = std::max(m_max, value);
    }
    void add(const LatencyHistogram& other);
    void clear();

    [[nodiscard]] std::int64_t count() const { return m_total; }
    [[nodiscard]] std::int64_t max() const { return m_max; }
    /// The smallest recorded value (to three digits) that at least `fraction` (0–1) of all values do not exceed.
    /// 0 where nothing was recorded; kHighest + 1 where it lies above the range.
    [[nodiscard]] std::int64_t percentile(double fraction) const;
    /// Values above the range: percentiles that fall there are "more than" kHighest.
    [[nodiscard]] std::int64_t overflow() const;
    /// Which of `count` > 0 values in ascending order, from 1, stands at `fraction`.
    [[nodiscard]] static std::int64_t rankOf(double fraction, std::int64_t count);
    static constexpr std::int64_t kHighest = (std::int64_t{1} << 42) - 1;

    /// Non-empty buckets as (lower bound, count), for the run file; restore() is the inverse.
    [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> buckets() const;
    static LatencyHistogram restore(const std::vector<std::pair<std::int64_t, std::int64_t>>& buckets, std::int64_t max);

private:
    static constexpr int kSubBits = 10; // 1,024 buckets to a power of two
    static constexpr std::size_t kOverflow = (std::size_t{42 - kSubBits} << kSubBits) + (std::size_t{1} << kSubBits);

    // Values below 2,048 stand for themselves. Above, the leading 11 bits count within the bucket row of their power of two.
    static std::size_t bucket(std::int64_t value)
    {
        const auto bits = static_cast<std::uint64_t>(value);
        const int shift = std::max(0, static_cast<int>(std::bit_width(bits)) - kSubBits - 1);
        const std::size_t place = (static_cast<std::size_t>(shift) << kSubBits) + static_cast<std::size_t>(bits >> shift);
        return std::min(place, kOverflow);
    }
    static std::int64_t lowest(std::size_t bucket);

    std::vector<std::int64_t> m_counts;
    std::int64_t m_total = 0;
    std::int64_t m_max = 0;
};

} // namespace keyrace
