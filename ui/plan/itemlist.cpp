// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/itemlist.h"

#include <QtWidgets/QFrame>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QVBoxLayout>

namespace keyrace {

QToolButton* makeToolButton(const QString& sign, const QString& meaning, bool edits, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(sign);
    button->setToolTip(meaning);
    button->setAccessibleName(meaning);
    button->setProperty("edits", edits);
    button->setFocusPolicy(Qt::StrongFocus);
    if (sign.size() == 1)
        button->setFixedSize(24, 22); // as high as a row of text
    return button;
}

ItemList::ItemList(PlanDraft& draft, Items items, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_items(std::move(items))
    , m_rows(new QVBoxLayout)
    , m_add(makeToolButton(u"+ "_qs + m_items.add, m_items.add, true, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_rows->setSpacing(m_items.cards ? 8 : 4);
    layout->addLayout(m_rows);
    if (m_items.add.isEmpty())
        m_add->hide();
    else
        layout->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QToolButton::clicked, this, [this] { m_items.append(); });
}

QWidget* ItemList::makeRow(int index)
{
    auto* row = new QFrame(this);
    row->setProperty("card", m_items.cards);
    auto* layout = new QHBoxLayout(row);
    layout->setSpacing(2);
    if (m_items.cards)
        layout->setContentsMargins(9, 7, 3, 9);
    else
        layout->setContentsMargins(0, 0, 0, 0);
    PlanWidget* editor = m_items.make(index);
    editor->setParent(row);
    layout->addWidget(editor, 1);
    auto* remove = makeToolButton(u"×"_qs, m_items.remove, true, row);
    remove->setObjectName(u"remove"_qs);
    remove->setEnabled(m_items.count() > m_items.atLeast);
    layout->addWidget(remove, 0, m_items.cards ? Qt::AlignTop : Qt::AlignVCenter);
    connect(remove, &QToolButton::clicked, this, [this, index] { m_items.erase(index); });
    m_editors.push_back(editor);
    return row;
}

void ItemList::rebuild(int count)
{
    for (QWidget* row : m_rowWidgets) {
        m_rows->removeWidget(row);
        row->hide();
        row->deleteLater(); // its own button may be the one that was clicked
    }
    m_rowWidgets.clear();
    m_editors.clear();
    for (int i = 0; i < count; ++i) {
        m_rowWidgets.push_back(makeRow(i));
        m_rows->addWidget(m_rowWidgets.back());
    }
}

void ItemList::refresh()
{
    const int count = m_items.count();
    if (count != static_cast<int>(m_editors.size()))
        rebuild(count);
    for (PlanWidget* editor : m_editors)
        editor->refresh();
}

void ItemList::refreshReasons()
{
    for (PlanWidget* editor : m_editors)
        editor->refreshReasons();
}

} // namespace keyrace
