// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/connection.h"
#include "engine/targets/connector.h"
#include "tests/servers/testservers.h"
#include "tests/targets/failures.h"
#include "tests/targets/testrows.h"

#include <QtTest/QTest>

#include <csignal>
#include <numeric>
#include <thread>

using namespace keyrace;
using namespace keyrace::test;

namespace {

struct Database {
    std::string url;
    std::string lock; ///< keeps others from writing to the table, until the connection goes
};

/// A column of every kind that all of them have.
TableSpec everyKind(const Connector& target)
{
    TableSpec spec;
    spec.name = "keyrace_odbc";
    spec.columns = {{"id", ColumnKind::Bytes, 16}, {"n32", ColumnKind::Int32, 4}, {"n64", ColumnKind::Int64, 8}, {"t", ColumnKind::Text, 36},
                    {"at", ColumnKind::Timestamp, 8}, {"wide", ColumnKind::Bytes, 300}};
    spec.layout.type = target.defaultLayout();
    return spec;
}

// Every octet comes; the smallest and the largest numbers and times.
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

/// Databases through ODBC beyond the contract.
class OdbcTest : public QObject {
    Q_OBJECT

private slots:
    void urlsAreTakenApart();
    void wrongUrlsAreRefused_data();
    void wrongUrlsAreRefused();
    void everyValueIsKept_data() { databaseRows(); }
    void everyValueIsKept();
    void batchesThatNoStatementTakesAreSentInParts_data();
    void batchesThatNoStatementTakesAreSentInParts();
    void aStopTakesEffectWhileALockIsWaitedFor_data() { databaseRows(); }
    void aStopTakesEffectWhileALockIsWaitedFor();
    void aDuplicateFailsItsBatchAlone_data() { databaseRows(); }
    void aDuplicateFailsItsBatchAlone();
    void aServerIsDescribed_data() { databaseRows(); }
    void aServerIsDescribed();
    void whatOdbcLacksIsSaid_data() { databaseRows(); }
    void whatOdbcLacksIsSaid();
    void whoIsNotLetInIsAskedForAPassword_data();
    void whoIsNotLetInIsAskedForAPassword();
    void anUnknownDriverIsNamed();
    void aDialectOfAnotherDatabaseIsRefused();
    void aKilledServerFailsTheStatement();

private:
    void databaseRows();
    [[nodiscard]] Database database(const QString& name);
    [[nodiscard]] std::unique_ptr<Connector> connector(const std::string& url) { return makeConnector(url, m_servers.context()); }

    QTemporaryDir m_folder;
    TestServers m_servers{folderOf(m_folder)};
};

void OdbcTest::databaseRows()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"PostgreSQL", "MariaDB", "MySQL", "SQLite"})
        QTest::newRow(name) << name;
}

Database OdbcTest::database(const QString& name)
{
    // A server whose clock is not that of its clients.
    if (name == "PostgreSQL")
        return {TestServers::odbcUrl(m_servers.server("postgresql", {{"timezone", "Europe/Berlin"}}), "PostgreSQL Unicode", "postgresql"), "LOCK TABLE keyrace_odbc IN ACCESS EXCLUSIVE MODE"};
    if (name == "MariaDB")
        return {TestServers::odbcUrl(m_servers.server("mariadb", {{"default_time_zone", "+02:00"}}), "MariaDB Unicode", "mariadb"), "LOCK TABLES keyrace_odbc WRITE"};
    if (name == "MySQL")
        return {TestServers::odbcUrl(m_servers.server("mysql", {{"default_time_zone", "+02:00"}}), "MariaDB Unicode", "mysql"), "LOCK TABLES keyrace_odbc WRITE"};
    return {"odbc:DRIVER=SQLite3;Database=" + m_folder.filePath("a.db").toStdString() + ";?dialect=sqlite", "BEGIN IMMEDIATE"};
}

