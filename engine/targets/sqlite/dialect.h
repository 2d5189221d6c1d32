// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/dialect.h"

namespace keyrace::sqlite {

/// Which B-tree holds the key.
enum class KeyHome {
    Table,      ///< the table itself: an alias of the rowid, or WITHOUT ROWID
    AutoIndex,  ///< the index that PRIMARY KEY makes
    OwnIndex,   ///< made by CREATE INDEX
    Nowhere     ///< no structure: finding a key reads the table
};

[[nodiscard]] KeyHome keyHome(const TableSpec& spec);

/// SQLite's SQL.
[[nodiscard]] const Dialect& dialect();
/// The mark in a table's definition as sqlite_schema keeps it; empty where there is none.
[[nodiscard]] std::string_view markIn(std::string_view definition, const std::string& table);

} // namespace keyrace::sqlite
