// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/curveplot.h"

#include "ui/charts/numbers.h"

#include <QtCharts/QLegend>
#include <QtCore/QCoreApplication>
#include <QtWidgets/QGraphicsLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace keyrace {

namespace {

// A first interval of few repeats may be many times as wide as the values: it may not press the lines flat.
constexpr double kRoomForIntervals = 1.35;
constexpr float kFaint = 0.25F;

// The next 1, 2 or 5 times a power of ten below.
double logFloor(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
}

} // namespace

CurvePlot::CurvePlot(QChart& chart)
    : m_chart(chart)
    , m_x(new QValueAxis)
    , m_y(new QValueAxis)
{
    m_chart.legend()->hide();
    m_chart.setBackgroundVisible(false);
    m_chart.setMargins({});
    m_chart.layout()->setContentsMargins(0, 0, 0, 0);
    m_chart.setAnimationOptions(QChart::NoAnimation);
    // Scales and grid are painted here: Qt's axes know no "k", and elide what does not fit.
    for (auto* axis : {m_x, m_y}) {
        axis->setVisible(false);
        m_chart.addAxis(axis, axis == m_x ? Qt::AlignBottom : Qt::AlignLeft);
    }
}

void CurvePlot::setData(CurveData data)
{
    m_data = std::move(data);
}

void CurvePlot::setStyle(const DrawingStyle& style)
{
    m_style = style;
}

void CurvePlot::setLogarithmic(bool logarithmic)
{
    if (m_logarithmic != logarithmic)
        m_zoom.reset();
    m_logarithmic = logarithmic;
}

void CurvePlot::setFrame(const QRectF& frame)
{
    m_frame = frame;
}

void CurvePlot::setZoom(const std::optional<QRectF>& zoom)
{
    m_zoom = zoom;
}

void CurvePlot::update()
{
    m_whole = wholeOf(m_data);
    placeFrame();
    // The chart begins at the scene's origin: its plot area is told in its own coordinates.
    m_chart.setGeometry(QRectF(0, 0, m_frame.right(), m_frame.bottom()));
    m_chart.setPlotArea(m_plot);
    m_x->setRange(range().left(), range().right());
    m_y->setRange(range().top(), range().bottom());
    fillSeries();
    placeLabels();
}

double CurvePlot::scaled(double value) const
{
    if (!m_logarithmic)
        return value;
    return value > 0 ? std::log10(value) : -std::numeric_limits<double>::infinity();
}

double CurvePlot::unscaled(double place) const
{
    return m_logarithmic ? std::pow(10.0, place) : place;
}

QRectF CurvePlot::wholeOf(const CurveData& data) const
{
    double first = std::numeric_limits<double>::infinity();
    double last = data.plannedRows;
    double highest = 0;
    double lowest = std::numeric_limits<double>::infinity();
    double interval = 0;
    for (const auto& line : data.lines) {
        if (line.isHidden())
            continue;
        for (const auto& point : line.points) {
            first = std::min(first, point.rows);
            last = std::max(last, point.rows);
            highest = std::max(highest, point.rowsPerS);
            if (point.rowsPerS > 0)
                lowest = std::min(lowest, point.rowsPerS);
            interval = std::max(interval, point.ci95 ? point.ci95->high : 0);
        }
    }
    const double left = std::isfinite(first) && first > last / 2 && first < last ? first : 0;
    const double right = last > left ? last : left + 1;
    const double top = std::max(highest * 1.04, std::min(interval, highest * kRoomForIntervals));
    if (!m_logarithmic)
        return {left, 0, right - left, niceCeiling(top)};
    if (!std::isfinite(lowest))
        return {left, 0, right - left, 1};
    const double bottom = std::log10(logFloor(lowest * 0.97));
    return {left, bottom, right - left, std::max(0.3, std::log10(niceCeiling(top)) - bottom)};
}

QColor CurvePlot::colourOf(const CurveLine& line) const
{
    QColor colour = m_style.theme.keyColor(line.key);
    if (line.emphasis == Emphasis::Faint)
        colour.setAlphaF(kFaint);
    return colour;
}