void OdbcTest::urlsAreTakenApart()
{
    using odbc::OdbcUrl;
    const OdbcUrl url = odbc::parseOdbcUrl("odbc:DRIVER={A; {driver}}};Server=127.0.0.1; Port = 5432 ;database={a?dialect=b};Uid=me?dialect=postgresql");
    QVERIFY(url.attributes
            == (std::vector<OdbcUrl::Attribute>{{"DRIVER", "A; {driver}"}, {"Server", "127.0.0.1"}, {"Port", "5432"}, {"database", "a?dialect=b"}, {"Uid", "me"}}));
    QCOMPARE(url.dialect, std::string("postgresql"));
    QCOMPARE(url.attribute({"HOSTNAME", "SERVER"}), std::string("127.0.0.1"));
    QCOMPARE(url.title(), std::string("odbc:A; {driver} 127.0.0.1:5432/a?dialect=b"));
    QVERIFY(url.isLoopback());
    QCOMPARE(url.connectionText("p};x"), std::string("DRIVER={A; {driver}}};Server=127.0.0.1;Port=5432;database={a?dialect=b};Uid=me;PWD={p}};x};"));
    QCOMPARE(odbc::parseOdbcUrl("odbc:DSN=shop;?dialect=db2").title(), std::string("odbc:shop"));
}

void OdbcTest::wrongUrlsAreRefused_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("word");
    QTest::newRow("a password") << "odbc:DSN=a;PWD=secret?dialect=db2" << "holds a password";
    QTest::newRow("a password in small letters") << "odbc:DSN=a;password=secret?dialect=db2" << "holds a password";
    QTest::newRow("a password within another value") << "odbc:DSN=a;pqopt={password=secret}?dialect=postgresql" << "holds a password";
    QTest::newRow("neither driver nor DSN") << "odbc:SERVER=localhost?dialect=db2" << "DRIVER or its DSN";
    QTest::newRow("nothing") << "odbc:" << "DRIVER or its DSN";
    QTest::newRow("no dialect") << "odbc:DSN=a" << "?dialect=";
    QTest::newRow("an unknown dialect") << "odbc:DSN=a?dialect=oracle" << "db2, postgresql, mariadb, mysql, sqlite";
    QTest::newRow("no pair") << "odbc:DSN;SERVER=a?dialect=db2" << "name=value";
    QTest::newRow("an open brace") << "odbc:DRIVER={a;SERVER=b?dialect=db2" << "DRIVER begins with a brace";
}

void OdbcTest::wrongUrlsAreRefused()
{
    QFETCH(const QString, url);
    QFETCH(const QString, word);
    const Error error = failureOf([&] { (void)makeConnector(url.toStdString(), {}); });
    QCOMPARE(error.kind(), ErrorKind::BadInput);
    QVERIFY2(QString(error.what()).contains(word), error.what());
    QVERIFY(!QString(error.what()).contains("secret"));
}

void OdbcTest::everyValueIsKept()
{
    QFETCH(const QString, name);
    const auto target = connector(database(name).url);
    for (const InsertMethod method : {InsertMethod::Single, InsertMethod::Prepared, InsertMethod::MultiRow, InsertMethod::Array}) {
        const TableSpec spec = everyKind(*target);
        const auto table = target->createTable(spec);
        const auto session = table->connect();
        RowSet rows = awkwardRows(spec);
        const InsertChoice choice{method, 70, Sorting::None, false};
        table->encode(rows, choice);
        CommitLog log;
        sendAll(*session->inserter(choice), rows, 70, log);
        QCOMPARE(table->count(), 300);
        for (std::size_t column = 0; column < spec.columns.size(); ++column)
            QVERIFY2(session->valuesAtRanks(spec.columns[column].name, ranksTo(300)) == sortedValues(rows, column), spec.columns[column].name.c_str());
    }
}

void OdbcTest::batchesThatNoStatementTakesAreSentInParts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("most"); // rows of six columns in a statement of as many parameters as there may be, in equal parts of 15,000
    QTest::newRow("PostgreSQL") << "PostgreSQL" << 1'154; // 13 statements: 7,498 parameters are 1,249 rows
    QTest::newRow("MariaDB") << "MariaDB" << 5'000;       // 3 statements: 32,767 parameters are 5,461 rows
    QTest::newRow("SQLite") << "SQLite" << 5'000;         // 3 statements: 32,766 parameters are 5,461 rows
}

