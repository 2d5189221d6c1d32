// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/inserters.h"

#include "engine/targets/postgresql/dialect.h"
#include "engine/targets/postgresql/encoding.h"
#include "engine/targets/resender.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace keyrace::postgresql {

namespace {

constexpr const char* kInsert = "keyrace_insert";

/// Counts what it sends.
class StatementInserter : public Inserter {
public:
    explicit StatementInserter(RawConnection& connection)
        : m_connection(connection)
    {
    }

    [[nodiscard]] InsertReport report() const final
    {
        InsertReport report = m_report;
        report.retries = m_resender.retries();
        return report;
    }

protected:
    /// A statement has inserted `rows`; `roundTrips` passed for it.
    void count(std::size_t rows, std::int64_t roundTrips = 1)
    {
        ++m_report.statements;
        *m_report.roundTrips += roundTrips;
        m_report.rowsPerStatement = std::max(m_report.rowsPerStatement, static_cast<std::int64_t>(rows));
    }
    void execute(const std::string& sql)
    {
        const RawResult result(PQexec(m_connection.handle(), sql.c_str()));
        m_connection.check(result.get());
    }
    void executePrepared(const Arguments& arguments)
    {
        const RawResult result(PQexecPrepared(m_connection.handle(), kInsert, arguments.count(), arguments.values.data(), arguments.lengths.data(),
                                              arguments.formats.data(), 0));
        m_connection.check(result.get());
    }
    /// Runs `work` between BEGIN and COMMIT; rolled back where it throws.
    template<class Work>
    void inTransaction(Work work)
    {
        execute("BEGIN");
        try {
            work();
            execute("COMMIT");
        } catch (...) {
            const RawResult ignored(PQexec(m_connection.handle(), "ROLLBACK"));
            throw;
        }
        *m_report.roundTrips += 2;
    }

    RawConnection& m_connection;
    InsertReport m_report;
    Resender m_resender;
};

/// A batch is one transaction.
class BatchInserter : public StatementInserter {
public:
    using StatementInserter::StatementInserter;

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) final
    {
        m_resender.carryOut(log, [&] {
            const auto running = m_connection.running();
            sendBatch(rows, first, count);
        });
        log.committed(static_cast<std::int64_t>(count));
    }

protected:
    /// Sends and commits it, or throws and leaves nothing of it.
    virtual void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) = 0;
};

/// A prepared INSERT for a single row.
template<class Base>
class RowInserter : public Base {
public:
    RowInserter(RawConnection& connection, const TableSpec& spec)
        : Base(connection)
        , m_layout(spec.columns)
    {
        connection.prepare(kInsert, dialect().insert(spec, 1));
    }

protected:
    void sendRow(const RowSet& rows, std::size_t row)
    {
        const Arguments& fields = m_layout.fields(rows, row);
        RawConnection& connection = this->m_connection;
        if (PQsendQueryPrepared(connection.handle(), kInsert, fields.count(), fields.values.data(), fields.lengths.data(), fields.formats.data(), 0) != 1)
            connection.fail();
    }

    BinaryRows m_layout;
};

/// `single`: an INSERT outside a transaction is one by itself, as an application does it.
class SingleInserter final : public RowInserter<StatementInserter>, public Dialogue {
public:
    using RowInserter::RowInserter;

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        for (std::size_t row = first; row < first + count; ++row) {
            ask(rows, row);
            do
                (void)m_connection.wait(false);
            while (!isAnswered());
            log.committed(1);
        }
    }

    [[nodiscard]] Dialogue* dialogue() override { return this; }
    [[nodiscard]] int descriptor() const override { return PQsocket(m_connection.handle()); }

    void ask(const RowSet& rows, std::size_t row) override
    {
        m_rows = &rows;
        m_row = row;
        m_resender.begin(CommitLog::Clock::now());
        askRow();
    }

    [[nodiscard]] bool isAnswered() override
    {
        if (PQconsumeInput(m_connection.handle()) != 1) {
            m_running.reset();
            m_connection.fail();
        }
        while (!PQisBusy(m_connection.handle())) {
            RawResult result(PQgetResult(m_connection.handle()));
            if (!result) {
                m_running.reset();
                return isCommitted();
            }
            m_result = std::move(result);
        }
        return false;
    }

