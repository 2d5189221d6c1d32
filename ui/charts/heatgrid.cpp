// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heatgrid.h"

#include "engine/findings/findings.h"
#include "ui/charts/chartfactors.h"
#include "ui/charts/numbers.h"
#include "ui/leveltitle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace keyrace {

namespace {

constexpr int kRowColumns = 10;

Metric metricOf(const ResultSet& results, const ChartOptions& options)
{
    if (options.metric)
        return metricFromName(*options.metric);
    const auto metrics = metricsOf(results);
    return metrics.empty() ? metricFromName("rows_per_s") : metrics.front();
}

void addProgress(HeatSquare& square, const ResultSet& results)
{
    if (square.cells.size() != 1)
        return;
    const CellResult& cell = results.cells()[static_cast<std::size_t>(square.cells.front())];
    square.measuring = cell.running.has_value();
    square.open = !square.isClosed() && square.finished < square.repeats && (results.state() == RunState::Running || square.state != CellState::Done);
    if (cell.isNoisy())
        square.noise = cell.rowsPerS().cv;
}

// The square becomes a ratio to the reference key's cell of the same other levels, its interval that of the paired trials.
void relate(HeatSquare& square, const ResultSet& results, const Metric& metric, const std::string& label, const std::vector<Factor>& free)
{
    if (square.cells.size() != 1 || !square.value)
        return;
    const CellResult& over = results.cells()[static_cast<std::size_t>(square.cells.front())];
    const CellResult* under = referenceCell(results, over.cell, label, free);
    if (under == &over) {
        square.value = 1;
        square.ci95.reset();
        return;
    }
    const Ratio ratio = under == nullptr ? Ratio() : ratioOf(over, *under, metric, true);
    square.value = ratio.value;
    square.ci95 = ratio.ci95;
    square.n = ratio.n;
}

void fillByFactors(HeatGrid& grid, const ResultSet& results, Factor x, const CellFilter& filter, const ChartOptions& options)
{
    const Matrix matrix = matrixOf(results, grid.metric, x, grid.y, filter);
    for (const auto& level : matrix.xLevels)
        grid.columns.push_back(titleOfLevel(results, x, level));
    for (const auto& level : matrix.yLevels)
        grid.rows.push_back(titleOfLevel(results, grid.y, level));
    const auto free = freeFactors(results, {});
    for (const auto& from : matrix.squares) {
        HeatSquare square{from.measured.value, from.measured.ci95, from.measured.n, from.measured.provisional, from.state, from.finished, from.repeats, false, false, {},
                          (from.reason.isEmpty() ? from.measured.absent : from.reason).translated(), from.cells};
        addProgress(square, results);
        if (options.reference)
            relate(square, results, grid.metric, *options.reference, free);
        grid.squares.push_back(std::move(square));
    }
}

// The rate over a stretch of equal steps is the harmonic mean of theirs: rows over time.
HeatSquare stretch(const std::vector<CurvePoint>& points, double from, double to)
{
    HeatSquare square;
    double time = 0;
    int count = 0;
    for (const auto& point : points) {
        if (point.rows <= from + 1e-9 || point.rows > to + 1e-9)
            continue;
        ++count;
        square.n = count == 1 ? point.n : std::min(square.n, point.n);
        square.ci95 = count == 1 ? point.ci95 : std::nullopt;
        time += point.rowsPerS > 0 ? 1 / point.rowsPerS : std::numeric_limits<double>::infinity();
    }
    if (count > 0)
        square.value = std::isfinite(time) ? count / time : 0;
    return square;
}

void fillByRows(HeatGrid& grid, const ResultSet& results, const CellFilter& filter, const ChartOptions& options)
{
    std::vector<const CellResult*> cells;
    std::vector<std::vector<CurvePoint>> curves;
    std::size_t most = 0;
    double last = 0;
    for (const auto& cell : results.cells()) {
        if (!matches(cell.cell, filter))
            continue;
        cells.push_back(&cell);
        const bool measured = !cell.trials.empty() || cell.running;
        curves.push_back(measured ? curveOf(cell, 12 * kRowColumns) : std::vector<CurvePoint>());
        most = std::max(most, curves.back().size());
        last = std::max({last, static_cast<double>(cell.cell.prefill + cell.cell.rows), curves.back().empty() ? 0.0 : curves.back().back().rows});
    }
    // Growth in fewer steps has a column for each of them.
    const int columns = most > 0 && most < kRowColumns ? static_cast<int>(most) : kRowColumns;
    for (int i = 1; i <= columns; ++i)
        grid.columns.push_back(shortNumber(last * i / columns, QLocale()));
    const auto reference = std::find_if(cells.begin(), cells.end(),
                                        [&](const CellResult* cell) { return options.reference && cell->cell.label == *options.reference; });
    for (std::size_t row = 0; row < cells.size(); ++row) {
        const CellResult& cell = *cells[row];
        grid.rows.push_back(levelTitle(cell.cell, grid.y));
        grid.rowNoise.push_back(cell.isNoisy() ? cell.rowsPerS().cv : std::nullopt);
        for (int i = 0; i < columns; ++i) {
            HeatSquare square = stretch(curves[row], last * i / columns, last * (i + 1) / columns);
            square.state = cell.state;
            square.finished = cell.finishedTrials();
            square.repeats = cell.cell.protocol.repeats;
            square.provisional = square.finished < square.repeats;
            square.reason = cell.reason.translated();
            square.cells = {cell.cell.index};
            addProgress(square, results);
            square.noise.reset();
            if (options.reference && square.value) {
                const auto under = reference == cells.end() ? HeatSquare() : stretch(curves[static_cast<std::size_t>(reference - cells.begin())], last * i / columns, last * (i + 1) / columns);
                square.value = under.value && *under.value > 0 ? std::optional(*square.value / *under.value) : std::nullopt;
                square.ci95.reset();
            }
            grid.squares.push_back(std::move(square));
        }
    }
}

void measureRange(HeatGrid& grid)
{
    bool first = true;
    for (const auto& square : grid.squares) {
        if (!square.value)
            continue;
        grid.low = first ? *square.value : std::min(grid.low, *square.value);
        grid.high = first ? *square.value : std::max(grid.high, *square.value);
        first = false;
    }
}

} // namespace

