// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/session.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// A read of the workload `select`, by the name that plans and results use.
struct ReadName {
    std::string_view name;
    ReadKind kind;
};

[[nodiscard]] std::span<const ReadName> readNames();
[[nodiscard]] std::optional<ReadKind> readFromName(std::string_view name);

/// The column a read of this table works on: `col_a` (full_scan_count compares `col_b`), `user_id`, `username`, or the key
/// for reads by key. Nothing where the table has no such column.
[[nodiscard]] std::optional<std::string> readColumn(TableShape shape, ReadKind kind);

/// Parameters of one execution.
using Parameters = std::vector<Value>;

/// Parameters of `count` executions of one read, drawn from the seed: keys and values by rank, so that every key type asks
/// for the same places; ranges as `workload.range` says. Reads the table (not timed). Throws Error.
[[nodiscard]] std::vector<Parameters> drawParameters(Session& session, ReadKind kind, const Cell& cell, const std::string& column,
                                                     std::int64_t rows, int count, std::uint64_t seed);

/// A share of the span between two values, for ranges `by` span: low and high of a window that starts at `position` (0–1).
/// Integers by value; bytes as numbers by their first eight octets; text by its first eight characters.
[[nodiscard]] std::pair<Value, Value> spanWindow(const Value& lowest, const Value& highest, double position, double fraction);

} // namespace keyrace
