// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/sqlitesession.h"

#include "engine/targets/sqlite/dialect.h"
#include "engine/targets/sqlite/sqliteinserter.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace keyrace::sqlite {

namespace {

/// A frame of the log is a page and this header: https://sqlite.org/fileformat2.html#the_write_ahead_log
constexpr std::int64_t kFrameHeader = 24;

Value valueAt(sqlite3_stmt* statement, int column)
{
    if (sqlite3_column_type(statement, column) == SQLITE_INTEGER)
        return std::int64_t{sqlite3_column_int64(statement, column)};
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
    return std::string(bytes ? bytes : "", static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
}

bool isText(const TableSpec& spec, const std::string& column)
{
    return std::any_of(spec.columns.begin(), spec.columns.end(),
        [&](const Column& known) { return known.name == column && known.kind == ColumnKind::Text; });
}

class SqliteRead final : public ReadStatement {
public:
    SqliteRead(Database& database, std::string sql, bool isText)
        : m_database(database)
        , m_sql(std::move(sql))
        , m_isText(isText)
        , m_statement(database.prepare(m_sql))
    {
    }

    std::int64_t execute(std::span<const Value> parameters) override
    {
        m_database.throwIfCancelled();
        sqlite3_stmt* statement = m_statement.get();
        const Reset reset{statement};
        bind(statement, parameters);
        const int columns = sqlite3_column_count(statement);
        std::int64_t rows = 0;
        while (m_database.step(statement)) {
            for (int i = 0; i < columns; ++i)
                fetch(statement, i);
            ++rows;
        }
        return rows;
    }

    [[nodiscard]] std::vector<PlanNode> plan(std::span<const Value> parameters) override
    {
        const StatementHandle statement = m_database.prepare("EXPLAIN QUERY PLAN " + m_sql);
        bind(statement.get(), parameters);
        std::vector<PlanNode> nodes;
        std::map<std::int64_t, int> depths;
        while (m_database.step(statement.get())) {
            const auto parent = depths.find(sqlite3_column_int64(statement.get(), 1));
            const int depth = parent == depths.end() ? 0 : parent->second + 1;
            depths.emplace(sqlite3_column_int64(statement.get(), 0), depth);
            nodes.push_back({depth, std::get<std::string>(valueAt(statement.get(), 3))});
        }
        return nodes;
    }

private:
    // Leaves no read transaction open, which would keep a checkpoint from completing.
    struct Reset {
        sqlite3_stmt* statement;
        ~Reset() { sqlite3_reset(statement); }
    };

    // A value is only in the process once it was asked for: SQLite decodes columns, and follows overflow pages, on demand.
    static void fetch(sqlite3_stmt* statement, int column)
    {
        if (sqlite3_column_type(statement, column) == SQLITE_INTEGER)
            sqlite3_column_int64(statement, column);
        else
            sqlite3_column_blob(statement, column);
    }

    void bind(sqlite3_stmt* statement, std::span<const Value> parameters) const
    {
        int index = 0;
        for (const Value& value : parameters) {
            if (++index > sqlite3_bind_parameter_count(statement))
                return;
            if (const auto* number = std::get_if<std::int64_t>(&value)) {
                sqlite3_bind_int64(statement, index, *number);
                continue;
            }
            const std::string& bytes = std::get<std::string>(value);
            // A text and a blob of the same bytes are different values to SQLite.
            if (m_isText)
                sqlite3_bind_text(statement, index, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
            else
                sqlite3_bind_blob(statement, index, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
        }
    }

    Database& m_database;
    std::string m_sql;
    bool m_isText;
    StatementHandle m_statement;
};

} // namespace

SqliteSession::SqliteSession(const std::filesystem::path& file, const Settings& settings, const TableSpec& spec)
    : m_database(file, OpenMode::Existing)
    , m_spec(spec)
{
    apply(m_database, settings, Scope::Connection);
    m_isWal = m_database.text("PRAGMA journal_mode") == "wal";
    m_pageSize = m_database.integer("PRAGMA page_size").value_or(0);
    m_database.makeCancellable();
}

std::unique_ptr<Inserter> SqliteSession::inserter(const InsertChoice& insert)
{
    return makeInserter(m_database, m_spec, insert);
}

std::unique_ptr<ReadStatement> SqliteSession::prepareRead(ReadKind kind, const std::string& column)
{
    const bool usesKey = kind == ReadKind::PkLookup || kind == ReadKind::OrderByPk;
    return std::make_unique<SqliteRead>(
        m_database, dialect().read(m_spec, kind, column), isText(m_spec, usesKey ? m_spec.columns.front().name : column));
}

std::vector<Value> SqliteSession::valuesAtRanks(const std::string& column, std::span<const std::int64_t> ranks)
{
    // One pass in the column's order, however many ranks are asked for.
    std::vector<std::size_t> order(ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
    const StatementHandle statement = m_database.prepare(
        "SELECT " + quotedName(column) + " FROM " + quotedName(m_spec.name) + " ORDER BY " + quotedName(column));
    std::vector<Value> values(ranks.size());
    std::int64_t rank = 0;
    auto wanted = order.begin();
    for (; wanted != order.end() && m_database.step(statement.get()); ++rank) {
        for (; wanted != order.end() && ranks[*wanted] == rank; ++wanted)
            values[*wanted] = valueAt(statement.get(), 0);
    }
    if (wanted != order.end())
        throw Error(ErrorKind::Target,
            Message(QT_TRANSLATE_NOOP("Engine", "There is no row of rank %1 in %2: it holds %3 rows."), {ranks[*wanted], m_spec.name, rank}));
    return values;
}

double SqliteSession::total(int counter, std::int64_t& sum)
{
    int now = 0;
    int highest = 0;
    sqlite3_db_status(m_database.handle(), counter, &now, &highest, 1);
    sum += now;
    return static_cast<double>(sum);
}

Counters SqliteSession::flow()
{
    Counters counters;
    auto& values = counters.values;
    values["cache_hits"] = total(SQLITE_DBSTATUS_CACHE_HIT, m_hits);
    values["cache_misses"] = total(SQLITE_DBSTATUS_CACHE_MISS, m_misses);
    values["cache_spills"] = total(SQLITE_DBSTATUS_CACHE_SPILL, m_spills);
    values["pages_written"] = total(SQLITE_DBSTATUS_CACHE_WRITE, m_writes);
    // A page is read where the cache misses it.
    values["pages_read"] = values["cache_misses"];
    values["busy_waits"] = static_cast<double>(m_database.busy().waits);
    values["busy_wait_seconds"] = std::chrono::duration<double>(m_database.busy().waited).count();
    if (m_isWal) {
        // In WAL mode every page that a connection writes is a frame of the log; only a checkpoint, which is not counted
        // here, writes to the file. So this is exact for each connection, also when several share the log.
        values["wal_bytes"] = static_cast<double>(m_writes * (m_pageSize + kFrameHeader));
        values["checkpoints"] = static_cast<double>(m_database.checkpoints().completed);
        values["checkpoint_seconds"] = std::chrono::duration<double>(m_database.checkpoints().spent).count();
    } else {
        for (const char* name : {"wal_bytes", "checkpoints", "checkpoint_seconds"})
            counters.absent[name] = Message(QT_TRANSLATE_NOOP("Engine", "SQLite keeps a write-ahead log only with journal_mode=wal."));
    }
    return counters;
}

} // namespace keyrace::sqlite
