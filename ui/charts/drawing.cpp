// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/drawing.h"

#include "ui/charts/numbers.h"

#include <QtGui/QTextLayout>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <cmath>
#include <vector>

namespace keyrace {

namespace {

constexpr double kNoteFont = 10.5;

double contrast(const QColor& a, const QColor& b)
{
    const auto luminance = [](const QColor& colour) {
        const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
    };
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

// Over as many lines as the text needs, at most so many: the last one holds the rest.
std::vector<QString> wrapped(const QFont& font, double width, const QString& text, std::size_t most)
{
    QTextLayout layout(text, font);
    layout.beginLayout();
    std::vector<QString> lines;
    for (QTextLine line = layout.createLine(); line.isValid() && lines.size() < most; line = layout.createLine()) {
        line.setLineWidth(width);
        const bool last = lines.size() + 1 == most;
        lines.push_back(text.mid(line.textStart(), last ? -1 : line.textLength()).trimmed());
    }
    layout.endLayout();
    return lines;
}

// Returns the height it took.
double drawWrapped(QPainter& painter, const QFont& font, const QColor& colour, const QRectF& box, const QString& text, std::size_t most = 3)
{
    if (text.isEmpty())
        return 0;
    const double height = QFontMetricsF(font).height();
    double y = box.top();
    for (const auto& line : wrapped(font, box.width(), text, most)) {
        drawText(painter, font, colour, QRectF(box.left(), y, box.width(), height), Qt::AlignLeft, line);
        y += height;
    }
    return y - box.top();
}

} // namespace

DrawingStyle DrawingStyle::forScreen(const Theme& theme, const QWidget* widget)
{
    return {theme, QLocale(), std::clamp(widget->logicalDpiY() / 96.0, 0.75, 4.0)};
}

DrawingStyle DrawingStyle::forFile(const Theme& theme)
{
    return {theme, plainLocale(), 1};
}

QFont DrawingStyle::font(double pixels, QFont::Weight weight) const
{
    QFont font = theme.font(9, weight);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels * fontScale))));
    return font;
}

QColor DrawingStyle::ink(const QColor& colour) const
{
    QColor ink = colour;
    for (int i = 0; i < 12 && contrast(ink, theme.surface) < 3.2; ++i)
        ink = theme.mode() == Theme::Mode::Dark ? ink.lighter(108) : ink.darker(108);
    return ink;
}

void drawText(QPainter& painter, const QFont& font, const QColor& colour, const QRectF& box, int alignment, const QString& text)
{
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(colour);
    // The width is rounded up: a text that just fits must not be elided for a fraction of a pixel.
    const QString shown = metrics.elidedText(text, Qt::ElideRight, std::ceil(box.width()) + 0.5);
    painter.drawText(box, alignment | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, shown);
}

double textWidth(const QFont& font, const QString& text)
{
    return QFontMetricsF(font).horizontalAdvance(text);
}

QRectF drawCaption(QPainter& painter, const DrawingStyle& style, const QSize& size, const QString& title, const QString& subtitle,
                   const QString& circumstances)
{
    const double margin = std::clamp(std::min(size.width(), size.height()) * 0.045, 8.0, 28.0);
    QRectF left(margin, margin, size.width() - 2 * margin, size.height() - 2 * margin);
    const bool small = size.height() < 260;
    const std::size_t most = small ? 1 : 3;
    double y = left.top();
    const auto add = [&](double pixels, QFont::Weight weight, const QColor& colour, const QString& text) {
        y += drawWrapped(painter, style.font(pixels, weight), colour, QRectF(left.left(), y, left.width(), 60), text, most) + (small ? 0 : 2);
    };
    add(small ? 10 : 17, QFont::Bold, style.theme.text, title);
    if (size.height() >= 180)
        add(small ? 9 : 12, QFont::Normal, style.theme.mutedText, subtitle);
    add(small ? 8 : 11, QFont::Normal, style.theme.mutedText, circumstances);
    left.setTop(std::min(y + (small ? 4 : 14), left.bottom() - 1));
    return left;
}

double noteHeight(const DrawingStyle& style, double width, const QString& text)
{
    const QFont font = style.font(kNoteFont);
    return text.isEmpty() ? 0 : static_cast<double>(wrapped(font, width, text, 2).size()) * QFontMetricsF(font).height();
}

void drawNote(QPainter& painter, const DrawingStyle& style, const QRectF& box, const QString& text)
{
    drawWrapped(painter, style.font(kNoteFont), style.theme.warning, box, text, 2);
}

void drawEmpty(QPainter& painter, const DrawingStyle& style, const QRectF& box, const QString& text)
{
    drawText(painter, style.font(13), style.theme.mutedText, box, Qt::AlignHCenter, text);
}

} // namespace keyrace
