// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/keytype.h"

#include <functional>

namespace keyrace {

/// How `keyrace keys` writes a key: its canonical text; its octets in hexadecimal (an integer's 4 or 8 big-endian ones); or
/// the octets themselves, one key after the other without line ends.
enum class KeyFormat { Text, Hex, Raw };

[[nodiscard]] std::string_view name(KeyFormat format);
[[nodiscard]] std::optional<KeyFormat> keyFormatFromName(std::string_view name);

struct KeyStreamRequest {
    const KeyType* type = nullptr;
    std::int64_t count = 1;
    /// With a seed the clock is simulated as well; without one it is the machine's, and the seed comes from the system.
    std::optional<std::uint64_t> seed;
    KeyFormat format = KeyFormat::Text;
    KeyOptions options;
};

/// Makes `count` keys as one client would and hands them to `write` in large pieces, a line each unless raw. Types that the
/// server makes count from 1, as a server does. Throws Error{Limit} where a type cannot make as many.
void writeKeys(const KeyStreamRequest& request, const std::function<void(std::string_view)>& write);

} // namespace keyrace
