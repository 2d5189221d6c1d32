// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/inserters.h"

#include "engine/targets/mysql/dialect.h"
#include "engine/targets/mysql/encoding.h"
#include "engine/targets/mysql/statement.h"
#include "engine/targets/resender.h"

#include <algorithm>

namespace keyrace::mysql {

namespace {

/// What a packet holds beside the rows, and a margin.
constexpr std::int64_t kPacketMargin = 16'384;

enum_field_types typeOf(const Column& column)
{
    if (column.kind == ColumnKind::Timestamp)
        return MYSQL_TYPE_DATETIME;
    if (column.isInteger())
        return MYSQL_TYPE_LONGLONG;
    // Octets in no character set; MariaDB's uuid takes them as they are.
    return column.kind == ColumnKind::Text ? MYSQL_TYPE_STRING : MYSQL_TYPE_BLOB;
}

/// Where the values of one sent column lie.
struct Source {
    char* first;
    std::size_t width;
    enum_field_types type;

    [[nodiscard]] char* at(std::size_t row) const { return first + row * width; }
};

std::vector<Source> sourcesOf(const RowSet& rows)
{
    std::vector<Source> sources;
    for (std::size_t i = 0; i < rows.columns().size(); ++i) {
        const Column& column = rows.columns()[i];
        if (!column.isSent())
            continue;
        const RowSet::Values& values = rows.values(i);
        const enum_field_types type = typeOf(column);
        // The library takes parameters it does not change through pointers that would let it.
        if (type == MYSQL_TYPE_DATETIME)
            sources.push_back({const_cast<char*>(rows.encoded().bytes.data()) + rows.encoded().starts[i], sizeof(MYSQL_TIME), type});
        else if (column.isInteger())
            sources.push_back({const_cast<char*>(reinterpret_cast<const char*>(values.integers.data())), sizeof(std::int64_t), type});
        else
            sources.push_back({const_cast<char*>(values.bytes.data()), static_cast<std::size_t>(column.width), type});
    }
    return sources;
}

/// A transaction for every batch, with autocommit off so that no statement has to begin it.
class BatchInserter : public Inserter {
public:
    explicit BatchInserter(Connection& connection)
        : m_connection(connection)
    {
        m_connection.execute("SET autocommit = 0");
    }
    ~BatchInserter() override { mysql_autocommit(m_connection.handle(), 1); }

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) final
    {
        m_resender.carryOut(log, [&] { commitBatch(rows, first, count); });
        log.committed(static_cast<std::int64_t>(count));
    }
    [[nodiscard]] InsertReport report() const final
    {
        InsertReport report = m_report;
        report.retries = m_resender.retries();
        return report;
    }

protected:
    virtual void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) = 0;
    void sent(std::size_t rows)
    {
        ++m_report.statements;
        ++*m_report.roundTrips;
        m_report.rowsPerStatement = std::max(m_report.rowsPerStatement, static_cast<std::int64_t>(rows));
    }
    /// A statement that is one packet.
    void execute(std::string_view sql)
    {
        if (mysql_real_query(m_connection.handle(), sql.data(), sql.size()) != 0)
            m_connection.fail();
    }

    Connection& m_connection;

private:
    void commitBatch(const RowSet& rows, std::size_t first, std::size_t count)
    {
        try {
            const Interrupt::Running running = m_connection.running();
            sendBatch(rows, first, count);
            checkTransaction();
            if (mysql_commit(m_connection.handle()) != 0)
                m_connection.fail();
            ++*m_report.roundTrips;
        } catch (...) {
            mysql_rollback(m_connection.handle());
            throw;
        }
    }

    // Seen with MariaDB 10.11: an array whose transaction Galera pushed aside is answered as inserted, row for row, and the commit
    // after it succeeds, of nothing. That the transaction is over is all that tells.
    void checkTransaction() const
    {
        if (m_connection.isGalera() && (m_connection.handle()->server_status & SERVER_STATUS_IN_TRANS) == 0)
            throw Conflict(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "%1 answered that the rows were inserted, and had ended their transaction because of others."), {m_connection.place()}));
    }

    Resender m_resender;
    InsertReport m_report;
};

