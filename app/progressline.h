// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"

namespace keyrace {

/// Tells on standard error how far a run is: on a terminal a bar that is redrawn, elsewhere a line a round.
/// Used by the main thread.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);

    void show(const ResultSet& results);
    /// Leaves the terminal on a line of its own.
    void finish();

private:
    void redraw(const ResultSet& results);
    void tellRound(const ResultSet& results);

    bool m_quiet;
    bool m_isTerminal;
    bool m_drawn = false;
    std::pair<std::string, int> m_toldRound{"", -1}; ///< part, round
};

} // namespace keyrace
