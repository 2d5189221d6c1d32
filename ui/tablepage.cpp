// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tablepage.h"

#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QButtonGroup>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

TablePage::TablePage(const RunModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_figures(new FiguresModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_trials(new TrialsModel(this))
    , m_cellView(makeView(tr("Figures of the cells")))
    , m_trialView(makeView(tr("Figures of the trials")))
    , m_cellsButton(new QPushButton(tr("Cells"), this))
    , m_trialsButton(new QPushButton(tr("Trials"), this))
    , m_note(new QLabel(this))
{
    m_sorted->setSourceModel(m_figures);
    m_sorted->setSortRole(FiguresModel::kSortRole);
    m_cellView->setModel(m_sorted);
    m_cellView->sortByColumn(-1, Qt::AscendingOrder);
    m_trialView->setModel(m_trials);
    m_trialView->sortByColumn(-1, Qt::AscendingOrder);
    // Once for each table, not with every figure that comes.
    connect(m_sorted, &QAbstractItemModel::modelReset, m_cellView, &QTableView::resizeColumnsToContents);
    connect(m_trials, &QAbstractItemModel::modelReset, m_trialView, &QTableView::resizeColumnsToContents);
    m_cellsButton->setObjectName(QStringLiteral("tableCells"));
    m_trialsButton->setObjectName(QStringLiteral("tableTrials"));
    auto* choice = new QButtonGroup(this);
    for (QPushButton* button : {m_cellsButton, m_trialsButton}) {
        button->setCheckable(true);
        choice->addButton(button);
    }
    m_cellsButton->setChecked(true);
    connect(m_trialsButton, &QPushButton::toggled, this, &TablePage::showTrials);
    m_note->setProperty("muted", true);

    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_cellsButton);
    row->addWidget(m_trialsButton);
    row->addWidget(m_note, 1);
    auto* copy = new QPushButton(tr("Copy"), this);
    copy->setToolTip(tr("Copies what is selected, or everything, as text for a spreadsheet (Ctrl+C)"));
    connect(copy, &QPushButton::clicked, this, &TablePage::copySelection);
    auto* csv = new QPushButton(tr("CSV…"), this);
    connect(csv, &QPushButton::clicked, this, [this] { emit exportWanted(QStringLiteral("csv")); });
    auto* json = new QPushButton(tr("JSON…"), this);
    connect(json, &QPushButton::clicked, this, [this] { emit exportWanted(QStringLiteral("json")); });
    for (QPushButton* button : {copy, csv, json})
        row->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addLayout(row);
    layout->addWidget(m_cellView, 1);
    layout->addWidget(m_trialView, 1);
    m_trialView->hide();
}

QTableView* TablePage::makeView(const QString& name)
{
    auto* view = new QTableView(this);
    view->setAccessibleName(name);
    view->setSortingEnabled(true);
    view->setAlternatingRowColors(true);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->setTabKeyNavigation(false);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(30);
    view->horizontalHeader()->setResizeContentsPrecision(50); // not every line of a long table is measured
    view->horizontalHeader()->setHighlightSections(false);
    auto* copy = new QAction(tr("Copy"), view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &TablePage::copySelection);
    view->addAction(copy);
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
    return view;
}

bool TablePage::showsTrials() const
{
    return m_trialsButton->isChecked();
}

void TablePage::refresh()
{
    if (!isVisible())
        return;
    m_figures->setResults(m_model.results());
    refreshTrials();
}

void TablePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void TablePage::refreshTrials()
{
    const bool finished = m_model.phase() == RunModel::Phase::Ended;
    // While the run is on its file has a WAL, which cannot be read without writing beside it.
    m_trials->setFile(finished ? m_model.file() : QString());
    const bool readable = finished && m_trials->problem().isEmpty();
    m_trialsButton->setEnabled(readable);
    m_trialsButton->setToolTip(readable    ? QString()
                               : finished ? m_trials->problem()
                                          : tr("Single trials are read from the run file once the run has finished."));
    if (!readable && showsTrials())
        m_cellsButton->setChecked(true);
    const auto results = m_model.results();
    m_note->setText(showsTrials() || !results ? QString()
                                              : tr("Trimmed means over the finished trials; a dash is what was not measured."));
}

void TablePage::showTrials(bool trials)
{
    m_cellView->setVisible(!trials);
    m_trialView->setVisible(trials);
    refreshTrials();
}

void TablePage::copySelection() const
{
    const QTableView* view = showsTrials() ? m_trialView : m_cellView;
    QAbstractItemModel* model = view->model();
    QModelIndexList cells = view->selectionModel()->selectedIndexes();
    if (cells.size() < 2) {
        cells.clear();
        while (model->canFetchMore({}))
            model->fetchMore({});
        for (int row = 0; row < model->rowCount(); ++row) {
            for (int column = 0; column < model->columnCount(); ++column)
                cells += model->index(row, column);
        }
    }
    std::sort(cells.begin(), cells.end());
    QString text;
    QString header;
    for (qsizetype n = 0; n < cells.size(); ++n) {
        const bool first = n == 0 || cells[n - 1].row() != cells[n].row();
        if (cells[n].row() == cells.front().row()) {
            header += first ? QString() : QStringLiteral("\t");
            header += model->headerData(cells[n].column(), Qt::Horizontal).toString().replace(QLatin1Char('\n'), QLatin1Char(' '));
        }
        text += first ? QStringLiteral("\n") : QStringLiteral("\t");
        text += cells[n].data().toString();
    }
    QGuiApplication::clipboard()->setText(header + text + QLatin1Char('\n'));
}

} // namespace keyrace
