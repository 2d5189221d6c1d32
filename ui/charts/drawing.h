// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QtCore/QLocale>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

namespace keyrace {

/// How a picture is drawn: on screen in the user's locale and font scale, in files plainly. Sizes are in logical pixels of a
/// screen with 96 dots per inch, whatever the painter's device says of itself. A value.
struct DrawingStyle {
    Theme theme;
    QLocale locale;
    double fontScale = 1;

    static DrawingStyle forScreen(const Theme& theme, const QWidget* widget);
    static DrawingStyle forFile(const Theme& theme);

    [[nodiscard]] QFont font(double pixels, QFont::Weight weight = QFont::Normal) const;
    /// A key's colour, darkened (on light) or lightened (on dark) as far as text in it has to be to be read.
    [[nodiscard]] QColor ink(const QColor& colour) const;
};

/// One line of text within a box, elided where it is too long.
void drawText(QPainter& painter, const QFont& font, const QColor& colour, const QRectF& box, int alignment, const QString& text);

[[nodiscard]] double textWidth(const QFont& font, const QString& text);

/// Title, subtitle and the line of circumstances of an exported picture. Returns the rectangle that is left for the figure.
[[nodiscard]] QRectF drawCaption(QPainter& painter, const DrawingStyle& style, const QSize& size, const QString& title,
                                 const QString& subtitle, const QString& circumstances);
/// A remark above a figure, on as many lines as it needs but two; in the colour of warnings; and the height it takes.
[[nodiscard]] double noteHeight(const DrawingStyle& style, double width, const QString& text);
void drawNote(QPainter& painter, const DrawingStyle& style, const QRectF& box, const QString& text);
/// What is shown where there is nothing to draw.
void drawEmpty(QPainter& painter, const DrawingStyle& style, const QRectF& box, const QString& text);

} // namespace keyrace
