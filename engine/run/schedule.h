// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/cell.h"

#include <vector>

namespace keyrace {

/// One trial in the order of a run.
struct Turn {
    int cell = 0;  ///< Cell::index
    int n = 0;     ///< repeat, from 0
    int round = 0;
    int place = 0; ///< position in its round

    friend bool operator==(const Turn&, const Turn&) = default;
};

/// The trials of all available cells: part after part; within a part in rounds drawn from the seed (`rounds`), in rounds of
/// the plan's order (`alternating`), or all of a cell's, then the next (`sequential`). The same seed gives the same order.
[[nodiscard]] std::vector<Turn> schedule(const std::vector<Cell>& cells);

} // namespace keyrace
