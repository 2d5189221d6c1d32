// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/stats/latencyhistogram.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace keyrace {

/// What one client counts while the clock runs, on a cache line of its own. committed() is called by the client's thread
/// after every commit; the sampler reads progress() from another thread.
class alignas(64) CommitLog {
public:
    using Clock = std::chrono::steady_clock;

    /// A commit that is kept: when, and how many rows this client had committed by then.
    struct Point {
        std::int64_t time = 0; ///< nanoseconds of Clock
        std::int64_t rows = 0;
    };
    /// When so many are kept, every second one is let go and only every second further commit is kept.
    static constexpr std::size_t kMostPoints = 512;

    CommitLog() { m_points.reserve(kMostPoints); }

    struct Progress {
        std::int64_t rows = 0;
        std::int64_t lastCommit = 0; ///< nanoseconds of Clock; 0 before the first commit
    };

    /// The clock of the next transaction starts now: after the barrier, or after a pause.
    void start() { m_mark = Clock::now(); }

    void committed(std::int64_t rows)
    {
        const Clock::time_point now = Clock::now();
        m_latency.record(std::chrono::nanoseconds(now - m_mark).count());
        m_mark = now;
        // The order lets a reader that sees the new row count see a time that is not older.
        m_lastCommit.store(now.time_since_epoch().count(), std::memory_order_release);
        const std::int64_t total = m_rows.load(std::memory_order_relaxed) + rows;
        m_rows.store(total, std::memory_order_release);
        if (--m_untilPoint == 0)
            keep({now.time_since_epoch().count(), total});
    }

    [[nodiscard]] Progress progress() const
    {
        const std::int64_t rows = m_rows.load(std::memory_order_acquire);
        return {rows, m_lastCommit.load(std::memory_order_acquire)};
    }
    /// For others than the client's thread only while it waits.
    [[nodiscard]] const LatencyHistogram& latency() const { return m_latency; }
    /// Kept commits in order; the last one is in progress() if not here. As latency().
    [[nodiscard]] const std::vector<Point>& points() const { return m_points; }
    [[nodiscard]] Clock::time_point lastMark() const { return m_mark; }

private:
    void keep(Point point)
    {
        m_points.push_back(point);
        if (m_points.size() == kMostPoints) {
            for (std::size_t i = 1; i < kMostPoints; i += 2)
                m_points[i / 2] = m_points[i];
            m_points.resize(kMostPoints / 2);
            m_stride *= 2;
        }
        m_untilPoint = m_stride;
    }

    std::atomic<std::int64_t> m_rows{0};
    std::atomic<std::int64_t> m_lastCommit{0};
    Clock::time_point m_mark;
    LatencyHistogram m_latency;
    std::vector<Point> m_points;
    std::int64_t m_stride = 1;
    std::int64_t m_untilPoint = 1;
};

} // namespace keyrace
