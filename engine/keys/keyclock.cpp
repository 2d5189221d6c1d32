// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/keyclock.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace keyrace {

std::int64_t RealClock::next()
{
    const auto sinceEpoch = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(sinceEpoch).count();
}

void RealClock::waitUntil(std::int64_t time)
{
    using namespace std::chrono;
    // The last millisecond is spun away: a scheduler wakes up too late for a generator that waits for the next one.
    constexpr std::int64_t kSpin = 1'000'000;
    for (std::int64_t now = next(); now < time; now = next()) {
        if (time - now > kSpin)
            std::this_thread::sleep_for(nanoseconds(time - now - kSpin));
    }
}

SimulatedClock::SimulatedClock(std::int64_t start, double step)
    : m_start(start)
    , m_step(step)
{
}

void SimulatedClock::seek(std::int64_t place)
{
    m_place = place;
}

std::int64_t SimulatedClock::next()
{
    // Time ends in the year 2255, early enough that a client's clock error and its waits still fit into 64 bits.
    constexpr std::int64_t kEnd = 9'000'000'000'000'000'000;
    // Rounded, so that a step cut into parts (several keys a row) meets the whole steps again.
    const double passed = static_cast<double>(m_place++) * m_step + 0.5;
    const bool fits = passed < static_cast<double>(kEnd - std::max<std::int64_t>(m_start, 0));
    return std::max(fits ? m_start + static_cast<std::int64_t>(passed) : kEnd, m_notBefore);
}

void SimulatedClock::waitUntil(std::int64_t time)
{
    m_notBefore = std::max(m_notBefore, time);
}

} // namespace keyrace
