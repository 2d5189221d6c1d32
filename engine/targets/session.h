// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/stats/counters.h"
#include "engine/targets/commitlog.h"
#include "engine/targets/rows.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace keyrace {

/// Transactions that the database rolled back because of others (a deadlock, a failed certification), and that were sent again.
struct Retries {
    std::int64_t count = 0;
    std::int64_t nanoseconds = 0; ///< that went into what was rolled back
};

/// What crossed the wire for a client so far, told in the cell ("10,000 rows, sent as 2 statements").
struct InsertReport {
    std::int64_t statements = 0;
    std::optional<std::int64_t> roundTrips = 0; ///< 0 on an embedded database; absent where a driver keeps it to itself
    std::int64_t rowsPerStatement = 0; ///< the effective batch: the most rows in one statement
    std::optional<Retries> retries = {}; ///< absent where nothing is ever sent again
};

/// A row at a time, without waiting for the answer: one thread can then serve several clients, as a server's own load programs
/// do. Used by one thread at a time.
class Dialogue {
public:
    virtual ~Dialogue() = default;

    /// Sends a row as a transaction of its own. Throws as Inserter::send().
    virtual void ask(const RowSet& rows, std::size_t row) = 0;
    /// Takes what has arrived. Whether the row is committed, and the next one may be asked. Throws as Inserter::send().
    [[nodiscard]] virtual bool isAnswered() = 0;
    /// The file descriptor that can be read when something arrives.
    [[nodiscard]] virtual int descriptor() const = 0;
};

/// Sends rows by one method. Belongs to its session and to that session's thread.
class Inserter {
public:
    virtual ~Inserter() = default;

    /// Inserts and commits rows [first, first + count) of `rows`: one transaction, or one a row for `single`. Between
    /// entry and return there is only the driver's work; log.committed() is called after every commit.
    /// Throws Error{Target|Disk|Limit|Cancelled}; the open transaction is rolled back then.
    virtual void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) = 0;
    [[nodiscard]] virtual InsertReport report() const = 0;
    /// What send() does, without its waiting; null where the method or the driver has no such way.
    [[nodiscard]] virtual Dialogue* dialogue() { return nullptr; }
};

enum class ReadKind { PkLookup, PointLookup, RangeScan, OrderByPk, OrderByColumn, CountGroupBy, FullScanCount };

/// One line of a query plan as the database words it, `depth` 0 for the root.
struct PlanNode {
    int depth = 0;
    std::string text;
};

/// A prepared read. Belongs to its session.
class ReadStatement {
public:
    virtual ~ReadStatement() = default;

    /// Executes it, fetches every row, and returns how many came. Parameters: pk_lookup and point_lookup one value;
    /// range_scan low and high, both included; full_scan_count one; the others none. Throws Error{Target|Cancelled}.
    virtual std::int64_t execute(std::span<const Value> parameters) = 0;
    /// The database's own plan for it.
    [[nodiscard]] virtual std::vector<PlanNode> plan(std::span<const Value> parameters) = 0;
};

/// One connection to the table under test, used by one thread; only cancel() may be called from another.
class Session {
public:
    virtual ~Session() = default;

    [[nodiscard]] virtual std::unique_ptr<Inserter> inserter(const InsertChoice& insert) = 0;
    /// `column` is what point_lookup, range_scan, order_by_column and count_group_by work on, and full_scan_count
    /// compares. pk_lookup and order_by_pk use the key whatever it says. order_by_… return the first 1,000 rows,
    /// count_group_by the 100 most frequent values.
    [[nodiscard]] virtual std::unique_ptr<ReadStatement> prepareRead(ReadKind kind, const std::string& column) = 0;
    /// The values of `column` at these ranks (0-based, ascending order of the column, duplicates counted). Not timed.
    [[nodiscard]] virtual std::vector<Value> valuesAtRanks(const std::string& column, std::span<const std::int64_t> ranks) = 0;
    /// Running totals of this connection (cache hits, spills, busy waits); the run takes differences and adds up clients.
    [[nodiscard]] virtual Counters flow() = 0;
    /// Ends the statement that is being executed: it throws Error{Cancelled}. Any thread; returns at once. Stays in
    /// force: later statements of this session are refused as cancelled too.
    virtual void cancel() noexcept = 0;
};

/// The table of one trial or cell. Dropped, with its files, when this object goes, unless keep() was called.
/// Used by the run's thread; connect() may be called by client threads.
class TestTable {
public:
    virtual ~TestTable() = default;

    /// The nodes of a cluster over which the clients are spread, by host and port: client c talks to the one at c mod size, as
    /// long as this table lives. Empty where the target is one server.
    [[nodiscard]] virtual std::vector<std::string> nodes() const { return {}; }
    /// The connection of a client, counted from 0. Throws Error{Unreachable|Limit}.
    [[nodiscard]] virtual std::unique_ptr<Session> connect(std::size_t client = 0) = 0;
    /// Work on rows that belongs outside the clock, such as text of statements. Called once for every set of rows.
    virtual void encode(RowSet& rows, const InsertChoice& insert) = 0;
    /// Rows counted by the database.
    [[nodiscard]] virtual std::int64_t count() = 0;
    /// Running totals of the whole table or server (WAL bytes, pages written); the run takes differences.
    [[nodiscard]] virtual Counters flow() = 0;
    /// From here to endWatch() the run's clock may run: what has to be looked at meanwhile is, beside the clients' connections. Throws Error.
    virtual void beginWatch() {}
    /// What was seen since beginWatch(): levels such as the farthest that a standby was behind, no running totals.
    [[nodiscard]] virtual Counters endWatch() { return {}; }
    /// Sizes, leaf fill, depth as they stand now: pk_bytes, index_bytes, table_bytes, leaf_fill, index_depth, …
    [[nodiscard]] virtual Counters structure() = 0;
    /// Writes out what is dirty (CHECKPOINT, PRAGMA wal_checkpoint).
    virtual void checkpoint() = 0;
    /// Ends what this object itself is executing (count, structure). Any thread.
    virtual void cancel() noexcept = 0;
    virtual void keep() = 0;
};

} // namespace keyrace
