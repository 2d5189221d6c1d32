// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/trialclock.h"

#include <algorithm>

namespace keyrace {

void TrialClock::beginLeg(std::int64_t released)
{
    const std::lock_guard lock(m_mutex);
    m_stretches.push_back({released, m_ended});
    m_running = true;
}

void TrialClock::endLeg(std::int64_t lastCommit)
{
    const std::lock_guard lock(m_mutex);
    m_ended = std::max(m_ended, at(lastCommit));
    m_running = false;
}

void TrialClock::leaveOut(std::int64_t from, std::int64_t to)
{
    const std::lock_guard lock(m_mutex);
    m_stretches.push_back({to, at(from)});
    m_paused += to - from;
}

bool TrialClock::isRunning() const
{
    const std::lock_guard lock(m_mutex);
    return m_running;
}

double TrialClock::secondsAt(std::int64_t reading) const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<double>(at(reading)) * 1e-9;
}

double TrialClock::seconds() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<double>(m_ended) * 1e-9;
}

double TrialClock::pausedSeconds() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<double>(m_paused) * 1e-9;
}

std::int64_t TrialClock::at(std::int64_t reading) const
{
    const auto after = std::upper_bound(m_stretches.begin(), m_stretches.end(), reading,
                                        [](std::int64_t value, const Stretch& stretch) { return value < stretch.from; });
    if (after == m_stretches.begin())
        return 0;
    const Stretch& stretch = *std::prev(after);
    // A reading from before a pause was over belongs to the stretch before it; its own end is where the next one begins.
    const std::int64_t time = stretch.time + reading - stretch.from;
    return after == m_stretches.end() ? time : std::min(time, after->time);
}

} // namespace keyrace
