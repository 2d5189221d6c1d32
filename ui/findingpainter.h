// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/findings.h"
#include "ui/theme.h"

#include <QtCore/QRect>
#include <QtCore/QString>

class QPainter;

namespace keyrace {

/// What stands on a card: what it comes to, of what, on what it stands, and why.
struct CardText {
    QString headline;
    QString text;
    QString evidence;
    QString detail;
    QColor edge;

    friend bool operator==(const CardText&, const CardText&) = default;
};

/// How much of it: the first line, a line of each, or all.
enum class CardForm { OneLine, Short, Whole };

[[nodiscard]] CardText cardText(const Finding& finding, const Theme& theme);
[[nodiscard]] int cardHeight(const CardText& text, CardForm form, const Theme& theme, int width);
void paintCard(QPainter& painter, const QRect& rect, const CardText& text, CardForm form, const Theme& theme, const QColor& fill,
               const QColor& border);

} // namespace keyrace
