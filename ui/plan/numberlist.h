// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

class QToolButton;
class QVBoxLayout;

namespace keyrace {

/// The levels of a factor that is a number: one box below the other, with a button for another one. An empty list shows what
/// then holds, and is filled in only when somebody changes it.
class NumberList : public PlanWidget {
    Q_OBJECT

public:
    struct Levels {
        QString label;
        QString add;
        NumberRange range;
        double plain = 1; ///< what an empty list means
        std::function<std::vector<double>()> read;
        std::function<void(const std::vector<double>&)> write;
    };

    NumberList(PlanDraft& draft, Levels levels, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] NumberBox* box(int index) const { return m_boxes.at(static_cast<std::size_t>(index)); }
    [[nodiscard]] QToolButton* addButton() const { return m_add; }

private:
    [[nodiscard]] std::vector<double> shown() const;
    void rebuild(std::size_t count);

    Levels m_levels;
    QVBoxLayout* m_layout;
    QToolButton* m_add;
    std::vector<NumberBox*> m_boxes;
    std::vector<QWidget*> m_lines;
};

} // namespace keyrace
