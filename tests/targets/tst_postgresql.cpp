// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/keys/keyclock.h"
#include "engine/targets/connector.h"
#include "engine/targets/resender.h"
#include "tests/targets/privatepostgresql.h"
#include "tests/targets/testrows.h"

#include <QtTest>

#include <pqxx/pqxx>

#include <array>
#include <csignal>
#include <functional>
#include <future>
#include <numeric>

using namespace keyrace;
using namespace keyrace::test;

namespace {

using Clock = std::chrono::steady_clock;

constexpr InsertMethod kMethods[] = {InsertMethod::Single, InsertMethod::Prepared, InsertMethod::MultiRow, InsertMethod::Array,
    InsertMethod::Bulk, InsertMethod::Pipeline};

InsertChoice choice(InsertMethod method, std::int64_t batch = 10)
{
    return {method, method == InsertMethod::Single ? 1 : batch, Sorting::None, false};
}

Cell cellOf(const char* key)
{
    Cell cell;
    cell.key = key;
    cell.storage = Storage::Native;
    cell.layout.type = "heap";
    cell.rows = 1'000;
    return cell;
}

/// A column of every kind, with a key of 16 bytes.
TableSpec everyKind()
{
    TableSpec spec = tableSpec(cellOf("uuidv4"), "keyrace_test");
    spec.columns = {{"id", ColumnKind::Uuid, 16, Content::Key}, {"small", ColumnKind::Int32, 4, Content::UpToAMillion},
        {"large", ColumnKind::Int64, 8, Content::AnyInteger}, {"raw", ColumnKind::Bytes, 5, Content::RandomBytes},
        {"words", ColumnKind::Text, 6, Content::RandomText}, {"at", ColumnKind::Timestamp, 8, Content::CreatedAt}};
    return spec;
}

// What is easily lost on the way: ends of ranges, times before both epochs, quotes, backslashes, octets 0 and 255.
RowSet awkwardRows(const TableSpec& spec)
{
    RowSet rows = madeRows(spec.columns, 0, 10);
    rows.values(1).integers = {0, 1, -1, INT32_MIN, INT32_MAX, 10, -10, 255, 256, 65'536};
    rows.values(2).integers = {0, 1, -1, INT64_MIN, INT64_MAX, 10, -10, 255, 256, 65'536};
    rows.values(5).integers = {0, 1, -1, 946'684'800'000'000, 946'684'799'999'999, -2'000'000'000'000'001, 1'704'067'200'123'456, 999'999, 1'000'000, -999'999};
    std::copy_n("\0\xff\\'\"", 5, rows.values(3).bytes.begin());
    std::copy_n("\\'\"$,)", 6, rows.values(4).bytes.begin());
    std::copy_n("caf\xC3\xA9 ", 6, rows.values(4).bytes.begin() + 6);
    return rows;
}

std::vector<std::int64_t> allRanks(std::size_t count)
{
    std::vector<std::int64_t> ranks(count);
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

struct Failure {
    ErrorKind kind;
    std::string text;
};

Failure failureOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const Error& error) {
        return {error.kind(), error.what()};
    }
    throw std::runtime_error("nothing failed");
}

/// A session of the server's administrator, who looks on.
class Witness {
public:
    explicit Witness(const PrivatePostgresql& server) : m_connection(server.conninfo()) { }

    pqxx::result ask(const std::string& sql)
    {
        pqxx::nontransaction transaction(m_connection);
        return transaction.exec(sql);
    }
    /// Until a session waits for a lock; its process.
    int waitForWaiter()
    {
        for (;;) {
            const pqxx::result rows = ask("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
            if (!rows.empty())
                return rows[0][0].as<int>();
        }
    }
    pqxx::connection& connection() { return m_connection; }

private:
    pqxx::connection m_connection;
};

void methodRows()
{
    QTest::addColumn<InsertMethod>("method");
    for (const InsertMethod method : kMethods)
        QTest::newRow(std::string(name(method)).c_str()) << method;
}

} // namespace

Q_DECLARE_METATYPE(keyrace::InsertMethod)

/// PostgreSQL, on a private server of this test.
class PostgresqlTest : public QObject {
    Q_OBJECT

private slots:
    void everyKindOfColumnComesBack_data() { methodRows(); }
    void everyKindOfColumnComesBack();
    void whatCrossedTheWireIsTold_data();
    void whatCrossedTheWireIsTold();
    void aFailedBatchLeavesNothing_data() { methodRows(); }
    void aFailedBatchLeavesNothing();
    void partitionsTakeTheirShare_data();
    void partitionsTakeTheirShare();
    void theServerMakesKeys_data();
    void theServerMakesKeys();
    void aCancelTakesEffectWithinASecond_data() { methodRows(); }
    void aCancelTakesEffectWithinASecond();
    void aCancelledCountEndsWithinASecond();
    void aServerThatIsSilentIsAbandoned();
    void aKilledServerIsALostConnection();
    void whoMayNotIsRefusedInWords_data();
    void whoMayNotIsRefusedInWords();
    void passwordsGoThroughAndAreShownNowhere();
    void tooManyClientsAreToldBeforehand();
    void theVersionDecidesOnceItIsKnown();
    void settingsOfTheServerAreNotChanged();
    void figuresAreThoseOfTheTrial();
    void anotherSessionIsAConcern();
    void aVictimOfADeadlockIsSentAgainAndCounted_data() { methodRows(); }
    void aVictimOfADeadlockIsSentAgainAndCounted();
    void anEngineOfAnotherNameIsMeasuredWithoutWhatItLacks();

private:
    [[nodiscard]] std::unique_ptr<Connector> connector(const std::string& url) const
    {
        ConnectorContext context;
        context.ownsServer = true;
        return makeConnector(url, context);
    }
    [[nodiscard]] std::unique_ptr<Connector> connector() const { return connector(m_server.url()); }

    PrivatePostgresql m_server;
};

void PostgresqlTest::everyKindOfColumnComesBack()
{
    QFETCH(InsertMethod, method);
    const TableSpec spec = everyKind();
    const auto target = connector();
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = awkwardRows(spec);
    table->encode(rows, choice(method));
    CommitLog log;
    sendAll(*session->inserter(choice(method)), rows, 4, log);
    QCOMPARE(table->count(), 10);
    for (std::size_t c = 0; c < spec.columns.size(); ++c)
        QVERIFY2(session->valuesAtRanks(spec.columns[c].name, allRanks(10)) == sortedValues(rows, c), spec.columns[c].name.c_str());
}

void PostgresqlTest::whatCrossedTheWireIsTold_data()
{
    QTest::addColumn<InsertMethod>("method");
    QTest::addColumn<int>("statements");
    QTest::addColumn<int>("roundTrips");
    QTest::addColumn<int>("rowsPerStatement");
    // 1,000 rows in batches of 400.
    QTest::newRow("single: a statement a row") << InsertMethod::Single << 1'000 << 1'000 << 1;
    QTest::newRow("prepared: and BEGIN and COMMIT") << InsertMethod::Prepared << 1'000 << 1'006 << 1;
    QTest::newRow("multi-row") << InsertMethod::MultiRow << 3 << 3 << 400;
    QTest::newRow("array") << InsertMethod::Array << 3 << 3 << 400;
    QTest::newRow("bulk: the start and the end of each COPY are answered") << InsertMethod::Bulk << 3 << 6 << 400;
    QTest::newRow("pipeline: one answer is waited for a batch") << InsertMethod::Pipeline << 1'000 << 3 << 1;
}

void PostgresqlTest::whatCrossedTheWireIsTold()
{
    QFETCH(InsertMethod, method);
    const TableSpec spec = tableSpec(cellOf("uuidv4"), "keyrace_test");
    const auto target = connector();
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 1'000);
    table->encode(rows, choice(method, 400));
    const auto inserter = session->inserter(choice(method, 400));
    CommitLog log;
    sendAll(*inserter, rows, 400, log);
    const InsertReport report = inserter->report();
    QTEST(static_cast<int>(report.statements), "statements");
    QTEST(static_cast<int>(report.roundTrips.value_or(-1)), "roundTrips");
    QTEST(static_cast<int>(report.rowsPerStatement), "rowsPerStatement");
}

void PostgresqlTest::aFailedBatchLeavesNothing()
{
    QFETCH(InsertMethod, method);
    const TableSpec spec = tableSpec(cellOf("uuidv4"), "keyrace_test");
    const auto target = connector();
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 20);
    // The last row repeats a key of its own batch.
    std::copy_n(rows.values(0).bytes.begin() + 18 * 16, 16, rows.values(0).bytes.begin() + 19 * 16);
    table->encode(rows, choice(method));
    const auto inserter = session->inserter(choice(method));
    CommitLog log;
    log.start();
    inserter->send(rows, 0, 10, log);
    const Failure failure = failureOf([&] { inserter->send(rows, 10, 10, log); });
    QCOMPARE(failure.kind, ErrorKind::Target);
    QVERIFY2(failure.text.find("23505") != std::string::npos, failure.text.c_str());
    QCOMPARE(table->count(), method == InsertMethod::Single ? 19 : 10);
    QCOMPARE(log.progress().rows, table->count());
    // The session is still good.
    RowSet further = madeRows(spec.columns, 100, 10);
    table->encode(further, choice(method));
    inserter->send(further, 0, 10, log);
    QCOMPARE(log.progress().rows, table->count());
}

void PostgresqlTest::partitionsTakeTheirShare_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("by");
    for (const char* key : {"bigint-auto", "uuidv4", "uuidv7", "snowflake", "ulid"}) {
        for (const char* by : {"id", "created_at"})
            QTest::addRow("%s by %s", key, by) << key << by;
    }
}

