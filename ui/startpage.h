// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/experiment.h"
#include "ui/theme.h"

#include <QtWidgets/QScrollArea>

#include <vector>

class QGridLayout;
class QLabel;
class QTableView;
class QVBoxLayout;

namespace keyrace {

class ExperimentCard;
class RecentRuns;

/// Where the window begins: experiments, an empty plan, and what was run here before. Main thread only.
class StartPage : public QScrollArea {
    Q_OBJECT

public:
    StartPage(RecentRuns& recent, const Theme& theme, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);

signals:
    void runWanted(const keyrace::Plan& plan);
    void openWanted(const keyrace::Plan& plan);
    void fileWanted(const QString& file);
    void openDialogWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void addTitle(QVBoxLayout* layout, const Theme& theme);
    void addCards(QVBoxLayout* layout, const Theme& theme);
    QFrame* emptyPlanCard(const Theme& theme);
    void addRecent(QVBoxLayout* layout, const Theme& theme);
    void arrangeCards();
    void fitRecent();
    void openRecent(int row);

    RecentRuns& m_recent;
    std::vector<ExperimentCard*> m_experiments;
    std::vector<QFrame*> m_cards; ///< the experiments' and the empty plan's
    QGridLayout* m_grid = nullptr;
    QLabel* m_noRecent = nullptr;
    QTableView* m_recentView = nullptr;
    int m_columns = 0;
};

} // namespace keyrace
