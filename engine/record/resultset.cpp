// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/resultset.h"

#include <algorithm>

namespace keyrace {

std::string_view name(RunState state)
{
    switch (state) {
    case RunState::Running: return "running";
    case RunState::Done: return "done";
    case RunState::Failed: return "failed";
    case RunState::Cancelled: return "cancelled";
    case RunState::Interrupted: return "interrupted";
    }
    return {};
}

std::string_view name(CellState state)
{
    switch (state) {
    case CellState::Pending: return "pending";
    case CellState::Running: return "running";
    case CellState::Done: return "done";
    case CellState::Failed: return "failed";
    case CellState::Skipped: return "skipped";
    case CellState::NotAvailable: return "not_available";
    }
    return {};
}

std::string_view name(TrialState state)
{
    switch (state) {
    case TrialState::Pending: return "pending";
    case TrialState::Running: return "running";
    case TrialState::Done: return "done";
    case TrialState::Failed: return "failed";
    case TrialState::Stopped: return "stopped";
    case TrialState::TimedOut: return "timed_out";
    case TrialState::Skipped: return "skipped";
    }
    return {};
}

namespace {

bool hasEnough(const CellResult& cell)
{
    return cell.finishedTrials() >= 2 * cell.cell.protocol.trim + 1;
}

bool allEnded(const CellResult& cell)
{
    return static_cast<int>(cell.trials.size()) >= cell.cell.protocol.repeats;
}

// A cell is done as soon as enough of its trials are, whatever became of the others.
CellState settled(const CellResult& cell)
{
    if (cell.cell.unavailable)
        return CellState::NotAvailable;
    if (hasEnough(cell))
        return CellState::Done;
    return allEnded(cell) ? CellState::Failed : CellState::Pending;
}

bool isFinal(CellState state)
{
    return state == CellState::Failed || state == CellState::Skipped || state == CellState::NotAvailable;
}

bool sameCells(const std::vector<CellResult>& known, const std::vector<Cell>& cells)
{
    return std::equal(known.begin(), known.end(), cells.begin(), cells.end(), [](const CellResult& a, const Cell& b) {
        return a.cell.part == b.part && a.cell.target == b.target && a.cell.label == b.label && a.cell.rows == b.rows;
    });
}

void setAvailability(CellResult& result, const Cell& cell)
{
    result.cell.unavailable = cell.unavailable;
    result.state = settled(result);
    result.reason = cell.unavailable ? *cell.unavailable : Message();
}

// Targets that cannot be reached any more have their trials all the same.
Environment merged(Environment now, const Environment& before)
{
    for (const EnvironmentTarget& old : before.targets) {
        const bool isKnown = std::any_of(now.targets.begin(), now.targets.end(),
                                         [&](const EnvironmentTarget& target) { return target.target == old.target; });
        if (!isKnown)
            now.targets.push_back(old);
    }
    return now;
}

} // namespace

Trial startedTrial(const TrialStarted& event)
{
    Trial trial;
    trial.cell = event.cell;
    trial.n = event.n;
    trial.round = event.round;
    trial.place = event.place;
    trial.state = TrialState::Running;
    trial.startedMs = event.timeMs;
    return trial;
}

void ResultSet::append(const RunEvent& event)
{
    std::visit([this](const auto& kind) { apply(kind); }, event);
}

const Plan& ResultSet::plan() const
{
    static const Plan none;
    return m_plan ? *m_plan : none;
}

const Environment& ResultSet::environment() const
{
    static const Environment none;
    return m_environment ? *m_environment : none;
}

CellResult* ResultSet::cellAt(int index)
{
    const bool known = index >= 0 && static_cast<std::size_t>(index) < m_cells.size();
    return known ? &m_cells[static_cast<std::size_t>(index)] : nullptr;
}

void ResultSet::apply(const RunStarted& event)
{
    // A run that is resumed keeps what was measured before, and where.
    const bool resumed = !m_cells.empty() && sameCells(m_cells, event.cells);
    m_name = event.name;
    m_state = RunState::Running;
    m_paused = false;
    m_finishedMs.reset();
    m_reason = {};
    m_plan = std::make_shared<const Plan>(event.plan);
    m_environment = std::make_shared<const Environment>(resumed ? merged(event.environment, environment()) : event.environment);
    if (resumed) {
        for (std::size_t i = 0; i < m_cells.size(); ++i)
            setAvailability(m_cells[i], event.cells[i]);
        return;
    }
    m_startedMs = event.timeMs;
    m_log.clear();
    m_last.reset();
    m_cells.clear();
    m_cells.reserve(event.cells.size());
    for (const Cell& cell : event.cells) {
        CellResult result;
        result.cell = cell;
        setAvailability(result, cell);
        m_cells.push_back(std::move(result));
    }
}

void ResultSet::apply(const TrialStarted& event)
{
    CellResult* cell = cellAt(event.cell);
    if (!cell)
        return;
    cell->state = CellState::Running;
    cell->runningFraction = 0;
    cell->running.reset();
    if (event.warmup)
        return;
    cell->running = startedTrial(event);
}

void ResultSet::apply(const SamplesTaken& event)
{
    CellResult* cell = cellAt(event.cell);
    if (!cell || !cell->running || cell->running->n != event.n)
        return;
    std::vector<Sample>& samples = cell->running->samples;
    samples.insert(samples.end(), event.samples.begin(), event.samples.end());
    if (!samples.empty())
        cell->running->rows = samples.back().rows;
    cell->runningFraction = event.fraction;
}

void ResultSet::apply(const TrialFinished& event)
{
    CellResult* cell = event.trial ? cellAt(event.trial->cell) : nullptr;
    if (!cell)
        return;
    const auto place = std::lower_bound(cell->trials.begin(), cell->trials.end(), event.trial->n,
                                        [](const std::shared_ptr<const Trial>& trial, int n) { return trial->n < n; });
    if (place != cell->trials.end() && (*place)->n == event.trial->n)
        *place = event.trial;
    else
        cell->trials.insert(place, event.trial);
    if (cell->running && cell->running->n == event.trial->n) {
        cell->running.reset();
        cell->runningFraction = 0;
    }
    if (!isFinal(cell->state) || hasEnough(*cell))
        cell->state = settled(*cell);
    if (cell->state == CellState::Failed && cell->reason.isEmpty() && cell->trialsApart() > 0)
        cell->reason = Message(QT_TRANSLATE_NOOP("Engine", "A node was lost or came back: too few trials ran over the same number of nodes, and others are not averaged with them."));
    noteTurn(event.trial);
}

void ResultSet::apply(const CellChanged& event)
{
    CellResult* cell = cellAt(event.cell);
    if (!cell)
        return;
    cell->reason = event.reason;
    if (event.state == CellState::Running) {
        cell->state = CellState::Running;
        return;
    }
    cell->running.reset();
    cell->runningFraction = 0;
    const CellState known = settled(*cell);
    cell->state = known == CellState::Pending && event.state != CellState::Done ? event.state : known;
    if (known == CellState::Failed && event.state == CellState::Skipped)
        cell->state = CellState::Skipped;
}

void ResultSet::apply(const Logged& event)
{
    m_log.push_back(event.entry);
}

void ResultSet::apply(const RunPaused& event)
{
    m_paused = event.paused;
}

void ResultSet::apply(const RunFinished& event)
{
    m_state = event.state;
    if (event.state != RunState::Interrupted) // when it ended, nobody was there to tell
        m_finishedMs = event.timeMs;
    m_reason = event.reason;
    m_paused = false;
    for (CellResult& cell : m_cells) {
        cell.running.reset();
        cell.runningFraction = 0;
        if (!isFinal(cell.state))
            cell.state = settled(cell);
        // Nobody will measure the rest of it: too few trials are a failure. A cancelled run can be resumed.
        if (event.state == RunState::Done && cell.state == CellState::Pending)
            cell.state = CellState::Failed;
    }
}

const TargetInfo* ResultSet::targetInfo(const std::string& target) const
{
    for (const EnvironmentTarget& known : environment().targets) {
        if (known.target == target)
            return &known.info;
    }
    return nullptr;
}

} // namespace keyrace
