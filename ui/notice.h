// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

class QWidget;

namespace keyrace {

class RunModel;

/// Says what happened and what to try in a box of its own, without waiting for the answer.
void tell(QWidget* parent, const QString& title, const QString& what, const QString& detail = {});

/// What stands above the result of a run that did not end well, or could be read in part only. Empty where all is well.
[[nodiscard]] QString noticeOf(const RunModel& model);

} // namespace keyrace
