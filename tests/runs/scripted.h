// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"
#include "engine/targets/connector.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace keyrace::scripted {

/// What a scripted database does, and what was done to it. Shared by its connections.
struct Script {
    std::chrono::microseconds perBatch{0};      ///< how long a commit takes
    std::function<void(int table, std::int64_t rowsBefore)> onSend; ///< may throw; tables counted from 1, warm-ups included
    std::function<void(int table)> onCreate;    ///< may throw
    std::int64_t countError = 0;                ///< added to what count() says
    std::atomic<int> hangInTable{0};            ///< a statement there waits until it is cancelled
    std::atomic<int> hangInCreate{0};           ///< making this table waits until it is stopped
    std::atomic<int> hangInCount{0};            ///< counting it waits until it is cancelled
    std::atomic<int> hangInStructure{0};        ///< reading its structure waits until it is cancelled
    std::atomic<int> structures{0};             ///< read so far
    std::int64_t freeBytes = INT64_MAX;
    int connectFails = 0;                       ///< the client from which on connecting fails; 0: none

    std::atomic<int> tables{0};
    std::atomic<int> tablesNow{0};
    std::atomic<int> sessionsNow{0};
    std::atomic<int> hanging{0};
};

struct TableState {
    std::atomic<std::int64_t> rows{0};
    std::atomic<int> connected{0};
    int number = 0;
};

class ScriptedSession final : public Session {
public:
    ScriptedSession(Script& script, TableState& table)
        : m_script(script)
        , m_table(table)
    {
        ++m_script.sessionsNow;
    }
    ~ScriptedSession() override { --m_script.sessionsNow; }

    class Sender final : public Inserter {
    public:
        explicit Sender(ScriptedSession& session)
            : m_session(session)
        {
        }
        void send(const RowSet&, std::size_t, std::size_t count, CommitLog& log) override
        {
            m_session.work();
            m_session.m_table.rows += static_cast<std::int64_t>(count);
            log.committed(static_cast<std::int64_t>(count));
            m_report.statements += 1;
            m_report.rowsPerStatement = std::max(m_report.rowsPerStatement, static_cast<std::int64_t>(count));
        }
        InsertReport report() const override { return m_report; }

    private:
        ScriptedSession& m_session;
        InsertReport m_report;
    };

    std::unique_ptr<Inserter> inserter(const InsertChoice&) override { return std::make_unique<Sender>(*this); }
    std::unique_ptr<ReadStatement> prepareRead(ReadKind, const std::string&) override { throw Error(ErrorKind::Target, Message("no reads")); }
    std::vector<Value> valuesAtRanks(const std::string&, std::span<const std::int64_t>) override { return {}; }
    Counters flow() override { return {{{"cache_hits", static_cast<double>(m_batches) * 9}, {"cache_misses", static_cast<double>(m_batches)}}, {}}; }
    void cancel() noexcept override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_cancelled = true;
        }
        m_changed.notify_all();
    }

private:
    void work()
    {
        std::unique_lock lock(m_mutex);
        const bool hangs = m_script.hangInTable == m_table.number;
        m_script.hanging += hangs;
        if (hangs)
            m_changed.wait(lock, [this] { return m_cancelled; });
        else if (m_script.perBatch.count() > 0)
            m_changed.wait_for(lock, m_script.perBatch, [this] { return m_cancelled; });
        if (m_cancelled)
            throw Error(ErrorKind::Cancelled, Message("cancelled"));
        if (m_script.onSend)
            m_script.onSend(m_table.number, m_table.rows);
        ++m_batches;
    }

    Script& m_script;
    TableState& m_table;
    std::int64_t m_batches = 0;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_cancelled = false;
};

class ScriptedTable final : public TestTable {
public:
    ScriptedTable(Script& script, const std::stop_token& stop)
        : m_script(script)
    {
        m_state.number = ++script.tables;
        if (script.hangInCreate == m_state.number) {
            const std::stop_callback cancelled(stop, [this] { cancel(); });
            hang();
        }
        if (script.onCreate)
            script.onCreate(m_state.number);
        ++script.tablesNow;
    }
    ~ScriptedTable() override { --m_script.tablesNow; }

    std::unique_ptr<Session> connect(std::size_t) override
    {
        if (m_script.connectFails > 0 && ++m_state.connected >= m_script.connectFails)
            throw Error(ErrorKind::Limit, Message("cannot connect"), "FATAL: sorry, too many clients already");
        return std::make_unique<ScriptedSession>(m_script, m_state);
    }
    void encode(RowSet&, const InsertChoice&) override {}
    std::int64_t count() override
    {
        if (m_script.hangInCount == m_state.number)
            hang();
        return m_state.rows + m_script.countError;
    }
    Counters flow() override { return {{{"wal_bytes", static_cast<double>(m_state.rows) * 100}}, {}}; }
    Counters structure() override
    {
        ++m_script.structures;
        if (m_script.hangInStructure == m_state.number)
            hang();
        return {{{"leaf_fill", 0.9}}, {{"page_splits", Message("not told")}}};
    }
    void checkpoint() override {}
    void cancel() noexcept override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_cancelled = true;
        }
        m_changed.notify_all();
    }
    void keep() override {}

private:
    void hang()
    {
        ++m_script.hanging;
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_cancelled; });
        throw Error(ErrorKind::Cancelled, Message("cancelled"));
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_cancelled = false;
    Script& m_script;
    TableState m_state;
};

class ScriptedConnector final : public Connector {
public:
    explicit ScriptedConnector(Script& script)
        : m_script(script)
    {
    }
    Storage defaultStorage(KeyShape shape) const override { return shape == KeyShape::Bytes16 ? Storage::Binary : Storage::Native; }
    std::string defaultLayout() const override { return "heap"; }
    std::optional<Message> unavailable(const Cell&) const override { return std::nullopt; }
    TargetInfo describe() override { return {"Scripted", "1", "none", {}, "none", false, "", {}}; }
    std::unique_ptr<TestTable> createTable(const TableSpec& spec) override { return std::make_unique<ScriptedTable>(m_script, spec.stop); }
    std::vector<LeftTable> leftovers() override { return {}; }
    void dropLeftover(const std::string&) override {}
    std::optional<std::int64_t> freeBytes() override { return m_script.freeBytes; }

private:
    Script& m_script;
};

/// Cells of one part on the scripted target: `count` of them, alike but for their labels.
inline std::vector<Cell> cells(int count, std::int64_t rows, int repeats = 3)
{
    std::vector<Cell> cells;
    for (int i = 0; i < count; ++i) {
        Cell cell;
        cell.index = i;
        cell.target = "scripted:";
        cell.key = "uuidv4";
        cell.label = "v4 " + std::to_string(i);
        cell.layout.type = "heap";
        cell.indexes.name = "none";
        cell.insert.batch = 100;
        cell.rows = rows;
        cell.workload.rows = {rows};
        cell.protocol.repeats = repeats;
        cell.protocol.trim = 0;
        cell.protocol.warmupRows = 0;
        cells.push_back(cell);
    }
    return cells;
}

} // namespace keyrace::scripted
