// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/seat.h"
#include "engine/keys/uuidfields.h"
#include "engine/keys/uuidtype.h"

namespace keyrace {

namespace {

/// 122 random bits. The time is asked for and ignored, so that a clock's places stay in step with the keys.
class V4Generator final : public KeyGenerator {
public:
    explicit V4Generator(const GeneratorSeat& seat)
        : m_random(randomFor(seat, Purpose::Keys))
    {
    }

    void fill(std::span<Key> out, KeyClock& clock) override
    {
        for (Key& key : out) {
            clock.next();
            const std::uint64_t high = m_random();
            key = uuid::v4({high, m_random()});
        }
    }

private:
    std::mt19937_64 m_random;
};

class UuidV4Type final : public UuidType {
public:
    std::string_view name() const override { return "uuidv4"; }
    Message label() const override { return Message(QT_TRANSLATE_NOOP("Engine", "UUID v4")); }

    KeyCard card(const KeyOptions&) const override
    {
        KeyCard card = uuidCard();
        card.randomBits = 122;
        card.guessability = Message(QT_TRANSLATE_NOOP("Engine", "Cannot be guessed, and says nothing about its row."));
        card.order = Message(QT_TRANSLATE_NOOP("Engine", "Every new key lands on a random page of the index."));
        return card;
    }

    std::unique_ptr<KeyGenerator> generator(const KeyOptions&, const GeneratorSeat& seat) const override
    {
        return std::make_unique<V4Generator>(seat);
    }
};

} // namespace

const KeyType& uuidV4Type()
{
    static const UuidV4Type type;
    return type;
}

} // namespace keyrace
