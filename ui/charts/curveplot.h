// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/curvedata.h"
#include "ui/charts/drawing.h"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <optional>
#include <vector>

namespace keyrace {

/// What a crosshair says of one line.
struct Reading {
    QString name;
    QColor colour;
    double value = 0;
    std::optional<Interval> ci95;
};

/// The curve as a Qt chart and what is painted under it (grid, scales) and over it (ends, labels, crosshair). Used by the view
/// on screen and by the picture in a file, each with a QChart of its own. Lines and bands are Qt Charts' series; a logarithmic
/// axis is a linear one of logarithms, so that a zero is a gap with a mark and no crash. Main thread only.
class CurvePlot {
public:
    explicit CurvePlot(QChart& chart);

    void setData(CurveData data);
    void setStyle(const DrawingStyle& style);
    void setLogarithmic(bool logarithmic);
    void setFrame(const QRectF& frame); ///< of the whole, scales and labels included
    /// In axis coordinates (logarithms where logarithmic); nothing for the whole.
    void setZoom(const std::optional<QRectF>& zoom);
    /// Moves axes and series to what was set. Once per change, however much was set.
    void update();

    [[nodiscard]] const CurveData& data() const { return m_data; }
    [[nodiscard]] bool isLogarithmic() const { return m_logarithmic; }
    [[nodiscard]] QRectF plotArea() const { return m_plot; }
    [[nodiscard]] QRectF wholeRange() const { return m_whole; } ///< axis coordinates, y upwards
    [[nodiscard]] QRectF range() const { return m_zoom.value_or(m_whole); }
    [[nodiscard]] QPointF toPixels(const QPointF& place) const;
    [[nodiscard]] QPointF fromPixels(const QPointF& pixels) const;
    /// The row count that was measured and is nearest to this place on the x axis.
    [[nodiscard]] std::optional<double> nearestRows(double rows) const;
    /// The measured row count before or after this one.
    [[nodiscard]] std::optional<double> neighbourRows(double rows, int direction) const;
    /// Values of all lines there, the highest first.
    [[nodiscard]] std::vector<Reading> readingsAt(double rows) const;
    [[nodiscard]] QString valueText(double value) const;
    [[nodiscard]] QString unitText() const;

    struct Label {
        QString text;
        QColor colour;
        QRectF box;
        int cell = 0;
        bool hidden = false;
    };
    [[nodiscard]] const std::vector<Label>& labels() const { return m_labels; }
    /// The cell whose name stands there.
    [[nodiscard]] std::optional<int> cellNamedAt(const QPointF& pixels) const;
    [[nodiscard]] int pointCount() const; ///< in all series
    [[nodiscard]] std::vector<const QLineSeries*> lineSeries() const;

    void paintBelow(QPainter& painter) const;
    void paintAbove(QPainter& painter) const;
    void paintCrosshair(QPainter& painter, double rows) const;

private:
    struct Band {
        QAreaSeries* area;
        QLineSeries* upper;
        QLineSeries* lower;
    };
    // One unbroken stretch of a line: a zero breaks it on a logarithmic axis.
    struct Stretch {
        std::size_t line;
        std::vector<QPointF> points;
    };

    [[nodiscard]] double scaled(double value) const; ///< to axis coordinates; −∞ for a zero on a logarithmic axis
    [[nodiscard]] double unscaled(double place) const;
    [[nodiscard]] QRectF wholeOf(const CurveData& data) const;
    [[nodiscard]] std::vector<Stretch> stretches() const;
    [[nodiscard]] QColor colourOf(const CurveLine& line) const;
    [[nodiscard]] std::vector<double> xTicks() const;
    [[nodiscard]] std::vector<double> yTicks() const;
    [[nodiscard]] QString yTickText(double place) const;
    /// Where a box of that width and height hides the fewest points of the lines.
    [[nodiscard]] double quietTop(QRectF box) const;
    void placeFrame();
    void placeLabels();
    void fillSeries();
    void fillBands(int columns);
    void growSeries(std::size_t bands, std::size_t lines);
    [[nodiscard]] QPen penOf(const CurveLine& line) const;

    QChart& m_chart;
    QValueAxis* m_x;
    QValueAxis* m_y;
    std::vector<Band> m_bands;
    std::vector<QLineSeries*> m_lines;
    CurveData m_data;
    DrawingStyle m_style{Theme(Theme::Mode::Light), QLocale(), 1};
    bool m_logarithmic = false;
    QRectF m_frame;
    QRectF m_plot;
    QRectF m_whole{0, 0, 1, 1};
    std::optional<QRectF> m_zoom;
    std::vector<Label> m_labels;
};

inline constexpr int kMostPoints = 20'000;

} // namespace keyrace
