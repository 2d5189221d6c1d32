// SPDX-License-Identifier: GPL-3.0-or-later
// What CurvePlot paints itself: scales, grid, ends of lines, labels, crosshair.
#include "ui/charts/curveplot.h"

#include "ui/charts/numbers.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>

namespace keyrace {

namespace {

struct Charts {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

constexpr double kScaleFont = 11;
constexpr double kLabelFont = 11;
constexpr double kLabelGap = 9;

} // namespace

QString CurvePlot::unitText() const
{
    if (m_data.reference)
        return Charts::tr("ratio of rates");
    return m_data.unit == CurveUnit::RowsPerSecond ? Charts::tr("rows per second") : Charts::tr("seconds per million rows");
}

QString CurvePlot::valueText(double value) const
{
    const QString number = roundedNumber(value, m_style.locale);
    if (m_data.reference)
        return Charts::tr("%1×", "a ratio").arg(number);
    return m_data.unit == CurveUnit::RowsPerSecond ? Charts::tr("%1/s", "rows per second").arg(number) : Charts::tr("%1 s", "seconds").arg(number);
}

std::vector<double> CurvePlot::xTicks() const
{
    const int most = std::max(2, static_cast<int>(m_plot.width() / (86 * m_style.fontScale)) + 1);
    return niceTicks(range().left(), range().right(), most);
}

std::vector<double> CurvePlot::yTicks() const
{
    const int most = std::max(2, static_cast<int>(m_frame.height() / (52 * m_style.fontScale)));
    return m_logarithmic ? logTicks(range().top(), range().bottom(), most) : niceTicks(range().top(), range().bottom(), most);
}

QString CurvePlot::yTickText(double place) const
{
    return shortNumber(unscaled(place), m_style.locale, 4);
}

void CurvePlot::placeFrame()
{
    const double scale = m_style.fontScale;
    double scaleWidth = 0;
    for (const double tick : yTicks())
        scaleWidth = std::max(scaleWidth, textWidth(m_style.font(kScaleFont), yTickText(tick)));
    double labelWidth = 0;
    for (const auto& line : m_data.lines)
        labelWidth = std::max(labelWidth, textWidth(m_style.font(kLabelFont, QFont::DemiBold), line.name));
    labelWidth = std::min(labelWidth, m_frame.width() * 0.34);
    const bool low = m_frame.height() < 220 * scale;
    m_plot = m_frame.adjusted(scaleWidth + 12 * scale, 9 * scale, -labelWidth - (kLabelGap + 4) * scale, -(low ? 24 : 42) * scale);
    m_plot.setSize(m_plot.size().expandedTo({24, 24}));
}

void CurvePlot::placeLabels()
{
    m_labels.clear();
    const QFont font = m_style.font(kLabelFont, QFont::DemiBold);
    const double height = QFontMetricsF(font).height() * 0.96;
    struct Wish {
        Label label;
        double weight;
    };
    std::vector<Wish> wishes;
    for (const auto& line : m_data.lines) {
        const auto beyond = std::find_if(line.points.rbegin(), line.points.rend(), [&](const CurvePoint& point) {
            return point.rows <= range().right() + 1e-9 && std::isfinite(scaled(point.rowsPerS));
        });
        if (beyond == line.points.rend())
            continue;
        const auto atEdge = line.points.back().rows > range().right() ? pointAt(line.points, range().right()) : std::nullopt;
        const CurvePoint& end = atEdge && std::isfinite(scaled(atEdge->rowsPerS)) ? *atEdge : *beyond;
        QPointF place = toPixels({end.rows, scaled(end.rowsPerS)});
        if (line.isHidden()) // the axes went on without it; its name stays within reach
            place = {std::clamp(place.x(), m_plot.left(), m_plot.right()), std::clamp(place.y(), m_plot.top(), m_plot.bottom())};
        if (place.x() < m_plot.left() - 1 || place.y() < m_plot.top() - 1 || place.y() > m_plot.bottom() + 1)
            continue;
        const double left = place.x() + kLabelGap * m_style.fontScale;
        const double width = std::min(textWidth(font, line.name), m_frame.right() - left);
        const QColor ink = line.isHidden() ? m_style.theme.mutedText : m_style.ink(m_style.theme.keyColor(line.key));
        wishes.push_back({{line.name, ink, QRectF(left, place.y() - height / 2, width, height), line.cell, line.isHidden()}, place.x()});
    }
    // Where there are more than fit below one another, those with shorter lines go first.
    while (static_cast<double>(wishes.size()) * height > m_plot.height() + height)
        wishes.erase(std::min_element(wishes.begin(), wishes.end(), [](const Wish& a, const Wish& b) { return a.weight < b.weight; }));
    std::vector<double> wanted;
    for (const auto& wish : wishes)
        wanted.push_back(wish.label.box.center().y());
    // Labels whose lines end at different places stand beside, not below, one another.
    const auto aside = [&](const Wish& wish) {
        return std::none_of(wishes.begin(), wishes.end(), [&](const Wish& other) {
            return &other != &wish && other.label.box.left() < wish.label.box.right() && wish.label.box.left() < other.label.box.right();
        });
    };
    std::vector<Wish> crowded;
    for (auto& wish : wishes) {
        if (aside(wish))
            m_labels.push_back(wish.label);
        else
            crowded.push_back(wish);
    }
    wanted.clear();
    for (const auto& wish : crowded)
        wanted.push_back(wish.label.box.center().y());
    const auto places = spreadLabels(wanted, height, m_plot.top() - height / 2, m_plot.bottom() + height / 2);
    for (std::size_t i = 0; places && i < crowded.size(); ++i) {
        crowded[i].label.box.moveTop((*places)[i] - height / 2);
        m_labels.push_back(crowded[i].label);
    }
}

void CurvePlot::paintBelow(QPainter& painter) const
{
    const double scale = m_style.fontScale;
    const QFont font = m_style.font(kScaleFont);
    const QColor muted = m_style.theme.mutedText;
    const auto yPlaces = yTicks();
    for (const double tick : yPlaces) {
        const double y = std::round(toPixels({0, tick}).y()) + 0.5;
        painter.setPen(QPen(!m_logarithmic && tick == 0 ? m_style.theme.border : m_style.theme.grid, 1));
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        drawText(painter, font, muted, QRectF(m_frame.left(), y - 8 * scale, m_plot.left() - m_frame.left() - 8 * scale, 16 * scale),
                 Qt::AlignRight, yTickText(tick));
    }
    const double top = m_plot.bottom() + 7 * scale;
    for (const double tick : xTicks()) {
        const double x = toPixels({tick, 0}).x();
        drawText(painter, font, muted, QRectF(x - 40 * scale, top, 80 * scale, 15 * scale), Qt::AlignHCenter, shortNumber(tick, m_style.locale, 4));
    }
    if (m_frame.bottom() - m_plot.bottom() > 36 * scale)
        drawText(painter, font, muted, QRectF(m_plot.left(), top + 18 * scale, m_plot.width(), 15 * scale), Qt::AlignHCenter, Charts::tr("rows in the table"));
}

void CurvePlot::paintAbove(QPainter& painter) const
{
    const double scale = m_style.fontScale;
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& line : m_data.lines) {
        if (line.points.empty() || line.isHidden())
            continue;
        const CurvePoint& end = line.points.back();
        const QPointF place = toPixels({end.rows, std::max(scaled(end.rowsPerS), range().top())});
        // A cell that is being measured ends in a dot; so does a curve of one point, which would be invisible.
        if ((line.running || line.points.size() == 1) && m_plot.adjusted(-1, -1, 1, 1).contains(place)) {
            painter.setPen(QPen(m_style.theme.surface, 1.5 * scale));
            painter.setBrush(colourOf(line));
            painter.drawEllipse(place, 4.6 * scale, 4.6 * scale);
        }
        if (!m_logarithmic)
            continue;
        // A zero has no place on this axis: it is marked at the axis' foot.
        for (const auto& point : line.points) {
            const double x = toPixels({point.rows, 0}).x();
            if (point.rowsPerS > 0 || x < m_plot.left() || x > m_plot.right())
                continue;
            const double y = m_plot.bottom();
            painter.setPen(Qt::NoPen);
            painter.setBrush(colourOf(line));
            painter.drawPolygon(QPolygonF({{x - 4 * scale, y - 7 * scale}, {x + 4 * scale, y - 7 * scale}, {x, y}}));
        }
    }
    painter.setBrush(Qt::NoBrush);
    for (const auto& label : m_labels) {
        QFont font = m_style.font(kLabelFont, label.hidden ? QFont::Normal : QFont::DemiBold);
        font.setStrikeOut(label.hidden);
        drawText(painter, font, label.colour, label.box, Qt::AlignLeft, label.text);
    }
}

double CurvePlot::quietTop(QRectF box) const
{
    constexpr int kPlaces = 12;
    const double room = std::max(0.0, m_plot.height() - box.height());
    double best = m_plot.top();
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (int i = kPlaces; i >= 0; --i) {
        box.moveTop(m_plot.top() + room * i / kPlaces);
        std::size_t hidden = 0;
        for (const auto& line : m_data.lines) {
            hidden += static_cast<std::size_t>(std::count_if(line.points.begin(), line.points.end(), [&](const CurvePoint& point) {
                return box.contains(toPixels({point.rows, scaled(point.rowsPerS)}));
            }));
        }
        if (hidden < fewest) {
            fewest = hidden;
            best = box.top();
        }
    }
    return std::clamp(best, m_frame.top(), std::max(m_frame.top(), m_frame.bottom() - box.height()));
}

void CurvePlot::paintCrosshair(QPainter& painter, double rows) const
{
    const auto readings = readingsAt(rows);
    const double x = std::round(toPixels({rows, 0}).x()) + 0.5;
    if (readings.empty() || x < m_plot.left() - 1 || x > m_plot.right() + 1)
        return;
    const double scale = m_style.fontScale;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_style.theme.mutedText, 1, Qt::CustomDashLine));
    QPen dotted = painter.pen();
    dotted.setDashPattern({2, 3});
    painter.setPen(dotted);
    painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    for (const auto& reading : readings) {
        const QPointF place = toPixels({rows, scaled(reading.value)});
        if (!std::isfinite(place.y()) || !m_plot.adjusted(-1, -1, 1, 1).contains(place))
            continue;
        painter.setPen(QPen(m_style.theme.surface, 1.2 * scale));
        painter.setBrush(reading.colour);
        painter.drawEllipse(place, 3.4 * scale, 3.4 * scale);
    }

    const QFont plain = m_style.font(11);
    const QFont bold = m_style.font(11, QFont::DemiBold);
    const double lineHeight = 16.5 * scale;
    const double padding = 10 * scale;
    const auto fitting = static_cast<std::size_t>(std::max(1.0, (m_frame.height() - 2 * padding) / lineHeight - 1));
    const std::size_t shown = std::min(readings.size(), fitting);
    const QString heading = Charts::tr("%1 rows").arg(m_style.locale.toString(std::round(rows), 'f', 0));
    double names = 0;
    double values = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        names = std::max(names, textWidth(plain, readings[i].name));
        values = std::max(values, textWidth(plain, valueText(readings[i].value)));
    }
    const double width = std::max(textWidth(bold, heading), names + values + 36 * scale) + 2 * padding;
    QRectF box(x + 12 * scale, 0, width, lineHeight * static_cast<double>(shown + 1) + 1.4 * padding);
    if (box.right() > m_frame.right())
        box.moveRight(x - 12 * scale);
    box.moveLeft(std::max(box.left(), m_frame.left()));
    box.moveTop(quietTop(box));

    painter.setPen(QPen(m_style.theme.border, 1));
    QColor surface = m_style.theme.surface;
    surface.setAlpha(244);
    painter.setBrush(surface);
    painter.drawRoundedRect(box, 6 * scale, 6 * scale);
    painter.setBrush(Qt::NoBrush);
    QRectF row(box.left() + padding, box.top() + 0.7 * padding, box.width() - 2 * padding, lineHeight);
    drawText(painter, bold, m_style.theme.text, row, Qt::AlignLeft, heading);
    for (std::size_t i = 0; i < shown; ++i) {
        row.translate(0, lineHeight);
        painter.setPen(Qt::NoPen);
        painter.setBrush(readings[i].colour);
        painter.drawRoundedRect(QRectF(row.left(), row.center().y() - 4 * scale, 8 * scale, 8 * scale), 2 * scale, 2 * scale);
        drawText(painter, plain, m_style.theme.mutedText, row.adjusted(14 * scale, 0, -values, 0), Qt::AlignLeft, readings[i].name);
        drawText(painter, plain, m_style.theme.text, row, Qt::AlignRight, valueText(readings[i].value));
    }
}

} // namespace keyrace
