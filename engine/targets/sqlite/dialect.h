// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/session.h"
#include "engine/targets/tablemark.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace::sqlite {

/// Which B-tree holds the key.
enum class KeyHome {
    Table,      ///< the table itself: an alias of the rowid, or WITHOUT ROWID
    AutoIndex,  ///< the index that PRIMARY KEY makes
    OwnIndex,   ///< made by CREATE INDEX
    Nowhere     ///< no structure: finding a key reads the table
};

[[nodiscard]] KeyHome keyHome(const TableSpec& spec);
[[nodiscard]] std::string keyIndexName(const TableSpec& spec);

[[nodiscard]] std::string createTable(const TableSpec& spec, const TableMark& mark);
/// The mark in a table's definition as sqlite_schema keeps it; empty where there is none.
[[nodiscard]] std::string_view markIn(std::string_view definition, const std::string& table);
/// Every secondary index, and the key's own where it is no primary key.
[[nodiscard]] std::vector<std::string> createIndexes(const TableSpec& spec);
/// One INSERT of `rows` rows. A table that sends no column gets NULL keys, which SQLite replaces.
[[nodiscard]] std::string insert(const TableSpec& spec, std::int64_t rows);
/// Columns that insert() binds in each row: at least one.
[[nodiscard]] std::int64_t boundColumns(const TableSpec& spec);
[[nodiscard]] std::string read(const TableSpec& spec, ReadKind kind, const std::string& column);

} // namespace keyrace::sqlite
