// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/metric.h"

#include <algorithm>

namespace keyrace {

namespace {

constexpr std::string_view kQueries = "queries.";

void addOnce(std::vector<std::string>& levels, std::string level)
{
    if (std::find(levels.begin(), levels.end(), level) == levels.end())
        levels.push_back(std::move(level));
}

void addReads(std::vector<std::string>& levels, const CellResult& cell)
{
    for (const auto& trial : cell.trials) {
        for (const QueryTrial& read : trial->queries)
            addOnce(levels, read.query);
    }
}

/// The read that a square stands for takes the place of the metric's own.
Metric forRead(const Metric& metric, const std::string& read)
{
    const std::size_t dot = metric.name.rfind('.');
    const bool isRead = metric.name.starts_with(kQueries) && dot != std::string::npos;
    return metricFromName(std::string(kQueries) + read + (isRead ? metric.name.substr(dot) : ".mean_ms"));
}

Matrix::Square squareOf(const ResultSet& results, std::vector<int> cells, const Metric& metric)
{
    Matrix::Square square;
    square.cells = std::move(cells);
    if (square.cells.empty()) {
        square.measured.absent = Message(QT_TRANSLATE_NOOP("Engine", "not in the plan"));
        return square;
    }
    if (square.cells.size() > 1) {
        square.measured.absent = Message(QT_TRANSLATE_NOOP("Engine", "cells that fall on this square: %1; choose a level of "
                                                                     "a further factor"),
                                         {static_cast<std::int64_t>(square.cells.size())});
        return square;
    }
    const CellResult& cell = results.cells()[static_cast<std::size_t>(square.cells.front())];
    square.measured = measured(cell, metric);
    square.state = cell.state;
    square.finished = cell.finishedTrials();
    square.repeats = cell.cell.protocol.repeats;
    square.noisy = cell.isNoisy();
    square.reason = cell.reason;
    return square;
}

} // namespace

bool matches(const Cell& cell, const CellFilter& filter)
{
    return std::all_of(filter.begin(), filter.end(), [&](const auto& level) {
        return level.first == Factor::Query || levelName(cell, level.first) == level.second;
    });
}

std::vector<std::string> levelsOf(const ResultSet& results, Factor factor, const CellFilter& filter)
{
    std::vector<std::string> levels;
    for (const CellResult& cell : results.cells()) {
        if (!matches(cell.cell, filter))
            continue;
        if (factor == Factor::Query)
            addReads(levels, cell);
        else
            addOnce(levels, levelName(cell.cell, factor));
    }
    return levels;
}

std::vector<Factor> varyingFactors(const ResultSet& results, const CellFilter& filter)
{
    std::vector<Factor> factors;
    for (const Factor factor : allFactors()) {
        if (levelsOf(results, factor, filter).size() > 1)
            factors.push_back(factor);
    }
    return factors;
}

Matrix matrixOf(const ResultSet& results, const Metric& metric, Factor x, Factor y, const CellFilter& filter)
{
    Matrix matrix;
    matrix.metric = metric;
    matrix.x = x;
    matrix.y = y;
    matrix.xLevels = levelsOf(results, x, filter);
    matrix.yLevels = levelsOf(results, y, filter);
    std::vector<std::vector<int>> cells(matrix.xLevels.size() * matrix.yLevels.size());
    const auto placesOf = [](const std::vector<std::string>& levels, const Cell& cell, Factor factor) {
        std::vector<std::size_t> places; // of a read: all, since a cell holds several
        for (std::size_t i = 0; i < levels.size(); ++i) {
            if (factor == Factor::Query || levels[i] == levelName(cell, factor))
                places.push_back(i);
        }
        return places;
    };
    for (std::size_t i = 0; i < results.cells().size(); ++i) {
        const Cell& cell = results.cells()[i].cell;
        if (!matches(cell, filter))
            continue;
        const auto columns = placesOf(matrix.xLevels, cell, x);
        for (const std::size_t row : placesOf(matrix.yLevels, cell, y)) {
            for (const std::size_t column : columns)
                cells[row * matrix.xLevels.size() + column].push_back(static_cast<int>(i));
        }
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Metric shown = metric;
        if (x == Factor::Query)
            shown = forRead(metric, matrix.xLevels[i % matrix.xLevels.size()]);
        else if (y == Factor::Query)
            shown = forRead(metric, matrix.yLevels[i / matrix.xLevels.size()]);
        matrix.squares.push_back(squareOf(results, std::move(cells[i]), shown));
    }
    return matrix;
}

} // namespace keyrace
