// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/metric.h"
#include "ui/theme.h"

#include <QtCore/QSize>
#include <QtWidgets/QWidget>

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace keyrace {

/// What a chart shows of a result; the command line's `export` and the window's menus set the same members.
struct ChartOptions {
    std::optional<std::string> metric; ///< default: the headline
    std::optional<Factor> x;           ///< default: chosen from what varies
    std::optional<Factor> y;
    CellFilter where;
    std::optional<std::string> reference; ///< key label: values relative to it
};

/// One view of a result. Main thread only. setResults() is called at most a few times a second while a run is on; a chart draws
/// from the last snapshot it was given and never asks back.
class Chart : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    virtual void setResults(std::shared_ptr<const ResultSet> results) = 0;
    virtual void setOptions(const ChartOptions& options) = 0;
    [[nodiscard]] virtual ChartOptions options() const = 0;
    virtual void setTheme(const Theme& theme) = 0;
    /// Back to the whole picture after zooming and panning.
    virtual void resetView() = 0;
    /// The picture as it is exported: title, circumstances (server, durability, noise) and figures, whatever is zoomed.
    virtual void paint(QPainter& painter, const QSize& size) = 0;
};

/// A chart by its name on the command line. Adding one is one file in ui/charts and its line in registry.cpp and CMake.
struct ChartKind {
    std::string_view name; ///< "curve"
    QString (*title)();    ///< "Insert rate as the table grows"
    Chart* (*make)(QWidget* parent);
};

[[nodiscard]] std::span<const ChartKind> chartKinds();
[[nodiscard]] const ChartKind* findChartKind(std::string_view name);

/// Writes a picture: .png, .svg by the file's ending. Throws Error{BadInput} for another ending or an impossible size,
/// Error{Disk} where it cannot be written. Needs a QApplication, but no display.
void exportChart(const ChartKind& kind, std::shared_ptr<const ResultSet> results, const ChartOptions& options,
                 const Theme& theme, const QSize& size, const QString& file);

} // namespace keyrace
