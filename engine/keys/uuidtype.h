// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/keytext.h"
#include "engine/keys/keytype.h"

#include <climits>

namespace keyrace {

/// What all UUID versions share. Immutable; any thread.
class UuidType : public KeyType {
public:
    KeyShape shape() const final { return KeyShape::Bytes16; }

    std::span<const Storage> storages() const override
    {
        static constexpr Storage kStorages[] = {Storage::Binary, Storage::Native, Storage::BinaryOld, Storage::Text};
        return kStorages;
    }

    int maxClients(const KeyOptions&) const final { return INT_MAX; }
    std::string text(Key key) const final { return uuidText(key); }

protected:
    [[nodiscard]] static KeyCard uuidCard()
    {
        KeyCard card;
        card.bytes = 16;
        card.textCharacters = 36;
        return card;
    }
};

} // namespace keyrace
