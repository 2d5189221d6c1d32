// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/dialect.h"

#include <algorithm>

namespace keyrace {

std::string Dialect::quotedName(std::string_view name) const
{
    std::string result = "\"";
    for (const char c : name)
        result.append(c == '"' ? 2 : 1, c);
    return result + '"';
}

std::string Dialect::placeholder(std::int64_t) const
{
    return "?";
}

std::string Dialect::beforeColumns(std::string_view) const
{
    return {};
}

std::string Dialect::afterColumns(const TableSpec&, std::string_view) const
{
    return {};
}

std::string Dialect::serverKey(const TableSpec&, const Column&) const
{
    return {};
}

std::string Dialect::limit(int rows) const
{
    return " LIMIT " + std::to_string(rows);
}

std::string Dialect::indexMethod(IndexMethod) const
{
    return {};
}

std::string Dialect::noValue() const
{
    return "DEFAULT";
}

std::string Dialect::nameList(const std::vector<std::string>& names) const
{
    std::string result;
    for (const std::string& name : names)
        result.append(result.empty() ? "" : ", ").append(quotedName(name));
    return result;
}

std::string Dialect::createTable(const TableSpec& spec, std::string_view mark) const
{
    const std::vector<std::string> key = primaryKey(spec);
    std::string columns;
    for (const Column& column : spec.columns) {
        columns.append(columns.empty() ? "" : ", ").append(quotedName(column.name)).append(" ").append(typeName(column));
        if (column.isMadeByServer)
            columns += " DEFAULT " + serverKey(spec, column);
        if (key.size() == 1 && key.front() == column.name)
            columns += " PRIMARY KEY";
    }
    if (key.size() > 1)
        columns += ", PRIMARY KEY (" + nameList(key) + ')';
    return "CREATE TABLE " + quotedName(spec.name) + " (" + beforeColumns(mark) + columns + ')' + afterColumns(spec, mark);
}

std::vector<std::string> Dialect::createIndexes(const TableSpec& spec) const
{
    const auto create = [&](const std::string& name, const std::string& method, const std::vector<std::string>& columns) {
        return "CREATE INDEX " + quotedName(name) + " ON " + quotedName(spec.name) + method + " (" + nameList(columns) + ')';
    };
    std::vector<std::string> statements;
    if (spec.indexMethod == IndexMethod::Btree || spec.indexMethod == IndexMethod::Hash)
        statements.push_back(create(keyIndexName(spec), indexMethod(spec.indexMethod), {spec.columns.front().name}));
    int number = 0;
    for (const std::vector<std::string>& columns : spec.indexes)
        statements.push_back(create(spec.name + "_i" + std::to_string(++number), {}, columns));
    return statements;
}

std::string Dialect::insertHead(const TableSpec& spec) const
{
    std::vector<std::string> names;
    for (const Column* column : sentColumns(spec))
        names.push_back(column->name);
    if (names.empty())
        names.push_back(spec.columns.front().name);
    return "INSERT INTO " + quotedName(spec.name) + " (" + nameList(names) + ") VALUES ";
}

std::string Dialect::insert(const TableSpec& spec, std::int64_t rows) const
{
    const std::int64_t columns = boundColumns(spec);
    std::string sql = insertHead(spec);
    std::int64_t parameter = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        sql += row == 0 ? "(" : ",(";
        for (std::int64_t i = 0; i < columns; ++i)
            sql.append(i == 0 ? "" : ",").append(placeholder(++parameter));
        sql.append(columns == 0 ? noValue() : "").append(")");
    }
    return sql;
}

std::string Dialect::read(const TableSpec& spec, ReadKind kind, const std::string& column) const
{
    const std::string table = quotedName(spec.name);
    const std::string key = quotedName(spec.columns.front().name);
    const std::string other = quotedName(column);
    switch (kind) {
    case ReadKind::PkLookup:
        return "SELECT * FROM " + table + " WHERE " + key + " = " + placeholder(1);
    case ReadKind::PointLookup:
        return "SELECT * FROM " + table + " WHERE " + other + " = " + placeholder(1);
    case ReadKind::RangeScan:
        return "SELECT * FROM " + table + " WHERE " + other + " BETWEEN " + placeholder(1) + " AND " + placeholder(2);
    case ReadKind::OrderByPk:
        return "SELECT * FROM " + table + " ORDER BY " + key + limit(1000);
    case ReadKind::OrderByColumn:
        return "SELECT * FROM " + table + " ORDER BY " + other + limit(1000);
    case ReadKind::CountGroupBy:
        return "SELECT " + other + ", count(*) FROM " + table + " GROUP BY " + other + " ORDER BY count(*) DESC" + limit(100);
    case ReadKind::FullScanCount:
        return "SELECT count(*) FROM " + table + " WHERE " + other + " > " + placeholder(1);
    }
    return {};
}

std::vector<const Column*> sentColumns(const TableSpec& spec)
{
    std::vector<const Column*> columns;
    for (const Column& column : spec.columns) {
        if (column.isSent())
            columns.push_back(&column);
    }
    return columns;
}

std::int64_t boundColumns(const TableSpec& spec)
{
    return static_cast<std::int64_t>(sentColumns(spec).size());
}

std::vector<std::string> primaryKey(const TableSpec& spec)
{
    if (spec.indexMethod != IndexMethod::Primary)
        return {};
    std::vector<std::string> columns{spec.columns.front().name};
    if (spec.layout.type == "partitioned" && spec.layout.by != columns.front())
        columns.push_back(spec.layout.by);
    return columns;
}

std::string keyIndexName(const TableSpec& spec)
{
    return spec.name + "_key";
}

std::int64_t evenPart(std::int64_t batch, std::int64_t limit)
{
    const std::int64_t statements = (batch + std::max<std::int64_t>(limit, 1) - 1) / std::max<std::int64_t>(limit, 1);
    return (batch + statements - 1) / statements;
}

} // namespace keyrace
