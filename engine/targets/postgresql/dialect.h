// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/dialect.h"

namespace keyrace::postgresql {

/// PostgreSQL's SQL.
[[nodiscard]] const Dialect& dialect();
/// The same with a question mark for every parameter.
[[nodiscard]] const Dialect& markedDialect();

/// CREATE TABLE … PARTITION OF for every partition of a partitioned table; none for a heap.
[[nodiscard]] std::vector<std::string> createPartitions(const TableSpec& spec);
/// INSERT … SELECT FROM unnest($1::type[], …): one array a column.
[[nodiscard]] std::string insertArrays(const TableSpec& spec);
/// COPY … FROM STDIN in the binary format.
[[nodiscard]] std::string copy(const TableSpec& spec);
/// An expression that gives a column's value as Value has it: integers as such, everything else as raw octets.
[[nodiscard]] std::string valueExpression(const Column& column);
/// The type's number in pg_type, fixed by PostgreSQL for its own types.
[[nodiscard]] std::uint32_t typeOid(const Column& column);

} // namespace keyrace::postgresql
