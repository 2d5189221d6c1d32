// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/inserters.h"

#include "engine/targets/odbc/parameters.h"

#include <algorithm>
#include <cstring>

namespace keyrace::odbc {

namespace {

/// What a packet holds beside the rows, and a margin.
constexpr std::int64_t kPacketMargin = 16'384;
/// What goes with a value, at most.
constexpr std::int64_t kValueMargin = 16;

std::vector<Parameter> parametersOf(const TableSpec& spec, const OdbcDialect& dialect)
{
    std::vector<Parameter> parameters;
    for (const Column* column : sentColumns(spec))
        parameters.push_back(parameterFor(*column, dialect));
    return parameters;
}

// Of a batch, as many as one packet takes, in equal parts.
std::size_t rowsPerPacket(Connection& connection, const TableSpec& spec, std::int64_t batch)
{
    const std::string query = connection.dialect().packetQuery();
    if (query.empty())
        return static_cast<std::size_t>(batch);
    std::int64_t widest = 0;
    for (const Parameter& parameter : parametersOf(spec, connection.dialect()))
        widest += static_cast<std::int64_t>(parameter.width) + kValueMargin;
    return static_cast<std::size_t>(evenPart(batch, std::max<std::int64_t>(1, (connection.number(query) - kPacketMargin) / std::max<std::int64_t>(widest, 1))));
}

/// An INSERT of so many rows, bound once to a place of its own into which values are copied: cheaper than binding them where they lie.
class RowsStatement {
public:
    RowsStatement(Connection& connection, const TableSpec& spec, std::size_t rows)
        : m_statement(connection)
        , m_rows(rows)
        , m_parameters(parametersOf(spec, connection.dialect()))
    {
        m_statement.prepare(connection.dialect().sql().insert(spec, static_cast<std::int64_t>(rows)));
        std::size_t width = 0;
        for (const Parameter& parameter : m_parameters) {
            width += parameter.width;
            m_lengths.push_back(static_cast<SQLLEN>(parameter.width));
        }
        m_buffer.resize(width * rows);
        SQLUSMALLINT number = 0;
        char* place = m_buffer.data();
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t i = 0; i < m_parameters.size(); ++i) {
                const Parameter& parameter = m_parameters[i];
                m_statement.bind(++number, parameter.type, parameter.sqlType, parameter.size, parameter.digits, place, static_cast<SQLLEN>(parameter.width),
                                 parameter.hasLength ? &m_lengths[i] : nullptr);
                place += parameter.width;
            }
        }
    }

    [[nodiscard]] std::size_t rows() const { return m_rows; }

    void execute(const std::vector<Values>& values, std::size_t first)
    {
        char* place = m_buffer.data();
        for (std::size_t row = first; row < first + m_rows; ++row) {
            for (const Values& column : values) {
                std::memcpy(place, column.at(row), column.parameter.width);
                place += column.parameter.width;
            }
        }
        m_statement.execute();
        m_statement.close();
    }

private:
    Statement m_statement;
    std::size_t m_rows;
    std::vector<Parameter> m_parameters;
    std::vector<SQLLEN> m_lengths;
    std::vector<char> m_buffer;
};

class SingleInserter final : public Inserter {
public:
    SingleInserter(Connection& connection, const TableSpec& spec)
        : m_connection(connection)
        , m_row(connection, spec, 1)
    {
    }

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        const std::vector<Values> values = valuesOf(rows, m_connection.dialect());
        for (std::size_t row = first; row < first + count; ++row) {
            ++m_statements;
            m_row.execute(values, row);
            log.committed(1);
        }
    }
    [[nodiscard]] InsertReport report() const override { return {m_statements, {}, m_statements > 0 ? 1 : 0}; }

private:
    Connection& m_connection;
    RowsStatement m_row;
    std::int64_t m_statements = 0;
};

/// A transaction for every batch.
class BatchInserter : public Inserter {
public:
    explicit BatchInserter(Connection& connection)
        : m_connection(connection)
    {
        m_connection.setAutocommit(false);
    }
    ~BatchInserter() override
    {
        m_connection.rollback();
        try {
            m_connection.setAutocommit(true);
        } catch (const Error&) {
            // The connection is gone, and what is sent next says so.
        }
    }

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) final
    {
        const std::vector<Values> values = valuesOf(rows, m_connection.dialect());
        try {
            sendBatch(values, first, count);
            m_connection.commit();
        } catch (...) {
            m_connection.rollback();
            throw;
        }
        log.committed(static_cast<std::int64_t>(count));
    }
    [[nodiscard]] InsertReport report() const final { return m_report; }

protected:
    virtual void sendBatch(const std::vector<Values>& values, std::size_t first, std::size_t count) = 0;
    void sent(std::size_t rows)
    {
        ++m_report.statements;
        m_report.rowsPerStatement = std::max(m_report.rowsPerStatement, static_cast<std::int64_t>(rows));
    }

    Connection& m_connection;

private:
    InsertReport m_report{0, {}, 0};
};