void OdbcTest::batchesThatNoStatementTakesAreSentInParts()
{
    QFETCH(const QString, name);
    const auto target = connector(database(name).url);
    const TableSpec spec = everyKind(*target);
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 15'000);
    const InsertChoice choice{InsertMethod::MultiRow, 15'000, Sorting::None, false};
    table->encode(rows, choice);
    const auto inserter = session->inserter(choice);
    CommitLog log;
    sendAll(*inserter, rows, 15'000, log);
    QTEST(static_cast<int>(inserter->report().rowsPerStatement), "most");
    QVERIFY(!inserter->report().roundTrips);
    QCOMPARE(log.latency().count(), 1);
    QCOMPARE(table->count(), 15'000);
}

void OdbcTest::aStopTakesEffectWhileALockIsWaitedFor()
{
    QFETCH(const QString, name);
    const Database database = this->database(name);
    const auto target = connector(database.url);
    const TableSpec spec = everyKind(*target);
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 10);
    table->encode(rows, {InsertMethod::Prepared, 10, Sorting::None, false});
    const auto inserter = session->inserter({InsertMethod::Prepared, 10, Sorting::None, false});
    Interrupt interrupt;
    odbc::Source source{odbc::parseOdbcUrl(database.url), m_servers.context().password(database.url), nullptr};
    source.dialect = odbc::findOdbcDialect(source.url.dialect);
    std::optional<odbc::Connection> locking(std::in_place, source, interrupt);
    if (name == "PostgreSQL")
        locking->setAutocommit(false);
    locking->query(database.lock);

    std::chrono::steady_clock::time_point asked;
    std::thread other([&] {
        QTest::qWait(300);
        asked = std::chrono::steady_clock::now();
        session->cancel();
    });
    CommitLog log;
    const Error error = failureOf([&] { inserter->send(rows, 0, 10, log); });
    const auto answered = std::chrono::steady_clock::now();
    other.join();
    QVERIFY2(error.kind() == ErrorKind::Cancelled, error.what());
    QVERIFY2(answered > asked, "it did not wait for the lock");
    QVERIFY(answered - asked < std::chrono::seconds(1));
    locking.reset();
    QCOMPARE(table->count(), 0);
}

void OdbcTest::aDuplicateFailsItsBatchAlone()
{
    QFETCH(const QString, name);
    const auto target = connector(database(name).url);
    const TableSpec spec = everyKind(*target);
    for (const InsertMethod method : {InsertMethod::Prepared, InsertMethod::MultiRow, InsertMethod::Array}) {
        const auto table = target->createTable(spec);
        const auto session = table->connect();
        RowSet rows = madeRows(spec.columns, 0, 100);
        std::copy_n(rows.values(0).bytes.begin(), 16, rows.values(0).bytes.begin() + 16 * 75); // the key of row 75 is that of row 0
        const InsertChoice choice{method, 50, Sorting::None, false};
        table->encode(rows, choice);
        const auto inserter = session->inserter(choice);
        CommitLog log;
        log.start();
        inserter->send(rows, 0, 50, log);
        const Error error = failureOf([&] { inserter->send(rows, 50, 50, log); });
        QVERIFY2(error.kind() == ErrorKind::Target, error.what());
        QVERIFY(!error.serverText().empty());
        QCOMPARE(log.progress().rows, 50);
        QCOMPARE(table->count(), 50);
    }
}

void OdbcTest::aServerIsDescribed()
{
    QFETCH(const QString, name);
    const auto target = connector(database(name).url);
    const TargetInfo info = target->describe();
    QCOMPARE(QString::fromStdString(info.engine), name);
    const QHash<QString, QString> version{{"PostgreSQL", "15."}, {"MariaDB", "10."}, {"MySQL", "09.07."}, {"SQLite", "3."}};
    QVERIFY2(QString::fromStdString(info.serverVersion).startsWith(version[name]), info.serverVersion.c_str());
    const QHash<QString, QString> driver{{"PostgreSQL", "psqlodbcw.so 13."}, {"MariaDB", "libmaodbc.so 03."}, {"MySQL", "libmaodbc.so 03."}, {"SQLite", "sqlite3odbc.so 0."}};
    QVERIFY2(QString::fromStdString(info.clientLibrary).startsWith(driver[name]), info.clientLibrary.c_str());
    QVERIFY(!info.settings.empty());
    const QHash<QString, QString> durability{{"PostgreSQL", "fsync=on, synchronous_commit=on, full_page_writes=on"}, {"SQLite", "delete, synchronous=normal"},
                                             {"MariaDB", "innodb_flush_log_at_trx_commit=1, innodb_doublewrite=ON"}, {"MySQL", "innodb_flush_log_at_trx_commit=1, innodb_doublewrite=ON"}};
    QCOMPARE(QString::fromStdString(info.durability), durability[name]);
    QVERIFY(!info.weakDurability);
    QCOMPARE(QString::fromStdString(info.encryption), name == "SQLite" ? QString() : QString("none"));
    QCOMPARE(info.notes.size(), std::size_t{1});
}

void OdbcTest::whatOdbcLacksIsSaid()
{
    QFETCH(const QString, name);
    const auto target = connector(database(name).url);
    (void)target->describe();
    Cell cell;
    cell.key = "uuidv4";
    cell.storage = target->defaultStorage(KeyShape::Bytes16);
    cell.layout.type = target->defaultLayout();
    cell.insert = {InsertMethod::Array, 100, Sorting::None, false};
    QVERIFY(!target->unavailable(cell));
    cell.insert.method = InsertMethod::Bulk;
    QVERIFY(target->unavailable(cell)->english().find("ODBC has no bulk path") != std::string::npos);
    cell.insert.method = InsertMethod::Pipeline;
    QVERIFY(target->unavailable(cell)->english().find("no pipeline") != std::string::npos);
    cell.insert.method = InsertMethod::Prepared;
    cell.source = KeySource::Server;
    cell.key = "uuidv7";
    const auto reason = target->unavailable(cell);
    QVERIFY(reason); // none of these versions has it
    if (name == "PostgreSQL")
        QVERIFY2(reason->english().find("came with PostgreSQL 18; this server is 15.") != std::string::npos, reason->english().c_str());
}

void OdbcTest::whoIsNotLetInIsAskedForAPassword_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"PostgreSQL", "MariaDB", "MySQL"})
        QTest::newRow(name) << name;
}