private:
    void askRow()
    {
        m_connection.run(m_running);
        try {
            sendRow(*m_rows, m_row);
        } catch (...) {
            m_running.reset();
            throw;
        }
    }

    // Else it is asked again.
    bool isCommitted()
    {
        count(1);
        try {
            m_connection.check(m_result.get());
            return true;
        } catch (const Conflict& conflict) {
            m_resender.lost(conflict);
            askRow();
            return false;
        }
    }

    const RowSet* m_rows = nullptr; ///< whose row is under way
    std::size_t m_row = 0;
    std::optional<Interrupt::Running> m_running; ///< from the question to its answer
    RawResult m_result;
};

/// `prepared`: BEGIN, one statement executed for every row, COMMIT.
class PreparedInserter final : public RowInserter<BatchInserter> {
public:
    using RowInserter::RowInserter;

protected:
    void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) override
    {
        inTransaction([&] {
            for (std::size_t row = first; row < first + count; ++row) {
                executePrepared(m_layout.fields(rows, row));
                this->count(1);
            }
        });
    }
};

/// `multi-row`: INSERT … VALUES with literals, which no count of parameters limits. Only what the server's parser would take
/// for a statement's text limits it: a batch that is longer is sent as equal parts of one transaction.
class MultiRowInserter final : public BatchInserter {
public:
    MultiRowInserter(RawConnection& connection, const TableSpec& spec)
        : BatchInserter(connection)
        , m_head(dialect().insertHead(spec))
    {
    }

protected:
    void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) override
    {
        const std::vector<std::size_t>& starts = rows.encoded().starts;
        const std::size_t parts = (starts[first + count] - starts[first] + kMostText - 1) / kMostText;
        if (parts == 1) {
            sendPart(rows, first, count);
        } else {
            inTransaction([&] {
                for (std::size_t part = 0; part < parts; ++part)
                    sendPart(rows, first + count * part / parts, count * (part + 1) / parts - count * part / parts);
            });
        }
    }

private:
    /// About 100,000 rows of the six columns; the server's memory for parsing is some ten times the text.
    static constexpr std::size_t kMostText = std::size_t{16} << 20;

    void sendPart(const RowSet& rows, std::size_t first, std::size_t count)
    {
        const EncodedRows& encoded = rows.encoded();
        const std::size_t begin = encoded.starts[first];
        m_text.assign(m_head);
        // Without the comma behind the last row.
        m_text.append(encoded.bytes.data() + begin, encoded.starts[first + count] - begin - 1);
        execute(m_text);
        this->count(count);
    }

    std::string m_head;
    std::string m_text;
};

/// `array`: one prepared INSERT … SELECT FROM unnest(…), a binary array for each column.
class ArrayInserter final : public BatchInserter {
public:
    ArrayInserter(RawConnection& connection, const TableSpec& spec)
        : BatchInserter(connection)
        , m_arrays(spec.columns)
    {
        connection.prepare(kInsert, insertArrays(spec));
    }

protected:
    void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) override
    {
        executePrepared(m_arrays.arrays(rows, first, count));
        this->count(count);
    }

private:
    BinaryArrays m_arrays;
};

/// `bulk`: COPY … FROM STDIN in binary, a COPY and so a transaction for every batch.
class CopyInserter final : public BatchInserter {
public:
    CopyInserter(RawConnection& connection, const TableSpec& spec)
        : BatchInserter(connection)
        , m_layout(spec.columns)
        , m_copy(copy(spec))
    {
    }

protected:
    void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) override
    {
        execute(m_copy);
        // "PGCOPY", then no flags and no extension: https://www.postgresql.org/docs/current/sql-copy.html
        static constexpr std::array<char, 19> kHead{'P', 'G', 'C', 'O', 'P', 'Y', '\n', '\xff', '\r', '\n'};
        static constexpr std::array<char, 2> kTail{'\xff', '\xff'};
        put(kHead.data(), kHead.size());
        putRows(rows.encoded().bytes.data() + first * m_layout.stride(), count * m_layout.stride());
        put(kTail.data(), kTail.size());
        finish();
        this->count(count, 2);
    }

