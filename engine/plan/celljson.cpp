// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/levels.h"
#include "engine/plan/procedure.h"

namespace keyrace {

namespace {

/// A named storage or source; the format's own words.
template <typename Enum>
Enum found(const JsonNode& node, std::optional<Enum> (*find)(std::string_view))
{
    const auto value = find(node.text());
    if (!value)
        node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2, which is not known here."), {});
    return *value;
}

/// What section "cells" of a result does not hold, but a run that goes on needs.
void writeExtras(const Cell& cell, Json& json)
{
    json["index"] = cell.index;
    json["part_index"] = cell.partIndex;
    json["labelled"] = cell.labelled;
    if (!cell.indexes.name.empty())
        json["index_columns"] = cell.indexes.columns;
    if (cell.settings)
        json["settings_set"] = writeSettings(*cell.settings)["set"];
    json["protocol"] = toJson(cell.protocol);
    if (cell.unavailable)
        json["unavailable"] = cell.unavailable->english();
}

void readExtras(const JsonNode& node, Cell& cell)
{
    cell.index = node["index"].smallInteger(0, INT32_MAX);
    cell.partIndex = node["part_index"].smallInteger(0, INT32_MAX);
    cell.labelled = node["labelled"].boolean();
    if (node.has("index_columns")) {
        for (const JsonNode& columns : node["index_columns"].items()) {
            cell.indexes.columns.emplace_back();
            for (const JsonNode& column : columns.items())
                cell.indexes.columns.back().push_back(column.word());
        }
    }
    cell.protocol = readProtocol(node["protocol"], Protocol());
    if (node.has("unavailable"))
        cell.unavailable = Message::verbatim(node["unavailable"].text());
}

/// The insert's own members: a result adds what was really sent.
InsertChoice readOwnInsert(const JsonNode& node)
{
    Json own = Json::object();
    for (const char* member : {"method", "batch", "sorted", "staging"}) {
        if (node.has(member))
            own[member] = node[member].json();
    }
    return readInsert(JsonNode(own, node.path()));
}

} // namespace

Json toJson(const Cell& cell)
{
    Json json{{"part", cell.part}, {"target", cell.target}};
    json["table"] = writeTable(cell.table);
    json["key"] = cell.key;
    json["label"] = cell.label;
    json["storage"] = name(cell.storage);
    json["source"] = name(cell.source);
    json["key_options"] = Json::object();
    writeKeyOptions(cell.keyOptions, json["key_options"]);
    json["columns"] = name(cell.columns);
    json["layout"] = writeLayout(cell.layout);
    json["indexes"] = writeIndexes(cell.indexes);
    json["index_method"] = name(cell.indexMethod);
    json["insert"] = writeInsert(cell.insert);
    json["arrival"] = name(cell.arrival);
    json["clients"] = cell.clients;
    json["settings"] = cell.settings ? Json(cell.settings->label) : Json();
    json["workload"] = toJson(cell.workload);
    json["rows"] = membersOf(cell.workload.kind).rows ? Json(cell.rows) : Json();
    json["prefill"] = cell.prefill;
    writeExtras(cell, json);
    return json;
}

Cell cellFromJson(const Json& json)
{
    const JsonNode node(json, "cell");
    if (!node.isObject())
        node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; an object is expected."), {});
    Cell cell;
    cell.part = node["part"].text();
    cell.target = node["target"].text();
    cell.table = readTable(node["table"]);
    cell.key = knownKeyType(node["key"]).name();
    cell.label = node["label"].text();
    cell.storage = found(node["storage"], storageFromName);
    cell.source = found(node["source"], keySourceFromName);
    cell.keyOptions = readKeyOptions(node["key_options"], cell.key);
    cell.columns = node["columns"].choice<ColumnFill>();
    cell.layout = readLayout(node["layout"]);
    cell.indexes = readIndexes(node["indexes"]);
    cell.indexMethod = node["index_method"].choice<IndexMethod>();
    cell.insert = readOwnInsert(node["insert"]);
    cell.arrival = node["arrival"].choice<Arrival>();
    cell.clients = node["clients"].smallInteger(1, kMaxClients);
    if (node.has("settings"))
        cell.settings = SettingsChoice{node["settings"].text(), readSettingsMap(node["settings_set"])};
    cell.workload = readWorkload(node["workload"]);
    if (node.has("rows"))
        cell.rows = node["rows"].integer(0, kMaxRows);
    cell.prefill = node["prefill"].integer(0, kMaxRows);
    readExtras(node, cell);
    return cell;
}

} // namespace keyrace
