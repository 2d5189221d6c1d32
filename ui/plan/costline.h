// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/plandraft.h"

#include <QtWidgets/QWidget>

class QLabel;

namespace keyrace {

/// What a run will cost, or why the plan cannot be run, in words; and what is not available, with reasons.
class CostLine : public QWidget {
    Q_OBJECT

public:
    explicit CostLine(QWidget* parent = nullptr);

    /// `problem`: something typed that no plan can hold; empty where there is nothing.
    void show(const PlanOutcome& outcome, const QString& problem);
    [[nodiscard]] QString text() const;

private:
    QLabel* m_cost;
    QLabel* m_missing;
};

/// "24 cells · 168 trials · about 9 min · needs 1.1 GB free"
[[nodiscard]] QString costText(const Estimate& cost);
[[nodiscard]] QString durationText(double seconds);

} // namespace keyrace
