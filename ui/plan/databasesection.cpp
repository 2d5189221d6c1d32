// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/databasesection.h"

#include "ui/plan/itemlist.h"

#include <QtWidgets/QVBoxLayout>

namespace keyrace {

DatabaseSection::DatabaseSection(PlanDraft& draft, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_layout(new QVBoxLayout(this))
    , m_add(makeToolButton(u"+"_qs, tr("Measure another database in the same rounds"), true, this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(6);
    m_add->setObjectName(u"database.add"_qs);
    connect(m_add, &QToolButton::clicked, this, &DatabaseSection::append);
}

QWidget* DatabaseSection::headButton() const
{
    return m_add;
}

void DatabaseSection::append()
{
    m_draft.editPlan([](Plan& plan) {
        // Several databases are a list of addresses: the private file of a sandbox becomes the first of them.
        const auto urls = plan.sandbox ? targetUrls(plan) : plan.targets;
        plan.sandbox.reset();
        plan.targets = urls;
        plan.targets.emplace_back("sqlite:");
    });
}

void DatabaseSection::rebuild(const std::vector<int>& places)
{
    // A card that changes its place, from a private file to an address, say, stays open.
    const bool sameCount = places.size() == m_cards.size();
    std::vector<bool> open(places.size(), false);
    for (std::size_t i = 0; sameCount && i < m_cards.size(); ++i)
        open[i] = m_cards[i]->isOpen();
    for (DatabaseCard* card : m_cards) {
        m_layout->removeWidget(card);
        card->hide();
        card->deleteLater(); // its own button may be the one that was clicked
    }
    m_cards.clear();
    m_places = places;
    for (const int place : places) {
        m_cards.push_back(new DatabaseCard(m_draft, place, this));
        m_cards.back()->setOpen(open[m_cards.size() - 1]);
        m_layout->addWidget(m_cards.back());
    }
}

void DatabaseSection::refresh()
{
    std::vector<int> places;
    const Plan& plan = m_draft.plan();
    if (plan.sandbox)
        places.push_back(DatabaseCard::kSandbox);
    for (std::size_t i = 0; i < plan.targets.size(); ++i)
        places.push_back(static_cast<int>(i));
    if (places != m_places || m_cards.empty())
        rebuild(places);
    for (DatabaseCard* card : m_cards)
        card->refresh();
    bool embedded = true;
    if (plan.sandbox) {
        Plan alone;
        alone.sandbox = plan.sandbox;
        try {
            embedded = !targetUrls(alone).empty();
        } catch (const std::exception&) {
            embedded = false;
        }
    }
    m_add->setEnabled(embedded);
    m_add->setToolTip(embedded ? tr("Measure another database in the same rounds") : tr("A private server is measured alone"));
}

void DatabaseSection::refreshReasons()
{
    for (DatabaseCard* card : m_cards)
        card->refreshReasons();
}

} // namespace keyrace
