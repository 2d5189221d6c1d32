// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/seat.h"

#include <cstdint>
#include <limits>

namespace keyrace {

/// RFC 9562 §6.2 method 1, the default: a counter of 26 bits (all of rand_a and the top 14 bits of rand_b) behind the
/// milliseconds, 48 random bits after it. The counter starts anew at every millisecond with 25 random bits, its top bit
/// zero as a guard against running over, so that at least 33 million keys fit into a millisecond.
/// Where it runs over nevertheless, the embedded time goes on to the next millisecond ahead of the clock.
/// Where the clock steps back, the last millisecond is kept and counted on, until the clock has caught up. It never waits.
class V7CounterGenerator final : public KeyGenerator {
public:
    static constexpr int kCounterBits = 26;

    /// `counterBits` from 12 to 42; a small one lets tests see it run over.
    V7CounterGenerator(const KeyOptions& options, const GeneratorSeat& seat, int counterBits = kCounterBits);

    void fill(std::span<Key> out, KeyClock& clock) override;

private:
    void startMillisecond(std::int64_t milliseconds);

    ClientClock m_clock;
    std::mt19937_64 m_random;
    int m_counterBits;
    std::int64_t m_last = std::numeric_limits<std::int64_t>::min();
    std::uint64_t m_field = 0; ///< m_last as the key holds it
    std::uint64_t m_counter = 0;
};

/// Method 3 as in PostgreSQL 18: rand_a holds the fraction of the millisecond in steps of 1/4096, 62 random bits follow.
/// A time that is not at least 245 ns after the last one is replaced by the last plus 245 ns: above 4.08 million keys a
/// second, and while a clock that stepped back has not caught up, embedded times run ahead of the clock. It never waits.
class V7SubmillisecondGenerator final : public KeyGenerator {
public:
    static constexpr std::int64_t kStep = kNanosecondsPerMillisecond / 4096 + 1;

    V7SubmillisecondGenerator(const KeyOptions& options, const GeneratorSeat& seat);

    void fill(std::span<Key> out, KeyClock& clock) override;

private:
    ClientClock m_clock;
    std::mt19937_64 m_random;
    std::int64_t m_last = std::numeric_limits<std::int64_t>::min() / 2;
};

/// No method: 74 random bits behind the clock's millisecond. Keys of one millisecond are in no order, and a clock that
/// steps back takes the keys with it.
class V7RandomGenerator final : public KeyGenerator {
public:
    V7RandomGenerator(const KeyOptions& options, const GeneratorSeat& seat);

    void fill(std::span<Key> out, KeyClock& clock) override;

private:
    ClientClock m_clock;
    std::mt19937_64 m_random;
};

} // namespace keyrace
