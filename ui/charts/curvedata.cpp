// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/curvedata.h"

#include "ui/charts/chartfactors.h"
#include "ui/leveltitle.h"

#include <QtCore/QStringList>

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

// More lines than this are not told apart any more.
constexpr std::size_t kMostLinesAtOnce = 8;
// A curve's own grid; decimation to the chart's width comes afterwards.
constexpr int kGridPoints = 120;
// Growth keeps a point for each of its steps, however many: more than this no screen can show, even zoomed in.
constexpr std::size_t kMostPointsOfCurve = 4'000;

bool drawsCurve(const CellResult& cell)
{
    const auto hasSamples = [](const Trial& trial) { return !trial.samples.empty(); };
    return (cell.running && hasSamples(*cell.running))
        || std::any_of(cell.trials.begin(), cell.trials.end(), [&](const auto& trial) { return hasSamples(*trial); });
}

bool canHaveCurve(const CellResult& cell)
{
    switch (cell.cell.workload.kind) {
    case WorkloadKind::Load:
    case WorkloadKind::Growth:
    case WorkloadKind::Append:
    case WorkloadKind::Sustained:
    case WorkloadKind::Churn:
    case WorkloadKind::Replay: return cell.state != CellState::NotAvailable;
    case WorkloadKind::Select:
    case WorkloadKind::Lookup: break;
    }
    return drawsCurve(cell);
}

// The lowest and the highest point of each run of neighbours, in their order.
std::vector<CurvePoint> thinned(std::vector<CurvePoint> points)
{
    if (points.size() <= kMostPointsOfCurve)
        return points;
    const std::size_t stride = (2 * points.size() + kMostPointsOfCurve - 1) / kMostPointsOfCurve;
    std::vector<CurvePoint> kept;
    for (std::size_t i = 0; i < points.size(); i += stride) {
        const auto first = points.begin() + static_cast<std::ptrdiff_t>(i);
        const auto last = points.begin() + static_cast<std::ptrdiff_t>(std::min(i + stride, points.size()));
        const auto [low, high] = std::minmax_element(first, last, [](const CurvePoint& a, const CurvePoint& b) { return a.rowsPerS < b.rowsPerS; });
        kept.push_back(*std::min(low, high));
        if (low != high)
            kept.push_back(*std::max(low, high));
    }
    if (kept.back().rows < points.back().rows)
        kept.push_back(points.back());
    return kept;
}

// What the lines of one key differ in, beyond the key: it has to be said in their names.
std::vector<Factor> tellingFactors(const ResultSet& results, const std::vector<std::size_t>& cells)
{
    std::vector<Factor> telling;
    for (const Factor factor : allFactors()) {
        if (factor == Factor::Key || factor == Factor::Query)
            continue;
        const bool tells = std::any_of(cells.begin(), cells.end(), [&](std::size_t a) {
            return std::any_of(cells.begin(), cells.end(), [&](std::size_t b) {
                const Cell& first = results.cells()[a].cell;
                const Cell& second = results.cells()[b].cell;
                return first.label == second.label && levelName(first, factor) != levelName(second, factor);
            });
        });
        if (tells)
            telling.push_back(factor);
    }
    return telling;
}

QString lineName(const Cell& cell, const std::vector<Factor>& telling)
{
    QStringList parts{keyTitle(cell)};
    for (const Factor factor : telling)
        parts << levelTitle(cell, factor);
    return parts.join(QStringLiteral(" · "));
}

void convert(CurveData& data)
{
    if (data.unit != CurveUnit::SecondsPerMillion)
        return;
    for (auto& line : data.lines) {
        // A stretch in which no row arrived takes for ever: it has no point on this axis.
        std::erase_if(line.points, [](const CurvePoint& point) { return point.rowsPerS <= 0; });
        for (auto& point : line.points) {
            point.rowsPerS = 1e6 / point.rowsPerS;
            if (point.ci95 && point.ci95->low > 0)
                point.ci95 = Interval{1e6 / point.ci95->high, 1e6 / point.ci95->low};
            else
                point.ci95.reset();
        }
    }
}

// A ratio's own interval would need the trials paired row by row: the curve shows none, the heatmap and the findings do.
void relate(CurveData& data, const ResultSet& results)
{
    if (!data.reference)
        return;
    const auto free = freeFactors(results, {});
    const auto lines = data.lines;
    for (auto& line : data.lines) {
        const CellResult* under = referenceCell(results, results.cells()[static_cast<std::size_t>(line.cell)].cell, *data.reference, free);
        const auto reference = std::find_if(lines.begin(), lines.end(), [&](const CurveLine& other) {
            return under != nullptr && other.cell == under->cell.index;
        });
        std::vector<CurvePoint> related;
        for (const auto& point : line.points) {
            const auto there = reference == lines.end() ? std::nullopt : pointAt(reference->points, point.rows);
            if (there && there->rowsPerS > 0)
                related.push_back({point.rows, point.rowsPerS / there->rowsPerS, {}, point.n});
        }
        line.points = std::move(related);
    }
}

} // namespace

bool CurveData::isEmpty() const
{
    return std::all_of(lines.begin(), lines.end(), [](const CurveLine& line) { return line.points.empty(); });
}

