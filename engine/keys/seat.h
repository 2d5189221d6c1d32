// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/keytype.h"

#include <random>

namespace keyrace {

/// Random numbers for one purpose of one generator; other purposes, clients, streams and seeds have unrelated ones.
enum class Purpose : std::uint32_t { Keys = 1, Node, ClockSequence, Skew };

[[nodiscard]] std::mt19937_64 randomFor(const GeneratorSeat& seat, Purpose purpose);

/// The key clock as one client sees it: wrong by an offset of its own, drawn once within ± skew_ms. The offset follows
/// from seed and client alone, so that a client's clock is equally wrong in every trial.
class ClientClock {
public:
    ClientClock(const KeyOptions& options, const GeneratorSeat& seat);

    /// Nanoseconds by which this client's clock is ahead.
    [[nodiscard]] std::int64_t offset() const { return m_offset; }
    [[nodiscard]] std::int64_t next(KeyClock& clock) const { return clock.next() + m_offset; }
    void waitUntil(std::int64_t time, KeyClock& clock) const { clock.waitUntil(time - m_offset); }

private:
    std::int64_t m_offset = 0;
};

/// Milliseconds since 1970 as a field of `bits` bits counted from `epochMs`. Throws Error{Limit} before its begin and
/// after its end.
[[nodiscard]] std::uint64_t millisecondField(std::int64_t milliseconds, std::int64_t epochMs, int bits, const char* typeName);

/// Division that rounds down, as times before 1970 need it.
[[nodiscard]] constexpr std::int64_t floorDivide(std::int64_t value, std::int64_t divisor)
{
    return value / divisor - (value % divisor < 0 ? 1 : 0);
}

inline constexpr std::int64_t kNanosecondsPerMillisecond = 1'000'000;

} // namespace keyrace
