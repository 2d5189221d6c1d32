// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/dialect.h"

namespace keyrace::sqlite {

namespace {

constexpr std::string_view kMarkStart = "/* ";
constexpr std::string_view kMarkEnd = " */ ";

bool isClustered(const TableSpec& spec)
{
    return spec.layout.type == "clustered";
}

class SqliteDialect final : public Dialect {
public:
    std::string typeName(const Column& column) const override
    {
        switch (column.kind) {
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

protected:
    // Inside the parentheses: what stands before or after them is not kept in sqlite_schema.
    std::string beforeColumns(std::string_view mark) const override
    {
        return std::string(kMarkStart).append(mark).append(kMarkEnd);
    }
    std::string afterColumns(const TableSpec& spec, std::string_view) const override { return isClustered(spec) ? " WITHOUT ROWID" : ""; }
    // A key that is NULL is replaced by the row's number; SQLite knows no DEFAULT among values.
    std::string noValue() const override { return "NULL"; }
};

} // namespace

const Dialect& dialect()
{
    static const SqliteDialect dialect;
    return dialect;
}

std::string_view markIn(std::string_view definition, const std::string& table)
{
    const std::string start = "CREATE TABLE " + dialect().quotedName(table) + " (" + std::string(kMarkStart);
    const std::size_t end = definition.find(kMarkEnd);
    if (!definition.starts_with(start) || end == std::string_view::npos)
        return {};
    return definition.substr(start.size(), end - start.size());
}

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
    const bool isRowid = dialect().typeName(spec.columns.front()) == "INTEGER";
    return isClustered(spec) || isRowid ? KeyHome::Table : KeyHome::AutoIndex;
}

} // namespace keyrace::sqlite
