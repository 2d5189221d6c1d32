// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plan/form.h"

namespace keyrace {

/// How much: rows, prefill, step, time, clients, repeats. What the workload does not have is not shown.
class SizeSection : public PlanWidget {
    Q_OBJECT

public:
    explicit SizeSection(PlanDraft& draft, QWidget* parent = nullptr);

    void refresh() override;

private:
    void addRowLists();
    void addTimes();
    void addRepeats();
    /// A list of numbers under its label; `plain` is shown and used where the list is empty.
    QWidget* addList(const QString& label, const QString& add, const NumberRange& range, double plain,
                     std::function<std::vector<double>()> read, std::function<void(const std::vector<double>&)> write, const QString& name);

    Form* m_form;
};

} // namespace keyrace
