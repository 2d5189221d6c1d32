// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/targets/connector.h"
#include "engine/targets/mysql/connection.h"
#include "tests/servers/testservers.h"
#include "tests/targets/failures.h"
#include "tests/targets/testrows.h"

#include <QtTest/QTest>

#include <csignal>
#include <functional>
#include <numeric>
#include <thread>

using namespace keyrace;
using namespace keyrace::test;

namespace {

constexpr InsertMethod kMethods[] = {InsertMethod::Single, InsertMethod::Prepared, InsertMethod::MultiRow, InsertMethod::Array, InsertMethod::Bulk};

/// A column of every kind that MariaDB and MySQL have.
TableSpec everyKind(bool hasUuid)
{
    TableSpec spec;
    spec.name = "keyrace_mysql";
    spec.columns = {{"id", ColumnKind::Bytes, 16}, {"n32", ColumnKind::Int32, 4}, {"n64", ColumnKind::Int64, 8}, {"t", ColumnKind::Text, 36},
                    {"at", ColumnKind::Timestamp, 8}, {"wide", ColumnKind::Bytes, 300}};
    if (hasUuid)
        spec.columns.push_back({"u", ColumnKind::Uuid, 16});
    spec.layout.type = "clustered";
    return spec;
}

// Every octet comes, the ones that separate and escape included; the smallest and the largest numbers and times.
RowSet awkwardRows(const TableSpec& spec, std::size_t count = 300)
{
    RowSet rows = madeRows(spec.columns, 0, count);
    for (std::size_t row = 0; row < count; ++row) {
        rows.values(0).bytes[row * 16 + 3] = static_cast<char>(row);
        rows.values(5).bytes[row * 300 + 299] = static_cast<char>(row);
        rows.values(3).bytes[row * 36] = "'\\\"%_;`"[row % 7];
    }
    rows.values(1).integers[0] = INT32_MIN;
    rows.values(1).integers[1] = INT32_MAX;
    rows.values(2).integers[0] = INT64_MIN;
    rows.values(2).integers[1] = INT64_MAX;
    rows.values(4).integers[0] = 0;
    rows.values(4).integers[1] = 4'102'444'799'999'999; // the last microsecond of 2099
    return rows;
}

std::vector<std::int64_t> ranksTo(std::size_t count)
{
    std::vector<std::int64_t> ranks(count);
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

} // namespace

/// MariaDB and MySQL beyond the contract.
class MysqlTest : public QObject {
    Q_OBJECT

private slots:
    void everyKindOfColumnComesBack_data();
    void everyKindOfColumnComesBack();
    void aStatementStaysBelowThePacketLimit_data() { serverRows(); }
    void aStatementStaysBelowThePacketLimit();
    void aCancelTakesEffectWithinASecond_data() { serverRows(); }
    void aCancelTakesEffectWithinASecond();
    void aKilledServerIsALostConnection();
    void abilitiesAreThoseOfTheServer_data();
    void abilitiesAreThoseOfTheServer();
    void loadDataIsNotAvailableWhereTheServerRefusesIt();
    void tooManyClientsAreToldBeforehand();
    void figuresAreThoseOfTheTrial_data() { serverRows(); }
    void figuresAreThoseOfTheTrial();
    void aVictimOfADeadlockIsSentAgainAndCounted_data();
    void aVictimOfADeadlockIsSentAgainAndCounted();
    void aWrongPasswordIsToldWithoutIt();
    void addressesThatAreWrong_data();
    void addressesThatAreWrong();

private:
    static void serverRows()
    {
        QTest::addColumn<QString>("server");
        QTest::newRow("MariaDB") << "mariadb";
        QTest::newRow("MySQL") << "mysql";
    }
    std::unique_ptr<Connector> connector(const QString& server, const std::map<std::string, std::string>& settings = {})
    {
        const std::string url = m_servers.server(server.toStdString(), settings).url();
        auto target = makeConnector(url, m_servers.context());
        (void)target->describe();
        return target;
    }

    QTemporaryDir m_folder;
    TestServers m_servers{folderOf(m_folder)};
};

void MysqlTest::everyKindOfColumnComesBack_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<InsertMethod>("method");
    for (const char* server : {"mariadb", "mysql"}) {
        for (const InsertMethod method : kMethods) {
            if (method != InsertMethod::Array || server == std::string("mariadb"))
                QTest::addRow("%s %s", server, std::string(name(method)).c_str()) << server << method;
        }
    }
}

