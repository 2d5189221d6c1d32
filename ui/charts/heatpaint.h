// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/drawing.h"
#include "ui/charts/heatgrid.h"

#include <optional>

namespace keyrace {

/// Where the parts of a heatmap stand within a frame.
struct HeatLayout {
    QRectF frame;
    QRectF squares;
    double legendTop = 0;
    double cellWidth = 0;
    double cellHeight = 0;

    [[nodiscard]] QRectF square(std::size_t column, std::size_t row) const;
};

[[nodiscard]] HeatLayout heatLayout(const HeatGrid& grid, const DrawingStyle& style, const QRectF& frame);
/// Squares, scales and legend; `focused` is an index into grid.squares.
void paintHeat(QPainter& painter, const HeatGrid& grid, const HeatLayout& layout, const DrawingStyle& style,
               std::optional<std::size_t> focused = {});
/// The colour of a square that has a value.
[[nodiscard]] QColor heatColour(const HeatGrid& grid, const HeatSquare& square, const Theme& theme);
/// "219k", "0.54×", "69 %"
[[nodiscard]] QString heatText(const HeatGrid& grid, double value, const QLocale& locale);
/// What is said of a square in its box and to a screen reader, a line each.
[[nodiscard]] QStringList heatDescription(const HeatGrid& grid, std::size_t square, const QLocale& locale);

} // namespace keyrace
