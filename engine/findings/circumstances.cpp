// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/findingparts.h"

#include <algorithm>
#include <map>

namespace keyrace {

namespace {

void addNoise(std::vector<Finding>& findings, const Scene& scene)
{
    Finding finding;
    const CellResult* worst = nullptr;
    double highest = 0;
    for (const CellResult* cell : scene.measuredCells()) {
        if (!cell->isNoisy())
            continue;
        finding.cells.push_back(cell->cell.index);
        const double cv = cell->rowsPerS().cv.value_or(0);
        if (!worst || cv > highest) {
            worst = cell;
            highest = cv;
        }
    }
    if (!worst)
        return;
    finding.id = "noise";
    finding.kind = FindingKind::Noise;
    finding.n = static_cast<int>(finding.cells.size());
    finding.weight = highest;
    const auto noisy = static_cast<std::int64_t>(finding.cells.size());
    const auto all = static_cast<std::int64_t>(scene.measuredCells().size());
    const std::string where = Scene::keyName(worst->cell) + ", " + scene.scenario(worst->cell, {Factor::Key, Factor::Storage, Factor::Source});
    if (highest > 0) {
        finding.headline = Message(QT_TRANSLATE_NOOP("Engine", "%1 %"), {percent(highest)});
        finding.value = highest;
        finding.text = Message(QT_TRANSLATE_NOOP("Engine", "Repeats vary by more than 5 %: cells: %1 of %2; the most, %3 %, is that of %4"),
                               {noisy, all, percent(highest), where});
    } else { // reads: each has a variation of its own
        finding.headline = Message(QT_TRANSLATE_NOOP("Engine", "noise"));
        finding.text = Message(QT_TRANSLATE_NOOP("Engine", "Repeats vary by more than 5 %: cells: %1 of %2; one is %3"), {noisy, all, where});
    }
    findings.push_back(std::move(finding));
}

Finding circumstance(std::string id, const Scene& scene, const std::string& target)
{
    Finding finding;
    finding.id = std::move(id);
    finding.kind = FindingKind::Circumstance;
    for (const CellResult& cell : scene.results().cells()) {
        if (cell.cell.target == target)
            finding.cells.push_back(cell.cell.index);
    }
    return finding;
}

// One for each weak promise under which cells of this target stand: its own, or that of a level of settings.
void addWeakDurability(std::vector<Finding>& findings, const Scene& scene, const EnvironmentTarget& target)
{
    const Finding all = circumstance("durability:" + target.target, scene, target.target);
    std::map<std::string, std::vector<int>> weak;
    for (const int index : all.cells) {
        const Durability durability = durabilityOf(scene.results(), scene.results().cells()[static_cast<std::size_t>(index)].cell);
        if (durability.isWeak)
            weak[durability.words].push_back(index);
    }
    for (const auto& [words, cells] : weak) {
        Finding finding = all;
        if (weak.size() > 1)
            finding.id += ":" + words;
        finding.headline = Message(QT_TRANSLATE_NOOP("Engine", "weak durability"));
        const char* text = cells.size() == all.cells.size()
            ? QT_TRANSLATE_NOOP("Engine", "%1 runs with %2: a commit may be lost when the machine fails, and all its figures stand under that")
            : QT_TRANSLATE_NOOP("Engine", "%1 runs with %2 in some cells (%3 of %4): a commit may be lost there when the machine fails, and the "
                                          "figures of these cells stand under that");
        finding.text = Message(text, {target.info.engine, words, static_cast<std::int64_t>(cells.size()), static_cast<std::int64_t>(all.cells.size())});
        finding.cells = cells;
        findings.push_back(std::move(finding));
    }
}

// What no further waiting mends: the plan itself has too few repeats for an interval.
void addTooFewRepeats(std::vector<Finding>& findings, const Scene& scene)
{
    Finding finding;
    const CellResult* first = nullptr;
    for (const CellResult* cell : scene.measuredCells()) {
        if (!neverHasInterval(cell->cell))
            continue;
        finding.cells.push_back(cell->cell.index);
        first = first ? first : cell;
    }
    if (!first)
        return;
    const Protocol& protocol = first->cell.protocol;
    finding.id = "repeats";
    finding.kind = FindingKind::Circumstance;
    finding.headline = Message(QT_TRANSLATE_NOOP("Engine", "too few repeats"));
    finding.text = Message(QT_TRANSLATE_NOOP("Engine", "No ratios are told: repeats: %1, left after trimming: %2, needed for an interval: %3; plan %4 repeats or more"),
                           {std::int64_t{protocol.repeats}, std::int64_t{protocol.repeats - 2 * protocol.trim}, std::int64_t{kFewestForInterval},
                            std::int64_t{kFewestForInterval + 2 * protocol.trim}});
    findings.push_back(std::move(finding));
}

// A node that went lost made the cluster another one.
void addTrialsApart(std::vector<Finding>& findings, const Scene& scene)
{
    for (const CellResult* cell : scene.measuredCells()) {
        if (cell->trialsApart() == 0)
            continue;
        Finding finding;
        finding.id = "nodes:" + std::to_string(cell->cell.index);
        finding.kind = FindingKind::Circumstance;
        finding.cells = {cell->cell.index};
        finding.headline = Message(QT_TRANSLATE_NOOP("Engine", "a node was lost"));
        finding.text = Message(QT_TRANSLATE_NOOP("Engine", "%1: its figures stand over trials with %2 nodes; trials with another number of nodes, which are in no mean: %3"),
                               {Scene::keyName(cell->cell) + ", " + scene.scenario(cell->cell, {Factor::Key, Factor::Storage, Factor::Source}),
                                static_cast<std::int64_t>(cell->nodeCount()), std::int64_t{cell->trialsApart()}});
        findings.push_back(std::move(finding));
    }
}

void addTarget(std::vector<Finding>& findings, const Scene& scene, const EnvironmentTarget& target)
{
    addWeakDurability(findings, scene, target);
    // What a target has to say besides is about several clients.
    const auto& cells = scene.results().cells();
    const bool severalClients = std::any_of(cells.begin(), cells.end(), [&](const CellResult& cell) {
        return cell.cell.target == target.target && cell.cell.clients > 1;
    });
    for (std::size_t i = 0; severalClients && i < target.info.notes.size(); ++i) {
        Finding finding = circumstance("note:" + std::to_string(i) + ":" + target.target, scene, target.target);
        std::erase_if(finding.cells, [&](int cell) { return cells[static_cast<std::size_t>(cell)].cell.clients < 2; });
        finding.headline = Message(QT_TRANSLATE_NOOP("Engine", "several clients"));
        finding.text = target.info.notes[i];
        findings.push_back(std::move(finding));
    }
}

} // namespace

std::vector<Finding> circumstanceFindings(const Scene& scene)
{
    std::vector<Finding> findings;
    addNoise(findings, scene);
    addTooFewRepeats(findings, scene);
    addTrialsApart(findings, scene);
    for (const EnvironmentTarget& target : scene.results().environment().targets)
        addTarget(findings, scene, target);
    return findings;
}

} // namespace keyrace
