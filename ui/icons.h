// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QColor>
#include <QtGui/QIcon>

/// The few pictograms of the window, drawn in the theme's colours at whatever scale is asked for. Main thread only.
namespace keyrace::icons {

enum class Shape { Maximise, Reset, More, Stop, Run, Pause, Skip, Plan, Back, Dot };

[[nodiscard]] QIcon draw(Shape shape, const QColor& colour);

} // namespace keyrace::icons
