// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/metric.h"

#include <QtWidgets/QWidget>

namespace keyrace {

/// One factor's levels as a row of buttons, or as a box to choose from where they are many: "Indexes  All | None | Few". Main thread only.
class LevelPicker : public QWidget {
    Q_OBJECT

public:
    struct Choice {
        QString title;
        std::string level; ///< empty for all levels
    };

    LevelPicker(Factor factor, const QString& title, std::vector<Choice> choices, bool compact, QWidget* parent = nullptr);

    [[nodiscard]] Factor factor() const { return m_factor; }
    [[nodiscard]] const std::vector<Choice>& choices() const { return m_choices; }
    void setChosen(const std::string& level);

signals:
    void chosen(const QString& level); ///< by the person

private:
    void addButtons();
    void addBox();

    Factor m_factor;
    QString m_title;
    std::vector<Choice> m_choices;
    bool m_compact;
};

} // namespace keyrace
