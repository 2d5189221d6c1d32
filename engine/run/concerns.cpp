// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/concerns.h"

#include "engine/error.h"

#include <set>

namespace keyrace {

namespace {

void addBorrowing(Connectors& connectors, const std::string& target, const std::vector<Cell>& cells, Concerns& concerns)
{
    Connector& connector = connectors.find(target);
    std::set<std::string> changes;
    for (const Cell& cell : cells) {
        if (cell.target != target || cell.unavailable || !cell.settings)
            continue;
        (void)connector.durability(cell.settings->set);
        if (connectors.rules(target).unavailable(cell))
            continue;
        for (std::string& change : connector.borrowedBy(cell.settings->set))
            changes.insert(std::move(change));
    }
    std::string all;
    for (const std::string& change : changes)
        all += (all.empty() ? "" : ", ") + change;
    if (!all.empty())
        concerns.serious.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Settings of a whole server are changed for the run, and given back at its end: %1. All its users get them."), {all}));
}

} // namespace

Concerns concernsOf(const Plan& plan, ConnectorContext context)
{
    context.consent = {true, false}; // as if there were a yes: what it would be said to is asked here
    Connectors connectors(std::move(context));
    const std::vector<Cell> cells = cellsOf(plan, connectors);
    std::set<std::string> targets;
    for (const Cell& cell : cells) {
        if (!cell.unavailable)
            targets.insert(cell.target);
    }
    Concerns concerns;
    for (const std::string& target : targets) {
        try {
            const TargetInfo info = connectors.find(target).describe();
            concerns.serious.insert(concerns.serious.end(), info.concerns.begin(), info.concerns.end());
            concerns.wishes.insert(concerns.wishes.end(), info.wishes.begin(), info.wishes.end());
            addBorrowing(connectors, target, cells, concerns);
        } catch (const Error&) { // told by the run
        }
    }
    return concerns;
}

} // namespace keyrace
