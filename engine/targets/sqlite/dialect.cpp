// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/dialect.h"

#include "engine/targets/sqlite/database.h"

#include <algorithm>

namespace keyrace::sqlite {

namespace {

std::string typeName(ColumnKind kind)
{
    switch (kind) {
    case ColumnKind::Auto32:
    case ColumnKind::Auto64:
    case ColumnKind::Int32:
    case ColumnKind::Int64:
    case ColumnKind::Timestamp:
        return "INTEGER";
    case ColumnKind::Unaliased64:
        // Not INTEGER: only that very word makes the column an alias of the rowid.
        return "INT";
    case ColumnKind::Uuid:
    case ColumnKind::Bytes:
    case ColumnKind::BytesOld:
        return "BLOB";
    case ColumnKind::Text:
        return "TEXT";
    }
    return {};
}

constexpr std::string_view kMarkEnd = " */ ";

std::string opening(const std::string& table)
{
    return "CREATE TABLE " + quotedName(table) + " (/* ";
}

bool isClustered(const TableSpec& spec)
{
    return spec.layout.type == "clustered";
}

std::string nameList(const std::vector<std::string>& names, std::string_view between = ", ")
{
    std::string result;
    for (const std::string& name : names)
        result.append(result.empty() ? "" : between).append(quotedName(name));
    return result;
}

std::vector<std::string> sentNames(const TableSpec& spec)
{
    std::vector<std::string> names;
    for (const Column& column : spec.columns) {
        if (column.isSent())
            names.push_back(column.name);
    }
    if (names.empty())
        names.push_back(spec.columns.front().name);
    return names;
}

} // namespace

KeyHome keyHome(const TableSpec& spec)
{
    switch (spec.indexMethod) {
    case IndexMethod::Primary:
        break;
    case IndexMethod::Btree:
    case IndexMethod::Hash:
        return KeyHome::OwnIndex;
    case IndexMethod::None:
        return KeyHome::Nowhere;
    }
    const bool isRowid = typeName(spec.columns.front().kind) == "INTEGER";
    return isClustered(spec) || isRowid ? KeyHome::Table : KeyHome::AutoIndex;
}

std::string keyIndexName(const TableSpec& spec)
{
    return spec.name + "_key";
}

std::string createTable(const TableSpec& spec, const TableMark& mark)
{
    // Inside the parentheses: what stands before or after them is not kept in sqlite_schema.
    std::string columns;
    for (const Column& column : spec.columns) {
        columns.append(columns.empty() ? "" : ", ").append(quotedName(column.name)).append(" ").append(typeName(column.kind));
        if (&column == &spec.columns.front() && spec.indexMethod == IndexMethod::Primary)
            columns += " PRIMARY KEY";
    }
    return opening(spec.name) + mark.text() + std::string(kMarkEnd) + columns + ')' + (isClustered(spec) ? " WITHOUT ROWID" : "");
}

std::string_view markIn(std::string_view definition, const std::string& table)
{
    const std::string start = opening(table);
    const std::size_t end = definition.find(kMarkEnd);
    if (!definition.starts_with(start) || end == std::string_view::npos)
        return {};
    return definition.substr(start.size(), end - start.size());
}

std::vector<std::string> createIndexes(const TableSpec& spec)
{
    std::vector<std::string> statements;
    if (keyHome(spec) == KeyHome::OwnIndex)
        statements.push_back("CREATE INDEX " + quotedName(keyIndexName(spec)) + " ON " + quotedName(spec.name) + " ("
            + quotedName(spec.columns.front().name) + ')');
    int number = 0;
    for (const std::vector<std::string>& columns : spec.indexes)
        statements.push_back("CREATE INDEX " + quotedName(spec.name + "_i" + std::to_string(++number)) + " ON "
            + quotedName(spec.name) + " (" + nameList(columns) + ')');
    return statements;
}

std::string insert(const TableSpec& spec, std::int64_t rows)
{
    const std::vector<std::string> names = sentNames(spec);
    std::string row = "(?";
    for (std::size_t i = 1; i < names.size(); ++i)
        row += ",?";
    row += ')';
    std::string sql = "INSERT INTO " + quotedName(spec.name) + " (" + nameList(names) + ") VALUES " + row;
    sql.reserve(sql.size() + static_cast<std::size_t>(rows) * (row.size() + 1));
    for (std::int64_t i = 1; i < rows; ++i)
        sql.append(",").append(row);
    return sql;
}

std::int64_t boundColumns(const TableSpec& spec)
{
    return static_cast<std::int64_t>(sentNames(spec).size());
}

std::string read(const TableSpec& spec, ReadKind kind, const std::string& column)
{
    const std::string table = quotedName(spec.name);
    const std::string key = quotedName(spec.columns.front().name);
    const std::string other = quotedName(column);
    switch (kind) {
    case ReadKind::PkLookup:
        return "SELECT * FROM " + table + " WHERE " + key + " = ?1";
    case ReadKind::PointLookup:
        return "SELECT * FROM " + table + " WHERE " + other + " = ?1";
    case ReadKind::RangeScan:
        return "SELECT * FROM " + table + " WHERE " + other + " BETWEEN ?1 AND ?2";
    case ReadKind::OrderByPk:
        return "SELECT * FROM " + table + " ORDER BY " + key + " LIMIT 1000";
    case ReadKind::OrderByColumn:
        return "SELECT * FROM " + table + " ORDER BY " + other + " LIMIT 1000";
    case ReadKind::CountGroupBy:
        return "SELECT " + other + ", count(*) FROM " + table + " GROUP BY " + other + " ORDER BY count(*) DESC LIMIT 100";
    case ReadKind::FullScanCount:
        return "SELECT count(*) FROM " + table + " WHERE " + other + " > ?1";
    }
    return {};
}

} // namespace keyrace::sqlite
