// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/keyclock.h"
#include "engine/keys/keytype.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace keyrace {

inline constexpr std::int64_t kMillisecond = 1'000'000;

/// A clock whose time is a function of how often it was asked. Waiting is noted, and from then on no time is earlier.
class ScriptedClock final : public KeyClock {
public:
    explicit ScriptedClock(std::function<std::int64_t(std::int64_t)> script)
        : m_script(std::move(script))
    {
    }

    std::int64_t next() override { return std::max(m_script(m_asked++), m_notBefore); }
    void waitUntil(std::int64_t time) override
    {
        m_notBefore = std::max(m_notBefore, time);
        ++m_waits;
    }

    [[nodiscard]] std::int64_t asked() const { return m_asked; }
    [[nodiscard]] std::int64_t waits() const { return m_waits; }

private:
    std::function<std::int64_t(std::int64_t)> m_script;
    std::int64_t m_asked = 0;
    std::int64_t m_waits = 0;
    std::int64_t m_notBefore = INT64_MIN;
};

inline ScriptedClock frozenClock(std::int64_t time = SimulatedClock::kStart)
{
    return ScriptedClock([time](std::int64_t) { return time; });
}

inline std::vector<Key> keysOf(KeyGenerator& generator, KeyClock& clock, std::size_t count)
{
    std::vector<Key> keys(count);
    generator.fill(keys, clock);
    return keys;
}

inline std::vector<Key> keysOf(const char* type, const KeyOptions& options, KeyClock& clock, std::size_t count, GeneratorSeat seat = {})
{
    return keysOf(*findKeyType(type)->generator(options, seat), clock, count);
}

/// Strictly, so that equal neighbours count as well.
inline bool isAscending(const std::vector<Key>& keys)
{
    return std::adjacent_find(keys.begin(), keys.end(), [](Key a, Key b) { return a >= b; }) == keys.end();
}

inline bool hasDuplicates(std::vector<Key> keys)
{
    std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

} // namespace keyrace
