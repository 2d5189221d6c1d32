// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/workloads/clientteam.h"
#include "engine/workloads/rowmaker.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>
#include <thread>

#include <sys/eventfd.h>
#include <unistd.h>

using namespace keyrace;

namespace {

/// What the clients of a scripted table did.
struct Conversations {
    std::mutex mutex;
    std::vector<std::size_t> rows;   ///< in the order of their commits; guarded by mutex, as the rest is
    std::set<std::thread::id> askers;
    std::size_t fails = SIZE_MAX;    ///< the row whose answer is an error
    std::function<void(std::size_t rows)> onCommit; ///< with the count of rows so far
    int sent = 0;                    ///< by send()
};

/// Of a driver that answers at once, where it converses at all.
class TalkingInserter final : public Inserter, public Dialogue {
public:
    TalkingInserter(Conversations& log, bool converses)
        : m_log(log)
        , m_converses(converses)
    {
    }
    ~TalkingInserter() override { close(m_answers); }

    void ask(const RowSet&, std::size_t row) override
    {
        if (m_underWay)
            qFatal("asked before the answer came");
        m_underWay = row;
        const std::lock_guard lock(m_log.mutex);
        m_log.askers.insert(std::this_thread::get_id());
        eventfd_write(m_answers, 1);
    }
    bool isAnswered() override
    {
        eventfd_t arrived = 0;
        if (eventfd_read(m_answers, &arrived) != 0)
            return false;
        const std::size_t row = *std::exchange(m_underWay, std::nullopt);
        const std::lock_guard lock(m_log.mutex);
        if (row == m_log.fails)
            throw Error(ErrorKind::Target, Message("no such row"));
        m_log.rows.push_back(row);
        if (m_log.onCommit)
            m_log.onCommit(m_log.rows.size());
        return true;
    }
    int descriptor() const override { return m_answers; }

    void send(const RowSet&, std::size_t first, std::size_t count, CommitLog& log) override
    {
        const std::lock_guard lock(m_log.mutex);
        for (std::size_t row = first; row < first + count; ++row) {
            m_log.rows.push_back(row);
            log.committed(1);
        }
        ++m_log.sent;
    }
    InsertReport report() const override { return {}; }
    Dialogue* dialogue() override { return m_converses ? this : nullptr; }

private:
    Conversations& m_log;
    const bool m_converses;
    const int m_answers = eventfd(0, EFD_NONBLOCK);
    std::optional<std::size_t> m_underWay;
};

class TalkingSession final : public Session {
public:
    TalkingSession(Conversations& log, bool converses)
        : m_log(log)
        , m_converses(converses)
    {
    }
    std::unique_ptr<Inserter> inserter(const InsertChoice&) override { return std::make_unique<TalkingInserter>(m_log, m_converses); }
    std::unique_ptr<ReadStatement> prepareRead(ReadKind, const std::string&) override { throw Error(ErrorKind::Target, Message("no reads")); }
    std::vector<Value> valuesAtRanks(const std::string&, std::span<const std::int64_t>) override { return {}; }
    Counters flow() override { return {}; }
    void cancel() noexcept override { }

private:
    Conversations& m_log;
    bool m_converses;
};

class TalkingTable final : public TestTable {
public:
    explicit TalkingTable(Conversations& log, bool converses = true)
        : m_log(log)
        , m_converses(converses)
    {
    }
    std::unique_ptr<Session> connect(std::size_t) override { return std::make_unique<TalkingSession>(m_log, m_converses); }
    void encode(RowSet&, const InsertChoice&) override { }
    std::int64_t count() override { return static_cast<std::int64_t>(m_log.rows.size()); }
    Counters flow() override { return {}; }
    Counters structure() override { return {}; }
    void checkpoint() override { }
    void cancel() noexcept override { }
    void keep() override { }

private:
    Conversations& m_log;
    bool m_converses;
};

/// More clients than cores, each sending row by row.
Cell manyClients(Arrival arrival = Arrival::Shared)
{
    Cell cell;
    cell.key = "uuidv7";
    cell.storage = Storage::Binary;
    cell.insert = {InsertMethod::Single, 1, Sorting::None, false};
    cell.arrival = arrival;
    cell.clients = static_cast<int>(std::thread::hardware_concurrency()) * 3 + 1;
    cell.rows = 5'000;
    return cell;
}

class Team {
public:
    Team(TestTable& table, const Cell& cell)
        : m_rows(RowMaker(cell, tableSpec(cell, "t"), cell.rows, 0, 0).make(cell.rows))
        , m_team(table, cell, control)
        , m_sampler(cell.rows, {}, control, [](const std::vector<Sample>&, std::optional<double>) {})
    {
    }
    void insert() { m_team.insert(m_rows, m_sampler, true); }
    [[nodiscard]] const ClientTeam& clients() const { return m_team; }

