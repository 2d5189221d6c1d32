// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"
#include "engine/workloads/runcontrol.h"
#include "engine/workloads/trialclock.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace keyrace {

/// Samples of a trial from the commits that its clients kept: each ends at a commit, so that its rate is that of whole
/// transactions; at most kMostSamples, evenly thinned. The clients must be waiting.
[[nodiscard]] std::vector<Sample> samplesOf(const std::vector<const CommitLog*>& logs, const TrialClock& clock);
inline constexpr std::size_t kMostSamples = 512;

/// Reads the clients' counters while the clock runs, in a thread of its own, announces how far they are four times a second,
/// and ends a trial whose time is up. It wakes up seldom: a wake-up costs tens of microseconds on a virtual machine, and
/// what a sample needs is kept by the clients at their commits.
class Sampler {
public:
    /// `fraction` of the trial that is done, absent where it is as before.
    using Announce = std::function<void(std::vector<Sample>, std::optional<double> fraction)>;

    static constexpr std::chrono::milliseconds kInterval{250};

    Sampler(std::int64_t totalRows, std::optional<double> maxSeconds, RunControl& control, Announce announce);
    ~Sampler() { endLeg(); }

    /// From here to endLeg() these counters are read; both stay alive until then. Samples as they are announced meanwhile
    /// are coarse, or left to the caller (`announcesRows` false).
    void beginLeg(std::vector<const CommitLog*> logs, const TrialClock& clock, bool announcesRows);
    void endLeg();
    /// Announces a sample of the caller's own; between legs.
    void announce(const Sample& sample);

private:
    void watch(std::stop_token stop);
    void announceProgress();
    [[nodiscard]] CommitLog::Progress progress() const;
    [[nodiscard]] double fraction(std::int64_t rows) const;
    [[nodiscard]] std::chrono::nanoseconds interval() const;

    const std::int64_t m_totalRows;
    const std::optional<double> m_maxSeconds;
    RunControl& m_control;
    const Announce m_announce;

    std::vector<const CommitLog*> m_logs;
    const TrialClock* m_clock = nullptr;
    bool m_announcesRows = true;
    Sample m_last; ///< that was announced

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

} // namespace keyrace
