// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/findingparts.h"

#include <algorithm>
#include <map>
#include <set>

namespace keyrace {

namespace {

std::size_t targetCount(const ResultSet& results)
{
    std::set<std::string> targets;
    for (const CellResult& cell : results.cells())
        targets.insert(cell.cell.target);
    return targets.size();
}

/// What must be equal for two cells of two runs to be the same cell.
std::string identity(const Cell& cell, bool withTarget)
{
    std::string text = std::string(name(cell.workload.kind)) + '\n' + cell.key;
    for (const Factor factor : allFactors()) {
        if (factor != Factor::Query && (withTarget || factor != Factor::Target))
            text += '\n' + levelName(cell, factor);
    }
    return text;
}

std::string labelOf(const Cell& cell, const std::set<Factor>& varying)
{
    std::string label;
    for (const Factor factor : varying) {
        const std::string level = factor == Factor::Query ? std::string() : levelName(cell, factor);
        if (level.empty())
            continue;
        const bool speaksForItself = factor == Factor::Key || factor == Factor::Part || factor == Factor::Target;
        label += (label.empty() ? "" : ", ") + (speaksForItself ? level : std::string(name(factor)) + " " + level);
    }
    return label.empty() ? cell.label : label;
}

using Differing = std::vector<std::pair<std::string, std::pair<std::string, std::string>>>;

void note(Differing& list, const std::string& name, const std::string& a, const std::string& b)
{
    if (a != b)
        list.push_back({name, {a, b}});
}

void compareTargets(Differing& list, const EnvironmentTarget& a, const EnvironmentTarget& b, const std::string& prefix)
{
    note(list, prefix + "target", a.target, b.target);
    note(list, prefix + "engine", a.info.engine, b.info.engine);
    note(list, prefix + "server_version", a.info.serverVersion, b.info.serverVersion);
    note(list, prefix + "client_library", a.info.clientLibrary, b.info.clientLibrary);
    note(list, prefix + "durability", a.info.durability, b.info.durability);
    std::set<std::string> levels;
    for (const TargetInfo* info : {&a.info, &b.info}) {
        for (const auto& [level, durability] : info->levels)
            levels.insert(level);
    }
    const auto words = [](const TargetInfo& info, const std::string& level) { return info.levels.contains(level) ? info.levels.at(level).words : std::string(); };
    for (const std::string& level : levels)
        note(list, prefix + "durability under " + level, words(a.info, level), words(b.info, level));
    note(list, prefix + "filesystem", a.info.filesystem, b.info.filesystem);
    std::map<std::string, std::pair<std::string, std::string>> settings;
    for (const auto& [setting, value] : a.info.settings)
        settings[setting].first = value;
    for (const auto& [setting, value] : b.info.settings)
        settings[setting].second = value;
    for (const auto& [setting, values] : settings)
        note(list, prefix + "settings." + setting, values.first, values.second);
}

const EnvironmentTarget* findTarget(const Environment& environment, const std::string& target)
{
    const auto found = std::find_if(environment.targets.begin(), environment.targets.end(),
                                    [&](const EnvironmentTarget& candidate) { return candidate.target == target; });
    return found == environment.targets.end() ? nullptr : &*found;
}

Differing environmentDifferences(const Environment& a, const Environment& b)
{
    Differing list;
    note(list, "keyrace", a.keyrace, b.keyrace);
    note(list, "host.cores", std::to_string(a.host.cores), std::to_string(b.host.cores));
    note(list, "host.memory_bytes", std::to_string(a.host.memoryBytes), std::to_string(b.host.memoryBytes));
    note(list, "host.filesystem", a.host.filesystem, b.host.filesystem);
    note(list, "host.governor", a.host.governor, b.host.governor);
    note(list, "host.system", a.host.system, b.host.system);
    note(list, "host.processor", a.host.processor, b.host.processor);
    if (a.targets.size() == 1 && b.targets.size() == 1) {
        compareTargets(list, a.targets.front(), b.targets.front(), {});
        return list;
    }
    for (const EnvironmentTarget& target : a.targets) {
        if (const EnvironmentTarget* same = findTarget(b, target.target))
            compareTargets(list, target, *same, target.target + " ");
        else
            note(list, "target", target.target, {});
    }
    for (const EnvironmentTarget& target : b.targets) {
        if (!findTarget(a, target.target))
            note(list, "target", {}, target.target);
    }
    return list;
}

/// The headline figures that either cell has; the one that a workload without any figure would have.
std::vector<Metric> comparedMetrics(const CellResult& a, const CellResult& b)
{
    std::vector<Metric> metrics = headlines(a);
    if (metrics.empty())
        metrics = headlines(b);
    return metrics.empty() ? std::vector{metricFromName("rows_per_s")} : metrics;
}

void addCompared(Comparison& comparison, const CellResult& a, const CellResult& b, const std::string& label, const Message& unjudged)
{
    for (const Metric& metric : comparedMetrics(a, b)) {
        const bool isRead = metric.name.starts_with("queries.");
        ComparedCell compared;
        compared.a = a.cell.index;
        compared.b = b.cell.index;
        compared.label = isRead ? label + ", " + metric.name : label;
        compared.metric = metric;
        compared.ratio = ratioOf(b, a, metric, false);
        compared.unjudged = unjudged;
        comparison.cells.push_back(std::move(compared));
    }
}

} // namespace

Comparison compare(const ResultSet& a, const ResultSet& b)
{
    const bool withTarget = targetCount(a) > 1 || targetCount(b) > 1;
    std::set<Factor> varying;
    for (const ResultSet* results : {&a, &b}) {
        const auto factors = varyingFactors(*results);
        varying.insert(factors.begin(), factors.end());
    }
    Comparison comparison;
    std::multimap<std::string, const CellResult*> open;
    for (const CellResult& cell : b.cells())
        open.emplace(identity(cell.cell, withTarget), &cell);
    for (const CellResult& cell : a.cells()) {
        const auto partner = open.find(identity(cell.cell, withTarget));
        if (partner == open.end()) {
            comparison.onlyInA.push_back(labelOf(cell.cell, varying));
            continue;
        }
        const bool isFair = areEquallyDurable(a, cell.cell, b, partner->second->cell);
        addCompared(comparison, cell, *partner->second, labelOf(cell.cell, varying),
                    isFair ? Message() : unequalDurability(a, cell.cell, b, partner->second->cell));
        open.erase(partner);
    }
    for (const CellResult& cell : b.cells()) {
        const bool isLeft = std::any_of(open.begin(), open.end(), [&](const auto& entry) { return entry.second == &cell; });
        if (isLeft)
            comparison.onlyInB.push_back(labelOf(cell.cell, varying));
    }
    comparison.environment = environmentDifferences(a.environment(), b.environment());
    return comparison;
}

} // namespace keyrace