/// One row, where it lies.
class RowBinder {
public:
    RowBinder(Connection& connection, const TableSpec& spec)
        : m_statement(connection, dialect(connection.isMariadb()).insert(spec, 1))
        , m_parameters(static_cast<std::size_t>(boundColumns(spec)))
        , m_lengths(m_parameters.size())
    {
    }

    void execute(const std::vector<Source>& sources, std::size_t row)
    {
        for (std::size_t i = 0; i < sources.size(); ++i) {
            MYSQL_BIND& parameter = m_parameters[i];
            m_lengths[i] = sources[i].width;
            parameter.buffer_type = sources[i].type;
            parameter.buffer = sources[i].at(row);
            parameter.buffer_length = sources[i].width;
            parameter.length = &m_lengths[i];
        }
        m_statement.bind(m_parameters);
        m_statement.execute();
    }

private:
    Statement m_statement;
    std::vector<MYSQL_BIND> m_parameters;
    std::vector<unsigned long> m_lengths;
};

class SingleInserter final : public Inserter {
public:
    SingleInserter(Connection& connection, const TableSpec& spec)
        : m_connection(connection)
        , m_row(connection, spec)
    {
    }

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        const std::vector<Source> sources = sourcesOf(rows);
        for (std::size_t row = first; row < first + count; ++row) {
            m_resender.carryOut(log, [&] {
                const Interrupt::Running running = m_connection.running();
                ++m_statements;
                m_row.execute(sources, row);
            });
            log.committed(1);
        }
    }
    [[nodiscard]] InsertReport report() const override { return {m_statements, m_statements, m_statements > 0 ? 1 : 0, m_resender.retries()}; }

private:
    Connection& m_connection;
    RowBinder m_row;
    Resender m_resender;
    std::int64_t m_statements = 0;
};

class PreparedInserter final : public BatchInserter {
public:
    PreparedInserter(Connection& connection, const TableSpec& spec)
        : BatchInserter(connection)
        , m_row(connection, spec)
    {
    }

protected:
    void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) override
    {
        const std::vector<Source> sources = sourcesOf(rows);
        for (std::size_t row = first; row < first + count; ++row) {
            m_row.execute(sources, row);
            sent(1);
        }
    }

private:
    RowBinder m_row;
};

std::size_t rowsPerPacket(Connection& connection, const TableSpec& spec, std::int64_t batch)
{
    const std::int64_t packet = connection.numberOr("SELECT @@max_allowed_packet", std::int64_t{16} << 20);
    return static_cast<std::size_t>(evenPart(batch, std::max<std::int64_t>(1, (packet - kPacketMargin) / widestRow(spec))));
}

/// `multi-row`: the batch as one INSERT, or equal parts where the packet limit is lower.
class MultiRowInserter final : public BatchInserter {
public:
    MultiRowInserter(Connection& connection, const TableSpec& spec, std::int64_t batch)
        : BatchInserter(connection)
        , m_head(dialect(connection.isMariadb()).insertHead(spec))
        , m_most(rowsPerPacket(connection, spec, batch))
    {
        m_sql.reserve(m_head.size() + m_most * static_cast<std::size_t>(widestRow(spec)));
    }

protected:
    void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) override
    {
        const EncodedRows& text = rows.encoded();
        for (std::size_t row = first; row < first + count;) {
            const std::size_t end = std::min(row + m_most, first + count);
            // Without the comma after the last row.
            m_sql.assign(m_head).append(text.bytes.data() + text.starts[row], text.starts[end] - text.starts[row] - 1);
            execute(m_sql);
            sent(end - row);
            row = end;
        }
    }

private:
    std::string m_head;
    std::string m_sql;
    std::size_t m_most;
};

