// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/runfilestatements.h"

#include "engine/record/numberlist.h"
#include "engine/processmark.h"
#include "engine/record/runfilereader.h"

#include <nlohmann/json.hpp>

namespace keyrace {

namespace {

// A server's own words may hold bytes that are no UTF-8.
std::string text(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

RunFileStatements::RunFileStatements(const SqliteFile& file)
    : m_file(file)
    , m_state(file.prepare("UPDATE cell SET state = ?, reason = ? WHERE id = ?"))
    , m_removeTrial(file.prepare("DELETE FROM trial WHERE cell_id = ? AND n = ?"))
    , m_trial(file.prepare("INSERT INTO trial (cell_id, n, round, place, state, reason, started_ms, start_rows, rows, seconds, rows_per_s, "
                           "connect_seconds, key_seconds, paused_seconds, statements, round_trips, rows_per_statement) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"))
    , m_sample(file.prepare("INSERT INTO sample (trial_id, n, t, rows, rows_per_s) VALUES (?, ?, ?, ?, ?)"))
    , m_counter(file.prepare("INSERT INTO counter (trial_id, name, value, absent) VALUES (?, ?, ?, ?)"))
    , m_latency(file.prepare("INSERT INTO latency (trial_id, count, p50_ns, p95_ns, p99_ns, p999_ns, max_ns, histogram) "
                             "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"))
    , m_query(file.prepare("INSERT INTO query (trial_id, place, name, failed, rows_returned, error, milliseconds) VALUES (?, ?, ?, ?, ?, ?, ?)"))
    , m_planNode(file.prepare("INSERT INTO plan_node (trial_id, query, place, depth, text) VALUES (?, ?, ?, ?, ?)"))
    , m_node(file.prepare("INSERT INTO node (trial_id, place, host, clients, rows, retries) VALUES (?, ?, ?, ?, ?, ?)"))
    , m_event(file.prepare("INSERT INTO event (time_ms, kind, cell_id, text) VALUES (?, ?, ?, ?)"))
{
}

void RunFileStatements::write(const RunEvent& event, const ResultSet& results)
{
    std::visit([this](const auto& kind) { put(kind); }, event);
    putStates(results);
}

void RunFileStatements::log(const LogEntry& entry)
{
    m_event.run(entry.timeMs, entry.kind, entry.cell, entry.text.english());
}

void RunFileStatements::resume(const RunStarted& event, const ResultSet& results)
{
    m_file.execute("DELETE FROM environment");
    putEnvironment(results.environment());
    log({event.timeMs, "resume", {}, Message(QT_TRANSLATE_NOOP("Engine", "The run was resumed."))});
    putStates(results);
}

void RunFileStatements::put(const RunStarted& event)
{
    m_file.prepare("INSERT INTO run (id, name, state, reason, started_ms, plan) VALUES (1, ?, ?, '', ?, ?)")
        .run(event.name, name(RunState::Running), event.timeMs, text(toJson(event.plan)));
    markWriter(m_file, ProcessMark::ofThisProcess());
    putEnvironment(event.environment);
    int parts = 0;
    for (const Cell& cell : event.cells) {
        for (; parts <= cell.partIndex; ++parts) {
            m_file.prepare("INSERT INTO part (id, name, workload, protocol) VALUES (?, ?, ?, ?)")
                .run(parts, cell.part, text(toJson(cell.workload)), text(toJson(cell.protocol)));
        }
        putCell(cell);
    }
}

void RunFileStatements::putFact(const std::string& target, const char* kind, const std::string& name, const std::string& value)
{
    if (!value.empty())
        m_file.prepare("INSERT INTO environment (target, kind, name, value) VALUES (?, ?, ?, ?)").run(target, std::string_view(kind), name, value);
}

void RunFileStatements::putEnvironment(const Environment& environment)
{
    const HostInfo& host = environment.host;
    putFact({}, "fact", "keyrace", environment.keyrace);
    putFact({}, "fact", "cores", host.cores > 0 ? std::to_string(host.cores) : std::string());
    putFact({}, "fact", "memory_bytes", host.memoryBytes > 0 ? std::to_string(host.memoryBytes) : std::string());
    putFact({}, "fact", "filesystem", host.filesystem);
    putFact({}, "fact", "governor", host.governor);
    putFact({}, "fact", "system", host.system);
    putFact({}, "fact", "processor", host.processor);
    for (const auto& [target, info] : environment.targets) {
        putFact(target, "fact", "engine", info.engine);
        putFact(target, "fact", "server_version", info.serverVersion);
        putFact(target, "fact", "client_library", info.clientLibrary);
        putFact(target, "fact", "durability", info.durability);
        putFact(target, "fact", "weak_durability", info.weakDurability ? "1" : "0");
        putFact(target, "fact", "filesystem", info.filesystem);
        putFact(target, "fact", "encryption", info.encryption);
        for (const auto& [setting, value] : info.settings)
            m_file.prepare("INSERT INTO environment (target, kind, name, value) VALUES (?, 'setting', ?, ?)").run(target, setting, value);
        for (const auto& [level, promise] : info.levels)
            putFact(target, promise.isWeak ? "weak level" : "level", level, promise.words);
        for (const Message& note : info.notes)
            putFact(target, "note", {}, note.english());
        for (const NodeInfo& node : info.nodes) {
            const bool isReady = node.problem.isEmpty();
            putFact(target, isReady ? "node" : "lost node", node.host, isReady ? node.engine + ' ' + node.serverVersion : node.problem.english());
        }
    }
}

void RunFileStatements::putCell(const Cell& cell)
{
    std::optional<std::string> settings;
    if (cell.settings)
        settings = cell.settings->label;
    m_file.prepare("INSERT INTO cell (id, part_id, target, table_shape, key, label, storage, source, layout, indexes, insert_method, batch, "
                   "clients, rows, prefill, state, reason, settings, levels) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?)")
        .run(cell.index, cell.partIndex, cell.target, name(cell.table.shape), cell.key, cell.label, name(cell.storage), name(cell.source),
             levelName(cell, Factor::Layout), levelName(cell, Factor::Indexes), name(cell.insert.method), cell.insert.batch, cell.clients,
             cell.rows, cell.prefill, name(CellState::Pending), settings, text(toJson(cell)));
}

void RunFileStatements::put(const TrialStarted& event)
{
    if (event.warmup)
        return;
    putTrial(startedTrial(event));
    m_running[{event.cell, event.n}] = {m_file.lastRowId(), 0};
}

void RunFileStatements::put(const SamplesTaken& event)
{
    const auto running = m_running.find({event.cell, event.n});
    if (running == m_running.end())
        return;
    auto& [trial, count] = running->second;
    putSamples(trial, event.samples, count);
    count += static_cast<std::int64_t>(event.samples.size());
}

void RunFileStatements::put(const TrialFinished& event)
{
    const Trial& trial = *event.trial;
    m_running.erase({trial.cell, trial.n});
    putTrial(trial);
    const std::int64_t id = m_file.lastRowId();
    putSamples(id, trial.samples, 0);
    putCounters(id, trial.counters);
    putLatency(id, trial.latency);
    putQueries(id, trial.queries);
    putNodes(id, trial.nodes);
}

void RunFileStatements::put(const RunFinished& event)
{
    m_file.prepare("UPDATE run SET state = ?, reason = ?, finished_ms = ?").run(name(event.state), event.reason.english(), event.timeMs);
    markWriter(m_file, {});
}

void RunFileStatements::putTrial(const Trial& trial)
{
    m_removeTrial.run(trial.cell, trial.n);
    m_trial.run(trial.cell, trial.n, trial.round, trial.place, name(trial.state), trial.reason.english(), trial.startedMs, trial.startRows,
                trial.rows, trial.seconds, trial.rowsPerS, trial.connectSeconds, trial.keySeconds, trial.pausedSeconds,
                trial.sent.statements, trial.sent.roundTrips, trial.sent.rowsPerStatement);
}

void RunFileStatements::putSamples(std::int64_t trial, const std::vector<Sample>& samples, std::int64_t first)
{
    for (const Sample& sample : samples)
        m_sample.run(trial, first++, sample.t, sample.rows, sample.rowsPerS);
}

void RunFileStatements::putCounters(std::int64_t trial, const Counters& counters)
{
    for (const auto& [name, value] : counters.values)
        m_counter.run(trial, name, value, nullptr);
    for (const auto& [name, reason] : counters.absent) {
        if (!counters.values.contains(name))
            m_counter.run(trial, name, nullptr, reason.english());
    }
}

void RunFileStatements::putLatency(std::int64_t trial, const LatencyCounts& latency)
{
    if (latency.count() == 0)
        return;
    std::vector<std::int64_t> numbers;
    numbers.reserve(2 * latency.buckets().size());
    for (const auto& [lowest, count] : latency.buckets()) {
        numbers.push_back(lowest);
        numbers.push_back(count);
    }
    m_latency.run(trial, latency.count(), latency.percentile(0.5), latency.percentile(0.95), latency.percentile(0.99),
                  latency.percentile(0.999), latency.max(), numberList(numbers));
}

void RunFileStatements::putQueries(std::int64_t trial, const std::vector<QueryTrial>& queries)
{
    int place = 0;
    for (const QueryTrial& read : queries) {
        m_query.run(trial, place, read.query, read.failed, read.rowsReturned, read.error, numberList(read.milliseconds));
        int line = 0;
        for (const PlanNode& node : read.plan)
            m_planNode.run(trial, place, line++, node.depth, node.text);
        ++place;
    }
}

void RunFileStatements::putNodes(std::int64_t trial, const std::vector<NodeShare>& nodes)
{
    int place = 0;
    for (const NodeShare& node : nodes)
        m_node.run(trial, place++, node.host, node.clients, node.rows, node.retries);
}

void RunFileStatements::putStates(const ResultSet& results)
{
    m_cells.resize(results.cells().size());
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const CellResult& cell = results.cells()[i];
        if (m_cells[i].state == cell.state && m_cells[i].reason == cell.reason)
            continue;
        m_cells[i] = {cell.state, cell.reason};
        m_state.run(name(cell.state), cell.reason.english(), static_cast<std::int64_t>(i));
    }
}

} // namespace keyrace
