// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/procedure.h"

#include "engine/plan/levels.h"

#include <algorithm>

namespace keyrace {

namespace {

constexpr double kMaxSeconds = 1e6;
constexpr double kMaxRatePerS = 1e9;
constexpr int kMaxExecutions = 1'000'000;
constexpr int kMaxRepeats = 1'000;
constexpr int kMaxVacuums = 100;
constexpr int kMaxSliceMs = 3'600'000;
constexpr std::array<std::string_view, 2> kWhich{"oldest", "random"};

std::vector<std::string_view> memberNames(const WorkloadMembers& has)
{
    std::vector<std::string_view> names{"kind"};
    const auto add = [&names](bool wanted, std::initializer_list<std::string_view> members) {
        if (wanted)
            names.insert(names.end(), members);
    };
    add(has.prefill, {"prefill"});
    add(has.rows, {"rows"});
    add(has.step, {"step"});
    add(has.prefillKey, {"prefill_key"});
    add(has.seconds, {"seconds"});
    add(has.ratePerS, {"rate_per_s"});
    add(has.reads, {"executions", "discard", "trim", "queries", "range"});
    add(has.churn, {"fraction", "which", "vacuums"});
    add(has.reindex, {"reindex"});
    add(true, {"checkpoint"});
    return names;
}

std::vector<std::int64_t> readCounts(const JsonNode& node, std::int64_t least)
{
    std::vector<std::int64_t> counts;
    for (const JsonNode& level : node.levels()) {
        counts.push_back(level.integer(least, kMaxRows));
        if (std::count(counts.begin(), counts.end(), counts.back()) > 1)
            level.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2, which stands in the list twice."), {});
    }
    return counts;
}

Json writeCounts(const std::vector<std::int64_t>& counts)
{
    return counts.size() == 1 ? Json(counts.front()) : Json(counts);
}

void readReads(const JsonNode& node, Workload& workload)
{
    if (node.has("executions"))
        workload.executions = node["executions"].smallInteger(1, kMaxExecutions);
    if (node.has("discard"))
        workload.discard = node["discard"].smallInteger(0, kMaxExecutions);
    if (node.has("trim"))
        workload.trim = node["trim"].smallInteger(0, kMaxExecutions);
    if (2 * static_cast<std::int64_t>(workload.trim) >= workload.executions)
        throw Error(ErrorKind::BadInput,
                    Message(QT_TRANSLATE_NOOP("Engine", "%1.trim is %2: dropped at each end of %3 executions, nothing is left; accepted: less "
                                                        "than half of them."),
                            {node.path(), std::int64_t{workload.trim}, std::int64_t{workload.executions}}));
    if (node.has("queries") && node["queries"].json() != "all") {
        for (const JsonNode& query : node["queries"].levels()) {
            workload.queries.push_back(query.oneOf(kReads));
            if (std::count(workload.queries.begin(), workload.queries.end(), workload.queries.back()) > 1)
                query.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2, which stands in the list twice."), {});
        }
    }
    if (node.has("range")) {
        const JsonNode range = node["range"];
        range.expectMembers({"by", "fraction"});
        if (range.has("by"))
            workload.rangeBy = range["by"].choice<RangeBy>();
        if (range.has("fraction"))
            workload.rangeFraction = range["fraction"].positive(1);
    }
}

void readChurn(const JsonNode& node, Workload& workload)
{
    workload.fraction = node["fraction"].positive(1);
    workload.which = node["which"].oneOf(kWhich);
    if (node.has("vacuums"))
        workload.vacuums = node["vacuums"].smallInteger(0, kMaxVacuums);
}

void readStep(const JsonNode& node, Workload& workload)
{
    const JsonNode step = node["step"];
    const std::int64_t least = *std::min_element(workload.rows.begin(), workload.rows.end());
    workload.step = step.integer(1, kMaxRows);
    if (workload.step > least)
        step.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2, more than the table's %3 rows; accepted: at most the rows."), {least});
}

Json readsJson(const Workload& workload, Json json)
{
    json["executions"] = workload.executions;
    json["discard"] = workload.discard;
    json["trim"] = workload.trim;
    json["queries"] = workload.queries.empty() ? Json("all") : Json(workload.queries);
    json["range"] = {{"by", name(workload.rangeBy)}, {"fraction", plainNumber(workload.rangeFraction)}};
    return json;
}

} // namespace

WorkloadMembers membersOf(WorkloadKind kind)
{
    WorkloadMembers has;
    has.rows = kind != WorkloadKind::Sustained;
    has.step = kind == WorkloadKind::Growth;
    has.prefillNeeded = kind == WorkloadKind::Append || kind == WorkloadKind::Replay;
    has.prefill = has.prefillNeeded || kind == WorkloadKind::Sustained;
    has.prefillKey = kind == WorkloadKind::Append;
    has.seconds = kind == WorkloadKind::Sustained || kind == WorkloadKind::Lookup;
    has.ratePerS = kind == WorkloadKind::Sustained;
    has.reads = kind == WorkloadKind::Select;
    has.churn = kind == WorkloadKind::Churn;
    has.reindex = kind == WorkloadKind::Append || kind == WorkloadKind::Churn;
    return has;
}

Workload readWorkload(const JsonNode& node)
{
    if (!node.isObject())
        node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; an object with the member \"kind\" is expected."), {});
    Workload workload;
    workload.kind = node["kind"].choice<WorkloadKind>();
    const WorkloadMembers has = membersOf(workload.kind);
    node.expectMembers(memberNames(has));
    if (has.rows)
        workload.rows = readCounts(node["rows"], 1);
    if (has.step)
        readStep(node, workload);
    if (has.prefillNeeded || (has.prefill && node.has("prefill")))
        workload.prefill = readCounts(node["prefill"], 0);
    else if (has.prefill)
        workload.prefill = {0};
    if (node.has("prefill_key"))
        workload.prefillKey = knownKeyType(node["prefill_key"]).name();
    if (has.seconds)
        workload.seconds = node["seconds"].positive(kMaxSeconds);
    if (node.has("rate_per_s"))
        workload.ratePerS = node["rate_per_s"].positive(kMaxRatePerS);
    if (has.reads)
        readReads(node, workload);
    if (has.churn)
        readChurn(node, workload);
    if (node.has("reindex"))
        workload.reindex = node["reindex"].boolean();
    if (node.has("checkpoint")) {
        static constexpr std::array<std::string_view, 1> kCheckpoint{"before"};
        workload.checkpointBefore = !node["checkpoint"].oneOf(kCheckpoint).empty();
    }
    return workload;
}