bool HeatGrid::hasValues() const
{
    return std::any_of(squares.begin(), squares.end(), [](const HeatSquare& square) { return square.value.has_value(); });
}

double HeatGrid::position(double value) const
{
    if (high <= low)
        return 0.5;
    return isLogarithmic() ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

std::pair<std::optional<Factor>, Factor> heatAxes(const ResultSet& results, const ChartOptions& options)
{
    const auto free = freeFactors(results, options.where);
    const bool keyVaries = levelsOf(results, Factor::Key, options.where).size() > 1;
    Factor y = options.y.value_or(Factor::Key);
    if (!options.y && !free.empty() && (options.x == Factor::Key || !keyVaries)) {
        const auto other = std::find_if(free.begin(), free.end(), [&](Factor factor) {
            return factor != options.x && (keyVaries || options.x || free.size() < 2 || factor != free.front());
        });
        y = other == free.end() ? y : *other;
    }
    if (options.x)
        return {options.x, y};
    for (const Factor factor : {Factor::Indexes, Factor::Insert}) {
        if (factor != y && std::find(free.begin(), free.end(), factor) != free.end())
            return {factor, y};
    }
    for (const Factor factor : free) {
        if (factor != y)
            return {factor, y};
    }
    if (y != Factor::Key && keyVaries)
        return {Factor::Key, y};
    return {std::nullopt, y};
}

HeatGrid heatGridOf(const ResultSet& results, const ChartOptions& options, const CellFilter& chosen)
{
    HeatGrid grid;
    grid.metric = metricOf(results, options);
    const auto [x, y] = heatAxes(results, options);
    grid.x = x;
    grid.y = y;
    CellFilter filter = options.where;
    filter.insert(chosen.begin(), chosen.end());
    const bool overRows = !x && grid.metric.name == "rows_per_s";
    if (overRows)
        fillByRows(grid, results, filter, options);
    else
        fillByFactors(grid, results, *(grid.x = x.value_or(Factor::Indexes)), filter, options);
    if (options.reference)
        grid.reference = titleOfLevel(results, Factor::Key, *options.reference);
    measureRange(grid);
    std::vector<int> cells;
    for (const auto& square : grid.squares)
        cells.insert(cells.end(), square.cells.begin(), square.cells.end());
    grid.circumstances = circumstancesOf(results, cells);
    return grid;
}

} // namespace keyrace