/// `prepared` where a statement takes one row, `multi-row` where it takes the batch, or equal parts of it.
class RowsInserter final : public BatchInserter {
public:
    RowsInserter(Connection& connection, const TableSpec& spec, std::size_t rows)
        : BatchInserter(connection)
        , m_spec(spec)
        , m_statement(connection, spec, rows)
    {
    }

protected:
    void sendBatch(const std::vector<Values>& values, std::size_t first, std::size_t count) override
    {
        std::size_t row = first;
        for (; row + m_statement.rows() <= first + count; row += m_statement.rows()) {
            m_statement.execute(values, row);
            sent(m_statement.rows());
        }
        const std::size_t rest = first + count - row;
        if (rest == 0)
            return;
        if (!m_last || m_last->rows() != rest)
            m_last = std::make_unique<RowsStatement>(m_connection, m_spec, rest);
        m_last->execute(values, row);
        sent(rest);
    }

private:
    const TableSpec& m_spec;
    RowsStatement m_statement;
    std::unique_ptr<RowsStatement> m_last; ///< what remains of a batch
};

/// `array`: one INSERT of a row, executed with arrays of values where they lie. How they reach the server is the driver's affair.
class ArrayInserter final : public BatchInserter {
public:
    ArrayInserter(Connection& connection, const TableSpec& spec, std::int64_t batch)
        : BatchInserter(connection)
        , m_statement(connection)
        , m_most(rowsPerPacket(connection, spec, batch))
        , m_status(m_most)
    {
        m_statement.prepare(connection.dialect().sql().insert(spec, 1));
        for (const Parameter& parameter : parametersOf(spec, connection.dialect()))
            m_lengths.emplace_back(m_most, static_cast<SQLLEN>(parameter.width));
        m_statement.set(SQL_ATTR_PARAM_BIND_TYPE, SQL_PARAM_BIND_BY_COLUMN);
        m_statement.set(SQL_ATTR_PARAM_STATUS_PTR, m_status.data());
        m_statement.set(SQL_ATTR_PARAMS_PROCESSED_PTR, &m_processed);
    }

protected:
    void sendBatch(const std::vector<Values>& values, std::size_t first, std::size_t count) override
    {
        for (std::size_t row = first; row < first + count;) {
            const std::size_t now = std::min(m_most, first + count - row);
            execute(values, row, now);
            sent(now);
            row += now;
        }
    }

private:
    void execute(const std::vector<Values>& values, std::size_t row, std::size_t count)
    {
        m_statement.set(SQL_ATTR_PARAMSET_SIZE, reinterpret_cast<SQLPOINTER>(count)); // NOLINT(performance-no-int-to-ptr): how ODBC takes numbers
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Parameter& parameter = values[i].parameter;
            m_statement.bind(static_cast<SQLUSMALLINT>(i + 1), parameter.type, parameter.sqlType, parameter.size, parameter.digits, values[i].at(row),
                             static_cast<SQLLEN>(parameter.width), parameter.hasLength ? m_lengths[i].data() : nullptr);
        }
        std::fill(m_status.begin(), m_status.end(), SQLUSMALLINT{SQL_PARAM_SUCCESS}); // not every driver tells of what went well
        m_processed = 0;
        m_statement.execute();
        // A driver may succeed as a whole and have left out rows.
        const auto failed = std::count(m_status.begin(), m_status.begin() + static_cast<std::ptrdiff_t>(count), SQLUSMALLINT{SQL_PARAM_ERROR});
        if (m_processed != count || failed > 0)
            throw Error(ErrorKind::Target,
                        Message(QT_TRANSLATE_NOOP("Engine", "The driver took %1 rows of an array of %2."), {static_cast<std::int64_t>(m_processed) - failed, static_cast<std::int64_t>(count)}),
                        m_statement.failure().serverText());
        m_statement.close();
    }

    Statement m_statement;
    std::size_t m_most;
    std::vector<std::vector<SQLLEN>> m_lengths;
    std::vector<SQLUSMALLINT> m_status;
    SQLULEN m_processed = 0;
};

} // namespace

std::unique_ptr<Inserter> makeInserter(Connection& connection, const TableSpec& spec, const InsertChoice& insert)
{
    const auto mostRows = [&] {
        const std::int64_t byParameters = connection.dialect().mostParameters() / std::max<std::int64_t>(boundColumns(spec), 1);
        return static_cast<std::size_t>(evenPart(insert.batch, std::min(byParameters, static_cast<std::int64_t>(rowsPerPacket(connection, spec, insert.batch)))));
    };
    switch (insert.method) {
    case InsertMethod::Single:
        return std::make_unique<SingleInserter>(connection, spec);
    case InsertMethod::Prepared:
        return std::make_unique<RowsInserter>(connection, spec, 1);
    case InsertMethod::MultiRow:
        return std::make_unique<RowsInserter>(connection, spec, mostRows());
    case InsertMethod::Array:
        return std::make_unique<ArrayInserter>(connection, spec, insert.batch);
    case InsertMethod::Bulk:
    case InsertMethod::Pipeline:
        break;
    }
    throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "ODBC cannot insert by %1."), {std::string(name(insert.method))}));
}

} // namespace keyrace::odbc
