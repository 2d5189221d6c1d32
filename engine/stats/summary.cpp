// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/stats/summary.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

namespace keyrace {

namespace {

double meanOf(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Sum of squared distances from the mean.
double squaresAround(std::span<const double> values)
{
    const double mean = meanOf(values);
    return std::accumulate(values.begin(), values.end(), 0.0,
                           [mean](double sum, double value) { return sum + (value - mean) * (value - mean); });
}

/// What Yuen's method needs of one sample: `kept` values after trimming, their mean, and the mean's squared error from
/// the winsorised sum of squares, (n − 1)·s²_w ÷ (h·(h − 1)).
struct Trimmed {
    int kept = 0;
    double mean = 0;
    double squaredError = 0;
    bool asAsked = true;

    Trimmed(std::span<const double> sorted, int trim)
    {
        const auto cut = static_cast<std::size_t>(std::max(trim, 0));
        asAsked = 2 * cut < sorted.size();
        const auto middle = asAsked ? sorted.subspan(cut, sorted.size() - 2 * cut) : sorted;
        kept = static_cast<int>(middle.size());
        mean = meanOf(middle);
        if (!hasInterval())
            return;
        std::vector<double> winsorised(sorted.begin(), sorted.end());
        std::fill_n(winsorised.begin(), cut, middle.front());
        std::fill_n(winsorised.rbegin(), cut, middle.back());
        squaredError = squaresAround(winsorised) / (static_cast<double>(kept) * (kept - 1));
    }

    [[nodiscard]] bool hasInterval() const { return asAsked && kept >= kFewestForInterval; }
};

std::vector<double> sortedCopy(std::span<const double> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

double medianOf(std::span<const double> sorted)
{
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

Message tooFew(int n, int trim)
{
    return Message(QT_TRANSLATE_NOOP("Engine", "no interval: finished repeats: %1, left after trimming: %2, needed: %3"),
                   {std::int64_t{n}, std::int64_t{std::max(0, n - 2 * trim)}, std::int64_t{kFewestForInterval}});
}

Interval around(double centre, double squaredError, double degreesOfFreedom)
{
    const double half = squaredError > 0 ? studentT975(degreesOfFreedom) * std::sqrt(squaredError) : 0.0;
    return {centre - half, centre + half};
}

Interval exponential(const Interval& logarithms)
{
    return {std::exp(logarithms.low), std::exp(logarithms.high)};
}

std::vector<double> sortedLogarithms(std::span<const double> values)
{
    std::vector<double> result;
    for (const double value : values)
        if (value > 0 && std::isfinite(value))
            result.push_back(std::log(value));
    std::sort(result.begin(), result.end());
    return result;
}

/// Both values of every round that has both.
std::vector<double> pairedLogarithms(std::span<const RoundValue> over, std::span<const RoundValue> under)
{
    const auto positive = [](std::span<const RoundValue> values) {
        std::vector<RoundValue> result;
        std::copy_if(values.begin(), values.end(), std::back_inserter(result),
                     [](const RoundValue& v) { return v.second > 0 && std::isfinite(v.second); });
        std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        return result;
    };
    const auto left = positive(over);
    const auto right = positive(under);
    std::vector<double> result;
    for (auto a = left.begin(), b = right.begin(); a != left.end() && b != right.end();) {
        if (a->first < b->first) {
            ++a;
        } else if (b->first < a->first) {
            ++b;
        } else {
            result.push_back(std::log(a->second / b->second));
            ++a;
            ++b;
        }
    }
    return result;
}

} // namespace

double studentT975(double degreesOfFreedom)
{
    static const std::array<double, 65> known = [] { // curves ask for the same few many thousand times a second
        std::array<double, 65> table{};
        for (std::size_t degrees = 1; degrees < table.size(); ++degrees)
            table[degrees] = boost::math::quantile(boost::math::students_t(static_cast<double>(degrees)), 0.975);
        return table;
    }();
    const auto whole = static_cast<std::size_t>(degreesOfFreedom);
    if (whole > 0 && whole < known.size() && static_cast<double>(whole) == degreesOfFreedom)
        return known[whole];
    return boost::math::quantile(boost::math::students_t(degreesOfFreedom), 0.975);
}

Summary summarise(std::span<const double> values, int trim)
{
    Summary result;
    result.n = static_cast<int>(values.size());
    result.provisional = result.n < 2 * trim + 1;
    result.whyNoInterval = tooFew(result.n, trim);
    if (values.empty())
        return result;
    const std::vector<double> sorted = sortedCopy(values);
    const Trimmed trimmed(sorted, trim);
    result.trimmedMean = trimmed.mean;
    result.median = medianOf(sorted);
    if (const double mean = meanOf(sorted); sorted.size() > 1 && mean != 0)
        result.cv = std::sqrt(squaresAround(sorted) / static_cast<double>(sorted.size() - 1)) / std::abs(mean);
    if (trimmed.hasInterval()) {
        result.ci95 = around(trimmed.mean, trimmed.squaredError, trimmed.kept - 1);
        result.whyNoInterval = {};
    }
    return result;
}

Ratio pairedRatio(std::span<const RoundValue> over, std::span<const RoundValue> under, int trim)
{
    const Summary logarithms = summarise(pairedLogarithms(over, under), trim);
    Ratio result;
    result.n = logarithms.n;
    result.whyNoInterval = logarithms.whyNoInterval;
    if (logarithms.trimmedMean)
        result.value = std::exp(*logarithms.trimmedMean);
    if (logarithms.ci95)
        result.ci95 = exponential(*logarithms.ci95);
    return result;
}

Ratio unpairedRatio(std::span<const double> over, std::span<const double> under, int trim)
{
    const std::vector<double> left = sortedLogarithms(over);
    const std::vector<double> right = sortedLogarithms(under);
    Ratio result;
    result.n = static_cast<int>(std::min(left.size(), right.size()));
    result.whyNoInterval = tooFew(result.n, trim);
    if (result.n == 0)
        return result;
    const Trimmed a(left, trim);
    const Trimmed b(right, trim);
    result.value = std::exp(a.mean - b.mean);
    if (!a.hasInterval() || !b.hasInterval())
        return result;
    const double squaredError = a.squaredError + b.squaredError;
    // Welch; without any spread the degrees of freedom do not matter.
    const double degrees = squaredError > 0
        ? squaredError * squaredError
            / (a.squaredError * a.squaredError / (a.kept - 1) + b.squaredError * b.squaredError / (b.kept - 1))
        : 1.0;
    result.ci95 = exponential(around(a.mean - b.mean, squaredError, degrees));
    result.whyNoInterval = {};
    return result;
}

} // namespace keyrace
