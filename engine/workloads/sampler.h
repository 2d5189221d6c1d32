// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"
#include "engine/targets/commitlog.h"
#include "engine/workloads/runcontrol.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace keyrace {

/// The time of a trial: from the clients' release to their last commit, over all legs, pauses left out. Moved by the run's
/// thread between legs; read by the sampler while one is on.
class TrialClock {
public:
    using Clock = CommitLog::Clock;

    /// Both take readings of Clock in nanoseconds.
    void beginLeg(std::int64_t released);
    void endLeg(std::int64_t lastCommit);
    /// A pause inside the leg that is on. Any thread.
    void leaveOut(Clock::duration pause) { m_leftOut += pause.count(); }

    /// Seconds of the trial at a reading of Clock inside the leg that is on; far below 0 where none is.
    [[nodiscard]] double secondsAt(std::int64_t reading) const;
    [[nodiscard]] double seconds() const { return static_cast<double>(m_before) * 1e-9; }
    [[nodiscard]] double pausedSeconds() const { return static_cast<double>(m_pausedBefore + m_leftOut) * 1e-9; }

private:
    static constexpr std::int64_t kNotStarted = INT64_MAX / 2;

    std::int64_t m_before = 0; ///< nanoseconds of all legs that have ended
    std::atomic<std::int64_t> m_start{kNotStarted};
    std::int64_t m_pausedBefore = 0;
    std::atomic<std::int64_t> m_leftOut{0}; ///< of the leg that is on
};

/// Reads the clients' counters while the clock runs, in a thread of its own, and announces progress a few times a second.
/// Every sample ends at a commit, so that its rate is that of whole transactions. At most kMostSamples are kept: when they
/// are full, neighbours are joined and the interval doubles. Ends a trial whose time is up.
class Sampler {
public:
    enum class Keeps { Intervals, Nothing }; ///< growth takes its samples itself, one a step
    /// `fraction` of the trial that is done, absent where it is as before.
    using Announce = std::function<void(std::vector<Sample>, std::optional<double> fraction)>;

    static constexpr std::size_t kMostSamples = 512;
    static constexpr std::chrono::milliseconds kFirstInterval{2};
    static constexpr std::chrono::milliseconds kAnnounceInterval{250};

    Sampler(Keeps keeps, std::int64_t totalRows, std::optional<double> maxSeconds, RunControl& control, Announce announce);
    ~Sampler() { endLeg(); }

    /// From here to endLeg() these counters are read; both stay alive until then.
    void beginLeg(std::vector<const CommitLog*> logs, const TrialClock& clock);
    void endLeg();

    [[nodiscard]] const std::vector<Sample>& samples() const { return m_samples; } ///< between legs
    /// Adds a sample of the caller's own and announces it; between legs.
    void add(const Sample& sample);

private:
    void watch(std::stop_token stop);
    void read();
    void announce();
    void joinNeighbours();

    const Keeps m_keeps;
    const std::int64_t m_totalRows;
    const std::optional<double> m_maxSeconds;
    RunControl& m_control;
    const Announce m_announce;

    std::vector<const CommitLog*> m_logs;
    const TrialClock* m_clock = nullptr;
    std::chrono::nanoseconds m_interval = kFirstInterval;
    std::vector<Sample> m_samples; ///< written by the thread while a leg is on
    std::int64_t m_rows = 0;
    double m_announcedUntil = -1;
    CommitLog::Clock::time_point m_lastAnnounced;

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

} // namespace keyrace
