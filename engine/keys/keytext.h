// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/key.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Texts of keys, both ways. Reading throws Error{BadInput} that says what was expected; either case is accepted.
namespace keyrace {

inline constexpr std::size_t kUuidCharacters = 36;
inline constexpr std::size_t kUlidCharacters = 26;

/// Lower case with hyphens.
[[nodiscard]] std::string uuidText(Key key);
/// Crockford's base32 in upper case.
[[nodiscard]] std::string ulidText(Key key);
/// The lowest `octets` octets in lower-case hexadecimal.
[[nodiscard]] std::string hexText(Key key, int octets);

/// With hyphens as 8-4-4-4-12, or 32 digits without.
[[nodiscard]] Key uuidFromText(std::string_view text);
/// The letters I, L, O and U are refused, as is a first character above 7.
[[nodiscard]] Key ulidFromText(std::string_view text);

/// ISO 8601 in UTC with milliseconds: "2022-02-22T19:22:22.000Z". Nanoseconds that are no whole milliseconds follow with as
/// many digits as needed.
[[nodiscard]] std::string isoTime(std::int64_t milliseconds, std::int64_t nanoseconds = 0);

} // namespace keyrace
