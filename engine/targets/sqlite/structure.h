// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/stats/counters.h"
#include "engine/targets/rows.h"
#include "engine/targets/sqlite/database.h"

namespace keyrace::sqlite {

/// Sizes, fill and depth of a table's B-trees as they stand: every page of them is read.
[[nodiscard]] Counters structureOf(const Database& database, const TableSpec& spec);
/// Bytes of a table and its indexes; 0 where the library was built without dbstat.
[[nodiscard]] std::int64_t tableBytes(const Database& database, const std::string& table);
[[nodiscard]] bool hasDbstat();

} // namespace keyrace::sqlite