void PostgresqlTest::partitionsTakeTheirShare()
{
    QFETCH(QString, key);
    QFETCH(QString, by);
    Cell cell = cellOf(key.toLatin1().constData());
    cell.layout = {"partitioned", by.toStdString(), 4};
    cell.keyOptions.spanS = 3'600;
    cell.indexes = {"", {{"col_a"}}};
    QVERIFY(!connector()->unavailable(cell));
    const TableSpec spec = tableSpec(cell, "keyrace_test");
    const auto target = connector();
    const auto table = target->createTable(spec);
    // As a trial of this cell would make them: an hour of keys and times.
    RowSet rows = madeRows(spec.columns, 0, 1'000);
    const KeyType& type = *findKeyType(cell.key);
    SimulatedClock clock(SimulatedClock::kStart, 3.6e9);
    const auto generator = type.generator(cell.keyOptions, {1, 0, 0});
    for (std::size_t row = 0; row < rows.size(); ++row) {
        rows.values(7).integers[row] = (SimulatedClock::kStart + static_cast<std::int64_t>(row) * 3'600'000'000) / 1'000;
        if (!generator)
            continue;
        clock.seek(static_cast<std::int64_t>(row));
        std::array<Key, 1> made{};
        generator->fill(made, clock);
        const KeyBytes bytes = toBytes(made[0]);
        if (spec.columns[0].isInteger())
            rows.values(0).integers[row] = static_cast<std::int64_t>(made[0].low);
        else
            std::copy(bytes.begin(), bytes.end(), rows.values(0).bytes.begin() + static_cast<std::ptrdiff_t>(row * 16));
    }
    table->encode(rows, {});
    CommitLog log;
    sendAll(*table->connect()->inserter({}), rows, 1'000, log);
    QCOMPARE(table->count(), 1'000);
    Witness witness(m_server);
    for (int part = 1; part <= 4; ++part) {
        const int count = witness.ask("SELECT count(*) FROM keyrace_test_p" + std::to_string(part))[0][0].as<int>();
        QVERIFY2(count > 200 && count < 300, std::to_string(count).c_str());
    }
    const Counters structure = table->structure();
    for (const char* name : {"pk_bytes", "index_bytes", "table_bytes", "leaf_fill", "index_depth"})
        QVERIFY2(structure.values.contains(name) && structure.values.at(name) > 0, name);
}

void PostgresqlTest::theServerMakesKeys_data()
{
    QTest::addColumn<Storage>("storage");
    QTest::addColumn<int>("width");
    QTest::newRow("into a uuid column") << Storage::Native << 16;
    QTest::newRow("into bytes") << Storage::Binary << 16;
    QTest::newRow("as text") << Storage::Text << 36;
}

void PostgresqlTest::theServerMakesKeys()
{
    QFETCH(Storage, storage);
    Cell cell = cellOf("uuidv4");
    cell.source = KeySource::Server;
    cell.storage = storage;
    const auto target = connector();
    QVERIFY(!target->unavailable(cell));
    const TableSpec spec = tableSpec(cell, "keyrace_test");
    const auto table = target->createTable(spec);
    RowSet rows = madeRows(spec.columns, 0, 10);
    for (const InsertMethod method : kMethods) {
        table->encode(rows, choice(method));
        CommitLog log;
        sendAll(*table->connect()->inserter(choice(method)), rows, 10, log);
    }
    QCOMPARE(table->count(), 60);
    QTEST(Witness(m_server).ask("SELECT octet_length(" + std::string(storage == Storage::Native ? "uuid_send(id)" : "id") + ") FROM keyrace_test")[0][0].as<int>(),
        "width");
}

void PostgresqlTest::aCancelTakesEffectWithinASecond()
{
    QFETCH(InsertMethod, method);
    const TableSpec spec = tableSpec(cellOf("uuidv4"), "keyrace_test");
    const auto target = connector();
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    // More than fits into the buffers of both sides.
    RowSet rows = madeRows(spec.columns, 0, 50'000);
    table->encode(rows, choice(method, 50'000));
    const auto inserter = session->inserter(choice(method, 50'000));
    Witness holder(m_server);
    pqxx::work lock(holder.connection());
    lock.exec("LOCK TABLE keyrace_test IN ACCESS EXCLUSIVE MODE");
    CommitLog log;
    log.start();
    auto sending = std::async(std::launch::async, [&] { return failureOf([&] { inserter->send(rows, 0, rows.size(), log); }); });
    Witness(m_server).waitForWaiter();
    const Clock::time_point begun = Clock::now();
    session->cancel();
    const auto asked = Clock::now() - begun;
    const Failure failure = sending.get();
    const auto taken = Clock::now() - begun;
    QCOMPARE(failure.kind, ErrorKind::Cancelled);
    QVERIFY(asked < std::chrono::milliseconds(100));
    QVERIFY(taken < std::chrono::seconds(1));
    QCOMPARE(failureOf([&] { inserter->send(rows, 0, 1, log); }).kind, ErrorKind::Cancelled);
    QCOMPARE(log.progress().rows, 0);
    lock.abort();
    QCOMPARE(table->count(), 0);
}

void PostgresqlTest::aCancelledCountEndsWithinASecond()
{
    const auto target = connector();
    const auto table = target->createTable(tableSpec(cellOf("uuidv4"), "keyrace_test"));
    Witness holder(m_server);
    pqxx::work lock(holder.connection());
    lock.exec("LOCK TABLE keyrace_test IN ACCESS EXCLUSIVE MODE");
    auto counting = std::async(std::launch::async, [&] { return failureOf([&] { (void)table->count(); }); });
    Witness(m_server).waitForWaiter();
    const Clock::time_point begun = Clock::now();
    table->cancel();
    QCOMPARE(counting.get().kind, ErrorKind::Cancelled);
    QVERIFY(Clock::now() - begun < std::chrono::seconds(1));
}

void PostgresqlTest::aServerThatIsSilentIsAbandoned()
{
    const auto target = connector();
    const auto table = target->createTable(tableSpec(cellOf("uuidv4"), "keyrace_test"));
    const auto session = table->connect();
    const auto read = session->prepareRead(ReadKind::OrderByPk, "");
    Witness holder(m_server);
    pqxx::work lock(holder.connection());
    lock.exec("LOCK TABLE keyrace_test IN ACCESS EXCLUSIVE MODE");
    auto reading = std::async(std::launch::async, [&] { return failureOf([&] { (void)read->execute({}); }); });
    // A stopped process answers nothing, as behind a network that is cut.
    const int process = Witness(m_server).waitForWaiter();
    QCOMPARE(kill(process, SIGSTOP), 0);
    const Clock::time_point begun = Clock::now();
    session->cancel();
    const Failure failure = reading.get();
    const auto taken = Clock::now() - begun;
    QCOMPARE(kill(process, SIGCONT), 0);
    QCOMPARE(failure.kind, ErrorKind::Cancelled);
    QVERIFY(taken < std::chrono::milliseconds(1'500));
}

void PostgresqlTest::aKilledServerIsALostConnection()
{
    const auto target = connector();
    {
        const auto table = target->createTable(tableSpec(cellOf("uuidv4"), "keyrace_test"));
        const auto session = table->connect();
        const auto inserter = session->inserter({});
        m_server.kill();
        RowSet rows = madeRows(tableSpec(cellOf("uuidv4"), "").columns, 0, 10);
        table->encode(rows, {});
        CommitLog log;
        log.start();
        const Failure failure = failureOf([&] { inserter->send(rows, 0, 10, log); });
        QCOMPARE(failure.kind, ErrorKind::Target);
        QVERIFY2(failure.text.find("was lost") != std::string::npos, failure.text.c_str());
        QCOMPARE(failureOf([&] { (void)target->describe(); }).kind, ErrorKind::Unreachable);
    }
    m_server.start();
    // Its table could not be dropped, and this process still runs: nothing that may be dropped as left behind.
    QVERIFY(target->leftovers().empty());
    Witness(m_server).ask("DROP TABLE IF EXISTS keyrace_test");
}

void PostgresqlTest::whoMayNotIsRefusedInWords_data()
{
    QTest::addColumn<std::string>("user");
    QTest::addColumn<std::string>("rest");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("words");
    QTest::newRow("a user without rights") << std::string("plain") << std::string("postgres") << ErrorKind::Refused << "no right";
    QTest::newRow("a server that only reads") << std::string("keyrace") << std::string("postgres?options=-c%20default_transaction_read_only=on")
                                              << ErrorKind::Refused << "only reads";
    QTest::newRow("no such database") << std::string("keyrace") << std::string("nowhere") << ErrorKind::Unreachable << "no such database";
    QTest::newRow("no such user") << std::string("nobody") << std::string("postgres") << ErrorKind::Login << "did not let the user in";
    QTest::newRow("no password") << std::string("locked") << std::string("postgres") << ErrorKind::Login << "KEYRACE_PASSWORD";
    QTest::newRow("no encryption to be had") << std::string("keyrace") << std::string("postgres?sslmode=require") << ErrorKind::Unreachable << "cannot be reached";
}

void PostgresqlTest::whoMayNotIsRefusedInWords()
{
    QFETCH(std::string, user);
    QFETCH(std::string, rest);
    QFETCH(QString, words);
    Witness witness(m_server);
    witness.ask("DROP ROLE IF EXISTS plain, locked");
    witness.ask("CREATE ROLE plain LOGIN; CREATE ROLE locked LOGIN PASSWORD 'x'; REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    ConnectorContext plain;
    const auto target = makeConnector(m_server.url(user, rest), plain);
    const Failure failure = failureOf([&] { (void)target->createTable(tableSpec(cellOf("uuidv4"), "keyrace_test")); });
    QVERIFY2(QString::fromStdString(failure.text).contains(words), failure.text.c_str());
    QTEST(failure.kind, "kind");
}

void PostgresqlTest::passwordsGoThroughAndAreShownNowhere()
{
    const std::string password = "p@ss:w/o?r#d% '\\\xC3\xA9";
    Witness witness(m_server);
    witness.ask("DROP ROLE IF EXISTS locked");
    witness.ask("CREATE ROLE locked LOGIN PASSWORD " + witness.connection().quote(password));
    ConnectorContext context;
    context.password = [&](const std::string&) { return std::optional(password); };
    QCOMPARE(makeConnector(m_server.url("locked"), context)->describe().engine, std::string("PostgreSQL"));
    context.password = [](const std::string&) { return std::optional<std::string>("wr0ng"); };
    const Failure failure = failureOf([&] { (void)makeConnector(m_server.url("locked"), context)->describe(); });
    QCOMPARE(failure.kind, ErrorKind::Login);
    QVERIFY2(failure.text.find("wr0ng") == std::string::npos, failure.text.c_str());
    qputenv("KEYRACE_PASSWORD", QByteArray::fromStdString(password));
    QCOMPARE(makeConnector(m_server.url("locked"), {})->describe().engine, std::string("PostgreSQL"));
    qunsetenv("KEYRACE_PASSWORD");
}

void PostgresqlTest::tooManyClientsAreToldBeforehand()
{
    const auto target = connector();
    Cell cell = cellOf("uuidv4");
    cell.clients = 64;
    QVERIFY(!target->unavailable(cell));
    (void)target->describe();
    const std::string reason = target->unavailable(cell).value().english();
    QVERIFY2(reason.find("64") != std::string::npos && reason.find("20") != std::string::npos, reason.c_str());
    cell.clients = 4;
    QVERIFY(!target->unavailable(cell));

    const auto table = target->createTable(tableSpec(cell, "keyrace_test"));
    std::vector<std::unique_ptr<Session>> sessions;
    const Failure failure = failureOf([&] {
        for (int i = 0; i < 30; ++i)
            sessions.push_back(table->connect());
    });
    QCOMPARE(failure.kind, ErrorKind::Limit);
    QVERIFY2(failure.text.find("max_connections") != std::string::npos, failure.text.c_str());
}

void PostgresqlTest::theVersionDecidesOnceItIsKnown()
{
    const auto target = connector();
    Cell cell = cellOf("uuidv7");
    cell.source = KeySource::Server;
    QVERIFY(!target->unavailable(cell));
    const TargetInfo info = target->describe();
    const bool hasIt = std::stoi(info.serverVersion) >= 18;
    QCOMPARE(target->unavailable(cell).has_value(), !hasIt);
    cell.key = "uuidv1";
    QVERIFY(target->unavailable(cell).has_value());
}

void PostgresqlTest::settingsOfTheServerAreNotChanged()
{
    const auto target = connector();
    (void)target->describe();
    Cell cell = cellOf("uuidv4");
    cell.settings = SettingsChoice{"weak", {{"synchronous_commit", "off"}}};
    QVERIFY(!target->unavailable(cell));
    QVERIFY(target->durability(cell.settings->set).isWeak);
    cell.settings = SettingsChoice{"", {{"checkpoint_timeout", "30min"}}};
    QVERIFY(target->unavailable(cell).value().english().find("checkpoint_timeout") != std::string::npos);
    cell.settings = SettingsChoice{"", {{"no_such_setting", "1"}}};
    QVERIFY(target->unavailable(cell).value().english().find("no_such_setting") != std::string::npos);
}

void PostgresqlTest::figuresAreThoseOfTheTrial()
{
    const TableSpec spec = tableSpec(cellOf("uuidv4"), "keyrace_test");
    for (const InsertMethod method : {InsertMethod::MultiRow, InsertMethod::Bulk}) {
        const auto target = connector();
        const auto table = target->createTable(spec);
        const auto session = table->connect();
        const auto inserter = session->inserter(choice(method, 1'000));
        RowSet rows = madeRows(spec.columns, 0, 20'000, KeyOrder::Ascending);
        table->encode(rows, choice(method, 1'000));
        (void)session->flow();
        const Counters before = table->flow();
        CommitLog log;
        sendAll(*inserter, rows, 1'000, log);
        (void)session->flow();
        const Counters after = table->flow();
        const auto difference = [&](const char* counter) { return after.values.at(counter) - before.values.at(counter); };
        // 80 bytes of values, and their heads in the table and in the index.
        QVERIFY2(difference("wal_bytes") > 20'000 * 80.0 && difference("wal_bytes") < 20'000 * 400.0, std::to_string(difference("wal_bytes")).c_str());
        QVERIFY2(difference("wal_records") >= 20'000, std::to_string(difference("wal_records")).c_str());
        QVERIFY2(difference("cache_hits") >= 20'000, std::to_string(difference("cache_hits")).c_str());
        const Counters structure = table->structure();
        // Ascending keys leave leaves as full as the fill factor says: 90 %.
        QVERIFY2(structure.values.at("leaf_fill") > 0.85 && structure.values.at("leaf_fill") < 0.95, std::to_string(structure.values.at("leaf_fill")).c_str());
        QCOMPARE(structure.values.at("index_depth"), 2.0);
        QVERIFY(structure.values.at("pk_bytes") > 20'000 * 24);
        QVERIFY(structure.values.at("table_bytes") > 20'000 * 100);
    }
}

void PostgresqlTest::anotherSessionIsAConcern()
{
    ConnectorContext context;
    QVERIFY(makeConnector(m_server.url(), context)->describe().concerns.empty());
    const Witness witness(m_server);
    const std::vector<Message> concerns = makeConnector(m_server.url(), context)->describe().concerns;
    QCOMPARE(concerns.size(), std::size_t{1});
    QVERIFY(concerns.front().english().find("Other sessions") != std::string::npos);
}

// Somebody holds the second key and then wants the first, which the batch holds by then: one of the two must go.
void PostgresqlTest::aVictimOfADeadlockIsSentAgainAndCounted()
{
    QFETCH(InsertMethod, method);
    if (method == InsertMethod::Single)
        return; // a transaction of one row waits with nothing in its hands
    const auto target = connector();
    TableSpec spec = tableSpec(cellOf("snowflake"), "keyrace_test");
    spec.columns = {{"id", ColumnKind::Int64, 8, Content::Key}, {"n", ColumnKind::Int64, 8, Content::AnyInteger}};
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 2);
    rows.values(0).integers = {1, 2};
    table->encode(rows, choice(method, 2));
    const auto inserter = session->inserter(choice(method, 2));

    Witness other(m_server);
    auto holding = std::make_unique<pqxx::work>(other.connection());
    holding->exec("SET LOCAL deadlock_timeout = '60s'"); // so that it is not this one that looks for a deadlock first
    holding->exec("INSERT INTO keyrace_test VALUES (2, 0)");
    CommitLog log;
    log.start();
    auto sending = std::async(std::launch::async, [&] { inserter->send(rows, 0, 2, log); });
    Witness(m_server).waitForWaiter();
    holding->exec("INSERT INTO keyrace_test VALUES (1, 0)"); // until the batch has been ended
    holding->abort();
    holding.reset();
    sending.get();
    const auto retries = inserter->report().retries;
    QVERIFY(retries.has_value());
    // Once at least: where the batch is sent again before the other has woken up, it meets it again.
    QVERIFY2(retries->count >= 1 && retries->count < Resender::kMost, std::to_string(retries->count).c_str());
    QVERIFY(retries->nanoseconds > 500'000'000); // deadlock_timeout is a second
    QCOMPARE(table->count(), 2);
    QCOMPARE(log.progress().rows, 2);
    QCOMPARE(log.latency().count(), 1);
}

// A schema before PostgreSQL's own plays an engine that only speaks its protocol: another name, and what it lacks fails as it does there.
void PostgresqlTest::anEngineOfAnotherNameIsMeasuredWithoutWhatItLacks()
{
    Witness(m_server).ask("CREATE SCHEMA other; SET search_path = other, pg_catalog;"
                          "CREATE FUNCTION version() RETURNS text LANGUAGE sql AS $$SELECT 'CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27)'$$;"
                          "CREATE FUNCTION pg_current_wal_insert_lsn() RETURNS pg_lsn LANGUAGE plpgsql AS "
                          "$$BEGIN RAISE 'unknown function: pg_current_wal_insert_lsn()' USING ERRCODE = '42883'; END$$;"
                          "CREATE FUNCTION pg_table_size(regclass) RETURNS bigint LANGUAGE plpgsql AS $$BEGIN RAISE 'unimplemented' USING ERRCODE = '0A000'; END$$;"
                          "CREATE FUNCTION pg_table_size(oid) RETURNS bigint LANGUAGE plpgsql AS $$BEGIN RAISE 'unimplemented' USING ERRCODE = '0A000'; END$$;"
                          "CREATE VIEW pg_stat_wal AS SELECT 1 AS nothing; CREATE VIEW pg_stat_bgwriter AS SELECT 1 AS nothing; CREATE VIEW pg_stat_ssl AS SELECT 1 AS nothing;"
                          "CREATE VIEW pg_stat_activity AS SELECT 1 AS nothing; CREATE VIEW pg_settings AS SELECT 1 AS nothing; CREATE VIEW pg_roles AS SELECT 1 AS nothing;"
                          "CREATE VIEW pg_statio_user_tables AS SELECT 1 AS nothing; CREATE VIEW pg_index AS SELECT 1 AS nothing; CREATE VIEW pg_stat_replication AS SELECT 1 AS nothing");
    const auto tidy = qScopeGuard([this] { Witness(m_server).ask("DROP SCHEMA other CASCADE"); });
    const auto target = makeConnector(m_server.url("keyrace", "postgres?options=-csearch_path%3Dother,pg_catalog"), {});
    const TargetInfo info = target->describe();
    QCOMPARE(info.engine, std::string("CockroachDB"));
    QCOMPARE(info.serverVersion, std::string("23.1.11"));
    const TableSpec spec = tableSpec(cellOf("uuidv4"), "keyrace_test");
    QVERIFY(!target->unavailable(cellOf("uuidv4")));
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    RowSet rows = madeRows(spec.columns, 0, 100);
    table->encode(rows, {});
    table->beginWatch();
    CommitLog log;
    sendAll(*session->inserter({}), rows, 10, log);
    QCOMPARE(table->count(), 100);
    (void)table->endWatch();
    const Counters flow = table->flow();
    const Counters structure = table->structure();
    for (const char* name : {"wal_bytes", "wal_records", "full_page_images", "cache_hits", "pages_read", "checkpoints", "pages_written"}) {
        QVERIFY2(!flow.values.contains(name), name);
        QVERIFY2(flow.absent.contains(name) && !flow.absent.at(name).isEmpty(), name);
    }
    QVERIFY(flow.absent.at("wal_bytes").english().find("unknown function: pg_current_wal_insert_lsn()") != std::string::npos);
    for (const char* name : {"table_bytes", "pk_bytes", "index_bytes", "leaf_fill", "index_depth"}) {
        QVERIFY2(!structure.values.contains(name), name);
        QVERIFY2(structure.absent.contains(name) && !structure.absent.at(name).isEmpty(), name);
    }
}

QTEST_GUILESS_MAIN(PostgresqlTest)
#include "tst_postgresql.moc"
