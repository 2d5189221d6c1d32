// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

namespace keyrace {

class CheckRow;

/// The levels of a factor as check boxes. An empty list means the default, which is shown as chosen; the last one that is
/// chosen cannot be given up.
class LevelChecks : public PlanWidget {
    Q_OBJECT

public:
    struct Levels {
        std::vector<QString> texts;
        std::vector<QString> names;            ///< object names
        std::function<std::vector<int>()> read;
        std::function<void(const std::vector<int>&)> write;
        std::function<int()> plain;            ///< what an empty list means
        std::function<QString(int)> whyNot;
        std::function<QString(int)> hint = {};
    };

    LevelChecks(PlanDraft& draft, Levels levels, QWidget* parent = nullptr);

    void refresh() override;
    void refreshReasons() override;

private:
    void toggle(int place, bool on);

    Levels m_levels;
    std::vector<CheckRow*> m_rows;
};

} // namespace keyrace
