// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heatpaint.h"

#include "ui/charts/numbers.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QLinearGradient>

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

struct Charts {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

constexpr double kScaleFont = 10.5;
constexpr double kLegendHeight = 42;

bool isShare(const Metric& metric)
{
    return metric.unit.english() == "0–1";
}

QString stateText(CellState state)
{
    switch (state) {
    case CellState::Failed: return Charts::tr("failed");
    case CellState::Skipped: return Charts::tr("skipped");
    case CellState::NotAvailable: return Charts::tr("not available");
    case CellState::Pending:
    case CellState::Running:
    case CellState::Done: break;
    }
    return {};
}

// Small enough for the longest word: lines break between words only.
QFont headerFont(const HeatGrid& grid, const DrawingStyle& style, double width)
{
    double pixels = kScaleFont;
    for (const auto& column : grid.columns) {
        for (const auto& word : column.split(u' ')) {
            while (pixels > 6.5 && textWidth(style.font(pixels), word) > width)
                pixels -= 1;
        }
    }
    return style.font(pixels);
}

double headerHeight(const HeatGrid& grid, const DrawingStyle& style, double width)
{
    const QFontMetricsF metrics(headerFont(grid, style, width));
    double height = metrics.height();
    for (const auto& column : grid.columns)
        height = std::max(height, metrics.boundingRect(QRectF(0, 0, width, 200), Qt::AlignHCenter | Qt::TextWordWrap, column).height());
    return std::min(height, 3 * metrics.height()) + 8 * style.fontScale;
}

// Lines by hand: not every device knows pattern brushes.
void hatch(QPainter& painter, const QRectF& box, const QColor& colour)
{
    painter.setPen(QPen(colour, 1));
    for (double start = box.left() - box.height() + 7; start < box.right(); start += 7) {
        const double from = std::max(start, box.left());
        const double to = std::min(start + box.height(), box.right());
        if (to > from)
            painter.drawLine(QPointF(from, box.bottom() - (from - start)), QPointF(to, box.bottom() - (to - start)));
    }
}

void dashedBorder(QPainter& painter, const QRectF& box, const QColor& colour, double width, double radius)
{
    QPen pen(colour, width, Qt::CustomDashLine);
    pen.setDashPattern({3, 2.5});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.adjusted(0.6, 0.6, -0.6, -0.6), radius, radius);
}

// The biggest type that fits into the square, within what is pleasant.
QFont fitting(const DrawingStyle& style, const QRectF& box, const QString& text, double largest, QFont::Weight weight)
{
    double pixels = std::min(largest, box.height() * 0.6 / style.fontScale);
    while (pixels > 7 && textWidth(style.font(pixels, weight), text) > box.width() - 6)
        pixels -= 1;
    return style.font(pixels, weight);
}

// All values in one size: a bigger one would look weightier.
QString widestValue(const HeatGrid& grid, const DrawingStyle& style)
{
    QString widest;
    for (const auto& square : grid.squares) {
        const QString text = square.value ? heatText(grid, *square.value, style.locale) : QString();
        if (text.size() > widest.size())
            widest = text;
    }
    return widest;
}

void paintClosed(QPainter& painter, const HeatSquare& square, const QRectF& box, const DrawingStyle& style, double radius)
{
    painter.setPen(QPen(style.theme.border, 1));
    painter.setBrush(style.theme.background);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    hatch(painter, box.adjusted(2, 2, -2, -2), style.theme.border);
    const QString text = square.cells.size() > 1 ? Charts::tr("%n cells", nullptr, static_cast<int>(square.cells.size())) : stateText(square.state);
    const QFont font = fitting(style, box, text, 10.5, QFont::Normal);
    const double width = std::min(box.width() - 4, textWidth(font, text) + 8);
    const double height = QFontMetricsF(font).height();
    if (!text.isEmpty()) {
        const QRectF plate(box.center().x() - width / 2, box.center().y() - height / 2, width, height);
        painter.fillRect(plate, style.theme.background);
        drawText(painter, font, square.state == CellState::Failed ? style.theme.bad : style.theme.mutedText, plate, Qt::AlignHCenter, text);
    }
}

