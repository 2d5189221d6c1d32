// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QPainter>
#include <QtWidgets/QWidget>

namespace keyrace {

/// A thin line between two parts of the window, in the border's colour.
class Rule : public QWidget {
public:
    explicit Rule(Qt::Orientation orientation, QWidget* parent = nullptr)
        : QWidget(parent)
    {
        if (orientation == Qt::Horizontal)
            setFixedHeight(1);
        else
            setFixedWidth(1);
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), palette().color(QPalette::Mid)); }
};

} // namespace keyrace
