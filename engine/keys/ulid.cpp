// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/ulid.h"

#include "engine/error.h"
#include "engine/keys/keytext.h"

#include <climits>

namespace keyrace {

Key ulidSuccessor(Key key)
{
    if (++key.low != 0)
        return key;
    if ((++key.high & 0xFFFF) != 0)
        return key;
    throw Error(ErrorKind::Limit, Message(QT_TRANSLATE_NOOP("Engine", "ULID: the 80 random bits of this millisecond are used up")));
}

UlidGenerator::UlidGenerator(const KeyOptions& options, const GeneratorSeat& seat)
    : m_clock(options, seat)
    , m_random(randomFor(seat, Purpose::Keys))
{
}

void UlidGenerator::fill(std::span<Key> out, KeyClock& clock)
{
    for (Key& key : out) {
        const std::int64_t now = floorDivide(m_clock.next(clock), kNanosecondsPerMillisecond);
        if (now > m_last) {
            const std::uint64_t field = millisecondField(now, 0, 48, "ULID");
            const auto high = static_cast<std::uint16_t>(m_random() >> 48);
            m_key = ulid(field, high, m_random());
            m_last = now;
        } else {
            m_key = ulidSuccessor(m_key);
        }
        key = m_key;
    }
}

namespace {

class UlidType final : public KeyType {
public:
    std::string_view name() const override { return "ulid"; }
    Message label() const override { return Message(QT_TRANSLATE_NOOP("Engine", "ULID")); }
    KeyShape shape() const override { return KeyShape::Bytes16; }

    std::span<const Storage> storages() const override
    {
        static constexpr Storage kStorages[] = {Storage::Binary, Storage::BinaryOld, Storage::Text};
        return kStorages;
    }

    KeyCard card(const KeyOptions&) const override
    {
        KeyCard card;
        card.bytes = 16;
        card.textCharacters = 26;
        card.randomBits = 80;
        card.revealsTime = true;
        card.revealsOrder = true;
        card.guessability = Message(QT_TRANSLATE_NOOP("Engine", "80 random bits in the first key of a millisecond; the others of that "
                                                                "millisecond count up from it, so that one gives away the next."));
        card.order = Message(QT_TRANSLATE_NOOP("Engine", "Ascending for each client: new keys land at the right edge of the index."));
        return card;
    }

    int maxClients(const KeyOptions&) const override { return INT_MAX; }

    std::unique_ptr<KeyGenerator> generator(const KeyOptions& options, const GeneratorSeat& seat) const override
    {
        return std::make_unique<UlidGenerator>(options, seat);
    }

    std::string text(Key key) const override { return ulidText(key); }
};

} // namespace

const KeyType& ulidType()
{
    static const UlidType type;
    return type;
}

} // namespace keyrace
