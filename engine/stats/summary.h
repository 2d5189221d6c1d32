// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/message.h"

#include <optional>
#include <span>
#include <utility>

namespace keyrace {

struct Interval {
    double low = 0;
    double high = 0;

    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// A cell's headline. `n` counts the values before trimming.
struct Summary {
    int n = 0;
    std::optional<double> trimmedMean; ///< absent without values; the plain mean where 2·trim ≥ n (then `provisional`)
    std::optional<double> median;
    std::optional<double> cv;          ///< standard deviation ÷ mean of all values; absent below 2
    std::optional<Interval> ci95;      ///< Yuen: Student t over the winsorised deviation, n − 2·trim − 1 degrees of freedom
    Message whyNoInterval;             ///< where ci95 is absent
    bool provisional = false;          ///< fewer than 2·trim + 1 values: not trimmed as asked
};

/// R. R. Wilcox, Introduction to Robust Estimation and Hypothesis Testing: §4.3 (trimmed mean), Yuen 1974.
[[nodiscard]] Summary summarise(std::span<const double> values, int trim);

/// A ratio of two cells, from logarithms.
struct Ratio {
    int n = 0; ///< pairs, or the smaller of both counts
    std::optional<double> value;
    std::optional<Interval> ci95;
    Message whyNoInterval;

    /// The interval excludes 1.
    [[nodiscard]] bool differs() const { return ci95 && !ci95->contains(1.0); }
};

/// (round, value > 0) of two cells of one part: trials are paired by their round. Values that have no partner are left out.
using RoundValue = std::pair<int, double>;
[[nodiscard]] Ratio pairedRatio(std::span<const RoundValue> over, std::span<const RoundValue> under, int trim);
/// Cells of different parts or runs: Yuen–Welch on logarithms, its value the exponential of the difference of trimmed means.
[[nodiscard]] Ratio unpairedRatio(std::span<const double> over, std::span<const double> under, int trim);

/// Quantile of Student's t for 95 % two-sided, by degrees of freedom (need not be whole).
[[nodiscard]] double studentT975(double degreesOfFreedom);

/// Values that must be left after trimming for an interval.
inline constexpr int kFewestForInterval = 3;

/// Above this coefficient of variation a cell is marked as noisy in every view.
inline constexpr double kNoisy = 0.05;

} // namespace keyrace
