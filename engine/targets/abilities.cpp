// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/abilities.h"

namespace keyrace {

namespace {

Cell plainCell(const TargetRules& rules, const KeyType& type)
{
    Cell cell;
    cell.key = std::string(type.name());
    cell.storage = rules.defaultStorage(type.shape());
    cell.source = isAuto(type.shape()) ? KeySource::Server : KeySource::Client;
    cell.layout.type = rules.defaultLayout();
    cell.indexes.name = "none";
    cell.workload.rows = {1};
    cell.rows = 1;
    return cell;
}

} // namespace

std::vector<Ability> abilitiesOf(const TargetRules& rules)
{
    std::vector<Ability> abilities;
    const auto ask = [&](const char* factor, std::string level, const Cell& cell) {
        abilities.push_back({factor, std::move(level), rules.unavailable(cell)});
    };
    const Cell plain = plainCell(rules, *findKeyType("uuidv4"));
    for (const KeyType* type : keyTypes()) {
        Cell cell = plainCell(rules, *type);
        ask("key", std::string(type->name()), cell);
        for (const Storage storage : type->storages()) {
            cell.storage = storage;
            ask("storage", std::string(type->name()) + ":" + std::string(name(storage)), cell);
        }
    }
    for (const char* layout : {"heap", "clustered", "rowid", "partitioned"}) {
        Cell cell = plain;
        cell.layout = layout == std::string("partitioned") ? LayoutChoice{layout, "id", 4} : LayoutChoice{layout, {}, 0};
        ask("layout", layout, cell);
    }
    for (const auto method : {InsertMethod::Single, InsertMethod::Prepared, InsertMethod::MultiRow, InsertMethod::Array, InsertMethod::Bulk,
                              InsertMethod::Pipeline}) {
        Cell cell = plain;
        cell.insert.method = method;
        ask("insert", std::string(name(method)), cell);
    }
    for (const auto method : {IndexMethod::Primary, IndexMethod::Btree, IndexMethod::Hash, IndexMethod::None}) {
        Cell cell = plain;
        cell.indexMethod = method;
        ask("index_method", std::string(name(method)), cell);
    }
    Cell byServer = plain;
    byServer.source = KeySource::Server;
    ask("source", "uuidv4:server", byServer);
    return abilities;
}

} // namespace keyrace
