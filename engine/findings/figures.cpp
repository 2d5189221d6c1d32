// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/figures.h"

#include <QtCore/QDateTime>

#include <charconv>
#include <cmath>

namespace keyrace {

namespace {

constexpr std::int64_t kExact = std::int64_t{1} << 53;
constexpr int kFewDigits = 15; // up to which whole numbers are shown without an exponent

} // namespace

std::string plain(double value)
{
    if (!std::isfinite(value))
        return {};
    char digits[64];
    const bool isWhole = value == std::floor(value) && std::abs(value) < std::pow(10.0, kFewDigits);
    const auto result = isWhole ? std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(value))
                                : std::to_chars(digits, digits + sizeof digits, value);
    return {digits, result.ptr};
}

std::string plain(double value, int decimals)
{
    if (!std::isfinite(value))
        return {};
    char digits[400]; // a double has up to 309 digits before the point
    const auto result = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, decimals);
    return {digits, result.ptr};
}

Json exact(std::int64_t value)
{
    if (value > kExact || value < -kExact)
        return std::to_string(value);
    return value;
}

Json exact(double value)
{
    if (!std::isfinite(value))
        return {};
    if (value != std::floor(value))
        return value;
    if (std::abs(value) > static_cast<double>(kExact))
        return plain(value, 0);
    return static_cast<std::int64_t>(value);
}

Json exact(const Interval& interval)
{
    return Json::array({exact(interval.low), exact(interval.high)});
}

std::string utf8(const std::string& text)
{
    return QString::fromStdString(text).toStdString();
}

std::string isoTime(std::int64_t unixMs)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs).toUTC().toString(Qt::ISODateWithMs).toStdString();
}

} // namespace keyrace
