// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/stats/counters.h"
#include "engine/targets/mysql/connection.h"
#include "engine/targets/rows.h"

namespace keyrace::mysql {

/// The condition under which information_schema.INNODB_METRICS counts what a row is about.
[[nodiscard]] std::string countsWhere(const Connection& connection);
/// Running totals of the whole server.
[[nodiscard]] Counters flowOf(Connection& connection);
/// Sizes as InnoDB has them after ANALYZE TABLE.
[[nodiscard]] Counters structureOf(Connection& connection, const TableSpec& spec);

} // namespace keyrace::mysql
