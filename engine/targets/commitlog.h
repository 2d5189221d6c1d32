// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/stats/latencyhistogram.h"

#include <atomic>
#include <chrono>
#include <cstdint>

namespace keyrace {

/// What one client counts while the clock runs, on a cache line of its own. committed() is called by the client's thread
/// after every commit; the sampler reads progress() from another thread.
class alignas(64) CommitLog {
public:
    using Clock = std::chrono::steady_clock;

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
        m_rows.store(m_rows.load(std::memory_order_relaxed) + rows, std::memory_order_release);
    }

    [[nodiscard]] Progress progress() const
    {
        const std::int64_t rows = m_rows.load(std::memory_order_acquire);
        return {rows, m_lastCommit.load(std::memory_order_acquire)};
    }
    [[nodiscard]] const LatencyHistogram& latency() const { return m_latency; }
    [[nodiscard]] Clock::time_point lastMark() const { return m_mark; }

private:
    std::atomic<std::int64_t> m_rows{0};
    std::atomic<std::int64_t> m_lastCommit{0};
    Clock::time_point m_mark;
    LatencyHistogram m_latency;
};

} // namespace keyrace
