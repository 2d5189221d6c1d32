// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "engine/run/connectors.h"
#include "ui/passwordasker.h"
#include "ui/theme.h"

#include <QtCore/QObject>

#include <functional>
#include <string>

namespace keyrace {

/// What expanding a plan told: its cost, or why it cannot be run.
struct PlanOutcome {
    std::vector<Cell> cells;
    Estimate cost;
    QString error; ///< empty where the plan can be run
};

/// The plan while it is edited: the only place where the panel keeps it. Widgets show it and change single members, so
/// that what nobody touched comes back as it was. Main thread only; owned by PlanPanel, outlives its widgets.
class PlanDraft : public QObject {
    Q_OBJECT

public:
    explicit PlanDraft(const Theme& theme, PasswordSource passwords = {});
    ~PlanDraft() override;

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    void setTheme(const Theme& theme) { m_theme = theme; }
    /// For reaching a database.
    [[nodiscard]] const PasswordSource& passwords() const { return m_passwords; }

    [[nodiscard]] const Plan& plan() const { return m_plan; }
    void setPlan(const Plan& plan);
    [[nodiscard]] bool isReadOnly() const { return m_readOnly; }
    void setReadOnly(bool readOnly) { m_readOnly = readOnly; }

    /// The part that the sections show.
    [[nodiscard]] const Part& part() const;
    [[nodiscard]] std::size_t partIndex() const { return m_part; }
    void selectPart(std::size_t index);

    void editPlan(const std::function<void(Plan&)>& change);
    void editPart(const std::function<void(Part&)>& change);
    /// Something was typed that no plan can hold: what is told below has to change, the plan has not.
    void noteProblem() { emit problemNoted(); }

    [[nodiscard]] PlanOutcome outcome() const;
    /// Why none of the plan's databases can do what `set` makes of an otherwise plain part; empty where one can, or where
    /// nothing is known of them.
    [[nodiscard]] QString whyNot(const std::function<void(Part&)>& set) const;
    /// The rules of the first database; null while there is none.
    [[nodiscard]] const TargetRules* rules() const;
    /// Empty where the URL can be used.
    [[nodiscard]] QString whyNotTarget(const std::string& url) const;

signals:
    void shown();       ///< another plan or part
    void changed();     ///< a member was changed
    void problemNoted();

private:
    QString reasonOf(const Part& probe) const;

    Theme m_theme;
    const PasswordSource m_passwords;
    Plan m_plan;
    std::size_t m_part = 0;
    bool m_readOnly = false;
    mutable Connectors m_connectors; ///< known by their addresses, never connected
};

} // namespace keyrace
