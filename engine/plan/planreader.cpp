// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan.h"

#include "engine/plan/expectations.h"
#include "engine/plan/levels.h"
#include "engine/plan/procedure.h"
#include "engine/plan/targeturl.h"

#include <algorithm>

namespace keyrace {

namespace {

constexpr std::int64_t kFormat = 1;

/// Levels of one factor; the same level twice is refused where it is read, with the place of the second one.
template <typename Level, typename Read>
void readLevels(const JsonNode& factors, std::string_view factor, std::vector<Level>& levels, Read read)
{
    if (!factors.has(factor))
        return;
    levels.clear();
    for (const JsonNode& node : factors[factor].levels()) {
        levels.push_back(read(node));
        if (std::count(levels.begin(), levels.end(), levels.back()) > 1)
            node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 (%2) repeats an earlier level: equal cells need key levels of different label."), {});
    }
}

/// A list of indexes is one level, but looks like a list of levels.
void readIndexLevels(const JsonNode& factors, std::vector<IndexChoice>& levels)
{
    if (factors.has("indexes") && !factors["indexes"].isList()) {
        levels = {readIndexes(factors["indexes"])};
        return;
    }
    readLevels(factors, "indexes", levels, readIndexes);
}

void readFactors(const JsonNode& node, Factors& factors)
{
    node.expectMembers({"key", "columns", "layout", "indexes", "index_method", "insert", "arrival", "clients", "settings"});
    readLevels(node, "key", factors.key, readKeyLevel);
    readLevels(node, "columns", factors.columns, [](const JsonNode& level) { return level.choice<ColumnFill>(); });
    readLevels(node, "layout", factors.layout, readLayout);
    readIndexLevels(node, factors.indexes);
    readLevels(node, "index_method", factors.indexMethod, [](const JsonNode& level) { return level.choice<IndexMethod>(); });
    readLevels(node, "insert", factors.insert, readInsert);
    readLevels(node, "arrival", factors.arrival, [](const JsonNode& level) { return level.choice<Arrival>(); });
    readLevels(node, "clients", factors.clients, [](const JsonNode& level) { return level.smallInteger(1, kMaxClients); });
    readLevels(node, "settings", factors.settings, readSettings);
}

SandboxChoice readSandbox(const JsonNode& node)
{
    node.expectMembers({"engine", "bin", "settings", "standby", "memory_bytes"});
    SandboxChoice sandbox;
    sandbox.engine = node["engine"].oneOf(kSandboxEngines);
    if (node.has("bin"))
        sandbox.bin = node["bin"].word();
    if (node.has("settings"))
        sandbox.settings = readSettingsMap(node["settings"]);
    if (node.has("standby"))
        sandbox.standby = node["standby"].boolean();
    if (node.has("memory_bytes"))
        sandbox.memoryBytes = node["memory_bytes"].integer(1, INT64_MAX);
    if (sandbox.engine != "sqlite")
        return sandbox;
    for (const std::string_view member : {"bin", "standby", "memory_bytes"}) {
        if (node.has(member) && node[member].json() != false)
            node[member].refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2, but SQLite has no server of its own: a private file has settings only."), {});
    }
    return sandbox;
}

void readTargets(const JsonNode& root, Plan& plan)
{
    if (root.has("target") && root.has("targets"))
        root["targets"].refuse(QT_TRANSLATE_NOOP("Engine", "%1 and target are both given; accepted: one of them."), {});
    std::vector<JsonNode> nodes;
    if (root.has("target"))
        nodes.push_back(root["target"]);
    else if (root.has("targets"))
        nodes = root["targets"].levels();
    for (const JsonNode& node : nodes) {
        plan.targets.push_back(node.word());
        checkTargetUrl(plan.targets.back(), node.path());
        if (std::count(plan.targets.begin(), plan.targets.end(), plan.targets.back()) > 1)
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 is the same target as an earlier one."), {node.path()}));
    }
    if (!root.has("sandbox"))
        return;
    if (!nodes.empty())
        root["sandbox"].refuse(QT_TRANSLATE_NOOP("Engine", "%1 and a target are both given; accepted: one of them."), {});
    plan.sandbox = readSandbox(root["sandbox"]);
}

/// Where the members of a merged part stand, for messages: the part's own, else the plan's.
struct PartPlace {
    const JsonNode& root;
    const JsonNode* part = nullptr;

    [[nodiscard]] std::string factor(std::string_view factor) const
    {
        const bool own = part && part->has("factors") && (*part)["factors"].has(factor);
        return (own ? part->path() + "." : std::string()) + "factors." + std::string(factor);
    }
    [[nodiscard]] std::string protocol() const { return part && part->has("protocol") ? part->path() + ".protocol" : "protocol"; }
};

void checkSustained(Part& part, const PartPlace& place)
{
    if (part.workload.kind != WorkloadKind::Sustained)
        return;
    const bool inherited = place.part && !(place.part->has("factors") && (*place.part)["factors"].has("insert"));
    if (inherited)
        part.factors.insert.clear();
    const auto isSingle = [](const InsertChoice& insert) { return insert.method == InsertMethod::Single; };
    const auto refuse = [](const std::string& path) {
        throw Error(ErrorKind::BadInput,
                    Message(QT_TRANSLATE_NOOP("Engine", "%1: clients of the workload sustained insert one row per transaction; accepted: single."),
                            {path}));
    };
    if (!std::all_of(part.factors.insert.begin(), part.factors.insert.end(), isSingle))
        refuse(place.factor("insert"));
    for (const KeyLevel& level : part.factors.key) {
        if (level.insert && !isSingle(*level.insert))
            refuse(place.factor("key"));
    }
}

void checkLayout(const LayoutChoice& layout, const TableChoice& table, const std::string& path)
{
    const std::vector<std::string> columns = columnsOf(table);
    if (layout.type == "partitioned" && std::find(columns.begin(), columns.end(), layout.by) == columns.end())
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1: the table %2 has no column %3 to be partitioned by."),
                                                 {path, std::string(name(table.shape)), layout.by}));
}

