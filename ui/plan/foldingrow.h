// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

class QFrame;
class QToolButton;
class QVBoxLayout;

namespace keyrace {

class CheckRow;

/// A choice to tick, and a button beside it that opens a card below.
class FoldingRow : public PlanWidget {
protected:
    /// `openHint` says what the card holds.
    FoldingRow(PlanDraft& draft, const QString& openHint, QWidget* parent);

    CheckRow* m_check;
    QToolButton* m_open; ///< checked while the card is to be open: whoever inherits shows the card then
    QFrame* m_card;
    QVBoxLayout* m_cardLayout;
};

} // namespace keyrace
