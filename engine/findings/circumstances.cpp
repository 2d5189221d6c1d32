// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/findingparts.h"

#include <algorithm>

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

void addTarget(std::vector<Finding>& findings, const Scene& scene, const EnvironmentTarget& target)
{
    if (target.info.weakDurability) {
        Finding finding = circumstance("durability:" + target.target, scene, target.target);
        finding.headline = Message(QT_TRANSLATE_NOOP("Engine", "weak durability"));
        finding.text = Message(QT_TRANSLATE_NOOP("Engine", "%1 runs with %2: a commit may be lost when the machine fails, and all its "
                                                           "figures stand under that"),
                               {target.info.engine, target.info.durability});
        findings.push_back(std::move(finding));
    }
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
    for (const EnvironmentTarget& target : scene.results().environment().targets)
        addTarget(findings, scene, target);
    return findings;
}

} // namespace keyrace
