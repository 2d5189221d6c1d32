// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workpage.h"

#include "ui/findingspage.h"
#include "ui/livepage.h"
#include "ui/notice.h"
#include "ui/planpanel.h"
#include "ui/progressrow.h"
#include "ui/rule.h"
#include "ui/tablepage.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QVBoxLayout>

namespace keyrace {

namespace {

constexpr int kPlanWidth = 315;

} // namespace

WorkPage::WorkPage(const RunModel& model, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_plan(new PlanPanel(theme, model.passwords(), this))
    , m_edge(new Rule(Qt::Vertical, this))
    , m_side(new QWidget(this))
    , m_progress(new ProgressRow(model, theme, m_side))
    , m_notice(new QLabel(m_side))
    , m_resume(new QPushButton(tr("Resume"), m_side))
    , m_tabs(new QTabWidget(m_side))
    , m_live(new LivePage(model, theme, m_tabs))
    , m_table(new TablePage(model, m_tabs))
    , m_findings(new FindingsPage(model, theme, m_tabs))
{
    m_plan->setObjectName(QStringLiteral("planPanel"));
    m_plan->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(m_side);
    layout->setContentsMargins(16, 12, 16, 14);
    layout->setSpacing(8);
    layout->addWidget(m_progress);
    m_notice->setObjectName(QStringLiteral("notice"));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setProperty("warning", true);
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_resume->setObjectName(QStringLiteral("resume"));
    m_resume->setToolTip(tr("Measure what is missing, into the same run file"));
    connect(m_resume, &QPushButton::clicked, this, &WorkPage::resumeWanted);
    auto* line = new QHBoxLayout;
    line->addWidget(m_notice, 1);
    line->addWidget(m_resume);
    layout->addLayout(line);
    addTabs();
    layout->addWidget(m_tabs, 1);
    refresh();
}

void WorkPage::addTabs()
{
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Views"));
    m_tabs->addTab(m_live, tr("Live"));
    m_tabs->addTab(m_table, tr("Table"));
    m_tabs->addTab(m_findings, tr("Findings"));
    for (QWidget* page : {static_cast<QWidget*>(m_live), static_cast<QWidget*>(m_table)})
        page->setContentsMargins(0, 12, 0, 0);
    for (int n = 0; n < m_tabs->count(); ++n)
        m_tabs->setTabToolTip(n, QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + n)).toString(QKeySequence::NativeText));
    connect(m_live, &LivePage::moreFindingsWanted, this, [this] { m_tabs->setCurrentWidget(m_findings); });
    connect(m_live, &LivePage::figuresWanted, this, &WorkPage::figuresWanted);
    connect(m_table, &TablePage::exportWanted, this, &WorkPage::runWanted);
    connect(m_findings, &FindingsPage::findingActivated, this, [this](const Finding& finding) {
        m_tabs->setCurrentWidget(m_live);
        m_live->showFinding(finding);
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, &WorkPage::refresh);
}

void WorkPage::refresh()
{
    m_progress->refresh();
    m_progress->setVisible(m_model.phase() != RunModel::Phase::Empty);
    const QString notice = noticeOf(m_model);
    m_notice->setText(notice);
    m_notice->setVisible(!notice.isEmpty());
    m_resume->setVisible(m_model.canBeResumed());
    m_live->refresh();
    m_table->refresh();
    if (m_tabs->currentWidget() == m_findings)
        m_findings->refresh();
    const bool locked = m_model.phase() != RunModel::Phase::Empty;
    m_plan->setReadOnly(locked);
}

void WorkPage::setTheme(const Theme& theme)
{
    m_plan->setTheme(theme);
    m_live->setTheme(theme);
    m_findings->setTheme(theme);
}

void WorkPage::showTab(int index)
{
    m_tabs->setCurrentIndex(index);
}

void WorkPage::setDrawerOpen(bool open)
{
    if (open == m_drawerOpen)
        return;
    m_drawerOpen = open;
    arrange();
    if (m_compact && open)
        m_plan->setFocus();
    emit drawerToggled(open);
}

void WorkPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool compact = width() < kCompactBelow;
    if (compact != m_compact) {
        m_compact = compact;
        m_live->setCompact(compact);
        emit compactChanged(compact);
    }
    arrange();
}

void WorkPage::arrange()
{
    const bool shown = !m_compact || m_drawerOpen;
    const int beside = m_compact ? 0 : kPlanWidth + 1;
    m_side->setGeometry(beside, 0, width() - beside, height());
    m_plan->setGeometry(0, 0, kPlanWidth, height());
    m_edge->setGeometry(kPlanWidth, 0, 1, height());
    m_plan->setVisible(shown);
    m_edge->setVisible(shown);
    if (m_compact) {
        m_plan->raise();
        m_edge->raise();
    }
}

void WorkPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_compact && m_drawerOpen)
        setDrawerOpen(false);
    else
        QWidget::keyPressEvent(event);
}

} // namespace keyrace
