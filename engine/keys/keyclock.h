// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace keyrace {

/// Tells a generator the time. One clock belongs to one generator, and is used by its thread only.
/// Times are nanoseconds since 1970-01-01T00:00:00Z.
class KeyClock {
public:
    virtual ~KeyClock() = default;

    /// The time at which the next key is made. May repeat itself and may step back, as real clocks do.
    virtual std::int64_t next() = 0;
    /// Blocks (a real clock) or jumps (a simulated one) until `time` is reached; the next call of next() is not earlier.
    virtual void waitUntil(std::int64_t time) = 0;
};

/// The machine's own clock (CLOCK_REALTIME).
class RealClock final : public KeyClock {
public:
    std::int64_t next() override;
    void waitUntil(std::int64_t time) override;
};

/// A table that "grew over hours": row `place` of a trial is made at start + place · step. With a seed all key times come
/// from here, so that the same seed gives the same keys. Keys "all made now" use kStepAllNow.
class SimulatedClock final : public KeyClock {
public:
    /// 2024-01-01T00:00:00Z, where simulated time begins.
    static constexpr std::int64_t kStart = 1'704'067'200'000'000'000;
    /// Nanoseconds between two keys that are made as fast as a machine makes and writes them: a million a second.
    static constexpr double kStepAllNow = 1'000.0;

    explicit SimulatedClock(std::int64_t start = kStart, double step = kStepAllNow);

    /// The next key is that of row `place` (from 0) of the trial.
    void seek(std::int64_t place);
    std::int64_t next() override;
    void waitUntil(std::int64_t time) override;

private:
    std::int64_t m_start;
    double m_step;
    std::int64_t m_place = 0;
    std::int64_t m_notBefore = INT64_MIN;
};

} // namespace keyrace
