// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/cell.h"
#include "ui/theme.h"

#include <QtWidgets/QWidget>

#include <vector>

namespace keyrace {

/// What a plan will fill: a tile for every cell, one column a key type in its colour, one row a level of what else varies.
/// Shows no figures. Main thread only.
class PlanSketch : public QWidget {
    Q_OBJECT

public:
    explicit PlanSketch(const Theme& theme, QWidget* parent = nullptr);

    void setCells(const std::vector<Cell>& cells);
    void setTheme(const Theme& theme);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Column {
        std::string key;
        QString label;
        int cells = 0;
    };

    Theme m_theme;
    std::vector<Column> m_columns;
    int m_rows = 0;
};

} // namespace keyrace