void CurveSource::setResults(std::shared_ptr<const ResultSet> results)
{
    // Another run has other trials at the same places; comparing their addresses in curve() tells.
    m_results = std::move(results);
}

std::vector<Factor> CurveSource::choices(const CellFilter& where) const
{
    return m_results ? freeFactors(*m_results, where) : std::vector<Factor>();
}

CellFilter CurveSource::defaultChoice(const CellFilter& where) const
{
    CellFilter choice;
    if (!m_results)
        return choice;
    const auto shown = std::count_if(m_results->cells().begin(), m_results->cells().end(),
                                     [&](const CellResult& cell) { return canHaveCurve(cell) && matches(cell.cell, where); });
    if (static_cast<std::size_t>(shown) <= kMostLinesAtOnce)
        return choice;
    for (const Factor factor : choices(where))
        choice[factor] = tellingLevel(*m_results, factor, where);
    return choice;
}

const std::vector<CurvePoint>& CurveSource::curve(std::size_t cell)
{
    const CellResult& result = m_results->cells()[cell];
    Known& known = m_known[cell];
    const int running = result.running ? result.running->n : -1;
    const std::size_t samples = result.running ? result.running->samples.size() : 0;
    if (known.trials != result.trials || known.running != running || known.samples != samples)
        known = {result.trials, running, samples, drawsCurve(result) ? thinned(curveOf(result, kGridPoints)) : std::vector<CurvePoint>()};
    return known.points;
}

CurveData CurveSource::data(const CellFilter& where, CurveUnit unit, const std::optional<std::string>& reference)
{
    CurveData data;
    data.unit = unit;
    data.reference = reference;
    if (!m_results)
        return data;
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < m_results->cells().size(); ++i) {
        if (canHaveCurve(m_results->cells()[i]) && matches(m_results->cells()[i].cell, where))
            cells.push_back(i);
    }
    const auto telling = tellingFactors(*m_results, cells);
    std::map<std::string, int> ofKey;
    std::vector<int> indices;
    for (const std::size_t i : cells) {
        const CellResult& result = m_results->cells()[i];
        CurveLine line;
        line.cell = static_cast<int>(i);
        line.key = result.cell.key;
        line.name = lineName(result.cell, telling);
        line.dash = ofKey[line.key]++;
        line.running = result.running.has_value();
        line.unfinished = result.state == CellState::Running || result.state == CellState::Pending;
        line.noisy = result.isNoisy();
        line.points = curve(i);
        data.hasIntervals = data.hasIntervals
            || std::any_of(line.points.begin(), line.points.end(), [](const CurvePoint& point) { return point.ci95.has_value(); });
        data.plannedRows = std::max(data.plannedRows, static_cast<double>(result.cell.prefill + result.cell.rows));
        indices.push_back(line.cell);
        data.lines.push_back(std::move(line));
    }
    relate(data, *m_results);
    convert(data);
    data.circumstances = circumstancesOf(*m_results, indices);
    return data;
}

std::optional<CurvePoint> pointAt(const std::vector<CurvePoint>& points, double rows)
{
    if (points.empty() || rows < points.front().rows || rows > points.back().rows)
        return {};
    const auto after = std::lower_bound(points.begin(), points.end(), rows, [](const CurvePoint& p, double r) { return p.rows < r; });
    if (after->rows == rows || after == points.begin())
        return *after;
    const auto before = after - 1;
    const double share = (rows - before->rows) / (after->rows - before->rows);
    const auto mixed = [share](double a, double b) { return a + share * (b - a); };
    CurvePoint point{rows, mixed(before->rowsPerS, after->rowsPerS), {}, std::min(before->n, after->n)};
    if (before->ci95 && after->ci95)
        point.ci95 = Interval{mixed(before->ci95->low, after->ci95->low), mixed(before->ci95->high, after->ci95->high)};
    return point;
}

std::vector<QPointF> decimated(std::span<const QPointF> points, double from, double to, int columns)
{
    const auto left = [](const QPointF& point, double x) { return point.x() < x; };
    auto first = std::lower_bound(points.begin(), points.end(), from, left);
    auto last = std::upper_bound(first, points.end(), to, [](double x, const QPointF& point) { return x < point.x(); });
    std::vector<QPointF> kept;
    if (first != points.begin())
        kept.push_back(*(first - 1));
    if (last - first <= 2 * std::max(1, columns)) {
        kept.insert(kept.end(), first, last);
    } else {
        const double width = (to - from) / std::max(1, columns);
        while (first != last) {
            const double column = std::floor((first->x() - from) / width);
            auto lowest = first;
            auto highest = first;
            for (; first != last && std::floor((first->x() - from) / width) == column; ++first) {
                if (first->y() < lowest->y())
                    lowest = first;
                if (first->y() > highest->y())
                    highest = first;
            }
            kept.push_back(*std::min(lowest, highest));
            if (lowest != highest)
                kept.push_back(*std::max(lowest, highest));
        }
    }
    if (last != points.end())
        kept.push_back(*last);
    return kept;
}

} // namespace keyrace