void OdbcTest::whoIsNotLetInIsAskedForAPassword()
{
    QFETCH(const QString, name);
    const std::string url = database(name).url;
    ConnectorContext context;
    context.password = [](const std::string&) { return std::optional<std::string>("wrong};PWD=x"); };
    const Error error = failureOf([&] { (void)makeConnector(url, context)->describe(); });
    QVERIFY2(error.kind() == ErrorKind::Login, error.what());
    QVERIFY(!QString(error.what()).contains("wrong}"));
    int asked = 0;
    context.askPassword = [&](const std::string& wanted) {
        ++asked;
        return m_servers.context().password(wanted);
    };
    (void)makeConnector(url, context)->describe();
    QCOMPARE(asked, 1);
}

void OdbcTest::anUnknownDriverIsNamed()
{
    const Error error = failureOf([&] { (void)connector("odbc:DRIVER={No such driver};SERVER=127.0.0.1?dialect=db2")->describe(); });
    QCOMPARE(error.kind(), ErrorKind::Unreachable);
    QVERIFY2(QString(error.what()).contains("No such driver") && QString(error.what()).contains("odbcinst"), error.what());
}

void OdbcTest::aDialectOfAnotherDatabaseIsRefused()
{
    const Error error = failureOf([&] { (void)connector("odbc:DRIVER=SQLite3;Database=" + m_folder.filePath("b.db").toStdString() + "?dialect=mariadb")->describe(); });
    QCOMPARE(error.kind(), ErrorKind::BadInput);
    QVERIFY2(QString(error.what()).contains("SQLite"), error.what());
}

void OdbcTest::aKilledServerFailsTheStatement()
{
    TestServers servers(folderOf(m_folder));
    PrivateServer& server = servers.server("postgresql");
    const auto target = makeConnector(TestServers::odbcUrl(server, "PostgreSQL Unicode", "postgresql"), servers.context());
    const TableSpec spec = everyKind(*target);
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 100);
    table->encode(rows, {});
    const auto inserter = session->inserter({});
    QFile file(QString::fromStdString((server.folder() / "data" / "postmaster.pid").string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(kill(file.readLine().trimmed().toInt(), SIGKILL), 0);
    CommitLog log;
    Error error = failureOf([&] { inserter->send(rows, 0, 100, log); });
    if (error.kind() == ErrorKind::BadInput) // its process may have taken the batch before it noticed
        error = failureOf([&] { inserter->send(rows, 0, 100, log); });
    QVERIFY2(error.kind() == ErrorKind::Target, error.what());
    QCOMPARE(failureOf([&] { (void)target->describe(); }).kind(), ErrorKind::Unreachable);
}

QTEST_GUILESS_MAIN(OdbcTest)
#include "tst_odbc.moc"
