// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpage.h"

#include "ui/experimentcard.h"
#include "ui/recentruns.h"

#include <QtGui/QResizeEvent>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>

namespace keyrace {

namespace {

constexpr int kNarrowestCard = 330;
constexpr int kWidestPage = 1'560;
constexpr int kRecentRow = 36;

} // namespace

StartPage::StartPage(RecentRuns& recent, const Theme& theme, QWidget* parent)
    : QScrollArea(parent)
    , m_recent(recent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* outer = new QWidget;
    auto* centre = new QHBoxLayout(outer);
    centre->setContentsMargins(0, 0, 0, 0);
    auto* content = new QWidget(outer);
    content->setMaximumWidth(kWidestPage);
    centre->addWidget(content);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(64, 40, 64, 32);
    layout->setSpacing(0);
    addTitle(layout, theme);
    layout->addSpacing(24);
    addCards(layout, theme);
    layout->addSpacing(28);
    addRecent(layout, theme);
    layout->addStretch(1);
    setWidget(outer);
}

void StartPage::addTitle(QVBoxLayout* layout, const Theme& theme)
{
    auto* row = new QHBoxLayout;
    auto* title = new QLabel(tr("Which primary key fits your database?"), this);
    title->setFont(theme.font(21, QFont::Bold));
    title->setWordWrap(true);
    row->addWidget(title, 1);
    auto* open = new QPushButton(tr("Open…"), this);
    open->setObjectName(QStringLiteral("openFile"));
    open->setToolTip(tr("Open a recorded run or a plan (Ctrl+O)"));
    connect(open, &QPushButton::clicked, this, &StartPage::openDialogWanted);
    row->addWidget(open, 0, Qt::AlignTop);
    layout->addLayout(row);
    layout->addSpacing(4);
    auto* subtitle = new QLabel(
        tr("Pick an experiment, or start from an empty plan. Everything runs in its own tables and is removed afterwards."), this);
    subtitle->setFont(theme.font(11));
    subtitle->setProperty("muted", true);
    subtitle->setWordWrap(true);
    layout->addWidget(subtitle);
}

void StartPage::addCards(QVBoxLayout* layout, const Theme& theme)
{
    m_grid = new QGridLayout;
    m_grid->setSpacing(16);
    for (Experiment& experiment : availableExperiments()) {
        auto* card = new ExperimentCard(std::move(experiment), m_experiments.empty(), theme, this);
        connect(card, &ExperimentCard::runWanted, this, &StartPage::runWanted);
        connect(card, &ExperimentCard::openWanted, this, &StartPage::openWanted);
        m_experiments.push_back(card);
        m_cards.push_back(card);
    }
    m_cards.push_back(emptyPlanCard(theme));
    layout->addLayout(m_grid);
    arrangeCards();
}

QFrame* StartPage::emptyPlanCard(const Theme& theme)
{
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    card->setObjectName(QStringLiteral("card:empty"));
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(18, 15, 18, 15);
    layout->setSpacing(10);
    auto* title = new QLabel(tr("Empty plan"), card);
    title->setFont(theme.font(12, QFont::DemiBold));
    layout->addWidget(title);
    auto* text = new QLabel(tr("Ask a question of your own: choose database, key types, indexes and sizes."), card);
    text->setProperty("muted", true);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout->addWidget(text, 1);
    auto* open = new QPushButton(tr("Open"), card);
    open->setObjectName(QStringLiteral("open"));
    open->setAccessibleName(tr("Open an empty plan"));
    connect(open, &QPushButton::clicked, this, [this] { emit openWanted(emptyPlan()); });
    layout->addWidget(open, 0, Qt::AlignRight);
    return card;
}

void StartPage::addRecent(QVBoxLayout* layout, const Theme& theme)
{
    auto* part = new QVBoxLayout;
    part->setSpacing(8);
    auto* title = new QLabel(tr("Recent runs"), this);
    title->setFont(theme.font(11, QFont::DemiBold));
    part->addWidget(title);
    m_noRecent = new QLabel(tr("Runs are recorded to files; those that you make or open are listed here."), this);
    m_noRecent->setProperty("muted", true);
    m_noRecent->setWordWrap(true);
    part->addWidget(m_noRecent);
    m_recentView = new QTableView(this);
    m_recentView->setObjectName(QStringLiteral("recentRuns"));
    m_recentView->setAccessibleName(tr("Recent runs"));
    m_recentView->setModel(&m_recent);
    m_recentView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_recentView->setSelectionMode(QAbstractItemView::SingleSelection);
    m_recentView->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_recentView->setTabKeyNavigation(false);
    m_recentView->setShowGrid(false);
    m_recentView->setWordWrap(false);
    m_recentView->setFrameShape(QFrame::NoFrame);
    m_recentView->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recentView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recentView->verticalHeader()->hide();
    m_recentView->verticalHeader()->setDefaultSectionSize(kRecentRow);
    m_recentView->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_recentView->horizontalHeader()->setHighlightSections(false);
    m_recentView->horizontalHeader()->setSectionsClickable(false);
    connect(m_recentView, &QTableView::activated, this, [this](const QModelIndex& index) { openRecent(index.row()); });
    connect(&m_recent, &RecentRuns::modelReset, this, &StartPage::fitRecent);
    part->addWidget(m_recentView);
    layout->addLayout(part);
    fitRecent();
}

void StartPage::fitRecent()
{
    m_noRecent->setVisible(m_recent.rowCount() == 0);
    m_recentView->setVisible(m_recent.rowCount() > 0);
    m_recentView->setFixedHeight(m_recentView->horizontalHeader()->sizeHint().height() + m_recent.rowCount() * kRecentRow + 4);
    const int width = m_recentView->viewport()->width();
    constexpr std::array shares{0.26, 0.18, 0.42};
    for (std::size_t n = 0; n < shares.size(); ++n)
        m_recentView->setColumnWidth(static_cast<int>(n), static_cast<int>(width * shares[n]));
    m_recentView->horizontalHeader()->setStretchLastSection(true);
}

void StartPage::openRecent(int row)
{
    if (const RecentRun* run = m_recent.at(row))
        emit fileWanted(QString(run->file)); // a copy: opening it changes the list
}

void StartPage::arrangeCards()
{
    const int available = std::min(viewport()->width(), kWidestPage) - 128 + m_grid->spacing();
    const int columns = std::clamp(available / (kNarrowestCard + m_grid->spacing()), 1, 3);
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (std::size_t n = 0; n < m_cards.size(); ++n) {
        m_grid->removeWidget(m_cards[n]);
        m_grid->addWidget(m_cards[n], static_cast<int>(n) / columns, static_cast<int>(n) % columns);
    }
    for (int column = 0; column < 3; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    arrangeCards();
    fitRecent();
}

void StartPage::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    m_recent.checkFiles();
    fitRecent();
}

void StartPage::setTheme(const Theme& theme)
{
    for (ExperimentCard* card : m_experiments)
        card->setTheme(theme);
    m_recent.setTheme(theme);
}

} // namespace keyrace
