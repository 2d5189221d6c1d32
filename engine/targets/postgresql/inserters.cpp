// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/inserters.h"

#include "engine/targets/postgresql/dialect.h"
#include "engine/targets/postgresql/encoding.h"

#include <algorithm>

namespace keyrace::postgresql {

namespace {

const std::string kInsert = "keyrace_insert";

class RowInserter : public Inserter {
public:
    RowInserter(Connection& connection, const TableSpec& spec)
        : m_connection(connection)
        , m_layout(spec.columns)
    {
        m_connection.run([&](pqxx::connection& c) { c.prepare(kInsert, dialect().insert(spec, 1)); });
    }

    [[nodiscard]] InsertReport report() const final { return {m_statements, m_roundTrips, m_statements > 0 ? 1 : 0}; }

protected:
    void insertRow(pqxx::transaction_base& transaction, const RowSet& rows, std::size_t row)
    {
        m_layout.point(rows, row, m_parameters);
        executePrepared(transaction, kInsert, m_parameters);
        ++m_statements;
        ++m_roundTrips;
    }

    Connection& m_connection;
    std::int64_t m_roundTrips = 0;

private:
    BinaryRows m_layout;
    std::vector<Parameter> m_parameters;
    std::int64_t m_statements = 0;
};

/// `single`: a prepared INSERT outside a transaction is one by itself, as an application does it.
class SingleInserter final : public RowInserter {
public:
    using RowInserter::RowInserter;

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        m_connection.run([&](pqxx::connection& connection) {
            pqxx::nontransaction transaction(connection);
            for (std::size_t row = first; row < first + count; ++row) {
                insertRow(transaction, rows, row);
                log.committed(1);
            }
        });
    }
};

/// `prepared`: BEGIN, one statement executed for every row, COMMIT.
class PreparedInserter final : public RowInserter {
public:
    using RowInserter::RowInserter;

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        m_connection.run([&](pqxx::connection& connection) {
            pqxx::work transaction(connection);
            for (std::size_t row = first; row < first + count; ++row)
                insertRow(transaction, rows, row);
            transaction.commit();
        });
        m_roundTrips += 2;
        log.committed(static_cast<std::int64_t>(count));
    }
};

/// `multi-row`: INSERT … VALUES with literals, which no count of parameters limits. Only what the server's parser would take
/// for a statement's text limits it: a batch that is longer is sent as equal parts of one transaction.
class MultiRowInserter final : public Inserter {
public:
    MultiRowInserter(Connection& connection, const TableSpec& spec)
        : m_connection(connection)
        , m_head(dialect().insertHead(spec))
    {
    }

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        const std::vector<std::size_t>& starts = rows.encoded().starts;
        const auto bytes = static_cast<std::int64_t>(starts[first + count] - starts[first]);
        const std::int64_t parts = (bytes + kMostText - 1) / kMostText;
        const auto all = static_cast<std::int64_t>(count);
        m_connection.run([&](pqxx::connection& connection) {
            if (parts == 1) {
                pqxx::nontransaction transaction(connection);
                execute(transaction, rows, first, count);
                return;
            }
            pqxx::work transaction(connection);
            for (std::int64_t part = 0; part < parts; ++part) {
                const auto begin = static_cast<std::size_t>(all * part / parts);
                const auto end = static_cast<std::size_t>(all * (part + 1) / parts);
                execute(transaction, rows, first + begin, end - begin);
            }
            transaction.commit();
            m_roundTrips += 2;
        });
        log.committed(all);
    }

    [[nodiscard]] InsertReport report() const override { return {m_statements, m_roundTrips, m_most}; }

private:
    /// About 100,000 rows of the six columns; the server's memory for parsing is some ten times the text.
    static constexpr std::int64_t kMostText = 16LL << 20;

    void execute(pqxx::transaction_base& transaction, const RowSet& rows, std::size_t first, std::size_t count)
    {
        const EncodedRows& encoded = rows.encoded();
        const std::size_t begin = encoded.starts[first];
        m_text.assign(m_head);
        // Without the comma behind the last row.
        m_text.append(encoded.bytes.data() + begin, encoded.starts[first + count] - begin - 1);
        transaction.exec(m_text);
        ++m_statements;
        ++m_roundTrips;
        m_most = std::max(m_most, static_cast<std::int64_t>(count));
    }

    Connection& m_connection;
    std::string m_head;
    std::string m_text;
    std::int64_t m_statements = 0;
    std::int64_t m_roundTrips = 0;
    std::int64_t m_most = 0;
};

/// `array`: one prepared INSERT … SELECT FROM unnest(…), a binary array for each column.
class ArrayInserter final : public Inserter {
public:
    ArrayInserter(Connection& connection, const TableSpec& spec)
        : m_connection(connection)
        , m_arrays(spec.columns)
    {
        m_connection.run([&](pqxx::connection& c) { c.prepare(kInsert, insertArrays(spec)); });
    }

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        m_connection.run([&](pqxx::connection& connection) {
            pqxx::nontransaction transaction(connection);
            executePrepared(transaction, kInsert, m_arrays.arrays(rows, first, count));
        });
        ++m_statements;
        m_most = std::max(m_most, static_cast<std::int64_t>(count));
        log.committed(static_cast<std::int64_t>(count));
    }

    [[nodiscard]] InsertReport report() const override { return {m_statements, m_statements, m_most}; }

private:
    Connection& m_connection;
    BinaryArrays m_arrays;
    std::int64_t m_statements = 0;
    std::int64_t m_most = 0;
};

} // namespace

bool isRaw(InsertMethod method)
{
    return method == InsertMethod::Bulk || method == InsertMethod::Pipeline;
}

std::unique_ptr<Inserter> makeInserter(Connection& connection, const TableSpec& spec, const InsertChoice& insert)
{
    switch (insert.method) {
    case InsertMethod::Single:
        return std::make_unique<SingleInserter>(connection, spec);
    case InsertMethod::Prepared:
        return std::make_unique<PreparedInserter>(connection, spec);
    case InsertMethod::MultiRow:
        return std::make_unique<MultiRowInserter>(connection, spec);
    case InsertMethod::Array:
        return std::make_unique<ArrayInserter>(connection, spec);
    case InsertMethod::Bulk:
    case InsertMethod::Pipeline:
        break;
    }
    throw Error(ErrorKind::BadInput,
                Message(QT_TRANSLATE_NOOP("Engine", "PostgreSQL cannot insert by %1."), {std::string(name(insert.method))}));
}

} // namespace keyrace::postgresql
