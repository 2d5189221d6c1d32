// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/findingparts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace keyrace {

namespace {

std::string levelsBut(const Cell& cell, const std::set<Factor>& factors)
{
    std::string levels = std::to_string(cell.partIndex);
    for (const Factor factor : allFactors()) {
        if (!factors.contains(factor))
            levels += '\n' + levelName(cell, factor);
    }
    return levels;
}

double rounded(double value, int decimals)
{
    const double scale = std::pow(10.0, decimals);
    return std::round(value * scale) / scale;
}

int decimalsOf(double value)
{
    if (value >= 100 || value <= 0)
        return 0;
    if (value >= 10)
        return 1;
    return value >= 0.1 ? 2 : 1 - static_cast<int>(std::floor(std::log10(value)));
}

struct Evidence {
    std::string_view counter;
    double leastDifference; ///< of the larger value; less is not worth a word
    bool isShare;
    const char* text;
};

constexpr std::array<Evidence, 10> kEvidence{{
    {"leaf_fill", 0.03, true, QT_TRANSLATE_NOOP("Engine", "leaf fill %1 % against %2 %")},
    {"leaf_fill_after", 0.03, true, QT_TRANSLATE_NOOP("Engine", "leaf fill %1 % against %2 %")},
    {"cache_hit_ratio", 0.02, true, QT_TRANSLATE_NOOP("Engine", "cache hits %1 % against %2 %")},
    {"cache_spills", 0.1, false, QT_TRANSLATE_NOOP("Engine", "pages spilled from the cache %1 against %2")},
    {"page_splits", 0.1, false, QT_TRANSLATE_NOOP("Engine", "page splits %1 against %2")},
    {"pages_read", 0.1, false, QT_TRANSLATE_NOOP("Engine", "pages read %1 against %2")},
    {"full_page_images", 0.1, false, QT_TRANSLATE_NOOP("Engine", "full page images %1 against %2")},
    {"wal_bytes_per_row", 0.05, false, QT_TRANSLATE_NOOP("Engine", "log per row %1 against %2 bytes")},
    {"file_bytes", 0.05, false, QT_TRANSLATE_NOOP("Engine", "file of %1 against %2 bytes")},
    {"index_bytes", 0.05, false, QT_TRANSLATE_NOOP("Engine", "other indexes of %1 against %2 bytes")},
}};

// Counts stand as whole numbers, which the locale groups.
Message::Argument shown(double value, bool isShare)
{
    if (isShare)
        return percent(value);
    return value >= 1'000 ? Message::Argument(static_cast<std::int64_t>(std::llround(value))) : Message::Argument(worth(value));
}

} // namespace

Scene::Scene(const ResultSet& results)
    : m_results(results)
    , m_varying(varyingFactors(results))
{
    for (const CellResult& cell : results.cells()) {
        if (cell.finishedTrials() > 0)
            m_measured.push_back(&cell);
    }
}

std::vector<Cells> Scene::groupsBut(const std::set<Factor>& factors) const
{
    std::map<std::string, std::size_t> places;
    std::vector<Cells> groups;
    for (const CellResult* cell : m_measured) {
        const auto [place, isNew] = places.emplace(levelsBut(cell->cell, factors), groups.size());
        if (isNew)
            groups.emplace_back();
        groups[place->second].push_back(cell);
    }
    std::erase_if(groups, [](const Cells& group) { return group.size() < 2; });
    return groups;
}

std::string Scene::scenario(const Cell& cell, const std::set<Factor>& without) const
{
    std::string text;
    for (const Factor factor : allFactors()) {
        const bool varies = std::find(m_varying.begin(), m_varying.end(), factor) != m_varying.end();
        if (factor == Factor::Query || without.contains(factor) || (!varies && factor != Factor::Indexes))
            continue;
        text += (text.empty() ? "" : ", ") + std::string(name(factor)) + " " + levelName(cell, factor);
    }
    return text.empty() ? levelName(cell, Factor::Table) : text;
}

std::string Scene::keyName(const Cell& cell)
{
    const KeyType* type = findKeyType(cell.key);
    return type && cell.label == cell.key ? type->label().english() : cell.label;
}

Message Scene::provisional(const Cells& cells) const
{
    for (const CellResult* cell : cells) {
        const int repeats = cell->cell.protocol.repeats;
        if (static_cast<int>(cell->trials.size()) < repeats)
            return Message(QT_TRANSLATE_NOOP("Engine", "provisional: finished repeats: %1 of %2"),
                           {std::int64_t{cell->finishedTrials()}, std::int64_t{repeats}});
    }
    return {};
}

std::vector<Metric> headlines(const CellResult& cell)
{
    if (!cell.rates().empty())
        return {metricFromName("rows_per_s")};
    std::vector<Metric> metrics;
    for (const auto& [read, result] : cell.queries()) {
        if (result.n > 0)
            metrics.push_back(metricFromName("queries." + read + (result.perS ? ".per_s" : ".mean_ms")));
    }
    if (metrics.empty() && !cell.counterValues("replay_us_per_row").empty())
        metrics.push_back(metricFromName("replay_us_per_row"));
    return metrics;
}

double worth(double value)
{
    return rounded(value, decimalsOf(value));
}

double percent(double share)
{
    const double value = 100 * share;
    return rounded(value, std::abs(value) < 10 ? 1 : 0);
}

ToldInterval worth(const Interval& interval)
{
    int decimals = decimalsOf(interval.high);
    while (decimals < 4 && rounded(interval.low, decimals) == rounded(interval.high, decimals))
        ++decimals;
    return {{interval.low, decimals}, {interval.high, decimals}};
}

Message evidenceOf(const Ratio& ratio, bool withValue)
{
    if (!ratio.ci95)
        return ratio.whyNoInterval;
    const ToldInterval interval = worth(*ratio.ci95);
    const char* words = withValue ? QT_TRANSLATE_NOOP("Engine", "%1×, 95 % interval %2–%3, repeats: %4")
                                  : QT_TRANSLATE_NOOP("Engine", "95 % interval %2–%3, repeats: %4");
    return Message(words, {worth(*ratio.value), interval.low, interval.high, std::int64_t{ratio.n}});
}

Message reasons(const CellResult& a, const CellResult& b)
{
    const Counters left = a.counters();
    const Counters right = b.counters();
    std::vector<Message> parts;
    if (!(a.cell.layout == b.cell.layout))
        parts.emplace_back(QT_TRANSLATE_NOOP("Engine", "layout %1 against %2"),
                           std::vector<Message::Argument>{levelName(a.cell, Factor::Layout), levelName(b.cell, Factor::Layout)});
    for (const Evidence& evidence : kEvidence) {
        const auto x = left.values.find(std::string(evidence.counter));
        const auto y = right.values.find(std::string(evidence.counter));
        if (x == left.values.end() || y == right.values.end())
            continue;
        if (std::abs(x->second - y->second) > evidence.leastDifference * std::max(std::abs(x->second), std::abs(y->second)))
            parts.emplace_back(evidence.text, std::vector<Message::Argument>{shown(x->second, evidence.isShare),
                                                                             shown(y->second, evidence.isShare)});
    }
    return Message::joined(std::move(parts));
}

} // namespace keyrace
