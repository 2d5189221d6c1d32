// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/seat.h"

#include "engine/error.h"

#include <cmath>

namespace keyrace {

namespace {

constexpr double kMaxSkewMs = 1e11; // three years, so that no sum of times can overflow

std::uint32_t lower(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value);
}

std::uint32_t upper(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value >> 32);
}

} // namespace

std::mt19937_64 randomFor(const GeneratorSeat& seat, Purpose purpose)
{
    std::seed_seq sequence{lower(seat.seed), upper(seat.seed), static_cast<std::uint32_t>(seat.client), lower(seat.stream),
                           upper(seat.stream), static_cast<std::uint32_t>(purpose)};
    return std::mt19937_64(sequence);
}

ClientClock::ClientClock(const KeyOptions& options, const GeneratorSeat& seat)
{
    const double bound = options.skewMs.value_or(0);
    if (!(bound >= 0 && bound <= kMaxSkewMs)) {
        throw Error(ErrorKind::BadInput,
                    Message(QT_TRANSLATE_NOOP("Engine", "a clock error of %1 ms: from 0 to %2 is possible"), {bound, kMaxSkewMs}));
    }
    if (bound == 0)
        return;
    std::mt19937_64 random = randomFor({seat.seed, seat.client}, Purpose::Skew);
    const double unit = std::ldexp(static_cast<double>(random() >> 11), -52) - 1.0; // uniform in [-1, 1)
    m_offset = std::llround(unit * bound * kNanosecondsPerMillisecond);
}

std::uint64_t millisecondField(std::int64_t milliseconds, std::int64_t epochMs, int bits, const char* typeName)
{
    const std::int64_t passed = milliseconds - epochMs;
    if (passed < 0 || (static_cast<std::uint64_t>(passed) >> bits) != 0) {
        throw Error(ErrorKind::Limit,
                    Message(QT_TRANSLATE_NOOP("Engine", "%1 cannot hold the time: %2 ms after its epoch, its field has %3 bits"),
                            {std::string(typeName), passed, std::int64_t{bits}}));
    }
    return static_cast<std::uint64_t>(passed);
}

} // namespace keyrace
