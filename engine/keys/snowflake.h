// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/keytype.h"

#include <cstdint>
#include <vector>

namespace keyrace {

struct SnowflakeFields {
    std::uint64_t time = 0; ///< milliseconds since the layout's epoch
    std::uint64_t node = 0;
    std::uint64_t sequence = 0;

    friend bool operator==(const SnowflakeFields&, const SnowflakeFields&) = default;
};

/// Nothing where generators can work with this layout, else what is wrong with it.
[[nodiscard]] std::optional<Message> problemWith(const SnowflakeLayout& layout);

[[nodiscard]] std::uint64_t snowflake(const SnowflakeLayout& layout, const SnowflakeFields& fields);
/// Absent where the number has bits above the layout's.
[[nodiscard]] std::optional<SnowflakeFields> snowflakeFields(const SnowflakeLayout& layout, std::uint64_t value);

/// Names of a flavour's fields below the time, and how many bits each has, from high to low.
struct NamedBits {
    std::string name;
    int bits = 0;
};
[[nodiscard]] std::vector<NamedBits> snowflakeFieldNames(const SnowflakeLayout& layout);

} // namespace keyrace
