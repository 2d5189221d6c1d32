// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/foldingrow.h"

#include "ui/plan/checkrow.h"
#include "ui/plan/itemlist.h"

#include <QtWidgets/QFrame>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace keyrace {

FoldingRow::FoldingRow(PlanDraft& draft, const QString& openHint, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_check(new CheckRow(draft.theme(), this))
    , m_open(makeToolButton(QStringLiteral("⋯"), openHint, false, this))
    , m_card(new QFrame(this))
    , m_cardLayout(new QVBoxLayout(m_card))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->setSpacing(2);
    line->addWidget(m_check, 1);
    line->addWidget(m_open);
    layout->addLayout(line);
    layout->addWidget(m_card);
    m_card->setProperty("card", true);
    m_card->hide();
    m_cardLayout->setContentsMargins(10, 8, 10, 8);
    m_open->setCheckable(true);
}

} // namespace keyrace
