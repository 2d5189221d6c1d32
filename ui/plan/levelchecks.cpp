// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/levelchecks.h"

#include "ui/plan/checkrow.h"

#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

LevelChecks::LevelChecks(PlanDraft& draft, Levels levels, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_levels(std::move(levels))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (std::size_t i = 0; i < m_levels.texts.size(); ++i) {
        auto* row = new CheckRow(draft.theme(), this);
        row->setText(m_levels.texts[i]);
        row->setObjectName(m_levels.names[i]);
        layout->addWidget(row);
        m_rows.push_back(row);
        connect(row, &QCheckBox::clicked, this, [this, place = static_cast<int>(i)](bool on) { toggle(place, on); });
    }
}

void LevelChecks::toggle(int place, bool on)
{
    auto chosen = m_levels.read();
    if (chosen.empty())
        chosen = {m_levels.plain()};
    const auto found = std::find(chosen.begin(), chosen.end(), place);
    if (on && found == chosen.end())
        chosen.push_back(place);
    else if (!on && found != chosen.end() && chosen.size() > 1)
        chosen.erase(found);
    else
        return refresh();
    m_levels.write(chosen);
}

void LevelChecks::refresh()
{
    const auto chosen = m_levels.read();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const int place = static_cast<int>(i);
        m_rows[i]->setChecked(chosen.empty() ? place == m_levels.plain() : std::find(chosen.begin(), chosen.end(), place) != chosen.end());
        if (m_levels.hint)
            m_rows[i]->setHint(m_levels.hint(place));
    }
}

void LevelChecks::refreshReasons()
{
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_rows[i]->setReason(m_levels.whyNot(static_cast<int>(i)));
}

} // namespace keyrace
