// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/findings.h"

#include <string>
#include <vector>

namespace keyrace {

/// The key's structure is the table itself: clustered, or an integer that is an alias of the rowid. Between the two, layout
/// is no further difference: an integer key is clustered by its nature there.
[[nodiscard]] bool keyHoldsRows(const Cell& cell);

/// One thing changes between the two: the key with what it brings, or, of the same key, one other factor.
[[nodiscard]] bool areComparable(const CellResult& a, const CellResult& b);

/// What a commit of this cell promises: the target's settings, and those that are a level of the plan.
struct Durability {
    std::string engine;
    std::string words;
    bool isWeak = false;
};

[[nodiscard]] Durability durabilityOf(const ResultSet& results, const Cell& cell);
[[nodiscard]] bool areEquallyDurable(const Durability& a, const Durability& b);

/// "columns, insert"
[[nodiscard]] std::string namesOf(const std::vector<Factor>& factors);

} // namespace keyrace
