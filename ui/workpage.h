// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runmodel.h"
#include "ui/theme.h"

#include <QtWidgets/QWidget>

class QLabel;
class QPushButton;
class QTabWidget;

namespace keyrace {

class ChartCard;
class FindingsPage;
class LivePage;
class PlanPanel;
class ProgressRow;
class Rule;
class TablePage;

/// The plan at the left and what came of it at the right. In a small window the plan is a drawer over the rest.
/// Main thread only.
class WorkPage : public QWidget {
    Q_OBJECT

public:
    WorkPage(const RunModel& model, const Theme& theme, QWidget* parent = nullptr);

    void refresh();
    void setTheme(const Theme& theme);
    [[nodiscard]] PlanPanel& plan() const { return *m_plan; }
    [[nodiscard]] LivePage& live() const { return *m_live; }
    [[nodiscard]] bool isCompact() const { return m_compact; }
    void setDrawerOpen(bool open);
    void showTab(int index);

    /// Narrower than this the plan is a drawer.
    static constexpr int kCompactBelow = 1'180;

signals:
    void compactChanged(bool compact);
    void drawerToggled(bool open);
    void figuresWanted(keyrace::ChartCard* card, const QString& ending);
    void runWanted(const QString& ending);
    void resumeWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void addTabs();
    void arrange();

    const RunModel& m_model;
    PlanPanel* m_plan;
    Rule* m_edge;
    QWidget* m_side;
    ProgressRow* m_progress;
    QLabel* m_notice;
    QPushButton* m_resume;
    QTabWidget* m_tabs;
    LivePage* m_live;
    TablePage* m_table;
    FindingsPage* m_findings;
    bool m_compact = false;
    bool m_drawerOpen = false;
};

} // namespace keyrace
