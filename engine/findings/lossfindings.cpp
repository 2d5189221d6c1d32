// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/findingparts.h"

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

/// "−35 %": how much of a rate is left over, told as a change.
Message change(const Ratio& ratio)
{
    if (ratio.ci95 && !ratio.differs())
        return Message(QT_TRANSLATE_NOOP("Engine", "no difference"));
    return *ratio.value < 1 ? Message(QT_TRANSLATE_NOOP("Engine", "−%1 %"), {percent(1 - *ratio.value)})
                            : Message(QT_TRANSLATE_NOOP("Engine", "+%1 %"), {percent(*ratio.value - 1)});
}

Message certainty(const Ratio& ratio)
{
    if (!ratio.ci95)
        return Message(QT_TRANSLATE_NOOP("Engine", "without an interval yet; repeats: %1"), {std::int64_t{ratio.n}});
    const ToldInterval interval = worth(*ratio.ci95);
    if (!ratio.differs())
        return Message(QT_TRANSLATE_NOOP("Engine", "no difference seen: %1× of the rate, 95 % interval %2–%3, repeats: %4"),
                       {worth(*ratio.value), interval.low, interval.high, std::int64_t{ratio.n}});
    return Message(QT_TRANSLATE_NOOP("Engine", "%1× of the rate is left, 95 % interval %2–%3, repeats: %4"),
                   {worth(*ratio.value), interval.low, interval.high, std::int64_t{ratio.n}});
}

Finding findingOf(FindingKind kind, const Ratio& ratio, std::vector<int> cells)
{
    Finding finding;
    finding.kind = kind;
    finding.headline = change(ratio);
    finding.value = ratio.value;
    finding.ci95 = ratio.ci95;
    finding.n = ratio.n;
    finding.cells = std::move(cells);
    finding.weight = ratio.ci95 ? std::abs(std::log(*ratio.value)) + (ratio.differs() ? 1 : 0) : 0;
    return finding;
}

bool fewerIndexes(const CellResult* a, const CellResult* b)
{
    return a->cell.indexes.columns.size() < b->cell.indexes.columns.size();
}

/// From the fewest indexes of a key type to the most.
void addIndexLoss(std::vector<Finding>& findings, const Scene& scene, const Cells& group)
{
    const auto [least, most] = std::minmax_element(group.begin(), group.end(), fewerIndexes);
    if (!fewerIndexes(*least, *most))
        return;
    const Metric rate = metricFromName("rows_per_s");
    const Ratio ratio = ratioOf(**most, **least, rate, true);
    if (!ratio.value || (!ratio.ci95 && neverHasInterval((*most)->cell)))
        return;
    const std::string scenario = scene.scenario((*most)->cell, {Factor::Key, Factor::Storage, Factor::Source, Factor::Indexes});
    Finding finding = findingOf(FindingKind::IndexLoss, ratio, {(*most)->cell.index, (*least)->cell.index});
    finding.id = "loss:" + (*most)->cell.label + ":" + scenario;
    const Message what(QT_TRANSLATE_NOOP("Engine", "%1 with secondary indexes: %2 in place of %3 (%4)"),
                       {Scene::keyName((*most)->cell), static_cast<std::int64_t>((*most)->cell.indexes.columns.size()),
                        static_cast<std::int64_t>((*least)->cell.indexes.columns.size()), scenario});
    finding.text = Message::joined({Message::joined({what, certainty(ratio)}, ": "), scene.provisional({*most, *least})});
    finding.subject = Message(QT_TRANSLATE_NOOP("Engine", "%1 from %2 to %3 indexes"),
                              {Scene::keyName((*most)->cell), static_cast<std::int64_t>((*least)->cell.indexes.columns.size()),
                               static_cast<std::int64_t>((*most)->cell.indexes.columns.size())});
    finding.scenario = scenario;
    finding.evidence = evidenceOf(ratio, true);
    finding.detail = reasons(**most, **least);
    findings.push_back(std::move(finding));
}

int stepsOf(const CellResult& cell)
{
    std::size_t steps = 0;
    for (const Trial* trial : cell.finished())
        steps = steps == 0 ? trial->samples.size() : std::min(steps, trial->samples.size());
    return static_cast<int>(steps);
}

/// From the first step of a growing table to the last; both belong to one trial and are paired by it.
void addGrowth(std::vector<Finding>& findings, const Scene& scene, const CellResult& cell)
{
    const int steps = cell.cell.workload.kind == WorkloadKind::Growth ? stepsOf(cell) : 0;
    if (steps < 2)
        return;
    const Metric rate = metricFromName("rows_per_s");
    const Ratio ratio = pairedRatio(trialValues(cell, rate, std::pair{steps, steps}), trialValues(cell, rate, std::pair{1, 1}),
                                    cell.cell.protocol.trim);
    if (!ratio.value || (!ratio.ci95 && neverHasInterval(cell.cell)))
        return;
    const std::string scenario = scene.scenario(cell.cell, {Factor::Key, Factor::Storage, Factor::Source});
    Finding finding = findingOf(FindingKind::Growth, ratio, {cell.cell.index});
    finding.id = "growth:" + cell.cell.label + ":" + scenario;
    const Message what(QT_TRANSLATE_NOOP("Engine", "%1 from the first step to step %2 (%3)"),
                       {Scene::keyName(cell.cell), std::int64_t{steps}, scenario});
    finding.text = Message::joined({Message::joined({what, certainty(ratio)}, ": "), scene.provisional({&cell})});
    finding.subject = Message(QT_TRANSLATE_NOOP("Engine", "%1 from the first step to step %2"),
                              {Scene::keyName(cell.cell), std::int64_t{steps}});
    finding.scenario = scenario;
    finding.evidence = evidenceOf(ratio, true);
    findings.push_back(std::move(finding));
}

} // namespace

std::vector<Finding> lossFindings(const Scene& scene)
{
    std::vector<Finding> findings;
    for (const Cells& group : scene.groupsBut({Factor::Indexes}))
        addIndexLoss(findings, scene, group);
    for (const CellResult* cell : scene.measuredCells())
        addGrowth(findings, scene, *cell);
    return findings;
}

} // namespace keyrace
