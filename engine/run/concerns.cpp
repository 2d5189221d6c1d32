// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/concerns.h"

#include "engine/error.h"

#include <set>

namespace keyrace {

std::vector<Message> concernsOf(const Plan& plan, const ConnectorContext& context)
{
    Connectors connectors(context);
    std::set<std::string> targets;
    for (const Cell& cell : cellsOf(plan, connectors)) {
        if (!cell.unavailable)
            targets.insert(cell.target);
    }
    std::vector<Message> concerns;
    for (const std::string& target : targets) {
        try {
            const TargetInfo info = connectors.find(target).describe();
            concerns.insert(concerns.end(), info.concerns.begin(), info.concerns.end());
        } catch (const Error&) { // told by the run
        }
    }
    return concerns;
}

} // namespace keyrace
