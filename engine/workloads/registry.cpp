// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/registry.h"

#include <algorithm>
#include <array>

namespace keyrace {

std::span<const Procedure* const> procedures()
{
    static const std::array<const Procedure*, 3> all{&loadProcedure(), &growthProcedure(), &selectProcedure()};
    return all;
}

const Procedure* findProcedure(WorkloadKind kind)
{
    const auto all = procedures();
    const auto found = std::find_if(all.begin(), all.end(), [kind](const Procedure* each) { return each->kind() == kind; });
    return found == all.end() ? nullptr : *found;
}

void waitWhilePaused(const TrialScope& scope)
{
    if (!scope.control.isPaused())
        return;
    scope.announce({}, std::nullopt);
    scope.control.waitWhilePaused();
    scope.announce({}, std::nullopt);
}

} // namespace keyrace