void paintOpen(QPainter& painter, const HeatGrid& grid, const HeatSquare& square, const QRectF& box, const DrawingStyle& style, double radius)
{
    const QColor fill = square.value ? heatColour(grid, square, style.theme) : style.theme.background;
    const QColor text = square.value ? Theme::readableOn(fill) : style.theme.mutedText;
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(box, radius, radius);
    const bool started = square.measuring || square.finished > 0 || square.value;
    QColor edge = square.measuring ? style.theme.accent : text;
    edge.setAlphaF(square.measuring ? 1.0F : 0.3F);
    if (started)
        dashedBorder(painter, box, edge, square.measuring ? 1.8 : 1, radius);
    QString progress = Charts::tr("%1 of %2", "finished trials of all").arg(square.finished).arg(square.repeats);
    if (square.noise)
        progress += QStringLiteral(" · ±") + percent(*square.noise, style.locale);
    if (!square.value || box.height() < 30 * style.fontScale) {
        const QString shown = square.value ? heatText(grid, *square.value, style.locale) : progress;
        if (square.value || started)
            drawText(painter, fitting(style, box, shown, square.value ? 13 : 10.5, QFont::Normal), text, box, Qt::AlignHCenter, shown);
        return;
    }
    const QString value = heatText(grid, *square.value, style.locale);
    const QRectF upper(box.left(), box.top() + box.height() * 0.16, box.width(), box.height() * 0.4);
    drawText(painter, fitting(style, box, widestValue(grid, style), 13, QFont::Normal), text, upper, Qt::AlignHCenter, value);
    const QRectF lower(box.left(), box.top() + box.height() * 0.54, box.width(), box.height() * 0.3);
    drawText(painter, fitting(style, box.adjusted(0, 0, 0, -box.height() * 0.3), progress, 9.5, QFont::Normal), text, lower, Qt::AlignHCenter, progress);
}

void paintDone(QPainter& painter, const HeatGrid& grid, const HeatSquare& square, const QRectF& box, const DrawingStyle& style, double radius)
{
    const QColor fill = square.value ? heatColour(grid, square, style.theme) : style.theme.background;
    painter.setPen(square.value ? QPen(Qt::NoPen) : QPen(style.theme.border, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(square.value ? box : box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (!square.value) {
        drawText(painter, style.font(11), style.theme.mutedText, box, Qt::AlignHCenter, QStringLiteral("–"));
        return;
    }
    const QColor text = Theme::readableOn(fill);
    const QString value = heatText(grid, *square.value, style.locale);
    const QFont font = fitting(style, box, widestValue(grid, style), 14, QFont::DemiBold);
    const bool marked = square.noise && box.height() >= 30 * style.fontScale;
    drawText(painter, font, text, marked ? box.adjusted(0, -box.height() * 0.04, 0, -box.height() * 0.2) : box, Qt::AlignHCenter, value);
    if (marked) {
        const QString noise = QStringLiteral("±") + percent(*square.noise, style.locale);
        const QRectF foot(box.left(), box.center().y() + box.height() * 0.1, box.width(), box.height() * 0.3);
        drawText(painter, fitting(style, box.adjusted(0, 0, 0, -box.height() * 0.3), noise, 9.5, QFont::Normal), text, foot, Qt::AlignHCenter, noise);
    } else if (square.noise) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(text);
        painter.drawEllipse(QPointF(box.right() - 5, box.top() + 5), 2, 2);
    }
}

void paintLegend(QPainter& painter, const HeatGrid& grid, const HeatLayout& layout, const DrawingStyle& style)
{
    const double scale = style.fontScale;
    const QRectF bar(layout.squares.left(), layout.legendTop, layout.squares.width(), 8 * scale);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 10; ++i)
        gradient.setColorAt(i / 10.0, style.theme.heat(i / 10.0));
    painter.setPen(Qt::NoPen);
    painter.setBrush(gradient);
    painter.drawRoundedRect(bar, 3 * scale, 3 * scale);
    const QFont font = style.font(kScaleFont);
    const QRectF text(bar.left(), bar.bottom() + 4 * scale, bar.width(), 15 * scale);
    const QString unit = grid.reference ? QString() : isShare(grid.metric) ? QString() : grid.metric.unit.translated();
    const QString low = heatText(grid, grid.low, style.locale);
    QString high = heatText(grid, grid.high, style.locale);
    const QString scaleNote = grid.isLogarithmic() ? QCoreApplication::translate("Heatmap", "logarithmic") : QString();
    const auto noteFitsBeside = [&](const QString& right) {
        return textWidth(font, scaleNote) / 2 + std::max(textWidth(font, low), textWidth(font, right)) + 10 * scale < bar.width() / 2;
    };
    // The unit stands in the subtitle as well: it gives way to the note.
    if (const QString whole = high + QStringLiteral(" ") + unit; !unit.isEmpty() && noteFitsBeside(whole))
        high = whole;
    drawText(painter, font, style.theme.mutedText, text, Qt::AlignLeft, low);
    drawText(painter, font, style.theme.mutedText, text, Qt::AlignRight, high);
    if (noteFitsBeside(high))
        drawText(painter, font, style.theme.mutedText, text, Qt::AlignHCenter, scaleNote);
}

} // namespace

