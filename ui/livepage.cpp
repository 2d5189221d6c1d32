// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/livepage.h"

#include "ui/findingsbar.h"

#include <QtGui/QShortcut>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QVBoxLayout>

#include <array>
#include <string_view>
#include <utility>

namespace keyrace {

LivePage::LivePage(const RunModel& model, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_findings(new FindingsBar(theme, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    addCards(row, theme);
    layout->addLayout(row, 1);
    layout->addWidget(m_findings);
    connect(m_findings, &FindingsBar::moreWanted, this, &LivePage::moreFindingsWanted);
    connect(m_findings, &FindingsBar::activated, this, [this](const Finding& finding) {
        finding.id == m_shown ? showNoFinding() : showFinding(finding);
    });
    auto* escape = new QShortcut(Qt::Key_Escape, this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &LivePage::showNoFinding);
}

void LivePage::addCards(QHBoxLayout* row, const Theme& theme)
{
    constexpr std::array<std::pair<std::string_view, int>, 2> kinds{{{"curve", 3}, {"heatmap", 2}}};
    for (const auto& [name, stretch] : kinds) {
        const ChartKind* kind = findChartKind(name);
        if (!kind)
            continue;
        auto* card = new ChartCard(*kind, theme, this);
        connect(card, &ChartCard::maximiseToggled, this, [this, card](bool on) { maximise(card, on); });
        connect(card, &ChartCard::figuresWanted, this, [this, card](const QString& ending) { emit figuresWanted(card, ending); });
        row->addWidget(card, stretch);
        m_cards.push_back(card);
    }
}

void LivePage::refresh()
{
    const auto& results = m_model.results();
    if (const std::int64_t started = results ? results->startedMs() : 0; started != m_runStarted) {
        m_runStarted = started;
        showNoFinding();
    }
    for (ChartCard* card : m_cards)
        card->setResults(m_model.results());
    m_findings->setFindings(m_model.findings(), m_model.judgements());
    refreshPlaceholder();
}

void LivePage::refreshPlaceholder()
{
    switch (m_model.phase()) {
    case RunModel::Phase::Empty:
        m_findings->setPlaceholder(tr("Press Run to measure this plan. Curves and findings fill round by round."));
        return;
    case RunModel::Phase::Opening:
    case RunModel::Phase::Preparing:
        m_findings->setPlaceholder({});
        return;
    case RunModel::Phase::Running:
    case RunModel::Phase::Paused:
    case RunModel::Phase::Stopping:
        m_findings->setPlaceholder(tr("Findings follow once two cells can be compared."));
        return;
    case RunModel::Phase::Ended:
        m_findings->setPlaceholder(tr("This run holds too little for a finding."));
        return;
    }
}

void LivePage::setCompact(bool compact)
{
    m_findings->setCompact(compact);
}

void LivePage::setTheme(const Theme& theme)
{
    for (ChartCard* card : m_cards)
        card->setTheme(theme);
    m_findings->setTheme(theme);
}

void LivePage::showFinding(const Finding& finding)
{
    m_shown = finding.id;
    for (ChartCard* card : m_cards)
        card->chart().setEvidence(finding.cells);
    m_findings->setCurrent(m_shown);
}

void LivePage::showNoFinding()
{
    m_shown.clear();
    for (ChartCard* card : m_cards)
        card->chart().setEvidence({});
    m_findings->setCurrent(m_shown);
}

void LivePage::maximise(ChartCard* card, bool maximised)
{
    for (ChartCard* other : m_cards)
        other->setVisible(!maximised || other == card);
    m_findings->setVisible(!maximised);
}

} // namespace keyrace
