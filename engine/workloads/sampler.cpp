// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/sampler.h"

#include <algorithm>

namespace keyrace {

std::vector<Sample> samplesOf(const std::vector<const CommitLog*>& logs, const TrialClock& clock)
{
    std::vector<CommitLog::Point> steps; // rows since the same client's step before
    for (const CommitLog* log : logs) {
        std::int64_t rows = 0;
        const auto add = [&](std::int64_t time, std::int64_t total) {
            if (total > rows)
                steps.push_back({time, total - rows});
            rows = total;
        };
        for (const CommitLog::Point& point : log->points())
            add(point.time, point.rows);
        add(log->progress().lastCommit, log->progress().rows);
    }
    std::sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.time < b.time; });

    const std::size_t stride = steps.size() / kMostSamples + 1;
    std::vector<Sample> samples;
    Sample before;
    std::int64_t rows = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        rows += steps[i].rows;
        const bool isLast = i + 1 == steps.size();
        const double t = clock.secondsAt(steps[i].time);
        if (t <= before.t || ((i + 1) % stride != 0 && !isLast))
            continue;
        before = {t, rows, static_cast<double>(rows - before.rows) / (t - before.t)};
        samples.push_back(before);
    }
    return samples;
}

Sampler::Sampler(std::int64_t totalRows, std::optional<double> maxSeconds, RunControl& control, Announce announce)
    : m_totalRows(totalRows)
    , m_maxSeconds(maxSeconds)
    , m_control(control)
    , m_announce(std::move(announce))
{
}

void Sampler::beginLeg(std::vector<const CommitLog*> logs, const TrialClock& clock, bool announcesRows)
{
    m_logs = std::move(logs);
    m_clock = &clock;
    m_announcesRows = announcesRows;
    m_thread = std::jthread([this](std::stop_token stop) { watch(std::move(stop)); });
}

void Sampler::endLeg()
{
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    m_thread.join();
}

void Sampler::announce(const Sample& sample)
{
    m_last = sample;
    m_announce({sample}, fraction(sample.rows));
}

// A short time limit is watched more closely.
std::chrono::nanoseconds Sampler::interval() const
{
    const std::chrono::nanoseconds usual = kInterval;
    return m_maxSeconds ? std::min(usual, std::chrono::nanoseconds(std::max<std::int64_t>(1'000'000, static_cast<std::int64_t>(*m_maxSeconds * 1e8)))) : usual;
}

void Sampler::watch(std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    auto announced = CommitLog::Clock::now();
    while (!m_wake.wait_for(lock, stop, interval(), [] { return false; }) && !stop.stop_requested()) {
        const auto now = CommitLog::Clock::now();
        if (now - announced >= kInterval) {
            announced = now;
            announceProgress();
        }
        const bool isCounting = m_clock->isRunning() && !m_control.isPaused();
        if (m_maxSeconds && isCounting && m_clock->secondsAt(now.time_since_epoch().count()) > *m_maxSeconds)
            m_control.timeOut();
    }
}

void Sampler::announceProgress()
{
    const CommitLog::Progress now = progress();
    const double t = m_clock->secondsAt(now.lastCommit);
    if (!m_announcesRows || now.rows == m_last.rows || t <= m_last.t) {
        m_announce({}, fraction(now.rows));
        return;
    }
    announce({t, now.rows, static_cast<double>(now.rows - m_last.rows) / (t - m_last.t)});
}

CommitLog::Progress Sampler::progress() const
{
    CommitLog::Progress all;
    for (const CommitLog* log : m_logs) {
        const CommitLog::Progress progress = log->progress();
        all.rows += progress.rows;
        all.lastCommit = std::max(all.lastCommit, progress.lastCommit);
    }
    return all;
}

double Sampler::fraction(std::int64_t rows) const
{
    return static_cast<double>(rows) / static_cast<double>(std::max<std::int64_t>(1, m_totalRows));
}

} // namespace keyrace
