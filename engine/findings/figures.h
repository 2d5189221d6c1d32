// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/metric.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace keyrace {

/// Figures and words as they stand in documents: the same in every locale, shared by JSON, CSV, XML and text.

/// The shortest text that reads back to the same number, whole ones without a point; empty for what is no number.
[[nodiscard]] std::string plain(double value);
/// With this many decimals.
[[nodiscard]] std::string plain(double value, int decimals);
/// Whole numbers as such, beyond 2^53 as text, since most readers of JSON would round them.
[[nodiscard]] Json exact(std::int64_t value);
[[nodiscard]] Json exact(double value);
/// Both ends in a list.
[[nodiscard]] Json exact(const Interval& interval);
/// Words that a server said may hold bytes that are no UTF-8, which no document may.
[[nodiscard]] std::string utf8(const std::string& text);
/// 2024-01-01T00:00:00.000Z
[[nodiscard]] std::string isoTime(std::int64_t unixMs);

} // namespace keyrace
