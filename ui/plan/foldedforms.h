// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

namespace keyrace {

/// What stands one fold away: a form, and in a few words what it holds, shown while it is closed.
struct FoldedForm {
    QString title;
    QString name;
    Form* form = nullptr;
    std::function<QString()> summary;
};

[[nodiscard]] FoldedForm workloadForm(PlanDraft& draft);
[[nodiscard]] FoldedForm tableForm(PlanDraft& draft);
[[nodiscard]] FoldedForm storageForm(PlanDraft& draft);  ///< layout, index method, arrival
[[nodiscard]] FoldedForm settingsForm(PlanDraft& draft);
[[nodiscard]] FoldedForm protocolForm(PlanDraft& draft);
[[nodiscard]] FoldedForm hypothesesForm(PlanDraft& draft);
[[nodiscard]] FoldedForm expectForm(PlanDraft& draft);
[[nodiscard]] FoldedForm aboutForm(PlanDraft& draft);

} // namespace keyrace