void checkCounts(const KeyLevel& level, const Workload& workload, const std::string& path)
{
    const WorkloadMembers has = membersOf(workload.kind);
    const auto refuse = [&](const char* member) {
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1.%2 is given, but the workload %3 has no such member."),
                                                 {path, std::string(member), std::string(name(workload.kind))}));
    };
    if (level.rows && !has.rows)
        refuse("rows");
    if (level.prefill && !has.prefill)
        refuse("prefill");
    if (level.rows && *level.rows < workload.step)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1.rows is %2, less than the workload's step of %3 rows."),
                                                 {path, *level.rows, workload.step}));
}

/// What can be checked only once a part's table, workload and factors are known together.
void finish(Part& part, const PartPlace& place)
{
    if (part.factors.key.empty())
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 must be given."), {place.factor("key")}));
    checkTrim(part.protocol, place.protocol());
    checkSustained(part, place);
    const auto at = [](const std::string& path, std::size_t i) { return path + "[" + std::to_string(i) + "]"; };
    for (std::size_t i = 0; i < part.factors.indexes.size(); ++i)
        resolveIndexes(part.factors.indexes[i], part.table, at(place.factor("indexes"), i));
    for (std::size_t i = 0; i < part.factors.layout.size(); ++i)
        checkLayout(part.factors.layout[i], part.table, at(place.factor("layout"), i));
    for (std::size_t i = 0; i < part.factors.key.size(); ++i) {
        KeyLevel& level = part.factors.key[i];
        const std::string path = at(place.factor("key"), i);
        if (level.indexes)
            resolveIndexes(*level.indexes, part.table, path + ".indexes");
        if (level.layout)
            checkLayout(*level.layout, part.table, path + ".layout");
        checkCounts(level, part.workload, path);
    }
}

Part readPart(const JsonNode& root, const JsonNode& node, const Factors& factors, const Protocol& protocol)
{
    const auto whole = [&](std::string_view member) { return node.has(member) ? node[member] : root[member]; };
    Part part;
    part.factors = factors;
    part.protocol = protocol;
    if (node.has("table") || root.has("table"))
        part.table = readTable(whole("table"));
    part.workload = readWorkload(node.has("workload") || root.has("workload") ? whole("workload") : node["workload"]);
    return part;
}

void readParts(const JsonNode& root, Plan& plan)
{
    Factors factors;
    if (root.has("factors"))
        readFactors(root["factors"], factors);
    Protocol protocol;
    if (root.has("protocol"))
        protocol = readProtocol(root["protocol"], protocol);
    if (!root.has("parts")) {
        Part part = readPart(root, root, factors, protocol);
        finish(part, {root});
        plan.parts.push_back(std::move(part));
        return;
    }
    for (const JsonNode& node : root["parts"].items()) {
        node.expectMembers({"name", "table", "workload", "factors", "protocol"});
        Part part = readPart(root, node, factors, protocol);
        part.name = node.has("name") ? node["name"].word() : "part " + std::to_string(plan.parts.size() + 1);
        if (node.has("factors"))
            readFactors(node["factors"], part.factors);
        if (node.has("protocol"))
            part.protocol = readProtocol(node["protocol"], part.protocol);
        finish(part, {root, &node});
        for (const Part& other : plan.parts) {
            if (other.name == part.name)
                node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 has the name of an earlier part: %3."), {part.name});
        }
        plan.parts.push_back(std::move(part));
    }
    if (plan.parts.empty())
        root["parts"].refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; at least one part is expected."), {});
}

void checkFormat(const JsonNode& root)
{
    if (!root.isObject())
        root.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; an object is expected, as in {\"keyrace\": 1, \"workload\": {…}, \"factors\": {…}}."), {});
    const std::int64_t format = root["keyrace"].integer(1, INT64_MAX);
    if (format > kFormat)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "keyrace is %1: the plan is written in a newer format than this "
                                                                             "version of Keyrace reads; accepted: %2."),
                                                 {format, kFormat}));
}

} // namespace

Plan planFromJson(const Json& json)
{
    const JsonNode root(json, {});
    checkFormat(root);
    root.expectMembers({"keyrace", "name", "text", "target", "targets", "sandbox", "table", "workload", "factors", "protocol", "parts",
                        "hypotheses", "expect"});
    Plan plan;
    if (root.has("name"))
        plan.name = root["name"].text();
    if (root.has("text"))
        plan.text = root["text"].text();
    readTargets(root, plan);
    readParts(root, plan);
    if (root.has("hypotheses")) {
        for (const JsonNode& hypothesis : root["hypotheses"].items())
            plan.hypotheses.push_back(hypothesis.word());
    }
    if (root.has("expect"))
        plan.expect = readExpectations(root["expect"]);
    return plan;
}

Plan parsePlan(std::string_view text)
{
    return planFromJson(parseJson(text, "The plan"));
}

} // namespace keyrace
