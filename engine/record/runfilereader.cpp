// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/runfilereader.h"

#include "engine/error.h"
#include "engine/record/celltables.h"
#include "engine/record/damage.h"
#include "engine/record/states.h"
#include "engine/record/trialtables.h"

#include <nlohmann/json.hpp>

namespace keyrace {

RunFileState runFileState(const SqliteFile& file)
{
    RunFileState result;
    SqliteStatement run = file.prepare("SELECT state, process_id, process_started, process_boot FROM main.run");
    // Before its first event a run has no row; its file can be gone on with only by who made it.
    if (!run.step()) {
        result.state = RunState::Interrupted;
        return result;
    }
    result.state = runStateFromName(run.text(0)).value_or(RunState::Interrupted);
    result.writer = {run.integer(1), run.integer(2), run.string(3)};
    if (result.state == RunState::Running && !result.writer.isAlive())
        result.state = RunState::Interrupted;
    return result;
}

void markWriter(const SqliteFile& file, const ProcessMark& writer)
{
    if (writer.id == 0)
        file.execute("UPDATE run SET process_id = NULL, process_started = NULL, process_boot = NULL");
    else
        file.prepare("UPDATE run SET process_id = ?, process_started = ?, process_boot = ?").run(writer.id, writer.started, writer.boot);
}

namespace {

struct RunRow {
    RunStarted started;
    std::optional<std::int64_t> finishedMs;
    Message reason;
};

RunRow readRun(const SqliteFile& file, Damage& damage)
{
    RunRow row;
    SqliteStatement run = file.prepare("SELECT name, started_ms, finished_ms, reason, plan FROM main.run");
    if (!run.step())
        return row;
    row.started.name = run.string(0);
    row.started.timeMs = run.integer(1);
    if (!run.isNull(2))
        row.finishedMs = run.integer(2);
    row.reason = Message::verbatim(run.string(3));
    try {
        row.started.plan = planFromJson(Json::parse(run.text(4)));
    } catch (const std::exception& error) {
        damage.note("the plan", error.what());
    }
    return row;
}

void readEvents(const SqliteFile& file, ResultSet& results)
{
    SqliteStatement event = file.prepare("SELECT time_ms, kind, cell_id, text FROM main.event ORDER BY id");
    while (event.step()) {
        LogEntry entry;
        entry.timeMs = event.integer(0);
        entry.kind = event.string(1);
        const std::int64_t cell = event.integer(2);
        if (!event.isNull(2) && cell >= 0 && static_cast<std::size_t>(cell) < results.cells().size())
            entry.cell = static_cast<int>(cell);
        entry.text = Message::verbatim(event.string(3));
        results.append(Logged{std::move(entry)});
    }
}

} // namespace

ResultSet readTables(const SqliteFile& file, RunState state)
{
    Damage damage;
    RunRow run = readRun(file, damage);
    damage.guard("environment", [&] { run.started.environment = readEnvironment(file); });
    std::vector<CellRow> cells = readCells(file, damage);
    for (const CellRow& row : cells)
        run.started.cells.push_back(row.cell);

    ResultSet results;
    results.append(run.started);
    readTrials(file, results, state == RunState::Running, damage);
    // States follow from the trials, except where somebody decided otherwise.
    for (const CellRow& row : cells) {
        if (row.state == CellState::Skipped || row.state == CellState::Failed)
            results.append(CellChanged{row.cell.index, row.state, row.reason});
    }
    damage.guard("event", [&] { readEvents(file, results); });
    if (state != RunState::Running)
        results.append(RunFinished{state, run.finishedMs.value_or(0), run.reason});
    results.damage = damage.message();
    return results;
}

} // namespace keyrace