private:
    void putRows(const char* bytes, std::size_t size)
    {
        // libpq copies what it is given into its own buffer: in pieces the buffer stays small.
        constexpr std::size_t kPiece = 64 * 1024;
        for (std::size_t at = 0; at < size; at += kPiece) {
            if (m_connection.isCancelled())
                break;
            put(bytes + at, std::min(kPiece, size - at));
        }
    }

    void put(const char* bytes, std::size_t size)
    {
        if (PQputCopyData(m_connection.handle(), bytes, static_cast<int>(size)) != 1)
            m_connection.fail();
    }

    void finish()
    {
        const char* why = m_connection.isCancelled() ? "stopped" : nullptr;
        if (PQputCopyEnd(m_connection.handle(), why) != 1)
            m_connection.fail();
        const RawResult result(PQgetResult(m_connection.handle()));
        while (PGresult* further = PQgetResult(m_connection.handle()))
            PQclear(further);
        m_connection.check(result.get());
    }

    BinaryRows m_layout;
    std::string m_copy;
};

/// `pipeline`: a prepared INSERT for every row, sent without waiting for answers. What stands before a synchronisation point is
/// one transaction, which it commits.
class PipelineInserter final : public RowInserter<BatchInserter> {
public:
    PipelineInserter(RawConnection& connection, const TableSpec& spec)
        : RowInserter(connection, spec)
    {
        // Else sending could wait for a server that waits for its answers to be read.
        if (PQsetnonblocking(m_connection.handle(), 1) != 0)
            m_connection.fail();
    }

protected:
    void sendBatch(const RowSet& rows, std::size_t first, std::size_t count) override
    {
        m_failure.reset();
        if (PQenterPipelineMode(m_connection.handle()) != 1)
            m_connection.fail();
        constexpr std::size_t kFlush = 64;
        for (std::size_t row = first; row < first + count; ++row) {
            sendRow(rows, row);
            if ((row - first) % kFlush == kFlush - 1)
                flush();
            if (m_failure)
                break;
        }
        if (PQpipelineSync(m_connection.handle()) != 1)
            m_connection.fail();
        flush();
        while (!drain()) {
            (void)m_connection.wait(false);
            consume();
        }
        if (PQexitPipelineMode(m_connection.handle()) != 1)
            m_connection.fail();
        if (m_failure)
            m_connection.check(m_failure.get());
        m_report.statements += static_cast<std::int64_t>(count);
        m_report.rowsPerStatement = 1;
        ++*m_report.roundTrips;
    }

private:
    // Until everything is on its way; answers that come in meanwhile are read.
    void flush()
    {
        int left = PQflush(m_connection.handle());
        while (left == 1) {
            if (m_connection.wait(true)) {
                consume();
                (void)drain();
            }
            left = PQflush(m_connection.handle());
        }
        if (left < 0)
            m_connection.fail();
    }

    void consume()
    {
        if (PQconsumeInput(m_connection.handle()) != 1)
            m_connection.fail();
    }

    // Takes the answers that are there. True once the synchronisation point was answered.
    bool drain()
    {
        bool wasNull = false;
        while (!PQisBusy(m_connection.handle())) {
            RawResult result(PQgetResult(m_connection.handle()));
            if (!result) {
                // One null ends each statement's results; two in a row mean that nothing more is there.
                if (std::exchange(wasNull, true))
                    return false;
                continue;
            }
            wasNull = false;
            const ExecStatusType status = PQresultStatus(result.get());
            if (status == PGRES_PIPELINE_SYNC)
                return true;
            if (status == PGRES_FATAL_ERROR && !m_failure)
                m_failure = std::move(result);
            if (PQstatus(m_connection.handle()) != CONNECTION_OK)
                m_connection.fail();
        }
        return false;
    }

    RawResult m_failure; ///< of the batch being sent
};

} // namespace

std::unique_ptr<Inserter> makeInserter(RawConnection& connection, const TableSpec& spec, const InsertChoice& insert)
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
        return std::make_unique<CopyInserter>(connection, spec);
    case InsertMethod::Pipeline:
        break;
    }
    return std::make_unique<PipelineInserter>(connection, spec);
}

} // namespace keyrace::postgresql
