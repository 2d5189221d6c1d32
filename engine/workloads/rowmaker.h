// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/rows.h"

#include <cstdint>
#include <memory>

namespace keyrace {

/// Makes a trial's rows outside the clock. Rows depend on the plan's seed, the round and the cell's levels alone; payload
/// that is `independent` is the same stream in every cell. One generator per client, as `arrival` says: shared gives batch
/// i to generator i mod clients at the simulated time of its place, split gives each generator a consecutive part.
/// Simulated time begins at SimulatedClock::kStart with the table's first row and goes on from `prefilled`; created_at
/// follows it, without the clients' clock errors. Used by the run's thread.
class RowMaker {
public:
    /// Rows of one trial: `total` of them into a table for which `prefilled` were made before. Where an earlier trial on
    /// the same table was cut short, its rows that were made and not sent count as well, or times would repeat.
    /// Throws Error{Limit} where a key type has no room for so many clients.
    RowMaker(const Cell& cell, const TableSpec& spec, std::int64_t total, std::int64_t prefilled, int round);
    ~RowMaker();

    /// The next `count` rows. Calls are in order and without gaps; each starts at the beginning of a batch. The rows are
    /// the same however they are cut into calls of whole batches.
    /// Sorted by key as the cell's insert says: within each batch, or (`trial`) over all rows, then one call makes all.
    [[nodiscard]] RowSet make(std::int64_t count);

    /// Nanoseconds of simulated time for which generators waited so far (sequence exhausted).
    [[nodiscard]] std::int64_t stalled() const;

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

/// Bytes that one row takes in a RowSet, for cutting large trials into chunks; at least 1.
[[nodiscard]] std::int64_t bytesPerRow(const TableSpec& spec);

} // namespace keyrace
