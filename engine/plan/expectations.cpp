// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/expectations.h"

#include "engine/plan/levels.h"

#include <algorithm>

namespace keyrace {

namespace {

constexpr int kMaxStep = 1'000'000;
constexpr double kMaxBound = 1e300;
constexpr std::array<std::string_view, 2> kPicks{"max", "min"};
constexpr std::array<std::string_view, 5> kPercentiles{"p50", "p95", "p99", "p999", "max"};
constexpr std::array<std::string_view, 3> kReadFigures{"mean_ms", "median_ms", "per_s"};

bool contains(std::span<const std::string_view> words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isMetric(std::string_view metric)
{
    const std::size_t dot = metric.find('.');
    if (dot == std::string_view::npos) // the headline or a counter
        return !metric.empty() && std::all_of(metric.begin(), metric.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        });
    const std::string_view rest = metric.substr(dot + 1);
    if (metric.substr(0, dot) == "latency_us")
        return contains(kPercentiles, rest);
    const std::size_t second = rest.find('.');
    return metric.substr(0, dot) == "queries" && second != std::string_view::npos && contains(kReads, rest.substr(0, second))
        && contains(kReadFigures, rest.substr(second + 1));
}

std::string readMetric(const JsonNode& node)
{
    const std::string metric = node.text();
    if (!isMetric(metric))
        node.refuse("rows_per_s, latency_us.p99, queries.range_scan.mean_ms, or a counter's name such as wal_bytes_per_row");
    return metric;
}

/// A level as it stands in the plan, to the name by which cells know it.
std::string readLevelName(const JsonNode& node, Factor factor)
{
    switch (factor) {
    case Factor::Table: return node.isObject() ? tableLabel(readTable(node)) : node.word();
    case Factor::Layout: return node.isObject() ? layoutLabel(readLayout(node)) : node.word();
    case Factor::Indexes: return node.isList() ? indexesLabel(readIndexes(node)) : node.word();
    case Factor::Insert: return node.isObject() ? insertLabel(readInsert(node)) : node.word();
    case Factor::Key: return node.isObject() ? readKeyLevel(node).label.value_or(defaultLabel(readKeyLevel(node))) : node.word();
    case Factor::Columns: return node.oneOf(EnumNames<ColumnFill>::kNames);
    case Factor::IndexMethod: return node.oneOf(EnumNames<IndexMethod>::kNames);
    case Factor::Arrival: return node.oneOf(EnumNames<Arrival>::kNames);
    case Factor::Clients: return std::to_string(node.integer(1, kMaxClients));
    case Factor::Rows: return std::to_string(node.integer(1, kMaxRows));
    case Factor::Prefill: return std::to_string(node.integer(0, kMaxRows));
    case Factor::Part:
    case Factor::Target:
    case Factor::Storage:
    case Factor::Source:
    case Factor::Settings:
    case Factor::Query: return node.word();
    }
    return {};
}

std::pair<int, int> readSteps(const JsonNode& node)
{
    const std::vector<JsonNode> bounds = node.items();
    if (bounds.size() != 2)
        node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; two numbers are expected, the first and the last step, counted from 1."), {});
    const int first = bounds[0].smallInteger(1, kMaxStep);
    return {first, bounds[1].smallInteger(first, kMaxStep)};
}

CellSelector readSelector(const JsonNode& node, bool isOver)
{
    std::vector<std::string_view> accepted;
    for (const Factor factor : allFactors()) {
        if (factor != Factor::Query) // a read is named by the metric
            accepted.push_back(name(factor));
    }
    accepted.insert(accepted.end(), {"steps", "pick"});
    if (isOver)
        accepted.push_back("metric");
    node.expectMembers(accepted);
    CellSelector selector;
    for (const auto& [member, value] : node.json().items()) {
        if (const auto factor = factorFromName(member); factor && !value.is_null())
            selector.levels[member] = readLevelName(node[member], *factor);
    }
    if (node.has("steps"))
        selector.steps = readSteps(node["steps"]);
    if (node.has("pick"))
        selector.pick = node["pick"].oneOf(kPicks);
    if (isOver && node.has("metric"))
        selector.metric = readMetric(node["metric"]);
    return selector;
}

Json writeSelector(const CellSelector& selector)
{
    Json json = Json::object();
    for (const auto& [factor, level] : selector.levels) {
        const bool isCount = factor == "clients" || factor == "rows" || factor == "prefill";
        json[factor] = isCount ? Json::parse(level, nullptr, false) : Json(level);
    }
    if (selector.steps)
        json["steps"] = {selector.steps->first, selector.steps->second};
    if (selector.pick)
        json["pick"] = *selector.pick;
    if (selector.metric)
        json["metric"] = *selector.metric;
    return json;
}

Expectation readExpectation(const JsonNode& node)
{
    node.expectMembers({"id", "text", "metric", "where", "over", "min", "max"});
    Expectation expectation;
    expectation.id = node["id"].word();
    if (node.has("text"))
        expectation.text = node["text"].text();
    expectation.metric = readMetric(node["metric"]);
    if (node.has("where"))
        expectation.where = readSelector(node["where"], false);
    if (node.has("over"))
        expectation.over = readSelector(node["over"], true);
    if (node.has("min"))
        expectation.min = node["min"].number(-kMaxBound, kMaxBound);
    if (node.has("max"))
        expectation.max = node["max"].number(-kMaxBound, kMaxBound);
    if (!expectation.min && !expectation.max)
        node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 has neither min nor max: one of them must be given."), {});
    if (expectation.min && expectation.max && *expectation.min > *expectation.max)
        node["min"].refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2, above max."), {});
    return expectation;
}

} // namespace

std::vector<Expectation> readExpectations(const JsonNode& node)
{
    std::vector<Expectation> expectations;
    for (const JsonNode& item : node.items()) {
        expectations.push_back(readExpectation(item));
        const auto sameId = [&](const Expectation& other) { return other.id == expectations.back().id; };
        if (std::count_if(expectations.begin(), expectations.end(), sameId) > 1)
            item["id"].refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2, which names an earlier expectation."), {});
    }
    return expectations;
}

Json writeExpectations(const std::vector<Expectation>& expectations)
{
    Json list = Json::array();
    for (const Expectation& expectation : expectations) {
        Json json{{"id", expectation.id}};
        if (!expectation.text.empty())
            json["text"] = expectation.text;
        json["metric"] = expectation.metric;
        json["where"] = writeSelector(expectation.where);
        if (expectation.over)
            json["over"] = writeSelector(*expectation.over);
        if (expectation.min)
            json["min"] = plainNumber(*expectation.min);
        if (expectation.max)
            json["max"] = plainNumber(*expectation.max);
        list.push_back(std::move(json));
    }
    return list;
}

} // namespace keyrace
