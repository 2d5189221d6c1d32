// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/record/sampleresult.h"

namespace keyrace {

namespace {

constexpr std::int64_t kStartedMs = 1'704'067'200'000; // 2024-01-01T00:00:00Z
constexpr std::int64_t kTrialMs = 3'000;

LatencyCounts latencyOf(std::int64_t first)
{
    LatencyHistogram histogram;
    for (std::int64_t i = 0; i < 100; ++i)
        histogram.record(first + i * 1'000);
    return histogram;
}

} // namespace

Plan SampleResult::plan()
{
    return parsePlan(R"json({
        "keyrace": 1, "name": "Größe – 크기", "target": "sqlite:?journal_mode=wal", "table": "six-columns",
        "workload": {"kind": "load", "rows": 2000},
        "factors": {"key": ["uuidv4", "uuidv7"], "indexes": ["few"]},
        "protocol": {"repeats": 3, "trim": 1}})json");
}

std::vector<Cell> SampleResult::cells()
{
    std::vector<Cell> cells(2);
    for (int i = 0; i < 2; ++i) {
        Cell& cell = cells[static_cast<std::size_t>(i)];
        cell.index = i;
        cell.target = "sqlite:?journal_mode=wal";
        cell.key = cell.label = i == 0 ? "uuidv4" : "uuidv7";
        cell.layout.type = "rowid";
        cell.indexes = {"few", {{"col_a"}, {"col_b"}}};
        cell.workload.rows = {2'000};
        cell.rows = 2'000;
        cell.protocol.repeats = 3;
        cell.protocol.trim = 1;
    }
    return cells;
}

Environment SampleResult::environment()
{
    Environment environment;
    environment.keyrace = "0.1.0";
    environment.host = {2, 8'000'000'000, "ext4", "performance", "Debian GNU/Linux 12", "A processor"};
    TargetInfo info;
    info.engine = "SQLite";
    info.serverVersion = "3.40.1";
    info.clientLibrary = "SQLite 3.40.1";
    info.settings = {{"cache_size", "-2000"}, {"journal_mode", "wal"}, {"temp_store", ""}};
    info.durability = "wal, synchronous=normal";
    info.weakDurability = true;
    info.levels = {{"synchronous=off", {"wal, synchronous=off", true}}, {"synchronous=full", {"wal, synchronous=full", false}}};
    info.filesystem = "ext4";
    info.encryption = "TLSv1.3, TLS_AES_256_GCM_SHA384";
    info.notes = {Message::verbatim("SQLite serialises writers.")};
    environment.targets.push_back({"sqlite:?journal_mode=wal", info});
    return environment;
}

RunStarted SampleResult::started()
{
    return {"Größe – 크기", kStartedMs, plan(), cells(), environment()};
}

Trial SampleResult::trial(int cell, int n)
{
    Trial trial;
    trial.cell = cell;
    trial.n = n;
    trial.round = n;
    trial.place = cell;
    trial.state = TrialState::Done;
    trial.startRows = 7;
    trial.rows = 2'000;
    trial.seconds = cell == 0 ? 2.0 : 1.0;
    trial.connectSeconds = 0.125;
    trial.keySeconds = 0.25;
    trial.pausedSeconds = 0.5;
    trial.startedMs = kStartedMs + (2 * n + cell) * kTrialMs;
    trial.rowsPerS = static_cast<double>(trial.rows) / trial.seconds + n;
    trial.latency = latencyOf(100'000 * (cell + 1));
    trial.sent = {4, 2, 500};
    trial.counters.values = {{"index_bytes", 81'920.0 + n}, {"leaf_fill", cell == 0 ? 0.6875 : 0.9375}, {"pk_bytes", 9'007'199'254'740'994.0}};
    trial.counters.absent = {{"page_splits", Message::verbatim("SQLite does not count page splits.")}};
    trial.samples = {{trial.seconds / 2, 1'000, 2'000 / trial.seconds}, {trial.seconds, 2'000, 2'000 / trial.seconds}};
    QueryTrial read;
    read.query = "pk_lookup";
    read.milliseconds = {0.1, 0.30000000000000004, 0.2};
    read.failed = 1;
    read.rowsReturned = 1;
    read.plan = {{0, "SEARCH t USING INDEX"}, {1, "(id=?)"}};
    read.error = "database is locked";
    trial.queries = {read};
    trial.reason = Message::verbatim("Ein Grund mit „Umlauten“");
    return trial;
}

std::vector<RunEvent> SampleResult::run()
{
    std::vector<RunEvent> events{started()};
    events.push_back(Logged{{kStartedMs, "warning", 1, Message::verbatim("a warning")}});
    for (int n = 0; n < 3; ++n) {
        for (int cell = 0; cell < 2; ++cell) {
            const Trial done = trial(cell, n);
            events.push_back(TrialStarted{cell, n, n, cell, done.startedMs, false});
            events.push_back(SamplesTaken{cell, n, {done.samples.front()}, 0.5});
            events.push_back(TrialFinished{std::make_shared<const Trial>(done)});
        }
    }
    events.push_back(RunFinished{RunState::Done, kStartedMs + 6 * kTrialMs, {}});
    return events;
}

} // namespace keyrace