QRectF HeatLayout::square(std::size_t column, std::size_t row) const
{
    const double gap = std::clamp(std::min(cellWidth, cellHeight) * 0.05, 1.0, 3.0);
    return QRectF(squares.left() + static_cast<double>(column) * cellWidth, squares.top() + static_cast<double>(row) * cellHeight, cellWidth, cellHeight)
        .adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
}

HeatLayout heatLayout(const HeatGrid& grid, const DrawingStyle& style, const QRectF& frame)
{
    HeatLayout layout;
    layout.frame = frame;
    const double scale = style.fontScale;
    double names = 0;
    for (const auto& row : grid.rows)
        names = std::max(names, textWidth(style.font(kScaleFont), row));
    const double left = std::min(names, frame.width() * 0.32) + 10 * scale;
    const auto columns = static_cast<double>(std::max<std::size_t>(1, grid.columns.size()));
    const auto rows = static_cast<double>(std::max<std::size_t>(1, grid.rows.size()));
    layout.cellWidth = std::max(4.0, (frame.width() - left) / columns);
    const double header = headerHeight(grid, style, layout.cellWidth - 2);
    const double room = frame.height() - header - kLegendHeight * scale;
    layout.cellHeight = std::clamp(room / rows, 4.0, std::max(54 * scale, std::min(layout.cellWidth * 1.15, 110 * scale)));
    layout.squares = QRectF(frame.left() + left, frame.top() + header, layout.cellWidth * columns, layout.cellHeight * rows);
    layout.legendTop = layout.squares.bottom() + 14 * scale;
    return layout;
}

