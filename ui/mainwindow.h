// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runmodel.h"
#include "ui/systemtheme.h"
#include "ui/theme.h"

#include <QtCore/QSettings>
#include <QtWidgets/QMainWindow>

class QMenu;
class QStackedWidget;

namespace keyrace {

class ChartCard;
class Exporter;
class HeaderBar;
class RecentRuns;
class StartPage;
class StatusStrip;
class WorkPage;

/// The window: the start page, or a plan with what came of it. Main thread only.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// Run files are written to `folder`.
    MainWindow(QSettings& settings, QString folder, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A recorded run or a plan.
    void openFile(const QString& file);
    void openPlan(const Plan& plan);
    void runPlan(const Plan& plan);
    void showStart();

    [[nodiscard]] RunModel& model() { return m_model; }
    [[nodiscard]] WorkPage& work() { return *m_work; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void connectParts();
    void addShortcuts();
    void addAction(const QKeySequence& keys, const QString& text, std::function<void()> action);
    void fillExportMenu();
    void askForFile();
    void readPlanFile(const QString& file);
    void showResults();
    void startShownPlan();
    void changePlan();
    void refresh();
    void refreshHeader();
    void rememberRun();
    void applyTheme(Theme::Mode mode);
    void askBeforeMeasuring(const Plan& plan, const QStringList& concerns);
    void askBeforeClosing();
    /// False, and said why, where a run is on.
    bool isFree();

    QSettings& m_settings;
    QString m_folder;
    SystemTheme m_systemTheme;
    Theme m_theme;
    PasswordAsker m_passwords{systemKeychain(), this};
    RunModel m_model{m_passwords.source()};
    RecentRuns* m_recent;
    Exporter* m_exporter;
    HeaderBar* m_header = nullptr;
    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    WorkPage* m_work = nullptr;
    StatusStrip* m_status = nullptr;
    QMenu* m_exportMenu = nullptr;
    QWidget* m_headerRule = nullptr;
    QWidget* m_statusRule = nullptr;
    QString m_remembered; ///< the run file that the recent runs know, with its headline
    bool m_planTaken = false; ///< the plan panel shows the plan of the result
    bool m_closing = false;   ///< the window goes as soon as the run has stopped
};

} // namespace keyrace
