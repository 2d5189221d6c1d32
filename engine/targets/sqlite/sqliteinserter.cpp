// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/sqliteinserter.h"

#include "engine/targets/sqlite/dialect.h"

#include <algorithm>
#include <vector>

namespace keyrace::sqlite {

namespace {

/// Hands a row's values to a statement where they lie: RowSet outlives the call, so SQLite need not copy them.
class Binder {
public:
    explicit Binder(const RowSet& rows)
    {
        for (std::size_t i = 0; i < rows.columns().size(); ++i) {
            const Column& column = rows.columns()[i];
            if (!column.isSent())
                continue;
            const RowSet::Values& values = rows.values(i);
            m_columns.push_back({column.isInteger() ? values.integers.data() : nullptr, values.bytes.data(), column.width,
                column.kind == ColumnKind::Text});
        }
    }

    /// A number out of range cannot happen: the statement was made for these columns.
    int bind(sqlite3_stmt* statement, std::size_t row, int parameter) const
    {
        for (const Source& column : m_columns) {
            if (column.integers)
                sqlite3_bind_int64(statement, parameter, column.integers[row]);
            else if (column.isText)
                sqlite3_bind_text(statement, parameter, column.at(row), column.width, SQLITE_STATIC);
            else
                sqlite3_bind_blob(statement, parameter, column.at(row), column.width, SQLITE_STATIC);
            ++parameter;
        }
        return parameter;
    }

private:
    struct Source {
        const std::int64_t* integers;
        const char* bytes;
        int width;
        bool isText;

        [[nodiscard]] const char* at(std::size_t row) const { return bytes + row * static_cast<std::size_t>(width); }
    };
    std::vector<Source> m_columns;
};

/// BEGIN and COMMIT, prepared once. Rolls back what was not committed.
class Commits {
public:
    explicit Commits(Database& database)
        : m_database(database)
        , m_begin(database.prepare("BEGIN IMMEDIATE"))
        , m_commit(database.prepare("COMMIT"))
    {
    }

    void run(sqlite3_stmt* statement) const
    {
        const int code = sqlite3_step(statement);
        if (code != SQLITE_DONE) [[unlikely]] {
            const Error error = m_database.failure(code);
            sqlite3_reset(statement);
            throw error;
        }
        sqlite3_reset(statement);
    }

    template <typename Work>
    void transaction(Work work) const
    {
        m_database.throwIfCancelled();
        try {
            run(m_begin.get());
            work();
            run(m_commit.get());
        } catch (...) {
            m_database.rollBack();
            throw;
        }
    }

private:
    Database& m_database;
    StatementHandle m_begin;
    StatementHandle m_commit;
};

class RowInserter : public Inserter {
public:
    RowInserter(Database& database, const TableSpec& spec)
        : m_database(database)
        , m_commits(database)
        , m_insert(database.prepare(dialect().insert(spec, 1)))
    {
    }

    [[nodiscard]] InsertReport report() const final { return {m_statements, 0, m_statements > 0 ? 1 : 0}; }

protected:
    void insertRow(const Binder& binder, std::size_t row)
    {
        binder.bind(m_insert.get(), row, 1);
        m_commits.run(m_insert.get());
        ++m_statements;
    }

    Database& m_database;
    Commits m_commits;

private:
    StatementHandle m_insert;
    std::int64_t m_statements = 0;
};

/// `single`: an INSERT outside a transaction is one by itself. That is what an application does, it crosses into the
/// library once a row, and it takes the write lock through the same waiting as BEGIN IMMEDIATE.
class SingleInserter final : public RowInserter {
public:
    using RowInserter::RowInserter;

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        const Binder binder(rows);
        for (std::size_t row = first; row < first + count; ++row) {
            m_database.throwIfCancelled();
            insertRow(binder, row);
            log.committed(1);
        }
    }
};

/// `prepared`: one statement, executed for every row, and a commit for all of them.
class PreparedInserter final : public RowInserter {
public:
    using RowInserter::RowInserter;

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        const Binder binder(rows);
        m_commits.transaction([&] {
            for (std::size_t row = first; row < first + count; ++row)
                insertRow(binder, row);
        });
        log.committed(static_cast<std::int64_t>(count));
    }
};