void paintHeat(QPainter& painter, const HeatGrid& grid, const HeatLayout& layout, const DrawingStyle& style, std::optional<std::size_t> focused)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = style.fontScale;
    const QFont font = style.font(std::clamp(layout.cellHeight / scale * 0.8, 5.0, kScaleFont));
    const QFont header = headerFont(grid, style, layout.cellWidth - 2);
    for (std::size_t column = 0; column < grid.columns.size(); ++column) {
        const QRectF box(layout.squares.left() + static_cast<double>(column) * layout.cellWidth + 1, layout.frame.top(), layout.cellWidth - 2,
                         layout.squares.top() - layout.frame.top() - 6 * scale);
        painter.setFont(header);
        painter.setPen(style.theme.mutedText);
        painter.drawText(box, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, grid.columns[column]);
    }
    const double radius = std::clamp(std::min(layout.cellWidth, layout.cellHeight) * 0.08, 1.0, 5.0);
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        const QRectF name(layout.frame.left(), layout.squares.top() + static_cast<double>(row) * layout.cellHeight,
                          layout.squares.left() - layout.frame.left() - 9 * scale, layout.cellHeight);
        const auto noise = row < grid.rowNoise.size() ? grid.rowNoise[row] : std::nullopt;
        const bool below = noise && layout.cellHeight >= 30 * scale;
        drawText(painter, font, style.theme.text, below ? name.adjusted(0, 0, 0, -14 * scale) : name, Qt::AlignRight, grid.rows[row]);
        if (below)
            drawText(painter, style.font(9.5), style.theme.warning, name.adjusted(0, 14 * scale, 0, 0), Qt::AlignRight, QStringLiteral("±") + percent(*noise, style.locale));
        for (std::size_t column = 0; column < grid.columns.size(); ++column) {
            const HeatSquare& square = grid.at(column, row);
            const QRectF box = layout.square(column, row);
            if (square.cells.size() > 1 || (square.isClosed() && !square.value))
                paintClosed(painter, square, box, style, radius);
            else if (square.open && !square.cells.empty())
                paintOpen(painter, grid, square, box, style, radius);
            else
                paintDone(painter, grid, square, box, style, radius);
        }
    }
    if (grid.hasValues())
        paintLegend(painter, grid, layout, style);
    if (focused && *focused < grid.squares.size()) {
        painter.setPen(QPen(style.theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(layout.square(*focused % grid.columns.size(), *focused / grid.columns.size()), radius, radius);
    }
}

QColor heatColour(const HeatGrid& grid, const HeatSquare& square, const Theme& theme)
{
    const QColor full = theme.heat(grid.position(square.value.value_or(grid.low)));
    if (!square.provisional)
        return full;
    // A provisional value is a lighter one, the more trials are to come; still near enough to the legend's colour.
    const double share = square.repeats > 0 ? 0.4 * (1 - static_cast<double>(square.finished) / square.repeats) : 0.4;
    const auto mixed = [share](int a, int b) { return static_cast<int>(std::lround(a + share * (b - a))); };
    return QColor(mixed(full.red(), theme.surface.red()), mixed(full.green(), theme.surface.green()), mixed(full.blue(), theme.surface.blue()));
}

QString heatText(const HeatGrid& grid, double value, const QLocale& locale)
{
    if (grid.reference)
        return Charts::tr("%1×", "a ratio").arg(locale.toString(value, 'f', value < 10 ? 2 : 0));
    if (isShare(grid.metric))
        return percent(value, locale);
    return shortNumber(value, locale);
}

QStringList heatDescription(const HeatGrid& grid, std::size_t index, const QLocale& locale)
{
    const HeatSquare& square = grid.squares[index];
    QStringList lines{grid.rows[index / grid.columns.size()] + QStringLiteral(" · ")
                      + (grid.x ? grid.columns[index % grid.columns.size()] : Charts::tr("up to %1 rows").arg(grid.columns[index % grid.columns.size()]))};
    const auto written = [&](double value) {
        return grid.reference || isShare(grid.metric) ? heatText(grid, value, locale) : roundedNumber(value, locale);
    };
    const QString unit = grid.reference ? Charts::tr("relative to %1").arg(*grid.reference) : isShare(grid.metric) ? QString() : grid.metric.unit.translated();
    if (square.value)
        lines << (square.provisional ? Charts::tr("%1 %2, provisional") : Charts::tr("%1 %2")).arg(written(*square.value), unit);
    if (square.ci95)
        lines << Charts::tr("95 % interval %1 to %2").arg(written(std::max(0.0, square.ci95->low)), written(square.ci95->high));
    if (square.repeats > 0)
        lines << Charts::tr("%1 of %2 trials").arg(square.finished).arg(square.repeats);
    if (square.noise)
        lines << Charts::tr("noisy: the trials vary by %1").arg(percent(*square.noise, locale));
    if (const QString state = stateText(square.state); !state.isEmpty())
        lines << state;
    if (!square.reason.isEmpty())
        lines << square.reason;
    return lines;
}

} // namespace keyrace
