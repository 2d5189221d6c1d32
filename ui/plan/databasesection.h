// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/databasecard.h"

class QVBoxLayout;

namespace keyrace {

/// The databases of the plan, a card each.
class DatabaseSection : public PlanWidget {
    Q_OBJECT

public:
    explicit DatabaseSection(PlanDraft& draft, QWidget* parent = nullptr);

    void refresh() override;
    void refreshReasons() override;
    [[nodiscard]] QWidget* headButton() const override;

private:
    void rebuild(const std::vector<int>& places);
    void append();

    QVBoxLayout* m_layout;
    QToolButton* m_add;
    std::vector<int> m_places;
    std::vector<DatabaseCard*> m_cards;
};

} // namespace keyrace
