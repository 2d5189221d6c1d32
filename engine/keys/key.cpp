// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/key.h"

namespace keyrace {

KeyBytes toBytes(Key key)
{
    KeyBytes bytes;
    for (std::size_t i = 0; i < 8; ++i) {
        bytes[i] = static_cast<std::uint8_t>(key.high >> (56 - 8 * i));
        bytes[8 + i] = static_cast<std::uint8_t>(key.low >> (56 - 8 * i));
    }
    return bytes;
}

Key keyFromBytes(std::span<const std::uint8_t, 16> bytes)
{
    Key key;
    for (std::size_t i = 0; i < 8; ++i) {
        key.high = key.high << 8 | bytes[i];
        key.low = key.low << 8 | bytes[8 + i];
    }
    return key;
}

} // namespace keyrace