    RunControl control;

private:
    RowSet m_rows;
    ClientTeam m_team;
    Sampler m_sampler;
};

std::vector<std::size_t> allRows(const Cell& cell)
{
    std::vector<std::size_t> rows(static_cast<std::size_t>(cell.rows));
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = i;
    return rows;
}

} // namespace

class TestClientTeam : public QObject {
    Q_OBJECT

private slots:
    void fewThreadsServeManyClients_data()
    {
        QTest::addColumn<int>("arrival");
        QTest::newRow("shared") << static_cast<int>(Arrival::Shared);
        QTest::newRow("split") << static_cast<int>(Arrival::Split);
    }
    void fewThreadsServeManyClients()
    {
        QFETCH(const int, arrival);
        const Cell cell = manyClients(static_cast<Arrival>(arrival));
        Conversations log;
        TalkingTable table(log);
        Team team(table, cell);
        team.insert();
        QCOMPARE(team.clients().rows(), cell.rows);
        QCOMPARE(static_cast<std::int64_t>(team.clients().latency().count()), cell.rows);
        QVERIFY(log.askers.size() <= std::thread::hardware_concurrency());
        QCOMPARE(log.sent, 0);
        std::sort(log.rows.begin(), log.rows.end());
        QCOMPARE(log.rows, allRows(cell));
    }

    void withoutDialoguesEveryClientSends()
    {
        const Cell cell = manyClients();
        Conversations log;
        TalkingTable table(log, false);
        Team team(table, cell);
        team.insert();
        QVERIFY(log.askers.empty());
        QCOMPARE(static_cast<std::int64_t>(log.sent), cell.rows);
        std::sort(log.rows.begin(), log.rows.end());
        QCOMPARE(log.rows, allRows(cell));
    }

    void aLostRowEndsTheTrialAndTheOthersAreCounted()
    {
        const Cell cell = manyClients();
        Conversations log;
        log.fails = 1'234;
        TalkingTable table(log);
        Team team(table, cell);
        QVERIFY_THROWS_EXCEPTION(Error, team.insert());
        QVERIFY(team.clients().rows() < cell.rows);
        QCOMPARE(team.clients().rows(), static_cast<std::int64_t>(log.rows.size()));
    }

    void aPauseIsInNoRateAndLosesNoRow()
    {
        const Cell cell = manyClients();
        Conversations log;
        TalkingTable table(log);
        Team team(table, cell);
        std::jthread someone;
        log.onCommit = [&](std::size_t rows) {
            if (rows != 2'000)
                return;
            team.control.setPaused(true);
            someone = std::jthread([&team] {
                std::this_thread::sleep_for(std::chrono::milliseconds(300)); // how long the pause is
                team.control.setPaused(false);
            });
        };
        team.insert();
        QCOMPARE(team.clients().rows(), cell.rows);
        QVERIFY(team.clients().pausedSeconds() > 0.25);
        std::sort(log.rows.begin(), log.rows.end());
        QCOMPARE(log.rows, allRows(cell));
    }

    void aStopInAPauseEndsIt()
    {
        const Cell cell = manyClients();
        Conversations log;
        TalkingTable table(log);
        Team team(table, cell);
        std::jthread someone;
        log.onCommit = [&](std::size_t rows) {
            if (rows != 100)
                return;
            team.control.setPaused(true);
            someone = std::jthread([&team] { team.control.stop(); });
        };
        QVERIFY_THROWS_EXCEPTION(Error, team.insert());
        QVERIFY(team.clients().rows() < cell.rows);
    }
};

QTEST_APPLESS_MAIN(TestClientTeam)
#include "tst_clientteam.moc"
