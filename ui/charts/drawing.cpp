// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/drawing.h"

#include "ui/charts/numbers.h"

#include <QtGui/QTextLayout>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

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

// Text over as many lines as it needs, at most three. Returns the height it took.
double drawWrapped(QPainter& painter, const QFont& font, const QColor& colour, const QRectF& box, const QString& text)
{
    if (text.isEmpty())
        return 0;
    const QFontMetricsF metrics(font);
    QTextLayout layout(text, font);
    layout.beginLayout();
    std::vector<QString> lines;
    for (QTextLine line = layout.createLine(); line.isValid() && lines.size() < 3; line = layout.createLine()) {
        line.setLineWidth(box.width());
        lines.push_back(text.mid(line.textStart(), line.textLength()));
        if (lines.size() == 3 && line.textStart() + line.textLength() < text.size())
            lines.back() = text.mid(line.textStart());
    }
    layout.endLayout();
    double y = box.top();
    for (const auto& line : lines) {
        drawText(painter, font, colour, QRectF(box.left(), y, box.width(), metrics.height()), Qt::AlignLeft, line.trimmed());
        y += metrics.height();
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
    double y = left.top();
    y += drawWrapped(painter, style.font(small ? 12 : 17, QFont::Bold), style.theme.text, left, title) + (small ? 1 : 3);
    y += drawWrapped(painter, style.font(small ? 9 : 12), style.theme.mutedText, QRectF(left.left(), y, left.width(), 60), subtitle) + 2;
    y += drawWrapped(painter, style.font(small ? 8 : 11), style.theme.mutedText, QRectF(left.left(), y, left.width(), 60), circumstances);
    left.setTop(std::min(y + (small ? 4 : 14), left.bottom() - 1));
    return left;
}

void drawEmpty(QPainter& painter, const DrawingStyle& style, const QRectF& box, const QString& text)
{
    drawText(painter, style.font(13), style.theme.mutedText, box, Qt::AlignHCenter, text);
}

} // namespace keyrace
