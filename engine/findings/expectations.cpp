// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/findings/differences.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace keyrace {

namespace {

using Steps = std::optional<std::pair<int, int>>;

/// A selector with its cell, once it is known which one is meant.
struct Chosen {
    const CellResult* cell = nullptr;
    Metric metric;
    Steps steps;
};

/// What is not told apart, or not there: the verdict is "cannot tell", with this reason.
struct Untold {
    Message why;
};

std::vector<double> valuesOf(const Chosen& chosen)
{
    std::vector<double> values;
    for (const auto& [round, value] : trialValues(*chosen.cell, chosen.metric, chosen.steps))
        values.push_back(value);
    return values;
}

std::string wordsOf(const CellSelector& selector)
{
    std::string words;
    for (const auto& [factor, level] : selector.levels)
        words += (words.empty() ? "" : ", ") + factor + " " + level;
    return words;
}

bool isMeant(const Cell& cell, const CellSelector& selector, bool byType)
{
    return std::all_of(selector.levels.begin(), selector.levels.end(), [&](const auto& wanted) {
        const auto factor = factorFromName(wanted.first);
        if (!factor)
            return false;
        return levelName(cell, *factor) == wanted.second || (byType && factor == Factor::Key && cell.key == wanted.second);
    });
}

std::vector<const CellResult*> candidates(const ResultSet& results, const CellSelector& selector)
{
    // A key level is named by its label; where no cell has that label, by its type.
    for (const bool byType : {false, true}) {
        std::vector<const CellResult*> cells;
        for (const CellResult& cell : results.cells()) {
            if (isMeant(cell.cell, selector, byType))
                cells.push_back(&cell);
        }
        if (!cells.empty())
            return cells;
    }
    return {};
}

std::string listed(const ResultSet& results, const std::vector<const CellResult*>& cells)
{
    constexpr std::size_t kMost = 6;
    const std::vector<Factor> varying = varyingFactors(results);
    std::string list;
    for (std::size_t i = 0; i < std::min(cells.size(), kMost); ++i) {
        std::string words;
        for (const Factor factor : varying) {
            if (factor != Factor::Query)
                words += (words.empty() ? "" : ", ") + levelName(cells[i]->cell, factor);
        }
        list += (list.empty() ? "" : "; ") + words;
    }
    return cells.size() > kMost ? list + "; …" : list;
}

std::optional<double> centre(const Chosen& chosen)
{
    const std::vector<double> values = valuesOf(chosen);
    if (values.empty())
        return std::nullopt;
    const Summary summary = summarise(values, chosen.cell->cell.protocol.trim);
    return chosen.metric.kind == MetricKind::Counter ? summary.median : summary.trimmedMean;
}

Chosen picked(const std::vector<const CellResult*>& cells, const std::string& pick, const Metric& metric, const Steps& steps)
{
    Chosen best;
    double bestValue = 0;
    for (const CellResult* cell : cells) {
        const Chosen candidate{cell, metric, steps};
        const auto value = centre(candidate);
        if (value && (!best.cell || (pick == "max" ? *value > bestValue : *value < bestValue))) {
            best = candidate;
            bestValue = *value;
        }
    }
    return best;
}

Chosen choose(const ResultSet& results, const CellSelector& selector, const Metric& metric)
{
    const auto cells = candidates(results, selector);
    if (cells.empty())
        throw Untold{Message(QT_TRANSLATE_NOOP("Engine", "no cell matches: %1"), {wordsOf(selector)})};
    Chosen chosen{cells.front(), metric, selector.steps};
    if (selector.pick)
        chosen = picked(cells, *selector.pick, metric, selector.steps);
    else if (cells.size() > 1)
        throw Untold{Message(QT_TRANSLATE_NOOP("Engine", "cells that match %1: %2, where one is asked for: %3"),
                             {wordsOf(selector), static_cast<std::int64_t>(cells.size()), listed(results, cells)})};
    if (!chosen.cell)
        throw Untold{Message(QT_TRANSLATE_NOOP("Engine", "not measured in any cell that matches: %1"), {wordsOf(selector)})};
    return chosen;
}

/// `over` inherits what it does not name.
CellSelector inherited(const CellSelector& over, const CellSelector& where)
{
    CellSelector result = over;
    result.levels.insert(where.levels.begin(), where.levels.end());
    if (!result.steps)
        result.steps = where.steps;
    if (!result.pick)
        result.pick = where.pick;
    return result;
}

void requireValue(const Chosen& chosen)
{
    if (chosen.cell->state == CellState::Failed)
        throw Untold{Message(QT_TRANSLATE_NOOP("Engine", "too few finished repeats: %1"), {std::int64_t{chosen.cell->finishedTrials()}})};
    if (!valuesOf(chosen).empty())
        return;
    if (chosen.steps)
        throw Untold{Message(QT_TRANSLATE_NOOP("Engine", "steps %1 to %2 were not measured"),
                             {std::int64_t{chosen.steps->first}, std::int64_t{chosen.steps->second}})};
    throw Untold{measured(*chosen.cell, chosen.metric).absent};
}

/// Factors in which both cells differ though neither side of the expectation names them. What belongs to the key level is
/// named with the key.
std::vector<Factor> unnamed(const Expectation& expectation, const std::vector<Factor>& differing)
{
    const auto isNamed = [&](Factor factor) {
        const auto names = [&](Factor wanted) {
            const std::string word(name(wanted));
            return expectation.where.levels.contains(word) || expectation.over->levels.contains(word);
        };
        const bool ofKey = factor == Factor::Storage || factor == Factor::Source || factor == Factor::Layout;
        return names(factor) || factor == Factor::Key || (ofKey && names(Factor::Key));
    };
    std::vector<Factor> result;
    std::copy_if(differing.begin(), differing.end(), std::back_inserter(result), [&](Factor f) { return !isNamed(f); });
    return result;
}

// Filled as-key, columns change with the key though both cells have the same level: shown, but nothing to name.
bool haveSameLevel(const Cell& a, const Cell& b, Factor factor)
{
    return levelName(a, factor) == levelName(b, factor);
}

void requireComparable(const ResultSet& results, const Expectation& expectation, const Chosen& where, const Chosen& over,
                       Message& remark)
{
    if (!areOverEqualClusters(*where.cell, *over.cell))
        throw Untold{unequalClusters(*where.cell, *over.cell)};
    if (!areEquallyDurable(results, where.cell->cell, results, over.cell->cell))
        throw Untold{unequalDurability(results, where.cell->cell, results, over.cell->cell)};
    const std::vector<Factor> differing = differences(*where.cell, *over.cell);
    std::vector<Factor> open = unnamed(expectation, differing);
    std::erase_if(open, [&](Factor factor) { return haveSameLevel(where.cell->cell, over.cell->cell, factor); });
    const bool picks = expectation.where.pick || expectation.over->pick; // asks for the best, whatever it differs in
    if (!open.empty() && !picks)
        throw Untold{Message(QT_TRANSLATE_NOOP("Engine", "the cells differ in what the expectation does not name: %1"), {namesOf(open)})};
    if (!differing.empty())
        remark = Message(QT_TRANSLATE_NOOP("Engine", "the cells also differ in: %1"), {namesOf(differing)});
}

struct Reach {
    double min;
    double max;

