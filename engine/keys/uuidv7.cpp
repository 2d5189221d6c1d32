// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/uuidv7.h"

#include "engine/keys/uuidfields.h"
#include "engine/keys/uuidtype.h"

#include <algorithm>

namespace keyrace {

namespace {

constexpr int kTimeBits = 48;
constexpr int kRandABits = 12;
constexpr int kRandBBits = 62;

std::uint64_t timeField(std::int64_t milliseconds)
{
    return millisecondField(milliseconds, 0, kTimeBits, "UUID v7");
}

} // namespace

V7CounterGenerator::V7CounterGenerator(const KeyOptions& options, const GeneratorSeat& seat, int counterBits)
    : m_clock(options, seat)
    , m_random(randomFor(seat, Purpose::Keys))
    , m_counterBits(counterBits)
{
}

void V7CounterGenerator::startMillisecond(std::int64_t milliseconds)
{
    m_field = timeField(milliseconds);
    m_last = milliseconds;
    m_counter = m_random() >> (64 - (m_counterBits - 1));
}

void V7CounterGenerator::fill(std::span<Key> out, KeyClock& clock)
{
    const int bitsInRandB = m_counterBits - kRandABits;
    const int randomBits = kRandBBits - bitsInRandB;
    for (Key& key : out) {
        const std::int64_t now = floorDivide(m_clock.next(clock), kNanosecondsPerMillisecond);
        if (now > m_last)
            startMillisecond(now);
        else if ((m_counter + 1) >> m_counterBits != 0)
            startMillisecond(m_last + 1);
        else
            ++m_counter;
        key = uuid::v7(m_field, m_counter >> bitsInRandB, m_counter << randomBits | m_random() >> (64 - randomBits));
    }
}

V7SubmillisecondGenerator::V7SubmillisecondGenerator(const KeyOptions& options, const GeneratorSeat& seat)
    : m_clock(options, seat)
    , m_random(randomFor(seat, Purpose::Keys))
{
}

void V7SubmillisecondGenerator::fill(std::span<Key> out, KeyClock& clock)
{
    for (Key& key : out) {
        const std::int64_t time = std::max(m_clock.next(clock), m_last + kStep);
        const std::int64_t milliseconds = floorDivide(time, kNanosecondsPerMillisecond);
        const std::int64_t rest = time - milliseconds * kNanosecondsPerMillisecond;
        const auto fraction = static_cast<std::uint64_t>(rest * 4096 / kNanosecondsPerMillisecond);
        key = uuid::v7(timeField(milliseconds), fraction, m_random());
        m_last = time;
    }
}

V7RandomGenerator::V7RandomGenerator(const KeyOptions& options, const GeneratorSeat& seat)
    : m_clock(options, seat)
    , m_random(randomFor(seat, Purpose::Keys))
{
}

void V7RandomGenerator::fill(std::span<Key> out, KeyClock& clock)
{
    for (Key& key : out) {
        const std::uint64_t field = timeField(floorDivide(m_clock.next(clock), kNanosecondsPerMillisecond));
        const std::uint64_t randA = m_random() >> (64 - kRandABits);
        key = uuid::v7(field, randA, m_random());
    }
}

namespace {

class UuidV7Type final : public UuidType {
public:
    std::string_view name() const override { return "uuidv7"; }
    Message label() const override { return Message(QT_TRANSLATE_NOOP("Engine", "UUID v7")); }

    KeyCard card(const KeyOptions& options) const override
    {
        KeyCard card = uuidCard();
        card.revealsTime = true;
        card.revealsOrder = true;
        card.order = Message(QT_TRANSLATE_NOOP("Engine", "Ascending for each client: new keys land at the right edge of the index."));
        switch (options.method.value_or(V7Method::Counter)) {
        case V7Method::Counter:
            card.randomBits = kRandABits + kRandBBits - V7CounterGenerator::kCounterBits;
            card.guessability = Message(QT_TRANSLATE_NOOP("Engine", "Gives away its millisecond; 48 random bits remain to be guessed."));
            break;
        case V7Method::Submillisecond:
            card.randomBits = kRandBBits;
            card.guessability = Message(QT_TRANSLATE_NOOP("Engine", "Gives away its time to a quarter of a microsecond; 62 random bits remain "
                                                                    "to be guessed."));
            break;
        case V7Method::Random:
            card.randomBits = kRandABits + kRandBBits;
            card.guessability = Message(QT_TRANSLATE_NOOP("Engine", "Gives away its millisecond; 74 random bits remain to be guessed."));
            card.order = Message(QT_TRANSLATE_NOOP("Engine", "Ascending from millisecond to millisecond, in no order within one: new keys land "
                                                             "near the right edge of the index."));
            break;
        }
        return card;
    }

    std::unique_ptr<KeyGenerator> generator(const KeyOptions& options, const GeneratorSeat& seat) const override
    {
        switch (options.method.value_or(V7Method::Counter)) {
        case V7Method::Counter:
            return std::make_unique<V7CounterGenerator>(options, seat);
        case V7Method::Submillisecond:
            return std::make_unique<V7SubmillisecondGenerator>(options, seat);
        case V7Method::Random:
            return std::make_unique<V7RandomGenerator>(options, seat);
        }
        return nullptr;
    }
};

} // namespace

const KeyType& uuidV7Type()
{
    static const UuidV7Type type;
    return type;
}

} // namespace keyrace
