// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/damage.h"
#include "engine/record/resultset.h"
#include "engine/record/sqlitefile.h"

#include <vector>

namespace keyrace {

struct CellRow {
    Cell cell;
    CellState state = CellState::Pending;
    Message reason;
};

/// Throws SqliteFault.
[[nodiscard]] Environment readEnvironment(const SqliteFile& file);
/// One after the other from index 0. A cell that cannot be read stands in its place as one that is not available.
/// Throws SqliteFault.
[[nodiscard]] std::vector<CellRow> readCells(const SqliteFile& file, Damage& damage);

} // namespace keyrace
