// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/keyvaluelist.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

class KeyValueList::Row : public PlanWidget {
public:
    Row(PlanDraft& draft, KeyValueList& list, const Words& words, std::size_t index)
        : PlanWidget(draft)
        , m_list(list)
        , m_index(index)
        , m_name(new QLineEdit(this))
        , m_value(new QLineEdit(this))
    {
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(4);
        for (auto* edit : {m_name, m_value}) {
            edit->setPlaceholderText(edit == m_name ? words.name : words.value);
            edit->setAccessibleName(edit == m_name ? words.name : words.value);
            edit->setMinimumWidth(48);
            layout->addWidget(edit, edit == m_name ? 3 : 2);
            connect(edit, &QLineEdit::textEdited, this, [this] {
                m_list.m_pairs[m_index] = {m_name->text().trimmed().toStdString(), m_value->text().toStdString()};
                m_list.edited();
            });
        }
        if (!words.names.isEmpty())
            offerWords(*m_name, words.names);
        layout->insertWidget(1, new QLabel(u"="_qs, this));
    }

    void refresh() override
    {
        const auto& [name, value] = m_list.m_pairs[m_index];
        if (m_name->text().trimmed().toStdString() != name)
            m_name->setText(QString::fromStdString(name));
        if (m_value->text().toStdString() != value)
            m_value->setText(QString::fromStdString(value));
    }

private:
    KeyValueList& m_list;
    std::size_t m_index;
    QLineEdit* m_name;
    QLineEdit* m_value;
};

KeyValueList::KeyValueList(PlanDraft& draft, const Words& words, std::function<Pairs()> read,
                           std::function<void(const Pairs&)> write, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_read(std::move(read))
    , m_write(std::move(write))
{
    ItemList::Items items;
    items.add = words.add;
    items.remove = words.remove;
    items.count = [this] { return static_cast<int>(m_pairs.size()); };
    items.make = [this, words](int index) { return new Row(m_draft, *this, words, static_cast<std::size_t>(index)); };
    items.append = [this] {
        m_pairs.emplace_back();
        m_list->refresh();
    };
    items.erase = [this](int index) {
        m_pairs.erase(m_pairs.begin() + index);
        m_list->refresh();
        edited();
    };
    m_list = new ItemList(draft, std::move(items), this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);
}

KeyValueList::Pairs KeyValueList::named() const
{
    Pairs pairs = m_pairs;
    std::erase_if(pairs, [](const auto& pair) { return pair.first.empty(); });
    return pairs;
}

void KeyValueList::edited()
{
    m_write(named());
}

void KeyValueList::refresh()
{
    Pairs pairs = m_read();
    Pairs shown = named();
    std::sort(pairs.begin(), pairs.end());
    std::sort(shown.begin(), shown.end());
    if (pairs != shown) // something else changed them: rows without a name go as well
        m_pairs = m_read();
    m_list->refresh();
}

} // namespace keyrace