/// `array`: MariaDB's bulk protocol, one INSERT executed with arrays of values.
class ArrayInserter final : public BatchInserter {
public:
    ArrayInserter(Connection& connection, const TableSpec& spec, std::int64_t batch)
        : BatchInserter(connection)
        , m_statement(connection, dialect(connection.isMariadb()).insert(spec, 1))
        , m_most(rowsPerPacket(connection, spec, batch))
        , m_parameters(static_cast<std::size_t>(boundColumns(spec)))
        , m_places(m_parameters.size(), std::vector<char*>(m_most))
        , m_lengths(m_parameters.size(), std::vector<unsigned long>(m_most))
    {
    }

protected:
    void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) override
    {
        const std::vector<Source> sources = sourcesOf(rows);
        for (std::size_t row = first; row < first + count;) {
            const std::size_t now = std::min(m_most, first + count - row);
            bind(sources, row, now);
            m_statement.execute();
            sent(now);
            row += now;
        }
    }

private:
    // Numbers are read one after the other where they lie; everything else through an array of pointers.
    void bind(const std::vector<Source>& sources, std::size_t row, std::size_t count)
    {
        m_statement.setArray(static_cast<unsigned int>(count));
        for (std::size_t i = 0; i < sources.size(); ++i) {
            MYSQL_BIND& parameter = m_parameters[i];
            parameter.buffer_type = sources[i].type;
            if (sources[i].type == MYSQL_TYPE_LONGLONG) {
                parameter.buffer = sources[i].at(row);
                continue;
            }
            for (std::size_t k = 0; k < count; ++k) {
                m_places[i][k] = sources[i].at(row + k);
                m_lengths[i][k] = sources[i].width;
            }
            parameter.buffer = m_places[i].data();
            parameter.length = m_lengths[i].data();
        }
        m_statement.bind(m_parameters);
    }

    Statement m_statement;
    std::size_t m_most;
    std::vector<MYSQL_BIND> m_parameters;
    std::vector<std::vector<char*>> m_places;
    std::vector<std::vector<unsigned long>> m_lengths;
};

/// `bulk`: LOAD DATA LOCAL, read from memory.
class BulkInserter final : public BatchInserter {
public:
    BulkInserter(Connection& connection, const TableSpec& spec)
        : BatchInserter(connection)
    {
        std::vector<std::string> names;
        for (const Column* column : sentColumns(spec))
            names.push_back(column->name);
        const MysqlDialect& words = dialect(connection.isMariadb());
        // latin1: an octet is a character, whatever it is.
        m_sql = "LOAD DATA LOCAL INFILE 'keyrace' INTO TABLE " + words.quotedName(spec.name) + " CHARACTER SET latin1 (" + words.nameList(names) + ')';
    }

protected:
    void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) override
    {
        const EncodedRows& text = rows.encoded();
        const std::string_view lines(text.bytes.data() + text.starts[first], text.starts[first + count] - text.starts[first]);
        const std::int64_t taken = m_connection.load(m_sql, lines);
        // A LOCAL load only warns of a row that it leaves out.
        if (taken != static_cast<std::int64_t>(count))
            throw Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "LOAD DATA took %1 rows of %2."), {taken, static_cast<std::int64_t>(count)}));
        sent(count);
    }

private:
    std::string m_sql;
};

} // namespace

std::unique_ptr<Inserter> makeInserter(Connection& connection, const TableSpec& spec, const InsertChoice& insert)
{
    switch (insert.method) {
    case InsertMethod::Single:
        return std::make_unique<SingleInserter>(connection, spec);
    case InsertMethod::Prepared:
        return std::make_unique<PreparedInserter>(connection, spec);
    case InsertMethod::MultiRow:
        return std::make_unique<MultiRowInserter>(connection, spec, insert.batch);
    case InsertMethod::Array:
        return std::make_unique<ArrayInserter>(connection, spec, insert.batch);
    case InsertMethod::Bulk:
        return std::make_unique<BulkInserter>(connection, spec);
    case InsertMethod::Pipeline:
        break;
    }
    throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "MariaDB and MySQL cannot insert by %1."), {std::string(name(insert.method))}));
}

} // namespace keyrace::mysql
