// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"

#include <memory>
#include <string>
#include <vector>

namespace keyrace {

/// Two cells of three repeats (trim 1), made by hand: what tests of result sets, run files and documents append.
struct SampleResult {
    static Plan plan();
    static std::vector<Cell> cells();
    static Environment environment();
    static RunStarted started();
    /// A finished trial with every field set.
    static Trial trial(int cell, int n);
    /// All trials of both cells, as a run would announce them, RunFinished included.
    static std::vector<RunEvent> run();
};

} // namespace keyrace
