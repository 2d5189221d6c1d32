// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/commitlog.h"

#include <mutex>
#include <vector>

namespace keyrace {

/// The time of a trial: from the clients' release to their last commit, over all legs; what lies between legs and in pauses
/// is left out. Readings are nanoseconds of CommitLog::Clock. Any thread.
class TrialClock {
public:
    void beginLeg(std::int64_t released);
    void endLeg(std::int64_t lastCommit);
    /// A pause inside the leg that is on.
    void leaveOut(std::int64_t from, std::int64_t to);

    [[nodiscard]] bool isRunning() const;
    /// Seconds of the trial at a reading inside any of its legs; 0 before the first.
    [[nodiscard]] double secondsAt(std::int64_t reading) const;
    /// All legs that have ended.
    [[nodiscard]] double seconds() const;
    [[nodiscard]] double pausedSeconds() const;

private:
    /// From the reading `from` on, the trial's time is `time` and runs.
    struct Stretch {
        std::int64_t from = 0;
        std::int64_t time = 0;
    };
    [[nodiscard]] std::int64_t at(std::int64_t reading) const;

    mutable std::mutex m_mutex;
    std::vector<Stretch> m_stretches; ///< guarded by m_mutex, as the rest is
    std::int64_t m_ended = 0;         ///< time of all legs that have ended
    std::int64_t m_paused = 0;
    bool m_running = false;
};

} // namespace keyrace
