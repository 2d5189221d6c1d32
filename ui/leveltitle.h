// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/cell.h"

#include <QtCore/QString>

namespace keyrace {

/// What levels and factors are called on screen, one wording for all views: "UUID v7", "Many (9)", "Multi-row, 5,000".

/// Of the key level: the plan's own label, else the type as on screen and the options that were set.
[[nodiscard]] QString keyTitle(const Cell& cell);
/// Of the cell's level of a factor.
[[nodiscard]] QString levelTitle(const Cell& cell, Factor factor);
[[nodiscard]] QString factorTitle(Factor factor);

} // namespace keyrace