void MysqlTest::everyKindOfColumnComesBack()
{
    QFETCH(const QString, server);
    QFETCH(const InsertMethod, method);
    const TableSpec spec = everyKind(server == "mariadb");
    const auto target = connector(server);
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = awkwardRows(spec);
    const InsertChoice choice{method, method == InsertMethod::Single ? 1 : 7, Sorting::None, false};
    table->encode(rows, choice);
    CommitLog log;
    sendAll(*session->inserter(choice), rows, 7, log);
    QCOMPARE(table->count(), 300);
    for (std::size_t c = 0; c < spec.columns.size(); ++c) {
        std::vector<Value> kept = session->valuesAtRanks(spec.columns[c].name, ranksTo(rows.size()));
        std::sort(kept.begin(), kept.end());
        QVERIFY2(kept == sortedValues(rows, c), spec.columns[c].name.c_str());
    }
}

void MysqlTest::aStatementStaysBelowThePacketLimit()
{
    QFETCH(const QString, server);
    const auto target = connector(server, {{"max_allowed_packet", "1048576"}});
    const TableSpec spec = everyKind(false);
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    for (const InsertMethod method : {InsertMethod::MultiRow, InsertMethod::Array}) {
        if (method == InsertMethod::Array && server == "mysql")
            continue;
        RowSet rows = madeRows(spec.columns, method == InsertMethod::Array ? 10'000 : 0, 10'000);
        const InsertChoice choice{method, 10'000, Sorting::None, false};
        table->encode(rows, choice);
        const auto inserter = session->inserter(choice);
        CommitLog log;
        sendAll(*inserter, rows, 10'000, log);
        QCOMPARE(log.latency().count(), 1); // one commit, whatever the statements
        QVERIFY(inserter->report().statements > 1);
        QCOMPARE(inserter->report().rowsPerStatement, (10'000 + inserter->report().statements - 1) / inserter->report().statements);
    }
    QCOMPARE(table->count(), server == "mysql" ? 10'000 : 20'000);
}

void MysqlTest::aCancelTakesEffectWithinASecond()
{
    QFETCH(const QString, server);
    const auto target = connector(server);
    TableSpec spec = everyKind(false);
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 50'000);
    table->encode(rows, {InsertMethod::Bulk, 50'000, Sorting::None, false});
    CommitLog log;
    sendAll(*session->inserter({InsertMethod::Bulk, 50'000, Sorting::None, false}), rows, 50'000, log);
    // Grouping by what has no index, over and over: longer than a moment.
    const auto read = session->prepareRead(ReadKind::OrderByColumn, "wide");
    std::chrono::steady_clock::time_point asked;
    std::thread other([&] {
        QTest::qWait(150);
        asked = std::chrono::steady_clock::now();
        session->cancel();
    });
    const Error error = failureOf([&] {
        while (true)
            (void)read->execute({});
    });
    const auto answered = std::chrono::steady_clock::now();
    other.join();
    QCOMPARE(error.kind(), ErrorKind::Cancelled);
    QVERIFY(answered - asked < std::chrono::seconds(1));
    QCOMPARE(failureOf([&] { (void)session->valuesAtRanks("id", ranksTo(1)); }).kind(), ErrorKind::Cancelled);
}

void MysqlTest::aKilledServerIsALostConnection()
{
    TestServers servers(folderOf(m_folder));
    PrivateServer& server = servers.server("mariadb");
    const auto target = makeConnector(server.url(), servers.context());
    const TableSpec spec = everyKind(false);
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 100);
    table->encode(rows, {});
    const auto inserter = session->inserter({});
    const std::string pid = [&] {
        QFile file(QString::fromStdString((server.folder() / "pid").string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toStdString() : std::string();
    }();
    QVERIFY(!pid.empty());
    QCOMPARE(kill(static_cast<pid_t>(std::stol(pid)), SIGKILL), 0);
    CommitLog log;
    const Error error = failureOf([&] { inserter->send(rows, 0, 100, log); });
    QCOMPARE(error.kind(), ErrorKind::Target);
    QVERIFY2(error.message().english().find("was lost") != std::string::npos, error.what());
    QCOMPARE(failureOf([&] { (void)target->describe(); }).kind(), ErrorKind::Unreachable);
}

void MysqlTest::abilitiesAreThoseOfTheServer_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<std::function<void(Cell&)>>("change");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* what, const char* server, const std::function<void(Cell&)>& change, const char* reason) {
        QTest::newRow(what) << server << change << reason;
    };
    row("MariaDB has a uuid type", "mariadb", [](Cell& cell) { cell.storage = Storage::Native; }, "");
    row("MySQL has none", "mysql", [](Cell& cell) { cell.storage = Storage::Native; }, "MySQL has no uuid type; available are binary, text and swapped.");
    row("MariaDB binds arrays", "mariadb", [](Cell& cell) { cell.insert.method = InsertMethod::Array; }, "");
    row("MySQL binds none", "mysql", [](Cell& cell) { cell.insert.method = InsertMethod::Array; }, "MySQL's protocol binds no arrays; MariaDB's does.");
    row("no hash index", "mysql", [](Cell& cell) { cell.indexMethod = IndexMethod::Hash; }, "InnoDB has no hash indexes: it takes USING HASH and builds a B-tree.");
    row("a ULID is no UUID", "mariadb",
        [](Cell& cell) {
            cell.key = "ulid";
            cell.storage = Storage::Native;
        },
        "MariaDB's uuid type takes only values with the version and variant of a UUID, which a key of type ulid need not have.");
    row("v4 by MySQL", "mysql", [](Cell& cell) { cell.source = KeySource::Server; }, "MySQL makes UUIDs of version 1 only, by UUID().");
}

void MysqlTest::abilitiesAreThoseOfTheServer()
{
    QFETCH(const QString, server);
    QFETCH(const std::function<void(Cell&)>, change);
    QFETCH(const QString, reason);
    Cell cell;
    cell.key = "uuidv4";
    cell.storage = Storage::Binary;
    cell.layout.type = "clustered";
    change(cell);
    const auto why = connector(server)->unavailable(cell);
    QCOMPARE(QString::fromStdString(why ? why->english() : std::string()), reason);
}

void MysqlTest::loadDataIsNotAvailableWhereTheServerRefusesIt()
{
    Cell cell;
    cell.key = "uuidv4";
    cell.layout.type = "clustered";
    cell.insert.method = InsertMethod::Bulk;
    QVERIFY(!connector("mariadb")->unavailable(cell));
    const auto why = connector("mariadb", {{"local_infile", "0"}})->unavailable(cell);
    QVERIFY(why && why->english().find("SET GLOBAL local_infile = ON") != std::string::npos);
}

void MysqlTest::tooManyClientsAreToldBeforehand()
{
    Cell cell;
    cell.key = "uuidv4";
    cell.layout.type = "clustered";
    cell.clients = 60;
    const auto why = connector("mariadb", {{"max_connections", "50"}})->unavailable(cell);
    QVERIFY(why);
    QVERIFY2(why->english().find("max_connections = 50") != std::string::npos && why->english().find("60 clients") != std::string::npos, why->english().c_str());
}

void MysqlTest::figuresAreThoseOfTheTrial()
{
    QFETCH(const QString, server);
    const auto target = connector(server);
    TableSpec spec = everyKind(false);
    spec.indexes = {{"n32"}};
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 20'000);
    table->encode(rows, {});
    const Counters before = table->flow();
    CommitLog log;
    sendAll(*session->inserter({}), rows, 1'000, log);
    const Counters after = table->flow();
    const Counters structure = table->structure();
    // 20,000 rows of some 380 bytes: neither less than that nor ten times as much.
    const double bytes = 20'000 * 380.0;
    QVERIFY2(structure.values.at("table_bytes") > bytes && structure.values.at("table_bytes") < 3 * bytes, std::to_string(structure.values.at("table_bytes")).c_str());
    QCOMPARE(structure.values.at("pk_bytes"), structure.values.at("table_bytes"));
    QVERIFY(structure.values.at("index_bytes") > 20'000 * 20.0 && structure.values.at("index_bytes") < 20'000 * 100.0);
    const double wal = after.values.at("wal_bytes") - before.values.at("wal_bytes");
    QVERIFY2(wal > bytes && wal < 10 * bytes, std::to_string(wal).c_str());
    // Keys in random order split pages all the time; a private server counts them.
    QVERIFY(after.values.at("page_splits") - before.values.at("page_splits") > 100);
}

void MysqlTest::aVictimOfADeadlockIsSentAgainAndCounted_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<InsertMethod>("method");
    for (const char* server : {"mariadb", "mysql"}) {
        for (const InsertMethod method : {InsertMethod::Prepared, InsertMethod::MultiRow, InsertMethod::Array, InsertMethod::Bulk}) {
            if (method != InsertMethod::Array || server == std::string("mariadb"))
                QTest::addRow("%s %s", server, std::string(name(method)).c_str()) << server << method;
        }
    }
}

// Somebody holds the second key and then wants the first, which the batch holds by then. InnoDB ends the one that changed less.
void MysqlTest::aVictimOfADeadlockIsSentAgainAndCounted()
{
    QFETCH(const QString, server);
    QFETCH(const InsertMethod, method);
    const auto target = connector(server);
    TableSpec spec;
    spec.name = "keyrace_deadlock";
    spec.columns = {{"id", ColumnKind::Int64, 8}, {"n", ColumnKind::Int64, 8}};
    spec.layout.type = "clustered";
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 2);
    rows.values(0).integers = {1, 2};
    const InsertChoice choice{method, 2, Sorting::None, false};
    table->encode(rows, choice);
    const auto inserter = session->inserter(choice);

    PrivateServer& running = m_servers.server(server.toStdString());
    mysql::ConnectOptions options = mysql::parseOptions(running.url());
    options.password = running.password();
    Interrupt interrupt;
    mysql::Connection other(options, interrupt);
    other.execute("BEGIN");
    std::string values;
    for (int id = 100; id < 200; ++id)
        values.append(values.empty() ? "(" : ",(").append(std::to_string(id)).append(",0)");
    other.execute("INSERT INTO keyrace_deadlock VALUES (2,0)," + values);
    CommitLog log;
    log.start();
    std::string failed;
    std::thread sending([&] {
        try {
            inserter->send(rows, 0, 2, log);
        } catch (const Error& error) {
            failed = error.what();
        }
    });
    mysql::Connection looking(options, interrupt);
    // What is read again within 100 ms of the last look is not looked up anew.
    bool waits = false;
    for (int looks = 0; !waits && looks < 100; ++looks) {
        QTest::qWait(150);
        waits = looking.number("SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE TRX_STATE = 'LOCK WAIT'") == 1;
    }
    other.execute("INSERT INTO keyrace_deadlock VALUES (1,0)"); // the batch is ended
    other.execute("ROLLBACK");
    sending.join();
    QVERIFY(waits);
    QVERIFY2(failed.empty(), failed.c_str());
    const auto retries = inserter->report().retries;
    QVERIFY(retries.has_value());
    QCOMPARE(retries->count, 1);
    QVERIFY(retries->nanoseconds > 0);
    QCOMPARE(table->count(), 2);
    QCOMPARE(log.progress().rows, 2);
}

void MysqlTest::aWrongPasswordIsToldWithoutIt()
{
    ConnectorContext context;
    context.password = [](const std::string&) { return std::optional<std::string>("wr@ng:/secret"); };
    const std::string url = m_servers.server("mariadb").url();
    const Error error = failureOf([&] { (void)makeConnector(url, context)->describe(); });
    QCOMPARE(error.kind(), ErrorKind::Login);
    QVERIFY2(std::string(error.what()).find("KEYRACE_PASSWORD") != std::string::npos, error.what());
    QVERIFY(std::string(error.what()).find("secret") == std::string::npos);
}

void MysqlTest::addressesThatAreWrong_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("words");
    QTest::newRow("no database") << "mysql://u@localhost" << "names no database";
    QTest::newRow("an unknown option") << "mysql://u@localhost/d?sslmode=require" << "The option sslmode is not known; accepted are ssl-mode";
    QTest::newRow("an unknown mode") << "mysql://u@localhost/d?ssl-mode=always" << "ssl-mode=always is not known";
    QTest::newRow("a password") << "mysql://u:p@localhost/d" << "password";
}

void MysqlTest::addressesThatAreWrong()
{
    QFETCH(const QString, url);
    QFETCH(const QString, words);
    const Error error = failureOf([&] { (void)makeConnector(url.toStdString(), {}); });
    QCOMPARE(error.kind(), ErrorKind::BadInput);
    QVERIFY2(QString(error.what()).contains(words), error.what());
}

QTEST_GUILESS_MAIN(MysqlTest)
#include "tst_mysql.moc"
