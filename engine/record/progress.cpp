// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/resultset.h"

#include <algorithm>

namespace keyrace {

namespace {

double ownSeconds(const Trial& trial)
{
    return trial.seconds + trial.connectSeconds + trial.keySeconds;
}

// The mean duration of trials that ended regularly.
struct Durations {
    double seconds = 0;
    int count = 0;

    void add(const Trial& trial)
    {
        if (trial.state == TrialState::Done || trial.state == TrialState::TimedOut) {
            seconds += ownSeconds(trial);
            ++count;
        }
    }
    [[nodiscard]] std::optional<double> mean() const { return count > 0 ? std::optional(seconds / count) : std::nullopt; }
};

Durations durationsOf(const CellResult& cell)
{
    Durations durations;
    for (const std::shared_ptr<const Trial>& trial : cell.trials)
        durations.add(*trial);
    return durations;
}

bool isCounted(const CellResult& cell)
{
    return cell.state != CellState::NotAvailable;
}

// Trials of this cell that will still be measured, the one that runs now included.
std::int64_t remaining(const CellResult& cell)
{
    if (cell.state == CellState::Skipped || cell.state == CellState::Failed)
        return 0;
    return std::max<std::int64_t>(0, cell.cell.protocol.repeats - static_cast<std::int64_t>(cell.trials.size()));
}

double elapsed(const Trial& running, std::int64_t nowMs)
{
    return std::max(0.0, static_cast<double>(nowMs - running.startedMs) / 1'000.0);
}

// Below this share of a trial its own speed tells too little of its length.
constexpr double kTelling = 0.05;

std::optional<double> projected(const CellResult& cell, std::int64_t nowMs)
{
    if (!cell.running || cell.runningFraction < kTelling)
        return {};
    return elapsed(*cell.running, nowMs) / std::min(1.0, cell.runningFraction);
}

// What the trial that runs now has behind it.
double behind(const CellResult& cell, double expected, std::int64_t nowMs)
{
    if (!cell.running)
        return 0;
    const double bySamples = expected * std::clamp(cell.runningFraction, 0.0, 1.0);
    return cell.runningFraction > 0 ? bySamples : std::min(expected, elapsed(*cell.running, nowMs));
}

} // namespace

// What a trial takes besides its own clocks (tables made, rows counted) is told from the starts of two that follow each other.
// Pauses between trials, interruptions and trials that take turns are recognised by their odd length, and left out.
void ResultSet::noteTurn(const std::shared_ptr<const Trial>& trial)
{
    if (m_last) {
        const double own = ownSeconds(*m_last);
        const double turn = static_cast<double>(trial->startedMs - m_last->startedMs) / 1'000.0 - m_last->pausedSeconds;
        if (turn >= own && turn < 4 * own + 30) {
            m_trialSeconds += own;
            m_turnSeconds += turn;
        }
    }
    m_last = trial;
}

ResultSet::Progress ResultSet::progress(std::int64_t nowMs) const
{
    Progress progress;
    Durations all;
    std::optional<double> running;
    for (const CellResult& cell : m_cells) {
        if (!isCounted(cell))
            continue;
        progress.finished += static_cast<std::int64_t>(cell.trials.size());
        progress.total += static_cast<std::int64_t>(cell.trials.size()) + remaining(cell);
        for (const std::shared_ptr<const Trial>& trial : cell.trials) {
            all.add(*trial);
            progress.round = std::max(progress.round, trial->round);
        }
        if (cell.running || (!progress.cell && cell.state == CellState::Running))
            progress.cell = cell.cell.index;
        if (!running)
            running = projected(cell, nowMs);
    }
    if (progress.cell && m_cells[static_cast<std::size_t>(*progress.cell)].running)
        progress.round = m_cells[static_cast<std::size_t>(*progress.cell)].running->round;
    const bool ended = m_state != RunState::Running;
    progress.fraction = progress.total > 0 ? static_cast<double>(progress.finished) / static_cast<double>(progress.total) : 0;
    const std::optional<double> typical = all.mean() ? all.mean() : running;
    if (ended || !typical)
        return progress;

    const double overhead = m_trialSeconds > 0 ? m_turnSeconds / m_trialSeconds : 1.0;
    double done = all.seconds * overhead;
    double left = 0;
    for (const CellResult& cell : m_cells) {
        const std::int64_t trials = isCounted(cell) ? remaining(cell) : 0;
        if (trials == 0)
            continue;
        const std::optional<double> own = durationsOf(cell).mean();
        const double expected = overhead * (own ? *own : projected(cell, nowMs).value_or(*typical));
        const double gone = behind(cell, expected, nowMs);
        done += gone;
        left += expected * static_cast<double>(trials) - gone;
    }
    progress.secondsLeft = left;
    if (done + left > 0)
        progress.fraction = done / (done + left);
    return progress;
}

} // namespace keyrace
