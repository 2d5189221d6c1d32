// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/findingsbar.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

#include <algorithm>

namespace keyrace {

namespace {

constexpr std::size_t kCards = 3;

} // namespace

FindingsBar::FindingsBar(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_placeholder(new QLabel(this))
    , m_more(new QPushButton(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    for (std::size_t n = 0; n < kCards; ++n) {
        auto* card = new FindingCard(theme, CardForm::Short, this);
        card->setObjectName(QStringLiteral("finding%1").arg(n));
        connect(card, &FindingCard::clicked, this, [this, card] { emit activated(card->finding()); });
        layout->addWidget(card, 1);
        m_cards.push_back(card);
    }
    m_placeholder->setProperty("muted", true);
    m_placeholder->setWordWrap(true);
    layout->addWidget(m_placeholder, 1);
    m_more->setObjectName(QStringLiteral("moreFindings"));
    m_more->setProperty("plain", true);
    connect(m_more, &QPushButton::clicked, this, &FindingsBar::moreWanted);
    layout->addWidget(m_more);
    arrange();
}

void FindingsBar::setFindings(const std::vector<Finding>& findings, const std::vector<Judgement>& judgements)
{
    m_findings = byWeight(findings);
    for (std::size_t n = 0; n < std::min(kCards, m_findings.size()); ++n)
        m_cards[n]->setFinding(m_findings[n]);
    setCurrent(m_current);
    const QString verdicts = verdictSummary(judgements);
    const QString all = m_findings.empty() ? QString() : tr("All %n finding(s)", nullptr, static_cast<int>(m_findings.size()));
    m_more->setText(all.isEmpty() || verdicts.isEmpty() ? all + verdicts : all + QLatin1Char('\n') + verdicts);
    m_more->setAccessibleName(tr("Show all findings and expectations"));
    arrange();
}

void FindingsBar::setCurrent(const std::string& id)
{
    m_current = id;
    for (FindingCard* card : m_cards)
        card->setChecked(!id.empty() && card->finding().id == id);
}

void FindingsBar::setPlaceholder(const QString& text)
{
    m_placeholder->setText(text);
}

void FindingsBar::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    for (FindingCard* card : m_cards)
        card->setForm(compact ? CardForm::OneLine : CardForm::Short);
    arrange();
}

void FindingsBar::setTheme(const Theme& theme)
{
    for (FindingCard* card : m_cards)
        card->setTheme(theme);
}

void FindingsBar::arrange()
{
    const std::size_t shown = std::min(m_compact ? 1 : kCards, m_findings.size());
    for (std::size_t n = 0; n < kCards; ++n)
        m_cards[n]->setVisible(n < shown);
    m_placeholder->setVisible(shown == 0);
    m_more->setVisible(!m_more->text().isEmpty());
}

QString verdictSummary(const std::vector<Judgement>& judgements)
{
    int met = 0;
    int notMet = 0;
    int open = 0;
    for (const Judgement& judgement : judgements) {
        switch (judgement.verdict) {
        case Verdict::Met:
            ++met;
            break;
        case Verdict::NotMet:
            ++notMet;
            break;
        case Verdict::CannotTell:
            ++open;
            break;
        }
    }
    QStringList parts;
    if (met > 0)
        parts += FindingsBar::tr("%n expectation(s) met", nullptr, met);
    if (notMet > 0)
        parts += FindingsBar::tr("%n not met", nullptr, notMet);
    if (open > 0)
        parts += FindingsBar::tr("%n open", nullptr, open);
    return parts.join(QStringLiteral(", "));
}

std::vector<Finding> byWeight(std::vector<Finding> findings)
{
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding& a, const Finding& b) { return a.weight > b.weight; });
    return findings;
}

} // namespace keyrace
