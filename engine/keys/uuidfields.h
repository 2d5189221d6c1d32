// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/key.h"

#include <cstdint>

/// UUIDs from their fields and back, as RFC 9562 lays them out. Values wider than their field lose their upper bits.
namespace keyrace::uuid {

/// Ticks of 100 ns from 1582-10-15T00:00:00Z to 1970-01-01T00:00:00Z.
inline constexpr std::int64_t kGregorianOffset = 0x01B21DD213814000;

inline constexpr std::uint64_t kMask12 = 0xFFF;
inline constexpr std::uint64_t kMask48 = 0xFFFF'FFFF'FFFF;
inline constexpr std::uint64_t kMask62 = 0x3FFF'FFFF'FFFF'FFFF;

/// Puts version and variant over the bits that are reserved for them.
[[nodiscard]] constexpr Key stamped(Key bits, unsigned version)
{
    return {(bits.high & ~std::uint64_t{0xF000}) | std::uint64_t{version & 0xF} << 12, (bits.low & kMask62) | std::uint64_t{1} << 63};
}

[[nodiscard]] constexpr unsigned version(Key key) { return static_cast<unsigned>(key.high >> 12 & 0xF); }
[[nodiscard]] constexpr bool hasRfcVariant(Key key) { return key.low >> 62 == 2; }

[[nodiscard]] constexpr std::uint64_t clockSeqAndNode(std::uint64_t clockSeq, std::uint64_t node)
{
    return (clockSeq & 0x3FFF) << 48 | (node & kMask48);
}
[[nodiscard]] constexpr std::uint64_t clockSeq(Key key) { return key.low >> 48 & 0x3FFF; }
[[nodiscard]] constexpr std::uint64_t node(Key key) { return key.low & kMask48; }

[[nodiscard]] constexpr Key v1(std::uint64_t ticks, std::uint64_t clockSeqAndNode)
{
    return stamped({(ticks & 0xFFFF'FFFF) << 32 | (ticks >> 32 & 0xFFFF) << 16 | (ticks >> 48 & kMask12), clockSeqAndNode}, 1);
}
[[nodiscard]] constexpr std::uint64_t v1Ticks(Key key)
{
    return (key.high & kMask12) << 48 | (key.high >> 16 & 0xFFFF) << 32 | key.high >> 32;
}

[[nodiscard]] constexpr Key v6(std::uint64_t ticks, std::uint64_t clockSeqAndNode)
{
    return stamped({ticks >> 12 << 16 | (ticks & kMask12), clockSeqAndNode}, 6);
}
[[nodiscard]] constexpr std::uint64_t v6Ticks(Key key) { return key.high >> 16 << 12 | (key.high & kMask12); }

[[nodiscard]] constexpr Key v6FromV1(Key key) { return v6(v1Ticks(key), key.low); }
[[nodiscard]] constexpr Key v1FromV6(Key key) { return v1(v6Ticks(key), key.low); }

[[nodiscard]] constexpr Key v4(Key random) { return stamped(random, 4); }

[[nodiscard]] constexpr Key v7(std::uint64_t milliseconds, std::uint64_t randA, std::uint64_t randB)
{
    return stamped({milliseconds << 16 | (randA & kMask12), randB}, 7);
}
[[nodiscard]] constexpr std::uint64_t v7Milliseconds(Key key) { return key.high >> 16; }
[[nodiscard]] constexpr std::uint64_t v7RandA(Key key) { return key.high & kMask12; }
[[nodiscard]] constexpr std::uint64_t v7RandB(Key key) { return key.low & kMask62; }

} // namespace keyrace::uuid
