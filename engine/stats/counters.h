// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/message.h"

#include <map>
#include <string>

namespace keyrace {

/// Figures by name, the unit in the name (`wal_bytes`, `leaf_fill` 0–1, `index_depth`). What an engine cannot tell is in
/// `absent` with the reason, and never zero in `values`.
struct Counters {
    std::map<std::string, double> values;
    std::map<std::string, Message> absent;
};

} // namespace keyrace
