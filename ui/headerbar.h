// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runmodel.h"
#include "ui/theme.h"

#include <QtWidgets/QFrame>

class QHBoxLayout;
class QMenu;
class QPushButton;

namespace keyrace {

class ElidedLabel;

/// The top of the window: what is shown and in which state, and what can be done now. Main thread only.
class HeaderBar : public QFrame {
    Q_OBJECT

public:
    HeaderBar(const RunModel& model, const Theme& theme, QWidget* parent = nullptr);

    /// `planName` stands where there is no result yet; `whyNotRunnable` is empty where the plan can be run.
    void refresh(const QString& planName, const QString& whyNotRunnable);
    void setCompact(bool compact);
    void setTheme(const Theme& theme);
    void setExportMenu(QMenu* menu);
    [[nodiscard]] QPushButton* planButton() const { return m_plan; }

signals:
    void startWanted();
    void planToggled(bool visible);
    void runWanted();
    void changePlanWanted();
    void pauseToggled(bool paused);
    void skipWanted();
    void stopWanted();

private:
    QPushButton* addButton(QHBoxLayout* row, const QString& text, const QString& name, const QKeySequence& keys, const QString& tip);
    [[nodiscard]] QString stateText() const;

    const RunModel& m_model;
    Theme m_theme;
    QPushButton* m_home;
    ElidedLabel* m_title;
    QPushButton* m_plan;
    QPushButton* m_export;
    QPushButton* m_change;
    QPushButton* m_pause;
    QPushButton* m_skip;
    QPushButton* m_run;
    QPushButton* m_stop;
};

} // namespace keyrace
