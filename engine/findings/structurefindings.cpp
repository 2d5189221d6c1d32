// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/findingparts.h"

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

constexpr double kLooseFill = 0.85;

/// One figure of a cell over its finished trials: the median, and how far it went either way.
struct Spread {
    const CellResult* cell = nullptr;
    double median = 0;
    Interval range;
    int n = 0;
};

std::optional<Spread> spreadOf(const CellResult& cell, const std::vector<double>& values)
{
    if (values.empty())
        return std::nullopt;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return Spread{&cell, *summarise(values, 0).median, {*low, *high}, static_cast<int>(values.size())};
}

std::vector<double> counterOf(const CellResult& cell, const std::string& name)
{
    std::vector<double> values;
    for (const auto& [round, value] : cell.counterValues(name))
        values.push_back(value);
    return values;
}

std::optional<Spread> leafFill(const CellResult& cell)
{
    const auto now = counterOf(cell, "leaf_fill");
    return spreadOf(cell, now.empty() ? counterOf(cell, "leaf_fill_after") : now);
}

std::optional<Spread> keyBytesPerRow(const CellResult& cell)
{
    std::vector<double> values;
    for (const Trial* trial : cell.finished()) {
        const auto bytes = trial->counters.values.find("pk_bytes");
        const std::int64_t rows = trial->startRows + trial->rows;
        if (bytes != trial->counters.values.end() && rows > 0)
            values.push_back(bytes->second / static_cast<double>(rows));
    }
    return spreadOf(cell, values);
}

/// The lowest and the highest of those cells that may be compared with the lowest.
std::optional<std::pair<Spread, Spread>> extremes(const Cells& group, std::optional<Spread> (*figure)(const CellResult&), bool sameKind)
{
    std::vector<Spread> all;
    for (const CellResult* cell : group) {
        if (const auto spread = figure(*cell))
            all.push_back(*spread);
    }
    const auto lower = [](const Spread& a, const Spread& b) { return a.median < b.median; };
    const auto low = std::min_element(all.begin(), all.end(), lower);
    if (low == all.end())
        return std::nullopt;
    const Spread lowest = *low;
    std::erase_if(all, [&](const Spread& other) {
        return other.cell == lowest.cell || !areComparable(*lowest.cell, *other.cell)
            || (sameKind && keyHoldsRows(lowest.cell->cell) != keyHoldsRows(other.cell->cell));
    });
    const auto high = std::max_element(all.begin(), all.end(), lower);
    if (high == all.end())
        return std::nullopt;
    return std::pair{lowest, *high};
}

bool overlap(const Interval& a, const Interval& b)
{
    return a.low <= b.high && b.low <= a.high;
}

void addFill(std::vector<Finding>& findings, const Scene& scene, const Cells& group)
{
    const auto pair = extremes(group, leafFill, false);
    if (!pair)
        return;
    const auto& [low, high] = *pair;
    const std::string scenario = scene.scenario(low.cell->cell, kOfTheKey);
    const bool same = overlap(low.range, high.range);
    Finding finding;
    finding.kind = FindingKind::LeafFill;
    finding.id = "fill:" + low.cell->cell.label + "/" + high.cell->cell.label + ":" + scenario;
    finding.headline = same ? Message(QT_TRANSLATE_NOOP("Engine", "no difference"))
                            : Message(QT_TRANSLATE_NOOP("Engine", "%1 %"), {percent(low.median)});
    const char* words = same
        ? QT_TRANSLATE_NOOP("Engine", "Leaf fill of %1 and of %3 (%5): no difference seen; medians %2 % and %4 %, repeats: %6 and %7")
        : QT_TRANSLATE_NOOP("Engine", "Leaf fill of %1 is %2 %, of %3 %4 % (%5); medians, repeats: %6 and %7");
    finding.text = Message::joined({Message(words, {Scene::keyName(low.cell->cell), percent(low.median), Scene::keyName(high.cell->cell),
                                                    percent(high.median), scenario, std::int64_t{low.n}, std::int64_t{high.n}}),
                                    scene.provisional({low.cell, high.cell})});
    finding.subject = Message(QT_TRANSLATE_NOOP("Engine", "leaf fill of %1; %2 %3 %"),
                              {Scene::keyName(low.cell->cell), Scene::keyName(high.cell->cell), percent(high.median)});
    finding.evidence = Message(QT_TRANSLATE_NOOP("Engine", "medians, repeats: %1 and %2"), {std::int64_t{low.n}, std::int64_t{high.n}});
    finding.scenario = scenario;
    finding.detail = reasons(*low.cell, *high.cell);
    finding.value = low.median;
    finding.n = std::min(low.n, high.n);
    finding.cells = {low.cell->cell.index, high.cell->cell.index};
    finding.weight = same ? 0 : 1 + high.median - low.median;
    findings.push_back(std::move(finding));
}

