// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/dialect.h"
#include "engine/targets/postgresql/encoding.h"
#include "engine/targets/postgresql/inserters.h"

#include <algorithm>
#include <array>
#include <utility>

namespace keyrace::postgresql {

namespace {

/// `bulk`: COPY … FROM STDIN in binary, a COPY and so a transaction for every batch.
class CopyInserter final : public Inserter {
public:
    CopyInserter(RawConnection& connection, const TableSpec& spec)
        : m_connection(connection)
        , m_layout(spec.columns)
        , m_copy(copy(spec))
    {
    }

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        {
            const auto running = m_connection.running();
            const RawResult begun(PQexec(m_connection.handle(), m_copy.c_str()));
            m_connection.check(begun.get());
            // "PGCOPY", then no flags and no extension: https://www.postgresql.org/docs/current/sql-copy.html
            static constexpr std::array<char, 19> kHead{'P', 'G', 'C', 'O', 'P', 'Y', '\n', '\xff', '\r', '\n'};
            static constexpr std::array<char, 2> kTail{'\xff', '\xff'};
            put(kHead.data(), kHead.size());
            putRows(rows.encoded().bytes.data() + first * m_layout.stride(), count * m_layout.stride());
            put(kTail.data(), kTail.size());
            finish();
        }
        ++m_statements;
        m_most = std::max(m_most, static_cast<std::int64_t>(count));
        log.committed(static_cast<std::int64_t>(count));
    }

    [[nodiscard]] InsertReport report() const override { return {m_statements, 2 * m_statements, m_most}; }

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

    RawConnection& m_connection;
    BinaryRows m_layout;
    std::string m_copy;
    std::int64_t m_statements = 0;
    std::int64_t m_most = 0;
};

/// `pipeline`: a prepared INSERT for every row, sent without waiting for answers. What stands before a synchronisation point is
/// one transaction, which it commits.
class PipelineInserter final : public Inserter {
public:
    PipelineInserter(RawConnection& connection, const TableSpec& spec)
        : m_connection(connection)
        , m_layout(spec.columns)
        , m_pointers(m_layout.fields())
        , m_lengths(m_layout.fields())
        , m_formats(m_layout.fields(), 1)
    {
        for (std::size_t i = 0; i < m_lengths.size(); ++i)
            m_lengths[i] = static_cast<int>(m_layout.size(i));
        m_connection.prepare(kName, dialect().insert(spec, 1));
        // Else sending could wait for a server that waits for its answers to be read.
        if (PQsetnonblocking(m_connection.handle(), 1) != 0)
            m_connection.fail();
    }

    void send(const RowSet& rows, std::size_t first, std::size_t count, CommitLog& log) override
    {
        {
            const auto running = m_connection.running();
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
        }
        m_statements += static_cast<std::int64_t>(count);
        ++m_roundTrips;
        log.committed(static_cast<std::int64_t>(count));
    }

    [[nodiscard]] InsertReport report() const override { return {m_statements, m_roundTrips, m_statements > 0 ? 1 : 0}; }

private:
    static constexpr const char* kName = "keyrace_insert";

    void sendRow(const RowSet& rows, std::size_t row)
    {
        const char* bytes = rows.encoded().bytes.data() + row * m_layout.stride();
        for (std::size_t i = 0; i < m_pointers.size(); ++i)
            m_pointers[i] = bytes + m_layout.offset(i);
        if (PQsendQueryPrepared(m_connection.handle(), kName, static_cast<int>(m_pointers.size()), m_pointers.data(), m_lengths.data(), m_formats.data(), 0)
            != 1)
            m_connection.fail();
    }

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

    RawConnection& m_connection;
    BinaryRows m_layout;
    std::vector<const char*> m_pointers;
    std::vector<int> m_lengths;
    std::vector<int> m_formats;
    RawResult m_failure; ///< of the batch being sent
    std::int64_t m_statements = 0;
    std::int64_t m_roundTrips = 0;
};

} // namespace

std::unique_ptr<Inserter> makeInserter(RawConnection& connection, const TableSpec& spec, const InsertChoice& insert)
{
    if (insert.method == InsertMethod::Bulk)
        return std::make_unique<CopyInserter>(connection, spec);
    return std::make_unique<PipelineInserter>(connection, spec);
}

} // namespace keyrace::postgresql
