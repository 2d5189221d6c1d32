// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/counters.h"

#include "engine/targets/postgresql/dialect.h"

#include <algorithm>
#include <optional>

namespace keyrace::postgresql {

namespace {

constexpr int kVersion15 = 150'000;
constexpr int kVersion17 = 170'000;

/// One row of figures, each under its column's name. What the user may not see is absent with the server's words.
void addRow(Counters& counters, Connection& connection, const std::string& sql, std::initializer_list<const char*> names)
{
    try {
        const pqxx::result rows = connection.query(sql);
        int column = 0;
        for (const char* name : names) {
            counters.values[name] = rows[0][column].is_null() ? 0.0 : rows[0][column].as<double>();
            ++column;
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Refused)
            throw;
        for (const char* name : names)
            counters.absent[name] = error.whole();
    }
}

// The table itself, or its partitions: what holds rows.
std::string heaps(Connection& connection, const TableSpec& spec)
{
    const std::string table = connection.quoted(dialect().quotedName(spec.name)) + "::regclass";
    return "WITH heaps AS (SELECT oid FROM pg_class WHERE oid = " + table + " AND relkind = 'r' UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = "
        + table + ") ";
}

void addLog(Counters& counters, Connection& connection)
{
    addRow(counters, connection, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')", {"wal_bytes"});
    if (connection.serverVersion() >= kVersion15) {
        addRow(counters, connection, "SELECT wal_records, wal_fpi FROM pg_stat_wal", {"wal_records", "full_page_images"});
        return;
    }
    for (const char* name : {"wal_records", "full_page_images"})
        counters.absent[name] = Message(QT_TRANSLATE_NOOP("Engine", "PostgreSQL before 15 tells its statistics with a delay, so that they fit no trial."));
}

void addBuffers(Counters& counters, Connection& connection, const TableSpec& spec)
{
    if (connection.serverVersion() < kVersion15) {
        for (const char* name : {"cache_hits", "cache_misses", "pages_read"})
            counters.absent[name] = Message(QT_TRANSLATE_NOOP("Engine", "PostgreSQL before 15 tells its statistics with a delay, so that they fit no trial."));
        return;
    }
    addRow(counters, connection,
           heaps(connection, spec)
               + "SELECT sum(heap_blks_hit + coalesce(idx_blks_hit, 0) + coalesce(toast_blks_hit, 0)), "
                 "sum(heap_blks_read + coalesce(idx_blks_read, 0) + coalesce(toast_blks_read, 0)) "
                 "FROM pg_statio_user_tables JOIN heaps ON relid = oid",
           {"cache_hits", "cache_misses"});
    if (const auto misses = counters.values.find("cache_misses"); misses != counters.values.end())
        counters.values["pages_read"] = misses->second;
    else
        counters.absent["pages_read"] = counters.absent["cache_misses"];
}

void addWriting(Counters& counters, Connection& connection)
{
    const int version = connection.serverVersion();
    if (version >= kVersion17)
        addRow(counters, connection,
               "SELECT num_timed + num_requested, buffers_written + (SELECT buffers_clean FROM pg_stat_bgwriter) "
               "+ (SELECT coalesce(sum(writes), 0) FROM pg_stat_io WHERE backend_type = 'client backend' AND object = 'relation') FROM pg_stat_checkpointer",
               {"checkpoints", "pages_written"});
    else
        addRow(counters, connection, "SELECT checkpoints_timed + checkpoints_req, buffers_checkpoint + buffers_clean + buffers_backend FROM pg_stat_bgwriter",
               {"checkpoints", "pages_written"});
}

struct KeyIndex {
    std::string oid;
    bool isBtree;
};

/// One B-tree of the key, or those of all partitions.
struct Leaves {
    double pages = 0;
    double fill = 0;          ///< 0–1 times pages
    double fragmentation = 0; ///< 0–1 times pages
    double depth = 0;
};

void addLeaves(Counters& counters, Connection& connection, const std::vector<KeyIndex>& indexes)
{
    Leaves leaves;
    for (const KeyIndex& index : indexes) {
        const auto row = connection.query("SELECT leaf_pages, nullif(avg_leaf_density, 'NaN') / 100, nullif(leaf_fragmentation, 'NaN') / 100, tree_level + 1 "
                                          "FROM pgstatindex(" + index.oid + "::regclass)")[0];
        const double pages = row[0].as<double>();
        leaves.pages += pages;
        leaves.fill += pages * (row[1].is_null() ? 0 : row[1].as<double>());
        leaves.fragmentation += pages * (row[2].is_null() ? 0 : row[2].as<double>());
        leaves.depth = std::max(leaves.depth, row[3].as<double>());
    }
    counters.values["leaf_pages"] = leaves.pages;
    counters.values["index_depth"] = leaves.depth;
    if (leaves.pages > 0) {
        counters.values["leaf_fill"] = leaves.fill / leaves.pages;
        counters.values["leaf_fragmentation"] = leaves.fragmentation / leaves.pages;
    }
}

constexpr const char* kLeafCounters[] = {"leaf_pages", "leaf_fill", "leaf_fragmentation", "index_depth"};

void explainLeaves(Counters& counters, const Message& reason)
{
    for (const char* name : kLeafCounters) {
        if (!counters.values.contains(name))
            counters.absent[name] = reason;
    }
}

void readLeaves(Counters& counters, Connection& connection, const std::vector<KeyIndex>& indexes)
{
    if (indexes.empty()) {
        counters.absent["pk_bytes"] = Message(QT_TRANSLATE_NOOP("Engine", "No index holds the key."));
        explainLeaves(counters, counters.absent["pk_bytes"]);
        return;
    }
    if (!std::all_of(indexes.begin(), indexes.end(), [](const KeyIndex& index) { return index.isBtree; })) {
        explainLeaves(counters, Message(QT_TRANSLATE_NOOP("Engine", "A hash index has buckets, neither leaves nor a depth.")));
        return;
    }
    if (connection.query("SELECT 1 FROM pg_extension WHERE extname = 'pgstattuple'").empty()) {
        explainLeaves(counters, Message(QT_TRANSLATE_NOOP("Engine", "The extension pgstattuple, which reads the pages of an index, is not there. A superuser "
                                                                    "can create it: CREATE EXTENSION pgstattuple.")));
        return;
    }
    try {
        addLeaves(counters, connection, indexes);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Refused)
            throw;
        explainLeaves(counters, Message(QT_TRANSLATE_NOOP("Engine", "The user may not call pgstattuple: GRANT pg_stat_scan_tables TO the user.")));
    }
    explainLeaves(counters, Message(QT_TRANSLATE_NOOP("Engine", "The index has no leaf page yet.")));
}

void addIndexes(Counters& counters, Connection& connection, const TableSpec& spec)
{
    // A partition's index is known by the name of the partitioned one that it belongs to.
    const pqxx::result indexes = connection.query(
        heaps(connection, spec)
        + "SELECT i.indexrelid, pg_relation_size(i.indexrelid), a.amname = 'btree', i.indisprimary OR coalesce(p.relname, c.relname) = "
        + connection.quoted(keyIndexName(spec))
        + " FROM pg_index AS i JOIN heaps ON heaps.oid = i.indrelid JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_am AS a ON a.oid = c.relam "
          "LEFT JOIN pg_inherits AS h ON h.inhrelid = c.oid LEFT JOIN pg_class AS p ON p.oid = h.inhparent");
    std::vector<KeyIndex> keys;
    double keyBytes = 0;
    double otherBytes = 0;
    for (const auto& row : indexes) {
        const auto bytes = row[1].as<double>();
        if (row[3].as<bool>()) {
            keys.push_back({row[0].c_str(), row[2].as<bool>()});
            keyBytes += bytes;
        } else {
            otherBytes += bytes;
        }
    }
    if (!keys.empty())
        counters.values["pk_bytes"] = keyBytes;
    counters.values["index_bytes"] = otherBytes;
    readLeaves(counters, connection, keys);
}

} // namespace

Counters flowOf(Connection& connection, const TableSpec& spec)
{
    Counters counters;
    addLog(counters, connection);
    addBuffers(counters, connection, spec);
    addWriting(counters, connection);
    counters.absent["page_splits"] = Message(QT_TRANSLATE_NOOP("Engine", "PostgreSQL does not count page splits."));
    return counters;
}

Counters structureOf(Connection& connection, const TableSpec& spec)
{
    Counters counters;
    addRow(counters, connection, heaps(connection, spec) + "SELECT sum(pg_table_size(oid)) FROM heaps", {"table_bytes"});
    try {
        addIndexes(counters, connection, spec);
    } catch (const Error& error) { // another engine keeps its indexes elsewhere
        if (error.kind() != ErrorKind::Refused)
            throw;
        for (const char* name : {"pk_bytes", "index_bytes"})
            counters.absent[name] = error.whole();
        explainLeaves(counters, error.whole());
    }
    return counters;
}

} // namespace keyrace::postgresql
