// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/stats/counters.h"
#include "engine/targets/postgresql/connection.h"
#include "engine/targets/rows.h"

namespace keyrace::postgresql {

/// Running totals: log and checkpoints of the whole server, buffers of the table and its indexes. What the server tells late
/// (before version 15) is absent.
[[nodiscard]] Counters flowOf(Connection& connection, const TableSpec& spec);
/// Sizes, fill and depth as they stand, added up over partitions; every page of the key's index is read, by pgstattuple.
[[nodiscard]] Counters structureOf(Connection& connection, const TableSpec& spec);

} // namespace keyrace::postgresql
