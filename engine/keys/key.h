// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>

namespace keyrace {

/// One key as a 128-bit number in network order: `high` holds octets 0–7, `low` octets 8–15. A 64-bit key stands in
/// `low`, `high` is 0. Comparison is that of the octets (memcmp), which is also that of a UUID's lower-case text.
struct Key {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend auto operator<=>(const Key&, const Key&) = default;
};

using KeyBytes = std::array<std::uint8_t, 16>;

[[nodiscard]] KeyBytes toBytes(Key key);
[[nodiscard]] Key keyFromBytes(std::span<const std::uint8_t, 16> bytes);

} // namespace keyrace