void addSize(std::vector<Finding>& findings, const Scene& scene, const Cells& group)
{
    const auto pair = extremes(group, keyBytesPerRow, true);
    if (!pair)
        return;
    const auto& [low, high] = *pair;
    const std::string scenario = scene.scenario(low.cell->cell, kOfTheKey);
    const bool same = overlap(low.range, high.range);
    Finding finding;
    finding.kind = FindingKind::Size;
    finding.id = "size:" + high.cell->cell.label + "/" + low.cell->cell.label + ":" + scenario;
    finding.headline = same ? Message(QT_TRANSLATE_NOOP("Engine", "no difference"))
                            : Message(QT_TRANSLATE_NOOP("Engine", "%1×"), {worth(high.median / low.median)});
    const char* words = same
        ? QT_TRANSLATE_NOOP("Engine", "The key's structure of %1 and of %3 (%5): no difference seen; medians of %2 and %4 bytes per row, "
                                      "repeats: %6 and %7")
        : QT_TRANSLATE_NOOP("Engine", "The key's structure of %1 takes %2 bytes per row, of %3 %4 (%5); medians, repeats: %6 and %7");
    finding.text = Message::joined({Message(words, {Scene::keyName(high.cell->cell), worth(high.median), Scene::keyName(low.cell->cell),
                                                    worth(low.median), scenario, std::int64_t{high.n}, std::int64_t{low.n}}),
                                    scene.provisional({low.cell, high.cell})});
    finding.subject = Message(QT_TRANSLATE_NOOP("Engine", "size of the key's structure, %1 against %2"),
                              {Scene::keyName(high.cell->cell), Scene::keyName(low.cell->cell)});
    finding.evidence = Message(QT_TRANSLATE_NOOP("Engine", "%1 and %2 bytes per row; repeats: %3 and %4"),
                               {worth(high.median), worth(low.median), std::int64_t{high.n}, std::int64_t{low.n}});
    finding.scenario = scenario;
    finding.detail = reasons(*high.cell, *low.cell);
    finding.value = high.median / low.median;
    finding.n = std::min(low.n, high.n);
    finding.cells = {high.cell->cell.index, low.cell->cell.index};
    finding.weight = same ? 0 : 0.5 + std::log(high.median / low.median);
    findings.push_back(std::move(finding));
}

/// Ascending keys that do not arrive in order, because several clients send them in batches.
void addSplitLeaves(std::vector<Finding>& findings, const Scene& scene, const CellResult& cell)
{
    const KeyType* type = findKeyType(cell.cell.key);
    const auto fill = leafFill(cell);
    if (!type || !fill || cell.cell.clients < 2 || !type->card(cell.cell.keyOptions).revealsOrder || fill->range.high >= kLooseFill)
        return;
    const std::string scenario = scene.scenario(cell.cell, {Factor::Key, Factor::Storage, Factor::Source});
    Finding finding;
    finding.kind = FindingKind::LeafFill;
    finding.id = "split:" + cell.cell.label + ":" + scenario;
    finding.headline = Message(QT_TRANSLATE_NOOP("Engine", "%1 %"), {percent(fill->median)});
    finding.text = Message::joined(
        {Message(QT_TRANSLATE_NOOP("Engine", "%1 ascends, and still its leaves are filled to %2 % (%3): with clients: %4, batches do not "
                                             "arrive in the order of their keys, and leaves split in the middle; repeats: %5"),
                 {Scene::keyName(cell.cell), percent(fill->median), scenario, std::int64_t{cell.cell.clients}, std::int64_t{fill->n}}),
         scene.provisional({&cell})});
    finding.value = fill->median;
    finding.n = fill->n;
    finding.cells = {cell.cell.index};
    finding.weight = kLooseFill - fill->median;
    findings.push_back(std::move(finding));
}

} // namespace

std::vector<Finding> structureFindings(const Scene& scene)
{
    std::vector<Finding> findings;
    for (const Cells& group : scene.groupsBut(kOfTheKey)) {
        addFill(findings, scene, group);
        addSize(findings, scene, group);
    }
    for (const CellResult* cell : scene.measuredCells())
        addSplitLeaves(findings, scene, *cell);
    return findings;
}

} // namespace keyrace
