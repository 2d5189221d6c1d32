// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/metric.h"

#include <QtCore/QString>

#include <vector>

namespace keyrace {

/// The factors beside the key that vary by themselves. Storage, source and layout often come with the key: choosing a level
/// of theirs would hide whole key types.
[[nodiscard]] std::vector<Factor> freeFactors(const ResultSet& results, const CellFilter& where);
/// The cell of the key with that label whose other free factors are those of `cell`; null where there is none.
[[nodiscard]] const CellResult* referenceCell(const ResultSet& results, const Cell& cell, const std::string& keyLabel,
                                              const std::vector<Factor>& free);
/// A level as on screen, by the first cell that has it.
[[nodiscard]] QString titleOfLevel(const ResultSet& results, Factor factor, const std::string& level);
/// The level that says most where only one can be shown: the last of what makes work harder, else the plan's first.
[[nodiscard]] std::string tellingLevel(const ResultSet& results, Factor factor, const CellFilter& where);

} // namespace keyrace
