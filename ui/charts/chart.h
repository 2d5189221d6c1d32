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

    friend bool operator==(const ChartOptions&, const ChartOptions&) = default;
};

/// One view of a result. Main thread only. setResults() is called at most a few times a second while a run is on; a chart draws
/// from the last snapshot it was given and never asks back. Its actions() are its context menu and belong into a card's menu.
class Chart : public QWidget {
    Q_OBJECT

public:
    explicit Chart(QWidget* parent = nullptr);

    virtual void setResults(std::shared_ptr<const ResultSet> results) = 0;
    virtual void setOptions(const ChartOptions& options) = 0;
    [[nodiscard]] virtual ChartOptions options() const = 0;
    virtual void setTheme(const Theme& theme) = 0;
    /// "Insert rate as the table grows". The frame around a chart shows both; the chart itself does not.
    [[nodiscard]] virtual QString title() const = 0;
    /// Unit, what was chosen, what a band means.
    [[nodiscard]] virtual QString subtitle() const = 0;
    /// Whether there is anything to draw; `export` refuses a view for which a run holds no data.
    [[nodiscard]] virtual bool hasData() const = 0;
    /// Chooses the levels that all of these cells share and makes them stand out, as what a finding stands on; none: all
    /// alike again. A file's picture has no such emphasis.
    virtual void setEvidence(const std::vector<int>& cells) = 0;
    /// Back to the whole picture after zooming and panning.
    virtual void resetView() = 0;
    /// The picture as it is exported: title, circumstances (server, durability, noise) and figures, whatever is zoomed.
    virtual void paint(QPainter& painter, const QSize& size) = 0;

    /// The picture at twice its size on screen.
    void copyPicture();
    /// Asks for a file, then writes the picture there.
    void exportPicture();

signals:
    /// title() or subtitle() read differently now.
    void captionChanged();
    /// The person chose something in the chart; not emitted by setOptions().
    void optionsChanged();
};

/// A chart by its name on the command line. Adding one is one file in ui/charts and its line in registry.cpp and CMake.
struct ChartKind {
    std::string_view name; ///< "curve"
    QString (*title)();    ///< "Insert rate as the table grows"
    Chart* (*make)(QWidget* parent);
};

[[nodiscard]] std::span<const ChartKind> chartKinds();
[[nodiscard]] const ChartKind* findChartKind(std::string_view name);

/// Writes a picture: .png, .svg or .pdf by the file's ending. Throws Error{BadInput} for another ending, an impossible size or a
/// view for which the result holds no data, Error{Disk} where it cannot be written. Needs a QApplication, but no display.
void exportChart(const ChartKind& kind, std::shared_ptr<const ResultSet> results, const ChartOptions& options,
                 const Theme& theme, const QSize& size, const QString& file);
/// The same for a chart that stands already.
void writePicture(Chart& chart, const QSize& size, const QString& file);

inline constexpr QSize kSmallestPicture{160, 120};
inline constexpr QSize kLargestPicture{16'384, 16'384};

} // namespace keyrace
