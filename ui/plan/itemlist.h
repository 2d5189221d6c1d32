// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

#include <QtWidgets/QToolButton>

class QVBoxLayout;

namespace keyrace {

/// A small button of the panel: a sign, with its meaning for pointer and screen reader. `edits`: not shown while the
/// panel is read-only.
QToolButton* makeToolButton(const QString& sign, const QString& meaning, bool edits, QWidget* parent);

/// A list that grows and shrinks: an editor for each item, each with a button that removes it, and one that adds.
class ItemList : public PlanWidget {
    Q_OBJECT

public:
    struct Items {
        QString add;    ///< "Add a number of rows"
        QString remove; ///< "Remove this number of rows"
        std::function<int()> count;
        std::function<PlanWidget*(int)> make; ///< the editor of an item, without a parent
        std::function<void()> append;
        std::function<void(int)> erase;
        bool cards = false; ///< each item in a frame of its own
        int atLeast = 0;    ///< so many cannot be removed
    };

    ItemList(PlanDraft& draft, Items items, QWidget* parent = nullptr);

    void refresh() override;
    void refreshReasons() override;
    [[nodiscard]] QToolButton* addButton() const { return m_add; }
    [[nodiscard]] PlanWidget* editor(int index) const { return m_editors.at(static_cast<std::size_t>(index)); }

private:
    void rebuild(int count);
    QWidget* makeRow(int index);

    Items m_items;
    QVBoxLayout* m_rows;
    QToolButton* m_add;
    std::vector<PlanWidget*> m_editors;
    std::vector<QWidget*> m_rowWidgets;
};

} // namespace keyrace
