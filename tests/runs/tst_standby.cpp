// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/runfile.h"
#include "engine/run/run.h"
#include "tests/servers/testservers.h"
#include "tests/targets/testrows.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <pqxx/pqxx>
#include <sys/stat.h>

using namespace keyrace;
using namespace keyrace::test;

namespace {

constexpr const char* kCounters[] = {"standby_lag_bytes", "standby_lag_end_bytes", "standby_lag_us", "standby_unreplayed_bytes"};

TableSpec spec()
{
    Cell cell;
    cell.table.shape = TableShape::KeyValue;
    cell.key = "uuidv4";
    cell.storage = Storage::Native;
    cell.layout.type = "heap";
    cell.indexes.name = "none";
    cell.rows = 20'000;
    return tableSpec(cell, "keyrace_watched");
}

/// What a table on this server sees of its standbys while rows are inserted.
Counters seenBy(const PrivateServer& server, std::size_t count)
{
    ConnectorContext context;
    context.password = [&](const std::string&) { return std::optional(server.password()); };
    if (server.standby() != nullptr)
        context.standby = server.standby()->url();
    const auto target = makeConnector(server.url(), context);
    const auto table = target->createTable(spec());
    const auto session = table->connect();
    const InsertChoice choice{InsertMethod::Bulk, 5'000, Sorting::None, false};
    RowSet rows = madeRows(spec().columns, 0, count);
    table->encode(rows, choice);
    CommitLog log;
    table->beginWatch();
    sendAll(*session->inserter(choice), rows, 5'000, log);
    return table->endWatch();
}

} // namespace

/// A private PostgreSQL with its standby, and how far that is behind.
class StandbyTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QCOMPARE(chmod(m_folder.path().toStdString().c_str(), 0755), 0); }
    void whatIsNotReplayedIsSeen_data() { serverRows(); }
    void whatIsNotReplayedIsSeen();
    void aServerWithoutAStandbySaysSo();
    void aRunRecordsTheLag_data() { serverRows(); }
    void aRunRecordsTheLag();

private:
    static void serverRows()
    {
        QTest::addColumn<QString>("server");
        QTest::newRow("PostgreSQL 15") << "postgresql";
        QTest::newRow("PostgreSQL 18") << "postgresql 18";
    }

    QTemporaryDir m_folder;
};

void StandbyTest::whatIsNotReplayedIsSeen()
{
    QFETCH(const QString, server);
    SandboxChoice choice = serverChoice(server.toStdString());
    choice.standby = true;
    const PrivateServer primary(choice, folderOf(m_folder));
    const std::string url = primary.standby()->url();
    const std::size_t port = url.rfind(':') + 1;
    pqxx::connection standby("host=127.0.0.1 user=keyrace dbname=postgres port=" + url.substr(port, url.find('/', port) - port) + " password=" + primary.password());
    const auto execute = [&](const char* sql) { return pqxx::nontransaction(standby).exec(sql); };
    execute("SELECT pg_wal_replay_pause()");
    QTRY_COMPARE(execute("SELECT pg_get_wal_replay_pause_state()")[0][0].as<std::string>(), std::string("paused"));
    const Counters seen = seenBy(primary, 20'000);
    // Seventy bytes of values, and nothing of it is replayed.
    for (const char* counter : {"standby_lag_bytes", "standby_lag_end_bytes", "standby_unreplayed_bytes"}) {
        QVERIFY2(seen.values.contains(counter), counter);
        QVERIFY2(seen.values.at(counter) > 20'000 * 70.0 || counter == std::string("standby_unreplayed_bytes"), counter);
    }
    QVERIFY(seen.values.at("standby_lag_bytes") >= seen.values.at("standby_lag_end_bytes"));
    execute("SELECT pg_wal_replay_resume()");
}

void StandbyTest::aServerWithoutAStandbySaysSo()
{
    const PrivateServer server(serverChoice("postgresql"), folderOf(m_folder));
    const Counters seen = seenBy(server, 100);
    QVERIFY(seen.values.empty());
    for (const char* counter : kCounters)
        QVERIFY2(seen.absent.at(counter).english().find("No standby") != std::string::npos, counter);
}

void StandbyTest::aRunRecordsTheLag()
{
    QFETCH(const QString, server);
    RunOptions options;
    options.file = m_folder.filePath(server + ".keyrace").toStdString();
    Plan plan = parsePlan(R"({"keyrace": 1, "sandbox": {"engine": "postgresql", "standby": true}, "table": "key-value", "workload": {"kind": "load", "rows": 5000},
        "factors": {"key": ["uuidv4"]}, "protocol": {"repeats": 1, "trim": 0, "warmup_rows": 0}})");
    plan.sandbox->bin = serverChoice(server.toStdString()).bin;
    Run(plan, options, [](const RunEvent&) {}).wait();
    const auto run = readRunFile(options.file);
    const CellResult& cell = run->cells().front();
    QVERIFY2(cell.state == CellState::Done, (cell.reason.english() + run->reason().english()).c_str());
    const Counters counters = cell.counters();
    for (const char* counter : {"standby_lag_bytes", "standby_lag_end_bytes", "standby_unreplayed_bytes"})
        QVERIFY2(counters.values.contains(counter), counter);
    QVERIFY(counters.values.contains("standby_lag_us") || counters.absent.contains("standby_lag_us"));
    QVERIFY(run->environment().targets.front().info.settings.contains("standby"));
}

QTEST_GUILESS_MAIN(StandbyTest)
#include "tst_standby.moc"
