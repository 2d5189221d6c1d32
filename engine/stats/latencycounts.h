// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/stats/latencyhistogram.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace keyrace {

/// A LatencyHistogram that is no longer recorded into, without its empty buckets: some kilobytes in place of some hundred,
/// since a result holds thousands of them and is copied while a run goes on. Reads like the histogram. A value.
class LatencyCounts {
public:
    using Bucket = std::pair<std::int64_t, std::int64_t>; ///< lower bound, count

    LatencyCounts() = default;
    /// Not explicit: whoever has recorded a histogram hands it on as it is.
    LatencyCounts(const LatencyHistogram& histogram);
    /// Buckets in ascending order, as buckets() gave them.
    static LatencyCounts restore(std::vector<Bucket> buckets, std::int64_t max);

    void add(const LatencyCounts& other);

    [[nodiscard]] std::int64_t count() const { return m_total; }
    [[nodiscard]] std::int64_t max() const { return m_max; }
    /// As LatencyHistogram::percentile().
    [[nodiscard]] std::int64_t percentile(double fraction) const;
    [[nodiscard]] std::int64_t overflow() const;
    [[nodiscard]] const std::vector<Bucket>& buckets() const { return m_buckets; }

    friend bool operator==(const LatencyCounts&, const LatencyCounts&) = default;

private:
    std::vector<Bucket> m_buckets;
    std::int64_t m_total = 0;
    std::int64_t m_max = 0;
};

} // namespace keyrace
