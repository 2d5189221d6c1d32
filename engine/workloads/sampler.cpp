// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/sampler.h"

#include <algorithm>

namespace keyrace {

void TrialClock::beginLeg(std::int64_t released)
{
    m_pausedBefore += m_leftOut.exchange(0);
    m_start = released;
}

void TrialClock::endLeg(std::int64_t lastCommit)
{
    m_before += std::max<std::int64_t>(0, lastCommit - m_start - m_leftOut);
    m_start = kNotStarted;
}

double TrialClock::secondsAt(std::int64_t reading) const
{
    return static_cast<double>(m_before + reading - m_start - m_leftOut) * 1e-9;
}

Sampler::Sampler(Keeps keeps, std::int64_t totalRows, std::optional<double> maxSeconds, RunControl& control, Announce announce)
    : m_keeps(keeps)
    , m_totalRows(totalRows)
    , m_maxSeconds(maxSeconds)
    , m_control(control)
    , m_announce(std::move(announce))
    , m_lastAnnounced(CommitLog::Clock::now())
{
    m_samples.reserve(kMostSamples + 1);
}

void Sampler::beginLeg(std::vector<const CommitLog*> logs, const TrialClock& clock)
{
    m_logs = std::move(logs);
    m_clock = &clock;
    m_thread = std::jthread([this](std::stop_token stop) { watch(std::move(stop)); });
}

void Sampler::endLeg()
{
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    m_thread.join();
    read();
}

void Sampler::add(const Sample& sample)
{
    m_samples.push_back(sample);
    announce();
}

void Sampler::watch(std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_for(lock, stop, m_interval, [] { return false; }) && !stop.stop_requested()) {
        read();
        const auto now = CommitLog::Clock::now();
        if (now - m_lastAnnounced >= kAnnounceInterval)
            announce();
        if (m_maxSeconds && !m_control.isPaused() && m_clock->secondsAt(now.time_since_epoch().count()) > *m_maxSeconds)
            m_control.timeOut();
    }
}

void Sampler::read()
{
    std::int64_t rows = 0;
    std::int64_t last = 0;
    for (const CommitLog* log : m_logs) {
        const CommitLog::Progress progress = log->progress();
        rows += progress.rows;
        last = std::max(last, progress.lastCommit);
    }
    if (rows == m_rows)
        return;
    const std::int64_t added = rows - m_rows;
    m_rows = rows;
    if (m_keeps == Keeps::Nothing)
        return;
    const double t = m_clock->secondsAt(last);
    const double before = m_samples.empty() ? 0.0 : m_samples.back().t;
    if (t <= before) { // several clients: the newest commit was seen before its rows
        m_rows -= added;
        return;
    }
    m_samples.push_back({t, rows, static_cast<double>(added) / (t - before)});
    if (m_samples.size() >= kMostSamples)
        joinNeighbours();
}

void Sampler::joinNeighbours()
{
    std::vector<Sample> joined;
    joined.reserve(kMostSamples + 1);
    Sample before;
    for (std::size_t i = 1; i < m_samples.size(); i += 2) {
        Sample sample = m_samples[i];
        sample.rowsPerS = static_cast<double>(sample.rows - before.rows) / (sample.t - before.t);
        joined.push_back(sample);
        before = sample;
    }
    m_samples.swap(joined);
    m_interval *= 2;
}

void Sampler::announce()
{
    m_lastAnnounced = CommitLog::Clock::now();
    const auto first = std::upper_bound(m_samples.begin(), m_samples.end(), m_announcedUntil,
                                        [](double t, const Sample& sample) { return t < sample.t; });
    std::vector<Sample> fresh(first, m_samples.end());
    if (!fresh.empty())
        m_announcedUntil = fresh.back().t;
    m_announce(std::move(fresh), static_cast<double>(m_rows) / static_cast<double>(std::max<std::int64_t>(1, m_totalRows)));
}

} // namespace keyrace
