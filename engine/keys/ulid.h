// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/seat.h"

#include <cstdint>
#include <limits>

namespace keyrace {

/// A ULID from its fields: 48 bits of milliseconds since 1970, 80 random bits of which `randomHigh` holds the upper 16.
[[nodiscard]] constexpr Key ulid(std::uint64_t milliseconds, std::uint16_t randomHigh, std::uint64_t randomLow)
{
    return {milliseconds << 16 | randomHigh, randomLow};
}

/// The next ULID of the same millisecond: the 80 random bits plus one, with carry. Throws Error{Limit} where they overflow,
/// as the specification demands.
[[nodiscard]] Key ulidSuccessor(Key key);

/// The monotonic option of the specification. Where the clock steps back, the last millisecond is kept and counted on,
/// until the clock has caught up. It never waits.
class UlidGenerator final : public KeyGenerator {
public:
    UlidGenerator(const KeyOptions& options, const GeneratorSeat& seat);

    void fill(std::span<Key> out, KeyClock& clock) override;

private:
    ClientClock m_clock;
    std::mt19937_64 m_random;
    std::int64_t m_last = std::numeric_limits<std::int64_t>::min();
    Key m_key;
};

} // namespace keyrace
