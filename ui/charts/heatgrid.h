// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/metric.h"
#include "ui/charts/chart.h"
#include "ui/charts/circumstances.h"

#include <QtCore/QString>

#include <vector>

namespace keyrace {

/// One square of the heatmap: a figure, how far it has come, or why there is none.
struct HeatSquare {
    std::optional<double> value;
    std::optional<Interval> ci95;
    int n = 0;
    bool provisional = false;
    CellState state = CellState::Pending;
    int finished = 0;
    int repeats = 0;
    bool open = false;           ///< trials are still to come
    bool measuring = false;      ///< one runs now
    std::optional<double> noise; ///< the coefficient of variation, where it is above the limit
    QString reason;              ///< why there is no value
    std::vector<int> cells;      ///< more than one where a filter must tell them apart

    [[nodiscard]] bool isClosed() const { return state == CellState::Failed || state == CellState::Skipped || state == CellState::NotAvailable; }
};

/// What a heatmap draws: a metric over two factors, or over the key and the rows in the table. A value.
struct HeatGrid {
    Metric metric;
    Factor y = Factor::Key;
    std::optional<Factor> x; ///< absent: rows in the table
    std::vector<QString> columns;
    std::vector<QString> rows;
    std::vector<std::optional<double>> rowNoise; ///< where the table's rows are the other axis: a square is no cell then
    std::vector<HeatSquare> squares; ///< row by row
    std::optional<QString> reference; ///< then values are ratios to this key
    double low = 0;
    double high = 0;
    Circumstances circumstances;

    [[nodiscard]] bool isEmpty() const { return squares.empty(); }
    [[nodiscard]] bool hasValues() const;
    [[nodiscard]] const HeatSquare& at(std::size_t column, std::size_t row) const { return squares[row * columns.size() + column]; }
    /// The colours follow the logarithm: values lie too far apart to be told from one another otherwise.
    [[nodiscard]] bool isLogarithmic() const { return low > 0 && high > 20 * low; }
    /// 0–1 between the lowest and the highest value.
    [[nodiscard]] double position(double value) const;
};

/// Axes and metric that `options` leave open are chosen from what varies.
[[nodiscard]] HeatGrid heatGridOf(const ResultSet& results, const ChartOptions& options, const CellFilter& chosen);
/// The axes that heatGridOf() takes; x is absent where the table's rows are the second axis.
[[nodiscard]] std::pair<std::optional<Factor>, Factor> heatAxes(const ResultSet& results, const ChartOptions& options);

} // namespace keyrace
