// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/rows.h"

namespace keyrace {

/// Nanoseconds of simulated time between two rows of a trial of `total` rows on top of `prefilled`: time ends where the first
/// row after a prefill begins, else at the last row.
[[nodiscard]] double simulatedStep(const Cell& cell, std::int64_t total, std::int64_t prefilled);

/// Where the partitions of a cell's table meet, as the column stores its values: they divide the span of its keys, or of its
/// created_at, evenly. Keys that are spread over all values, such as UUID v4, have them for their span.
[[nodiscard]] std::vector<Value> partitionBounds(const Cell& cell);

} // namespace keyrace
