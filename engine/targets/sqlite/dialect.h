// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/session.h"

#include <optional>
#include <string>
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

[[nodiscard]] std::string createTable(const TableSpec& spec);
/// Every secondary index, and the key's own where it is no primary key.
[[nodiscard]] std::vector<std::string> createIndexes(const TableSpec& spec);
/// One INSERT of `rows` rows. A table that sends no column gets NULL keys, which SQLite replaces.
[[nodiscard]] std::string insert(const TableSpec& spec, std::int64_t rows);
/// Columns that insert() binds in each row: at least one.
[[nodiscard]] std::int64_t boundColumns(const TableSpec& spec);
[[nodiscard]] std::string read(const TableSpec& spec, ReadKind kind, const std::string& column);

} // namespace keyrace::sqlite