Workload workloadFromJson(const Json& json)
{
    return readWorkload(JsonNode(json, "workload"));
}

Json toJson(const Workload& workload)
{
    const WorkloadMembers has = membersOf(workload.kind);
    Json json{{"kind", name(workload.kind)}};
    if (has.prefill)
        json["prefill"] = writeCounts(workload.prefill);
    if (has.rows)
        json["rows"] = writeCounts(workload.rows);
    if (has.step)
        json["step"] = workload.step;
    if (has.prefillKey)
        json["prefill_key"] = workload.prefillKey ? Json(*workload.prefillKey) : Json();
    if (has.seconds)
        json["seconds"] = plainNumber(workload.seconds);
    if (has.ratePerS)
        json["rate_per_s"] = workload.ratePerS ? plainNumber(*workload.ratePerS) : Json();
    if (has.reads)
        json = readsJson(workload, std::move(json));
    if (has.churn) {
        json["fraction"] = plainNumber(workload.fraction);
        json["which"] = workload.which;
        json["vacuums"] = workload.vacuums;
    }
    if (has.reindex)
        json["reindex"] = workload.reindex;
    if (workload.checkpointBefore)
        json["checkpoint"] = "before";
    return json;
}

Json writeWorkload(const Workload& workload)
{
    Workload plain;
    plain.kind = workload.kind;
    if (workload.kind == WorkloadKind::Sustained)
        plain.prefill = {0};
    const Json defaults = toJson(plain);
    const Json full = toJson(workload);
    Json json = Json::object();
    for (const auto& [member, value] : full.items()) {
        if (member == "kind" || defaults.value(member, Json()) != value)
            json[member] = value;
    }
    return json;
}

Protocol readProtocol(const JsonNode& node, Protocol protocol)
{
    node.expectMembers({"repeats", "trim", "warmup_rows", "order", "slice_ms", "seed", "max_seconds"});
    if (node.has("repeats"))
        protocol.repeats = node["repeats"].smallInteger(1, kMaxRepeats);
    if (node.has("trim"))
        protocol.trim = node["trim"].smallInteger(0, kMaxRepeats);
    if (node.has("warmup_rows"))
        protocol.warmupRows = node["warmup_rows"].integer(0, kMaxRows);
    if (node.has("order"))
        protocol.order = node["order"].choice<TrialOrder>();
    if (node.has("slice_ms"))
        protocol.sliceMs = node["slice_ms"].smallInteger(1, kMaxSliceMs);
    if (node.has("seed"))
        protocol.seed = node["seed"].unsignedInteger();
    if (node.has("max_seconds"))
        protocol.maxSeconds = node["max_seconds"].positive(kMaxSeconds);
    return protocol;
}

void checkTrim(const Protocol& protocol, const std::string& path)
{
    if (2 * protocol.trim < protocol.repeats)
        return;
    throw Error(ErrorKind::BadInput,
                Message(QT_TRANSLATE_NOOP("Engine", "%1.trim is %2: dropped at each end of %3 repeats, nothing is left; accepted: 2 · trim < "
                                                    "repeats."),
                        {path, std::int64_t{protocol.trim}, std::int64_t{protocol.repeats}}));
}

Json toJson(const Protocol& protocol)
{
    Json json{{"repeats", protocol.repeats},
              {"trim", protocol.trim},
              {"warmup_rows", protocol.warmupRows},
              {"order", name(protocol.order)},
              {"slice_ms", protocol.sliceMs},
              {"seed", protocol.seed}};
    json["max_seconds"] = protocol.maxSeconds ? plainNumber(*protocol.maxSeconds) : Json();
    return json;
}

Json writeProtocol(const Protocol& protocol)
{
    const Json defaults = toJson(Protocol());
    const Json full = toJson(protocol);
    Json json;
    for (const auto& [member, value] : full.items()) {
        if (defaults[member] != value)
            json[member] = value;
    }
    return json;
}

} // namespace keyrace