    explicit Reach(const Expectation& expectation)
        : min(expectation.min.value_or(-std::numeric_limits<double>::infinity()))
        , max(expectation.max.value_or(std::numeric_limits<double>::infinity()))
    {
    }
    [[nodiscard]] bool holds(double value) const { return min <= value && value <= max; }
};

Verdict byInterval(const Reach& reach, const Interval& interval)
{
    if (reach.holds(interval.low) && reach.holds(interval.high))
        return Verdict::Met;
    return interval.high < reach.min || interval.low > reach.max ? Verdict::NotMet : Verdict::CannotTell;
}

Verdict byTrials(const Reach& reach, const std::vector<double>& values)
{
    const auto inside = std::count_if(values.begin(), values.end(), [&](double value) { return reach.holds(value); });
    if (inside == static_cast<std::ptrdiff_t>(values.size()))
        return Verdict::Met;
    return inside == 0 ? Verdict::NotMet : Verdict::CannotTell;
}

bool inOneRound(const Chosen& a, const Chosen& b)
{
    return a.cell->cell.partIndex == b.cell->cell.partIndex;
}

/// The ratio of two counters in every trial: by round where both have that round, else each with each.
std::vector<double> trialRatios(const Chosen& where, const Chosen& over)
{
    std::vector<double> ratios;
    for (const auto& [round, above] : trialValues(*where.cell, where.metric, where.steps)) {
        for (const auto& [otherRound, below] : trialValues(*over.cell, over.metric, over.steps)) {
            if (below != 0 && (round == otherRound || !inOneRound(where, over)))
                ratios.push_back(above / below);
        }
    }
    return ratios;
}

Ratio ratioBetween(const Chosen& where, const Chosen& over)
{
    if (!where.steps && !over.steps && where.metric.name == over.metric.name)
        return ratioOf(*where.cell, *over.cell, where.metric, true);
    const int trim = where.cell->cell.protocol.trim;
    if (inOneRound(where, over))
        return pairedRatio(trialValues(*where.cell, where.metric, where.steps), trialValues(*over.cell, over.metric, over.steps), trim);
    return unpairedRatio(valuesOf(where), valuesOf(over), trim);
}

void setByTrials(Judgement& judgement, const Reach& reach, const std::vector<double>& values)
{
    if (values.empty())
        throw Untold{Message(QT_TRANSLATE_NOOP("Engine", "no repeat has both values"))};
    judgement.value = summarise(values, 0).median;
    judgement.verdict = byTrials(reach, values);
    if (judgement.verdict == Verdict::CannotTell)
        judgement.why = Message(QT_TRANSLATE_NOOP("Engine", "some repeats lie inside, some outside"));
}

void setByInterval(Judgement& judgement, const Reach& reach, std::optional<double> value, std::optional<Interval> interval,
                   const Message& whyNoInterval)
{
    judgement.value = value;
    judgement.ci95 = interval;
    if (!interval)
        throw Untold{whyNoInterval};
    judgement.verdict = byInterval(reach, *interval);
    if (judgement.verdict == Verdict::CannotTell)
        judgement.why = Message(QT_TRANSLATE_NOOP("Engine", "the interval lies partly inside, partly outside"));
}

void judgeValue(Judgement& judgement, const Chosen& where)
{
    const Reach reach(judgement.expectation);
    if (where.metric.kind == MetricKind::Counter)
        return setByTrials(judgement, reach, valuesOf(where));
    const Summary summary = summarise(valuesOf(where), where.cell->cell.protocol.trim);
    if (where.steps)
        return setByInterval(judgement, reach, summary.trimmedMean, summary.ci95, summary.whyNoInterval);
    const Measured figure = measured(*where.cell, where.metric);
    setByInterval(judgement, reach, figure.value, figure.ci95, summary.whyNoInterval);
}

void judgeRatio(Judgement& judgement, const Chosen& where, const Chosen& over)
{
    const Reach reach(judgement.expectation);
    if (where.metric.kind == MetricKind::Counter || over.metric.kind == MetricKind::Counter)
        return setByTrials(judgement, reach, trialRatios(where, over));
    const Ratio ratio = ratioBetween(where, over);
    setByInterval(judgement, reach, ratio.value, ratio.ci95, ratio.whyNoInterval);
}

void judgeOne(Judgement& judgement, const ResultSet& results)
{
    const Expectation& expectation = judgement.expectation;
    const Metric metric = metricFromName(expectation.where.metric.value_or(expectation.metric));
    const Chosen where = choose(results, expectation.where, metric);
    requireValue(where);
    if (!expectation.over)
        return judgeValue(judgement, where);
    const Metric below = expectation.over->metric ? metricFromName(*expectation.over->metric) : metric;
    const Chosen over = choose(results, inherited(*expectation.over, expectation.where), below);
    requireValue(over);
    Message remark;
    requireComparable(results, expectation, where, over, remark);
    judgeRatio(judgement, where, over);
    judgement.why = Message::joined({judgement.why, remark});
}

} // namespace

std::string_view name(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Met: return "met";
    case Verdict::NotMet: return "not met";
    case Verdict::CannotTell: return "cannot tell";
    }
    return {};
}

std::vector<Judgement> judge(const ResultSet& results)
{
    std::vector<Judgement> judgements;
    for (const Expectation& expectation : results.plan().expect) {
        Judgement judgement;
        judgement.expectation = expectation;
        try {
            judgeOne(judgement, results);
        } catch (const Untold& untold) {
            judgement.verdict = Verdict::CannotTell;
            judgement.why = untold.why;
        } catch (const Error& error) { // a metric that is none, in a file written by hand
            judgement.why = error.message();
        }
        judgements.push_back(std::move(judgement));
    }
    return judgements;
}

} // namespace keyrace
