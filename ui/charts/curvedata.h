// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/metric.h"
#include "ui/charts/circumstances.h"

#include <QtCore/QPointF>
#include <QtCore/QString>

#include <map>
#include <memory>
#include <span>
#include <vector>

namespace keyrace {

/// A line that was switched off keeps its name, so that it can be switched on again.
enum class Emphasis { Plain, Faint, Hidden };

/// One cell's curve as it is drawn, before any axis.
struct CurveLine {
    int cell = 0;
    std::string key;  ///< the key type: its colour
    QString name;     ///< at the line's end
    int dash = 0;     ///< the how-manieth line of this key type: tells levels of a second factor apart
    bool running = false;
    bool unfinished = false; ///< fewer trials than it takes to be done
    bool noisy = false;
    Emphasis emphasis = Emphasis::Plain;
    std::vector<CurvePoint> points;

    [[nodiscard]] bool isHidden() const { return emphasis == Emphasis::Hidden; }
};

/// What the y axis says: rows per second, or the seconds that a million more rows take.
enum class CurveUnit { RowsPerSecond, SecondsPerMillion };

struct CurveData {
    std::vector<CurveLine> lines;
    CurveUnit unit = CurveUnit::RowsPerSecond;
    std::optional<std::string> reference; ///< then values are ratios to this key's
    double plannedRows = 0;               ///< what the table will hold: the x axis does not wait for it
    Circumstances circumstances;
    bool hasIntervals = false;

    [[nodiscard]] bool isEmpty() const;
};

/// Makes CurveData of a snapshot. Curves of cells in which nothing has changed since the last snapshot are kept.
class CurveSource {
public:
    void setResults(std::shared_ptr<const ResultSet> results);
    [[nodiscard]] const ResultSet* results() const { return m_results.get(); }

    /// The factors beside the key that a filter can choose a level of, for the selector above the chart.
    [[nodiscard]] std::vector<Factor> choices(const CellFilter& where) const;
    /// Every choice at one level, where all cells at once would be too many lines to tell apart.
    [[nodiscard]] CellFilter defaultChoice(const CellFilter& where) const;
    [[nodiscard]] CurveData data(const CellFilter& where, CurveUnit unit, const std::optional<std::string>& reference);

private:
    struct Known {
        std::vector<std::shared_ptr<const Trial>> trials;
        int running = -1;
        std::size_t samples = 0;
        std::vector<CurvePoint> points;
    };
    const std::vector<CurvePoint>& curve(std::size_t cell);

    std::shared_ptr<const ResultSet> m_results;
    std::map<std::size_t, Known> m_known;
};

/// The value between two points of a curve; nothing before the first and after the last.
[[nodiscard]] std::optional<CurvePoint> pointAt(const std::vector<CurvePoint>& points, double rows);

/// At most two points for each of `columns` between `from` and `to`, the lowest and the highest in their order, and one
/// beyond either end so that a line goes on to the edge.
[[nodiscard]] std::vector<QPointF> decimated(std::span<const QPointF> points, double from, double to, int columns);

} // namespace keyrace
