// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figuresmodel.h"
#include "ui/runmodel.h"
#include "ui/trialsmodel.h"

#include <QtCore/QSortFilterProxyModel>
#include <QtWidgets/QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace keyrace {

/// The figures as a table: one line a cell, from the result that every view draws; or one line a trial, from the run file
/// once the run has finished. Sortable, copied as text for a spreadsheet. Main thread only.
class TablePage : public QWidget {
    Q_OBJECT

public:
    explicit TablePage(const RunModel& model, QWidget* parent = nullptr);

    /// Draws at once where the page is visible, else when it is shown.
    void refresh();
    [[nodiscard]] bool showsTrials() const;

signals:
    void exportWanted(const QString& ending);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QTableView* makeView(const QString& name);
    void showTrials(bool trials);
    void refreshTrials();
    void copySelection() const;

    const RunModel& m_model;
    FiguresModel* m_figures;
    QSortFilterProxyModel* m_sorted;
    TrialsModel* m_trials;
    QTableView* m_cellView;
    QTableView* m_trialView;
    QPushButton* m_cellsButton;
    QPushButton* m_trialsButton;
    QLabel* m_note;
};

} // namespace keyrace
