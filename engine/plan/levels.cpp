// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/levels.h"

#include <algorithm>
#include <set>

namespace keyrace {

namespace {

constexpr std::int64_t kMaxPayload = 1'000'000;

std::int64_t defaultPayload(TableShape shape)
{
    switch (shape) {
    case TableShape::Events: return 100;
    case TableShape::KeyValue: return 50;
    case TableShape::SixColumns:
    case TableShape::Users:
    case TableShape::KeyOnly: return 0;
    }
    return 0;
}

std::vector<std::string> readColumns(const JsonNode& node)
{
    std::vector<std::string> columns;
    for (const JsonNode& item : node.items()) {
        std::string column = item.word();
        if (column.size() == 1 && column[0] >= 'a' && column[0] <= 'f') // as scenarios are written for short
            column = "col_" + column;
        if (std::find(columns.begin(), columns.end(), column) != columns.end())
            item.refuse(QT_TRANSLATE_NOOP("Engine", "%1 (%2) names a column twice in one index."), {});
        columns.push_back(column);
    }
    if (columns.empty())
        node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; an index has at least one column."), {});
    return columns;
}

std::string scalarText(const JsonNode& node)
{
    if (node.isText())
        return node.json().get<std::string>();
    if (node.json().is_number() || node.json().is_boolean())
        return node.json().dump();
    node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; a text or a number is expected."), {});
}

} // namespace

TableChoice readTable(const JsonNode& node)
{
    TableChoice table;
    if (!node.isObject()) {
        table.shape = node.choice<TableShape>();
        table.payloadBytes = defaultPayload(table.shape);
        return table;
    }
    node.expectMembers({"shape", "payload_bytes"});
    table.shape = node["shape"].choice<TableShape>();
    table.payloadBytes =
        node.has("payload_bytes") ? node["payload_bytes"].integer(0, kMaxPayload) : defaultPayload(table.shape);
    return table;
}

Json writeTable(const TableChoice& table)
{
    if (table.payloadBytes == defaultPayload(table.shape))
        return name(table.shape);
    return {{"shape", name(table.shape)}, {"payload_bytes", table.payloadBytes}};
}

std::string tableLabel(const TableChoice& table)
{
    std::string label(name(table.shape));
    if (table.payloadBytes != defaultPayload(table.shape))
        label += ":" + std::to_string(table.payloadBytes);
    return label;
}

std::vector<std::string> columnsOf(const TableChoice& table)
{
    std::vector<std::string> columns{"id"};
    const auto add = [&columns](std::initializer_list<const char*> names) { columns.insert(columns.end(), names.begin(), names.end()); };
    switch (table.shape) {
    case TableShape::SixColumns:
        add({"col_a", "col_b", "col_c", "col_d", "col_e", "col_f", "created_at"});
        break;
    case TableShape::Events:
        add({"user_id", "created_at", "payload"});
        break;
    case TableShape::Users:
        add({"username", "password"});
        break;
    case TableShape::KeyValue:
        add({"data"});
        break;
    case TableShape::KeyOnly:
        break;
    }
    if (defaultPayload(table.shape) == 0 && table.payloadBytes > 0)
        add({"payload"});
    return columns;
}

LayoutChoice readLayout(const JsonNode& node)
{
    LayoutChoice layout;
    if (!node.isObject()) {
        layout.type = node.oneOf(kLayouts);
        if (layout.type == "partitioned")
            node.refuse(R"({"type": "partitioned", "by": "id" or "created_at", "count": 24})");
        return layout;
    }
    node.expectMembers({"type", "by", "count"});
    layout.type = node["type"].oneOf(kLayouts);
    if (layout.type != "partitioned") {
        node.expectMembers({"type"});
        return layout;
    }
    static constexpr std::array<std::string_view, 2> kBy{"id", "created_at"};
    layout.by = node["by"].oneOf(kBy);
    layout.count = node["count"].smallInteger(2, kMaxPartitions);
    return layout;
}

Json writeLayout(const LayoutChoice& layout)
{
    if (layout.type != "partitioned")
        return layout.type;
    return {{"type", layout.type}, {"by", layout.by}, {"count", layout.count}};
}

std::string layoutLabel(const LayoutChoice& layout)
{
    if (layout.type != "partitioned")
        return layout.type;
    return layout.type + ":" + layout.by + ":" + std::to_string(layout.count);
}

IndexChoice readIndexes(const JsonNode& node)
{
    IndexChoice indexes;
    if (!node.isList()) {
        if (!node.isText() || std::find(kScenarios.begin(), kScenarios.end(), node.json().get_ref<const std::string&>()) == kScenarios.end())
            node.refuse(listed(kScenarios) + R"(, [["col_a"], ["col_a", "col_b"]])");
        indexes.name = node.text();
        return indexes;
    }
    for (const JsonNode& item : node.items())
        indexes.columns.push_back(readColumns(item));
    if (indexes.columns.empty())
        node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; write \"none\" for no indexes."), {});
    return indexes;
}

