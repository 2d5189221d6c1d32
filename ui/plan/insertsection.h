// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/foldingrow.h"

namespace keyrace {

/// One insert strategy: chosen or merely offered, with its details in a card.
class InsertRow : public FoldingRow {
    Q_OBJECT

public:
    explicit InsertRow(PlanDraft& draft, QWidget* parent = nullptr);

    /// `level`: among the part's, −1 where it is only offered.
    void setLevel(int level, const InsertChoice& insert);
    void refresh() override;
    void refreshReasons() override;
    void open();

signals:
    void toggled(const keyrace::InsertChoice& insert, bool on);

private:
    [[nodiscard]] bool isChosen() const { return m_level >= 0; }

    int m_level = -1;
    InsertChoice m_insert;
    Form* m_form;
};

/// The insert strategies: those of the plan, and usual ones beside them.
class InsertSection : public PlanWidget {
    Q_OBJECT

public:
    explicit InsertSection(PlanDraft& draft, QWidget* parent = nullptr);

    void refresh() override;
    void refreshReasons() override;
    [[nodiscard]] QWidget* headButton() const override;

private:
    void toggle(const InsertChoice& insert, bool on);

    QVBoxLayout* m_rowLayout;
    QToolButton* m_add;
    std::vector<InsertRow*> m_rows;
};

} // namespace keyrace
