// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QLocale>
#include <QtCore/QString>

#include <optional>
#include <vector>

namespace keyrace {

/// "0", "850", "87k", "1.25M", "0.54": as many digits as `digits` asks for, never more than the number has.
[[nodiscard]] QString shortNumber(double value, const QLocale& locale, int digits = 3);
/// "87,400": three digits that mean something, written out.
[[nodiscard]] QString roundedNumber(double value, const QLocale& locale);
/// "±7 %"
[[nodiscard]] QString percent(double share, const QLocale& locale);
/// The locale of files: plain digits without groups.
[[nodiscard]] QLocale plainLocale();

/// Places on an axis from `low` to `high`, in steps of 1, 2 or 5 times a power of ten; at most `most`.
[[nodiscard]] std::vector<double> niceTicks(double low, double high, int most);
/// The same for a logarithmic axis: `low` and `high` are powers of ten's exponents, and so is the answer.
[[nodiscard]] std::vector<double> logTicks(double low, double high, int most);
/// The next round number that is not below `value`: the end of an axis.
[[nodiscard]] double niceCeiling(double value);

/// Where labels stand that want to be at `wanted` (their middles) and are `height` tall: in the same order, none over another,
/// all between `top` and `bottom`, as close to their wish as that allows. Nothing where they do not fit.
[[nodiscard]] std::optional<std::vector<double>> spreadLabels(const std::vector<double>& wanted, double height, double top, double bottom);

} // namespace keyrace
