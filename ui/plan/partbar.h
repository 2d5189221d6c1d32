// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

namespace keyrace {

/// One more part, like the one that is shown, and shows it.
void addPart(PlanDraft& draft);

/// Which part of the plan the sections show; adds, renames and removes parts. Not there while a plan has only one.
class PartBar : public PlanWidget {
    Q_OBJECT

public:
    explicit PartBar(PlanDraft& draft, QWidget* parent = nullptr);

    void refresh() override;

private:
    void remove();

    ChoiceBox* m_choice;
    QLineEdit* m_name;
};

} // namespace keyrace
