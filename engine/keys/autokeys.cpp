// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/keytype.h"

#include <climits>

namespace keyrace {

namespace {

/// Keys that the server counts up.
class AutoKeyType final : public KeyType {
public:
    AutoKeyType(std::string_view name, Message label, KeyShape shape, int bytes)
        : m_name(name)
        , m_label(std::move(label))
        , m_shape(shape)
        , m_bytes(bytes)
    {
    }

    std::string_view name() const override { return m_name; }
    Message label() const override { return m_label; }
    KeyShape shape() const override { return m_shape; }

    std::span<const Storage> storages() const override
    {
        static constexpr Storage kStorages[] = {Storage::Native, Storage::Unaliased};
        return kStorages;
    }

    KeyCard card(const KeyOptions&) const override
    {
        KeyCard card;
        card.bytes = m_bytes;
        card.revealsOrder = true;
        card.needsCoordination = true;
        card.guessability = Message(QT_TRANSLATE_NOOP("Engine", "Who knows one key knows its neighbours, and how many rows there are."));
        card.order = Message(QT_TRANSLATE_NOOP("Engine", "Every new key lands at the right edge of the index."));
        return card;
    }

    int maxClients(const KeyOptions&) const override { return INT_MAX; }
    std::unique_ptr<KeyGenerator> generator(const KeyOptions&, const GeneratorSeat&) const override { return nullptr; }
    std::string text(Key key) const override { return std::to_string(key.low); }

private:
    std::string_view m_name;
    Message m_label;
    KeyShape m_shape;
    int m_bytes;
};

} // namespace

const KeyType& intAutoType()
{
    static const AutoKeyType type("int-auto", Message(QT_TRANSLATE_NOOP("Engine", "INT auto")), KeyShape::Auto32, 4);
    return type;
}

const KeyType& bigintAutoType()
{
    static const AutoKeyType type("bigint-auto", Message(QT_TRANSLATE_NOOP("Engine", "BIGINT auto")), KeyShape::Auto64, 8);
    return type;
}

} // namespace keyrace
