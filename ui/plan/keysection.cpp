// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/keysection.h"

#include "ui/plan/keyrow.h"

#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

namespace {

int rank(const std::string& type)
{
    const auto types = keyTypes();
    return static_cast<int>(std::find_if(types.begin(), types.end(), [&](const KeyType* known) { return known->name() == type; }) - types.begin());
}

// The places of a type's levels among the part's.
std::vector<int> levelsOf(const Part& part, std::string_view type)
{
    std::vector<int> places;
    for (std::size_t i = 0; i < part.factors.key.size(); ++i) {
        if (part.factors.key[i].type == type)
            places.push_back(static_cast<int>(i));
    }
    return places;
}

} // namespace

KeySection::KeySection(PlanDraft& draft, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
}

void KeySection::choose(const std::string& type)
{
    m_draft.editPart([&](Part& part) {
        const auto found = m_givenUp.find(type);
        KeyLevel level;
        level.type = type;
        if (found != m_givenUp.end())
            level = found->second;
        auto& levels = part.factors.key;
        const auto after = std::find_if(levels.begin(), levels.end(), [&](const KeyLevel& other) { return rank(other.type) > rank(type); });
        levels.insert(after, level);
    });
}

void KeySection::giveUp(int level)
{
    m_draft.editPart([&](Part& part) {
        auto& levels = part.factors.key;
        if (level < 0 || static_cast<std::size_t>(level) >= levels.size())
            return;
        m_givenUp[levels[static_cast<std::size_t>(level)].type] = levels[static_cast<std::size_t>(level)];
        levels.erase(levels.begin() + level);
    });
}

void KeySection::addLevelLike(int level)
{
    m_draft.editPart([&](Part& part) {
        auto& levels = part.factors.key;
        if (level < 0 || static_cast<std::size_t>(level) >= levels.size())
            return;
        KeyLevel another = levels[static_cast<std::size_t>(level)];
        const std::string base = another.label.value_or(another.type);
        const auto isTaken = [&](const std::string& label) {
            return std::any_of(levels.begin(), levels.end(), [&](const KeyLevel& other) { return other.label == label; });
        };
        int number = 2;
        while (isTaken(base + " " + std::to_string(number)))
            ++number;
        another.label = base + " " + std::to_string(number);
        levels.insert(levels.begin() + level + 1, another);
    });
}

void KeySection::rebuild(const std::vector<std::string>& types)
{
    for (KeyRow* row : m_rows) {
        m_layout->removeWidget(row);
        row->hide();
        row->deleteLater(); // its own button may be the one that was clicked
    }
    m_rows.clear();
    m_types = types;
    for (const std::string& type : types) {
        auto* row = new KeyRow(m_draft, *findKeyType(type), this);
        connect(row, &KeyRow::chosen, this, [this, type] { choose(type); });
        connect(row, &KeyRow::givenUp, this, &KeySection::giveUp);
        connect(row, &KeyRow::anotherWanted, this, &KeySection::addLevelLike);
        m_rows.push_back(row);
        m_layout->addWidget(row);
    }
}

void KeySection::refresh()
{
    std::vector<std::string> types;
    std::vector<int> places;
    for (const KeyType* type : keyTypes()) {
        auto levels = levelsOf(m_draft.part(), type->name());
        if (levels.empty())
            levels.push_back(-1);
        types.insert(types.end(), levels.size(), std::string(type->name()));
        places.insert(places.end(), levels.begin(), levels.end());
    }
    if (types != m_types)
        rebuild(types);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->setLevel(places[i]);
        m_rows[i]->refresh();
    }
}

void KeySection::refreshReasons()
{
    for (KeyRow* row : m_rows)
        row->refreshReasons();
}

} // namespace keyrace
