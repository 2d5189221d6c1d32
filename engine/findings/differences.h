// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/findings.h"

#include <string>
#include <vector>

namespace keyrace {

/// The key's structure is the table itself: clustered, or an integer that is an alias of the rowid. Between the two, layout
/// is no further difference: an integer key is clustered by its nature there.
[[nodiscard]] bool keyHoldsRows(const Cell& cell);

/// One thing changes between the two: the key with what it brings, or, of the same key, one other factor. Both over equally
/// many nodes.
[[nodiscard]] bool areComparable(const CellResult& a, const CellResult& b);

/// The figures of both stand over equally many nodes; of two targets that is part of what is compared.
[[nodiscard]] bool areOverEqualClusters(const CellResult& a, const CellResult& b);
/// Why they are not judged where that does not hold.
[[nodiscard]] Message unequalClusters(const CellResult& a, const CellResult& b);

/// What a commit of this cell promises: as its level of `settings` makes it, else as its target stands.
[[nodiscard]] Durability durabilityOf(const ResultSet& results, const Cell& cell);
[[nodiscard]] bool areEquallyDurable(const ResultSet& resultsA, const Cell& a, const ResultSet& resultsB, const Cell& b);
/// Why figures of two cells are not judged where areEquallyDurable() does not hold.
[[nodiscard]] Message unequalDurability(const ResultSet& resultsA, const Cell& a, const ResultSet& resultsB, const Cell& b);

/// "columns, insert"
[[nodiscard]] std::string namesOf(const std::vector<Factor>& factors);

} // namespace keyrace