Json writeIndexes(const IndexChoice& indexes)
{
    if (!indexes.name.empty())
        return indexes.name;
    return indexes.columns;
}

std::string indexesLabel(const IndexChoice& indexes)
{
    if (!indexes.name.empty())
        return indexes.name;
    std::string label;
    for (const std::vector<std::string>& columns : indexes.columns) {
        label += label.empty() ? "" : ",";
        for (std::size_t i = 0; i < columns.size(); ++i)
            label += (i == 0 ? "" : "+") + columns[i];
    }
    return label;
}

void resolveIndexes(IndexChoice& indexes, const TableChoice& table, const std::string& path)
{
    const std::string shape(name(table.shape));
    if (!indexes.name.empty()) {
        const auto columns = indexScenario(table.shape, indexes.name);
        if (!columns) {
            std::vector<std::string_view> known;
            std::copy_if(kScenarios.begin(), kScenarios.end(), std::back_inserter(known),
                         [&table](std::string_view name) { return indexScenario(table.shape, name).has_value(); });
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 is \"%2\"; the table %3 knows: %4."),
                                                     {path, indexes.name, shape, listed(known)}));
        }
        indexes.columns = *columns;
        return;
    }
    const bool indexable = table.shape == TableShape::SixColumns || table.shape == TableShape::Events;
    if (!indexable)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1: the table %2 has no secondary indexes; accepted: none."),
                                                 {path, shape}));
    const std::vector<std::string> known = columnsOf(table);
    for (const std::vector<std::string>& columns : indexes.columns) {
        for (const std::string& column : columns) {
            if (std::find(known.begin(), known.end(), column) == known.end())
                throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 names the column \"%2\"; the table %3 has: %4."),
                                                         {path, column, shape, listed(known)}));
        }
    }
}

InsertChoice readInsert(const JsonNode& node)
{
    node.expectMembers({"method", "batch", "sorted", "staging"});
    InsertChoice insert;
    if (node.has("method"))
        insert.method = node["method"].choice<InsertMethod>();
    if (insert.method == InsertMethod::Single)
        insert.batch = 1;
    if (node.has("batch"))
        insert.batch = node["batch"].integer(1, insert.method == InsertMethod::Single ? 1 : kMaxBatch);
    if (node.has("sorted")) {
        const JsonNode sorted = node["sorted"];
        const bool unsorted = sorted.json().is_boolean() && !sorted.json().get<bool>();
        if (sorted.isText())
            insert.sorted = fromName<Sorting>(sorted.text()).value_or(Sorting::None);
        if (!unsorted && insert.sorted == Sorting::None)
            sorted.refuse("false, \"trial\", \"batch\"");
    }
    if (node.has("staging"))
        insert.staging = node["staging"].boolean();
    return insert;
}

Json writeInsert(const InsertChoice& insert)
{
    Json json{{"method", name(insert.method)}, {"batch", insert.batch}};
    json["sorted"] = insert.sorted == Sorting::None ? Json(false) : Json(name(insert.sorted));
    json["staging"] = insert.staging;
    return json;
}

std::map<std::string, std::string> readSettingsMap(const JsonNode& node)
{
    if (!node.isObject())
        node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; an object of settings is expected, such as {\"cache_size\": \"-2000\"}."), {});
    std::map<std::string, std::string> settings;
    for (const auto& [setting, value] : node.json().items()) {
        if (setting.empty())
            node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 has a setting without a name."), {});
        if (isSecret(setting))
            throw Error(ErrorKind::BadInput, Message(kPasswordRefused, {node.path() + "." + setting}));
        settings[setting] = scalarText(JsonNode(value, node.path() + "." + setting));
    }
    return settings;
}

SettingsChoice readSettings(const JsonNode& node)
{
    node.expectMembers({"label", "set"});
    SettingsChoice settings;
    settings.set = readSettingsMap(node["set"]);
    if (node.has("label"))
        settings.label = node["label"].word();
    else {
        for (const auto& [setting, value] : settings.set)
            settings.label += (settings.label.empty() ? "" : ", ") + setting + "=" + value;
        if (settings.label.empty())
            settings.label = "default";
    }
    return settings;
}

Json writeSettings(const SettingsChoice& settings)
{
    return {{"label", settings.label}, {"set", settings.set.empty() ? Json::object() : Json(settings.set)}};
}

} // namespace keyrace
