// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace keyrace {

namespace {

double rounded(double value, int digits)
{
    if (value == 0 || !std::isfinite(value))
        return value;
    const double scale = std::pow(10.0, digits - 1 - std::floor(std::log10(std::abs(value))));
    return std::round(value * scale) / scale;
}

// Up to `digits` significant ones, without the zeros at the end.
QString significant(double value, const QLocale& locale, int digits)
{
    const int whole = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    int decimals = std::clamp(digits - whole, 0, 6);
    while (decimals > 0) {
        const double scaled = value * std::pow(10.0, decimals - 1);
        if (std::abs(scaled - std::round(scaled)) > 1e-6 * std::max(1.0, std::abs(scaled)))
            break;
        --decimals;
    }
    return locale.toString(value, 'f', decimals);
}

} // namespace

QString shortNumber(double value, const QLocale& locale, int digits)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    value = rounded(value, digits);
    struct Unit {
        double size;
        const char* name;
    };
    constexpr std::array kUnits{Unit{1e12, "T"}, Unit{1e9, "G"}, Unit{1e6, "M"}, Unit{1e3, "k"}};
    for (const auto& unit : kUnits) {
        if (std::abs(value) >= unit.size)
            return significant(value / unit.size, locale, digits) + QLatin1String(unit.name);
    }
    return significant(value, locale, digits);
}

QString roundedNumber(double value, const QLocale& locale)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    return significant(rounded(value, 3), locale, 3);
}

QString percent(double share, const QLocale& locale)
{
    return QStringLiteral("%1 %").arg(significant(rounded(share * 100, 2), locale, 2));
}

QLocale plainLocale()
{
    QLocale plain = QLocale::c();
    plain.setNumberOptions(QLocale::OmitGroupSeparator);
    return plain;
}

std::vector<double> niceTicks(double low, double high, int most)
{
    if (!(high > low) || most < 2 || !std::isfinite(high - low))
        return {};
    const double rough = (high - low) / most;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (std::floor(high / (factor * power) + 1e-9) - std::ceil(low / (factor * power) - 1e-9) + 1 <= most) {
            step = factor * power;
            break;
        }
    }
    std::vector<double> ticks;
    for (double i = std::ceil(low / step - 1e-9); i <= high / step + 1e-9; ++i)
        ticks.push_back(i * step + 0.0); // + 0.0: never "-0"
    return ticks;
}

std::vector<double> logTicks(double low, double high, int most)
{
    if (!(high > low) || most < 1 || !std::isfinite(high - low))
        return {};
    const int stride = std::max(1, static_cast<int>(std::ceil((high - low) / most)));
    const bool between = stride == 1 && (high - low) * 3 <= most;
    std::vector<double> ticks;
    for (int exponent = static_cast<int>(std::floor(low)); exponent <= high; exponent += stride) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double place = exponent + std::log10(factor);
            if ((factor == 1.0 || between) && place >= low - 1e-9 && place <= high + 1e-9)
                ticks.push_back(place);
        }
    }
    return ticks;
}

double niceCeiling(double value)
{
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const auto ticks = niceTicks(0, value, 10);
    const double step = ticks.size() > 1 ? ticks[1] : value;
    return std::ceil(value / step - 1e-9) * step;
}

std::optional<std::vector<double>> spreadLabels(const std::vector<double>& wanted, double height, double top, double bottom)
{
    if (static_cast<double>(wanted.size()) * height > bottom - top + 1e-6)
        return {};
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });

    // Neighbours that touch become one block, which stands where its members on average want it; a block that then touches
    // the one above is merged with it.
    struct Block {
        std::size_t first;
        std::size_t count;
        double middle;
    };
    const auto settled = [&](Block block) {
        double sum = 0;
        for (std::size_t i = block.first; i < block.first + block.count; ++i)
            sum += wanted[order[i]];
        const double half = height * static_cast<double>(block.count) / 2;
        block.middle = std::clamp(sum / static_cast<double>(block.count), top + half, bottom - half);
        return block;
    };
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < order.size(); ++i) {
        blocks.push_back(settled({i, 1, 0}));
        while (blocks.size() > 1) {
            const Block& above = blocks[blocks.size() - 2];
            const Block& below = blocks.back();
            if (above.middle + height * static_cast<double>(above.count + below.count) / 2 <= below.middle + 1e-9)
                break;
            const Block merged = settled({above.first, above.count + below.count, 0});
            blocks.pop_back();
            blocks.back() = merged;
        }
    }
    std::vector<double> places(wanted.size());
    for (const auto& block : blocks) {
        for (std::size_t i = 0; i < block.count; ++i)
            places[order[block.first + i]] = block.middle + height * (static_cast<double>(i) - static_cast<double>(block.count - 1) / 2);
    }
    return places;
}

} // namespace keyrace
