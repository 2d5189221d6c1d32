// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"

#include <QtCore/QString>

#include <vector>

namespace keyrace {

/// What stands beside every figure, from the cells that a chart shows.
struct Circumstances {
    QString servers;    ///< "SQLite 3.40.1 · wal, synchronous=normal"
    QString durability; ///< "a commit may be lost when the machine fails"; empty where it may not
    QString noise;      ///< "noise above 5 %: UUID v4"; empty where there is none
    QString damage;     ///< the run file could be read in part only

    /// All of it, for a file.
    [[nodiscard]] QString whole() const;
    /// What weakens the figures, for the screen: the server is told at the window's foot.
    [[nodiscard]] QString weakness() const;
};

/// `cells` are indices into results.cells().
[[nodiscard]] Circumstances circumstancesOf(const ResultSet& results, const std::vector<int>& cells);

} // namespace keyrace
