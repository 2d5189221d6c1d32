// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "ui/passwordasker.h"
#include "ui/theme.h"

#include <QtWidgets/QWidget>

#include <memory>

namespace keyrace {

/// The plan at the left of the window: database, key types, indexes, strategies, sizes, and every other factor one fold
/// away, with its cost below. Whatever a plan can say can be clicked. Main thread only.
class PlanPanel : public QWidget {
    Q_OBJECT

public:
    explicit PlanPanel(const Theme& theme, PasswordSource passwords = {}, QWidget* parent = nullptr);
    ~PlanPanel() override;

    void setPlan(const Plan& plan);
    [[nodiscard]] Plan plan() const;
    /// While a run is on, or for a recorded one: shown, not changed.
    void setReadOnly(bool readOnly);
    void setTheme(const Theme& theme);
    /// The plan can be run as it stands: at least one cell is available.
    [[nodiscard]] bool isRunnable() const;

signals:
    void planChanged();

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace keyrace
