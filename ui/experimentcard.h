// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/experiment.h"
#include "ui/theme.h"

#include <QtWidgets/QFrame>

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace keyrace {

class ElidedLabel;
class PlanSketch;

/// An experiment on the start page: what it asks, which database, how long, and the ways in. Main thread only.
class ExperimentCard : public QFrame {
    Q_OBJECT

public:
    /// The first card's Run is the page's primary button.
    ExperimentCard(Experiment experiment, bool primary, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] const Experiment& experiment() const { return m_experiment; }
    void setTheme(const Theme& theme);

signals:
    void runWanted(const keyrace::Plan& plan);
    void openWanted(const keyrace::Plan& plan);

private:
    void addFoot(QHBoxLayout* row, bool primary);
    void showScale();
    [[nodiscard]] const ExperimentScale& scale() const;

    Experiment m_experiment;
    QLabel* m_title;
    PlanSketch* m_sketch;
    QLabel* m_text;
    ElidedLabel* m_cost;
    QComboBox* m_scale = nullptr;
};

} // namespace keyrace
