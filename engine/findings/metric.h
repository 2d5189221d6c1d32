// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// What kind of number a metric is: decides how it is judged and shown.
enum class MetricKind { Rate, Time, Counter };

/// A metric by its name in plans and on the command line: `rows_per_s`, `latency_us.p99`, `queries.NAME.mean_ms`,
/// `queries.NAME.per_s`, or a counter's name.
struct Metric {
    std::string name;
    MetricKind kind = MetricKind::Counter;
    Message label; ///< "Insert rate"
    Message unit;  ///< "rows per second", "bytes", "0–1"
};

/// One figure with its circumstances.
struct Measured {
    std::optional<double> value;
    std::optional<Interval> ci95;
    int n = 0;
    bool provisional = false;
    Message absent; ///< why there is no value
};

/// Throws Error{BadInput} for a name that is no metric; counters that no cell has are known all the same.
[[nodiscard]] Metric metricFromName(std::string_view name);
/// The metrics for which at least one cell has a value, the headline first.
[[nodiscard]] std::vector<Metric> metricsOf(const ResultSet& results);
[[nodiscard]] Measured measured(const CellResult& cell, const Metric& metric);
/// (round, value) of the finished trials, for ratios. `steps` of a growth cell: the median rate of those steps.
[[nodiscard]] std::vector<RoundValue> trialValues(const CellResult& cell, const Metric& metric,
                                                  std::optional<std::pair<int, int>> steps = {});

// ---- curve -----------------------------------------------------------------------------------------------------------

/// The rate while the table grows, over a cell's repeats.
struct CurvePoint {
    double rows = 0; ///< in the table, at the interval's end
    double rowsPerS = 0; ///< trimmed mean over the trials
    std::optional<Interval> ci95;
    int n = 0;
};

/// Repeats are laid over one another on a common grid of at most `points` row counts: each trial's rate between two grid
/// rows is rows over interpolated time. In growth the grid is its steps. The trial that runs now is included.
[[nodiscard]] std::vector<CurvePoint> curveOf(const CellResult& cell, int points = 60);

// ---- heatmap -----------------------------------------------------------------------------------------------------------

/// Which cells a view shows: FACTOR=LEVEL, all must hold.
using CellFilter = std::map<Factor, std::string>;
[[nodiscard]] bool matches(const Cell& cell, const CellFilter& filter);

/// A metric over two factors. Where several cells fall on one square the last filter must tell them apart: `cells` lists
/// them and the value is absent.
struct Matrix {
    struct Square {
        std::vector<int> cells;
        Measured measured;
        CellState state = CellState::Pending;
        int finished = 0; ///< "3 of 7"
        int repeats = 0;
        bool noisy = false;
        Message reason; ///< not available, failed, skipped
    };
    Metric metric;
    Factor x = Factor::Indexes;
    Factor y = Factor::Key;
    std::vector<std::string> xLevels; ///< in the order in which cells name them
    std::vector<std::string> yLevels;
    std::vector<Square> squares;      ///< row by row, yLevels × xLevels

    [[nodiscard]] const Square& at(std::size_t x, std::size_t y) const { return squares[y * xLevels.size() + x]; }
};

[[nodiscard]] Matrix matrixOf(const ResultSet& results, const Metric& metric, Factor x, Factor y, const CellFilter& filter = {});
/// Factors with more than one level among the cells, in the order of Factor: what can be an axis.
[[nodiscard]] std::vector<Factor> varyingFactors(const ResultSet& results, const CellFilter& filter = {});
/// Levels of a factor in the order in which cells name them.
[[nodiscard]] std::vector<std::string> levelsOf(const ResultSet& results, Factor factor, const CellFilter& filter = {});

} // namespace keyrace