/// `multi-row`: one INSERT of the whole batch, or of equal parts where a limit of the library is lower.
class MultiRowInserter final : public Inserter {
public:
    MultiRowInserter(Database& database, const TableSpec& spec, std::int64_t batch)
        : m_commits(database)
        , m_database(database)
        , m_spec(spec)
        , m_full(rowsPerStatement(database, spec, batch))
        , m_insert(database.prepare(dialect().insert(spec, m_full)))
    {
        // The rest of a batch that does not divide evenly; the last batch of a trial may have yet another one.
        prepareRest(batch % m_full);
    }

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        const Binder binder(rows);
        m_commits.transaction([&] {
            for (std::size_t row = first; row < first + count;) {
                const auto left = static_cast<std::int64_t>(first + count - row);
                const std::int64_t now = std::min(m_full, left);
                execute(binder, row, now);
                row += static_cast<std::size_t>(now);
            }
        });
        log.committed(static_cast<std::int64_t>(count));
    }

    [[nodiscard]] InsertReport report() const override { return {m_statements, 0, m_most}; }

private:
    // Asked of the library as it was built: parameters, bytes of a statement, and operations of the compiled program.
    static std::int64_t rowsPerStatement(const Database& database, const TableSpec& spec, std::int64_t batch)
    {
        sqlite3* handle = database.handle();
        const std::int64_t columns = std::max<std::int64_t>(boundColumns(spec), 1);
        constexpr std::int64_t kHead = 4'096;
        const std::int64_t byParameters = sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1) / columns;
        const std::int64_t byText = (sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, -1) - kHead) / (2 * columns + 2);
        const std::int64_t byProgram = (sqlite3_limit(handle, SQLITE_LIMIT_VDBE_OP, -1) - kHead) / (columns + 4);
        return evenPart(batch, std::min({byParameters, byText, byProgram}));
    }

    void prepareRest(std::int64_t rows)
    {
        if (rows == 0 || rows == m_restRows)
            return;
        m_rest = m_database.prepare(dialect().insert(m_spec, rows));
        m_restRows = rows;
    }

    void execute(const Binder& binder, std::size_t row, std::int64_t count)
    {
        if (count != m_full)
            prepareRest(count);
        sqlite3_stmt* statement = count == m_full ? m_insert.get() : m_rest.get();
        int parameter = 1;
        for (std::int64_t i = 0; i < count; ++i)
            parameter = binder.bind(statement, row + static_cast<std::size_t>(i), parameter);
        m_commits.run(statement);
        ++m_statements;
        m_most = std::max(m_most, count);
    }

    Commits m_commits;
    Database& m_database;
    const TableSpec& m_spec;
    std::int64_t m_full;
    StatementHandle m_insert;
    StatementHandle m_rest;
    std::int64_t m_restRows = 0;
    std::int64_t m_statements = 0;
    std::int64_t m_most = 0;
};

} // namespace

std::unique_ptr<Inserter> makeInserter(Database& database, const TableSpec& spec, const InsertChoice& insert)
{
    switch (insert.method) {
    case InsertMethod::Single:
        return std::make_unique<SingleInserter>(database, spec);
    case InsertMethod::Prepared:
        return std::make_unique<PreparedInserter>(database, spec);
    case InsertMethod::MultiRow:
        return std::make_unique<MultiRowInserter>(database, spec, insert.batch);
    case InsertMethod::Array:
    case InsertMethod::Bulk:
    case InsertMethod::Pipeline:
        break;
    }
    throw Error(ErrorKind::BadInput,
        Message(QT_TRANSLATE_NOOP("Engine", "SQLite cannot insert by %1."), {std::string(name(insert.method))}));
}

} // namespace keyrace::sqlite
