// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/document.h"

#include "engine/findings/figures.h"

namespace keyrace {

namespace {

Json words(const Message& message)
{
    return message.isEmpty() ? Json() : Json(utf8(message.english()));
}

template <typename Value>
void putKnown(Json& json, const char* member, const std::optional<Value>& value)
{
    if (value)
        json[member] = exact(*value);
}

void putText(Json& json, const char* member, const std::string& value)
{
    if (!value.empty())
        json[member] = utf8(value);
}

Json runOf(const ResultSet& results)
{
    Json run;
    run["name"] = utf8(results.name());
    run["started"] = isoTime(results.startedMs());
    if (results.finishedMs())
        run["finished"] = isoTime(*results.finishedMs());
    run["state"] = name(results.state());
    run["plan"] = toJson(results.plan());
    if (!results.reason().isEmpty())
        run["reason"] = words(results.reason());
    if (!results.damage.isEmpty())
        run["damage"] = words(results.damage);
    return run;
}

Json hostOf(const HostInfo& host)
{
    Json json = Json::object();
    if (host.cores > 0)
        json["cores"] = host.cores;
    if (host.memoryBytes > 0)
        json["memory_bytes"] = exact(host.memoryBytes);
    putText(json, "filesystem", host.filesystem);
    putText(json, "governor", host.governor);
    putText(json, "system", host.system);
    putText(json, "processor", host.processor);
    return json;
}

Json targetOf(const EnvironmentTarget& known)
{
    const TargetInfo& info = known.info;
    Json json{{"target", utf8(known.target)}, {"engine", utf8(info.engine)}, {"server_version", utf8(info.serverVersion)}, {"client_library", utf8(info.clientLibrary)}};
    json["settings"] = Json::object();
    for (const auto& [setting, value] : info.settings)
        json["settings"][utf8(setting)] = utf8(value);
    putText(json, "durability", info.durability);
    json["weak_durability"] = info.weakDurability;
    putText(json, "filesystem", info.filesystem);
    putText(json, "encryption", info.encryption);
    for (const auto& [level, durability] : info.levels)
        json["levels"][utf8(level)] = {{"durability", utf8(durability.words)}, {"weak_durability", durability.isWeak}};
    for (const NodeInfo& node : info.nodes) {
        Json one{{"host", utf8(node.host)}};
        putText(one, "engine", node.engine);
        putText(one, "server_version", node.serverVersion);
        if (!node.problem.isEmpty())
            one["problem"] = words(node.problem);
        json["nodes"].push_back(std::move(one));
    }
    if (!info.notes.empty()) {
        json["notes"] = Json::array();
        for (const Message& note : info.notes)
            json["notes"].push_back(words(note));
    }
    return json;
}

Json environmentOf(const Environment& environment)
{
    Json json{{"keyrace", environment.keyrace}, {"host", hostOf(environment.host)}, {"targets", Json::array()}};
    for (const EnvironmentTarget& target : environment.targets)
        json["targets"].push_back(targetOf(target));
    return json;
}

Json latencyOf(const LatencyCounts& latency)
{
    constexpr double kNanosecondsPerMicrosecond = 1'000;
    const auto us = [](std::int64_t ns) { return exact(static_cast<double>(ns) / kNanosecondsPerMicrosecond); };
    Json json{{"p50", us(latency.percentile(0.5))}, {"p95", us(latency.percentile(0.95))}, {"p99", us(latency.percentile(0.99))},
              {"p999", us(latency.percentile(0.999))}, {"max", us(latency.max())}};
    if (latency.overflow() > 0) // percentiles that fall there are "more than"
        json["overflow"] = exact(latency.overflow());
    return json;
}

Json nodesOf(const Trial& trial)
{
    Json nodes = Json::array();
    for (const NodeShare& node : trial.nodes) {
        Json json{{"host", utf8(node.host)}, {"clients", exact(node.clients)}, {"rows", exact(node.rows)}};
        if (trial.rowsPerS && trial.seconds > 0)
            json["rows_per_s"] = exact(static_cast<double>(node.rows) / trial.seconds);
        putKnown(json, "retries", node.retries);
        nodes.push_back(std::move(json));
    }
    return nodes;
}

Json trialOf(const Trial& trial)
{
    Json json{{"n", trial.n}, {"state", name(trial.state)}, {"rows", exact(trial.rows)}, {"seconds", exact(trial.seconds)}, {"connect_seconds", exact(trial.connectSeconds)}};
    putKnown(json, "rows_per_s", trial.rowsPerS);
    if (trial.latency.count() > 0)
        json["latency_us"] = latencyOf(trial.latency);
    json["round"] = trial.round;
    json["place"] = trial.place;
    json["start_rows"] = exact(trial.startRows);
    json["key_seconds"] = exact(trial.keySeconds);
    if (trial.pausedSeconds > 0)
        json["paused_seconds"] = exact(trial.pausedSeconds);
    if (trial.sent.statements > 0) {
        json["statements"] = exact(trial.sent.statements);
        if (trial.sent.roundTrips)
            json["round_trips"] = exact(*trial.sent.roundTrips);
    }
    if (!trial.nodes.empty())
        json["nodes"] = nodesOf(trial);
    if (!trial.reason.isEmpty())
        json["reason"] = words(trial.reason);
    return json;
}

Json rateOf(const Summary& summary)
{
    Json json = Json::object();
    putKnown(json, "trimmed_mean", summary.trimmedMean);
    putKnown(json, "median", summary.median);
    putKnown(json, "ci95", summary.ci95);
    putKnown(json, "cv", summary.cv);
    json["n"] = summary.n;
    if (!summary.ci95)
        json["no_ci95"] = words(summary.whyNoInterval);
    return json;
}

Json queryOf(const QueryResult& query)
{
    Json json = Json::object();
    putKnown(json, "mean_ms", query.milliseconds.trimmedMean);
    putKnown(json, "median_ms", query.milliseconds.median);
    putKnown(json, "ci95", query.milliseconds.ci95);
    putKnown(json, "per_s", query.perS);
    json["n"] = exact(query.n);
    json["failed"] = exact(query.failed);
    json["rows_returned"] = exact(query.rowsReturned);
    json["plan"] = Json::array();
    for (const PlanNode& node : query.plan)
        json["plan"].push_back(std::string(2 * static_cast<std::size_t>(node.depth), ' ') + utf8(node.text));
    return json;
}

Json samplesOf(const CellResult& cell)
{
    Json samples = Json::array();
    for (const auto& trial : cell.trials) {
        for (const Sample& sample : trial->samples)
            samples.push_back({{"trial", trial->n}, {"t", exact(sample.t)}, {"rows", exact(sample.rows)}, {"rows_per_s", exact(sample.rowsPerS)}});
    }
    return samples;
}

bool hasRate(WorkloadKind kind)
{
    return kind != WorkloadKind::Select && kind != WorkloadKind::Lookup && kind != WorkloadKind::Replay;
}

// The levels, without what only a run that goes on needs.
Json levelsOf(const CellResult& cell)
{
    Json json = toJson(cell.cell);
    for (const char* member : {"index", "part_index", "labelled", "index_columns", "settings_set", "protocol", "unavailable"})
        json.erase(member);
    if (const auto batch = cell.effectiveBatch())
        json["insert"]["effective_batch"] = exact(*batch);
    return json;
}

Json cellOf(const CellResult& cell, bool withSamples)
{
    Json json = levelsOf(cell);
    json["state"] = name(cell.state);
    json["reason"] = words(cell.reason);
    json["trials"] = Json::array();
    for (const auto& trial : cell.trials)
        json["trials"].push_back(trialOf(*trial));
    if (const Summary rate = cell.rowsPerS(); hasRate(cell.cell.workload.kind) && rate.n > 0)
        json["rows_per_s"] = rateOf(rate);
    if (cell.trialsApart() > 0)
        json["trials_over_other_node_counts"] = cell.trialsApart();
    json["queries"] = Json::object();
    for (const auto& [name, query] : cell.queries())
        json["queries"][utf8(name)] = queryOf(query);
    const Counters counters = cell.counters();
    json["counters"] = Json::object();
    for (const auto& [name, value] : counters.values)
        json["counters"][utf8(name)] = exact(value);
    if (!counters.absent.empty()) {
        json["counters_absent"] = Json::object();
        for (const auto& [name, reason] : counters.absent)
            json["counters_absent"][utf8(name)] = words(reason);
    }
    if (withSamples)
        json["samples"] = samplesOf(cell);
    return json;
}

Json findingOf(const Finding& finding)
{
    Json json{{"id", utf8(finding.id)}, {"text", words(finding.text)}};
    putKnown(json, "value", finding.value);
    putKnown(json, "ci95", finding.ci95);
    json["cells"] = finding.cells;
    if (!finding.detail.isEmpty())
        json["detail"] = words(finding.detail);
    return json;
}

Json judgementOf(const Judgement& judgement)
{
    const Expectation& expectation = judgement.expectation;
    Json json{{"id", expectation.id}, {"text", expectation.text}};
    putKnown(json, "value", judgement.value);
    putKnown(json, "ci95", judgement.ci95);
    putKnown(json, "min", expectation.min);
    putKnown(json, "max", expectation.max);
    json["verdict"] = name(judgement.verdict);
    if (!judgement.why.isEmpty())
        json["why"] = words(judgement.why);
    return json;
}

} // namespace

Json runDocument(const ResultSet& results, bool withSamples)
{
    Json document{{"keyrace", 1}, {"run", runOf(results)}, {"environment", environmentOf(results.environment())}};
    document["cells"] = Json::array();
    for (const CellResult& cell : results.cells())
        document["cells"].push_back(cellOf(cell, withSamples));
    document["findings"] = Json::array();
    for (const Finding& finding : findingsOf(results))
        document["findings"].push_back(findingOf(finding));
    document["expectations"] = Json::array();
    for (const Judgement& judgement : judge(results))
        document["expectations"].push_back(judgementOf(judgement));
    return document;
}

} // namespace keyrace
