// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runmodel.h"
#include "ui/theme.h"

#include <QtWidgets/QFrame>

class QLabel;

namespace keyrace {

class ElidedLabel;

/// The foot of the window: the circumstances of the figures above it. Main thread only.
class StatusStrip : public QFrame {
    Q_OBJECT

public:
    StatusStrip(const RunModel& model, const Theme& theme, QWidget* parent = nullptr);

    void refresh();
    void setTheme(const Theme& theme);

private:
    void showTarget(const ResultSet& results);
    void showHost(const ResultSet& results);
    void showNoise(const ResultSet& results);
    void showFile();
    void setWarning(QLabel* label, bool warning);

    const RunModel& m_model;
    Theme m_theme;
    QLabel* m_dot;
    QLabel* m_connection;
    ElidedLabel* m_target;
    QLabel* m_host;
    QLabel* m_noise;
    ElidedLabel* m_file;
    std::shared_ptr<const ResultSet> m_shown;
    RunModel::Phase m_phase = RunModel::Phase::Empty;
};

} // namespace keyrace
