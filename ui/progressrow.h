// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runmodel.h"
#include "ui/theme.h"

#include <QtWidgets/QWidget>

class QLabel;
class QProgressBar;

namespace keyrace {

class ElidedLabel;

/// How far a run is: percent, bar, the trial that runs now, time left; or how it ended. Main thread only.
class ProgressRow : public QWidget {
    Q_OBJECT

public:
    explicit ProgressRow(const RunModel& model, const Theme& theme, QWidget* parent = nullptr);

    void refresh();

private:
    [[nodiscard]] QString trialText(const ResultSet& results, const ResultSet::Progress& progress) const;
    [[nodiscard]] QString timeText(const ResultSet& results, const ResultSet::Progress& progress) const;

    const RunModel& m_model;
    QLabel* m_percent;
    QProgressBar* m_bar;
    ElidedLabel* m_trial;
    QLabel* m_time;
};

} // namespace keyrace