QPen CurvePlot::penOf(const CurveLine& line) const
{
    QPen pen(colourOf(line), 1.9 * m_style.fontScale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    static const std::vector<QList<qreal>> kDashes{{}, {7, 3.5}, {1.2, 3}, {7, 3, 1.2, 3}, {12, 3.5}, {12, 3, 1.2, 3, 1.2, 3}};
    const auto& dash = kDashes[static_cast<std::size_t>(line.dash) % kDashes.size()];
    if (line.unfinished) {
        pen.setDashPattern({3, 2.6});
        pen.setCapStyle(Qt::FlatCap);
    } else if (!dash.isEmpty()) {
        pen.setDashPattern(dash);
    }
    return pen;
}

QPointF CurvePlot::toPixels(const QPointF& place) const
{
    const QRectF shown = range();
    return {m_plot.left() + (place.x() - shown.left()) / shown.width() * m_plot.width(),
            m_plot.bottom() - (place.y() - shown.top()) / shown.height() * m_plot.height()};
}

QPointF CurvePlot::fromPixels(const QPointF& pixels) const
{
    const QRectF shown = range();
    return {shown.left() + (pixels.x() - m_plot.left()) / m_plot.width() * shown.width(),
            shown.top() + (m_plot.bottom() - pixels.y()) / m_plot.height() * shown.height()};
}

std::vector<CurvePlot::Stretch> CurvePlot::stretches() const
{
    std::vector<Stretch> all;
    for (std::size_t i = 0; i < m_data.lines.size(); ++i) {
        bool open = false;
        if (m_data.lines[i].isHidden())
            continue;
        for (const auto& point : m_data.lines[i].points) {
            const double y = scaled(point.rowsPerS);
            if (!std::isfinite(y)) {
                open = false;
                continue;
            }
            if (!open)
                all.push_back({i, {}});
            open = true;
            all.back().points.emplace_back(point.rows, y);
        }
    }
    return all;
}

void CurvePlot::growSeries(std::size_t bands, std::size_t lines)
{
    if (m_bands.size() >= bands && m_lines.size() >= lines)
        return;
    // Qt draws series in the order in which they were added: bands lie below all lines.
    m_chart.removeAllSeries();
    m_bands.clear();
    m_lines.clear();
    const auto attach = [this](QAbstractSeries* series) {
        m_chart.addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    };
    for (std::size_t i = 0; i < bands; ++i) {
        auto* area = new QAreaSeries;
        Band band{area, new QLineSeries(area), new QLineSeries(area)};
        area->setUpperSeries(band.upper);
        area->setLowerSeries(band.lower);
        area->setPen(Qt::NoPen);
        attach(area);
        m_bands.push_back(band);
    }
    for (std::size_t i = 0; i < lines; ++i) {
        m_lines.push_back(new QLineSeries);
        attach(m_lines.back());
    }
}

void CurvePlot::fillSeries()
{
    const auto parts = stretches();
    growSeries(m_data.lines.size(), parts.size());
    // A third each for line and both edges of the band; nobody sees more than two points in a column.
    const auto curves = static_cast<int>(std::max<std::size_t>(1, std::max(parts.size(), m_data.lines.size())));
    const int columns = std::max(1, std::min(static_cast<int>(m_plot.width()), kMostPoints / (6 * curves) - 1));
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i]->setVisible(i < parts.size());
        if (i >= parts.size()) {
            m_lines[i]->clear();
            continue;
        }
        m_lines[i]->setPen(penOf(m_data.lines[parts[i].line]));
        const auto points = decimated(parts[i].points, range().left(), range().right(), columns);
        m_lines[i]->replace(QList<QPointF>(points.begin(), points.end()));
    }
    fillBands(columns);
}

void CurvePlot::fillBands(int columns)
{
    const bool dark = m_style.theme.mode() == Theme::Mode::Dark;
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        std::vector<QPointF> upper;
        std::vector<QPointF> lower;
        if (i < m_data.lines.size() && m_data.lines[i].emphasis == Emphasis::Plain) {
            const auto& line = m_data.lines[i];
            QColor colour = colourOf(line);
            colour.setAlphaF(dark ? 0.16F : 0.13F);
            m_bands[i].area->setBrush(colour);
            for (const auto& point : line.points) {
                if (!point.ci95)
                    continue;
                // Kept within the axis: not every device clips.
                upper.emplace_back(point.rows, std::clamp(scaled(point.ci95->high), m_whole.top(), m_whole.bottom()));
                lower.emplace_back(point.rows, std::clamp(scaled(point.ci95->low), m_whole.top(), m_whole.bottom()));
            }
        }
        m_bands[i].area->setVisible(upper.size() > 1);
        const auto replaced = [&](QLineSeries* series, const std::vector<QPointF>& edge) {
            const auto points = decimated(edge, range().left(), range().right(), columns);
            series->replace(QList<QPointF>(points.begin(), points.end()));
        };
        replaced(m_bands[i].upper, upper);
        replaced(m_bands[i].lower, lower);
    }
}

int CurvePlot::pointCount() const
{
    qsizetype count = 0;
    for (const auto* line : m_lines)
        count += line->count();
    for (const auto& band : m_bands)
        count += band.upper->count() + band.lower->count();
    return static_cast<int>(count);
}

std::vector<const QLineSeries*> CurvePlot::lineSeries() const
{
    std::vector<const QLineSeries*> shown;
    for (const auto* line : m_lines) {
        if (line->isVisible() && line->count() > 0)
            shown.push_back(line);
    }
    return shown;
}

std::optional<double> CurvePlot::nearestRows(double rows) const
{
    std::optional<double> nearest;
    for (const auto& line : m_data.lines) {
        if (line.isHidden())
            continue;
        const auto after = std::lower_bound(line.points.begin(), line.points.end(), rows,
                                            [](const CurvePoint& point, double r) { return point.rows < r; });
        for (auto near = after == line.points.begin() ? after : after - 1; near != line.points.end() && near <= after; ++near) {
            if (!nearest || std::abs(near->rows - rows) < std::abs(*nearest - rows))
                nearest = near->rows;
        }
    }
    return nearest;
}

std::optional<double> CurvePlot::neighbourRows(double rows, int direction) const
{
    std::optional<double> next;
    for (const auto& line : m_data.lines) {
        if (line.isHidden())
            continue;
        for (const auto& point : line.points) {
            const double ahead = (point.rows - rows) * direction;
            if (ahead > 0 && (!next || ahead < (*next - rows) * direction))
                next = point.rows;
        }
    }
    return next;
}

std::optional<int> CurvePlot::cellNamedAt(const QPointF& pixels) const
{
    const auto found = std::find_if(m_labels.begin(), m_labels.end(), [&](const Label& label) { return label.box.contains(pixels); });
    return found == m_labels.end() ? std::nullopt : std::optional(found->cell);
}

std::vector<Reading> CurvePlot::readingsAt(double rows) const
{
    std::vector<Reading> readings;
    for (const auto& line : m_data.lines) {
        if (const auto point = line.isHidden() ? std::nullopt : pointAt(line.points, rows))
            readings.push_back({line.name, colourOf(line), point->rowsPerS, point->ci95});
    }
    std::stable_sort(readings.begin(), readings.end(), [](const Reading& a, const Reading& b) { return a.value > b.value; });
    return readings;
}

} // namespace keyrace
