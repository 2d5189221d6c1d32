// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/targets/connector.h"
#include "tests/servers/testservers.h"
#include "tests/targets/privatepostgresql.h"
#include "tests/targets/testrows.h"

#include <QtTest>

#include <functional>
#include <numeric>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

using namespace keyrace;
using namespace keyrace::test;

namespace {

constexpr InsertMethod kMethods[] = {InsertMethod::Single, InsertMethod::Prepared, InsertMethod::MultiRow, InsertMethod::Array,
    InsertMethod::Bulk, InsertMethod::Pipeline};
constexpr IndexMethod kIndexMethods[] = {IndexMethod::Primary, IndexMethod::Btree, IndexMethod::Hash, IndexMethod::None};
constexpr const char* kLayouts[] = {"heap", "rowid", "clustered"};

Cell cellOf(const KeyType& type, Storage storage, const char* layout, IndexMethod indexMethod, InsertMethod method)
{
    Cell cell;
    cell.key = type.name();
    cell.storage = storage;
    const bool isAuto = type.shape() == KeyShape::Auto32 || type.shape() == KeyShape::Auto64;
    cell.source = isAuto ? KeySource::Server : KeySource::Client;
    cell.layout.type = layout;
    cell.indexMethod = indexMethod;
    cell.indexes = {"few", {{"col_a"}, {"col_b"}}};
    cell.insert = {method, method == InsertMethod::Single ? 1 : 18, Sorting::None, false};
    cell.rows = 1'000;
    return cell;
}

std::vector<Cell> allCells()
{
    std::vector<Cell> cells;
    for (const KeyType* type : keyTypes()) {
        for (const Storage storage : type->storages()) {
            for (const char* layout : kLayouts) {
                for (const IndexMethod indexMethod : kIndexMethods) {
                    for (const InsertMethod method : kMethods)
                        cells.push_back(cellOf(*type, storage, layout, indexMethod, method));
                }
            }
        }
    }
    return cells;
}

std::vector<std::int64_t> allRanks(std::size_t count)
{
    std::vector<std::int64_t> ranks(count);
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

} // namespace

/// What every target promises, whatever database is behind it.
class ContractTest : public QObject {
    Q_OBJECT

private slots:
    void everyAvailableCombinationKeepsWhatWasSent_data() { urlRows(); }
    void everyAvailableCombinationKeepsWhatWasSent();
    void serverMadeKeysAreNumberedFromOne_data() { urlRows(); }
    void serverMadeKeysAreNumberedFromOne();
    void anExistingTableIsRefusedAndKept_data() { urlRows(); }
    void anExistingTableIsRefusedAndKept();
    void foreignNamesAreNeitherCreatedNorDropped_data() { urlRows(); }
    void foreignNamesAreNeitherCreatedNorDropped();
    void readsReturnTheRowsThatTheyShould_data() { urlRows(); }
    void readsReturnTheRowsThatTheyShould();
    void aCancelledSessionRefusesFurtherWork_data() { urlRows(); }
    void aCancelledSessionRefusesFurtherWork();
    void everyFigureIsPresentOrExplained_data() { urlRows(); }
    void everyFigureIsPresentOrExplained();
    void aTableThatGoesLeavesNothing_data() { urlRows(); }
    void aTableThatGoesLeavesNothing();
    void tablesOfAnotherProcessAreLeftBehindOnceItIsGone_data() { urlRows(); }
    void tablesOfAnotherProcessAreLeftBehindOnceItIsGone();

private:
    void urlRows();
    [[nodiscard]] std::unique_ptr<Connector> connector(const std::string& url) const
    {
        ConnectorContext context = m_servers.context();
        context.privateFolder = folderOf(m_folder);
        return makeConnector(url, context);
    }
    void roundTrip(Connector& target, const Cell& cell);

    QTemporaryDir m_folder;
    QTemporaryDir m_serverFolder;
    TestServers m_servers{folderOf(m_serverFolder)};
    PrivatePostgresql m_postgresql;
};

namespace {

TableSpec keyedTable(const Connector& target, const char* key, InsertMethod method = InsertMethod::MultiRow)
{
    const KeyType& type = *findKeyType(key);
    return tableSpec(cellOf(type, target.defaultStorage(type.shape()), target.defaultLayout().c_str(), IndexMethod::Primary, method),
        "keyrace_contract");
}

// Rows as a run has them before it sends them.
RowSet encodedRows(TestTable& table, RowSet rows, const InsertChoice& insert = {})
{
    table.encode(rows, insert);
    return rows;
}

std::string described(const Cell& cell)
{
    return cell.key + ' ' + std::string(name(cell.storage)) + ' ' + cell.layout.type + ' ' + std::string(name(cell.indexMethod)) + ' '
        + insertLabel(cell.insert);
}

ErrorKind kindOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const Error& error) {
        return error.kind();
    }
    throw std::runtime_error("nothing was refused");
}

/// Another process that makes a table, keeps it, and is killed by end().
class OtherProcess {
public:
    explicit OtherProcess(const std::function<void()>& makeTable)
    {
        int made[2];
        if (pipe(made) != 0)
            throw std::runtime_error("no pipe");
        m_process = fork();
        if (m_process == 0) {
            try {
                makeTable();
                (void)!write(made[1], "!", 1);
                pause();
            } catch (...) {
            }
            _exit(1);
        }
        close(made[1]);
        char word = 0;
        hasMade = read(made[0], &word, 1) == 1;
        close(made[0]);
    }
    ~OtherProcess() { end(); }
    void end()
    {
        if (m_process > 0) {
            kill(m_process, SIGKILL);
            waitpid(m_process, nullptr, 0);
        }
        m_process = 0;
    }
    [[nodiscard]] pid_t id() const { return m_process; }

    bool hasMade = false;

private:
    pid_t m_process = 0;
};

} // namespace

// The embedded target, and a private server of each kind; more servers are named by the environment. Hundreds of tables with
// a commit a row: without waiting for the disk.
void ContractTest::urlRows()
{
    QTest::addColumn<std::string>("url");
    QTest::newRow("SQLite") << std::string("sqlite:?synchronous=off");
    QTest::newRow("SQLite with a log") << std::string("sqlite:?journal_mode=wal&synchronous=off");
    QTest::newRow("PostgreSQL") << m_postgresql.url();
    const std::map<std::string, std::string> quick{{"innodb_flush_log_at_trx_commit", "0"}, {"sync_binlog", "0"}};
    QTest::newRow("MariaDB") << m_servers.server("mariadb", quick).url();
    QTest::newRow("MySQL") << m_servers.server("mysql", quick).url();
    QTest::newRow("PostgreSQL by ODBC") << TestServers::odbcUrl(m_servers.server("postgresql", {{"fsync", "off"}}), "PostgreSQL Unicode", "postgresql");
    QTest::newRow("MariaDB by ODBC") << TestServers::odbcUrl(m_servers.server("mariadb", quick), "MariaDB Unicode", "mariadb");
    QTest::newRow("MySQL by ODBC") << TestServers::odbcUrl(m_servers.server("mysql", quick), "MariaDB Unicode", "mysql");
    QTest::newRow("SQLite by ODBC") << "odbc:DRIVER=SQLite3;Database=" + (folderOf(m_serverFolder) / "odbc.db").string() + ";SyncPragma=OFF?dialect=sqlite";
    for (const QString& url : qEnvironmentVariable("KEYRACE_TEST_TARGETS").split(u' ', Qt::SkipEmptyParts))
        QTest::newRow(qPrintable(url)) << url.toStdString();
}

void ContractTest::roundTrip(Connector& target, const Cell& cell)
{
    const TableSpec spec = tableSpec(cell, "keyrace_contract");
    const RowSet sent = madeRows(spec.columns, 0, 1'000);
    const auto table = target.createTable(spec);
    const auto session = table->connect();
    CommitLog log;
    {
        RowSet encoded = sent;
        table->encode(encoded, cell.insert);
        // 1,000 is no multiple of 18: the last batch holds 10 rows.
        sendAll(*session->inserter(cell.insert), encoded, 18, log);
    }
    QCOMPARE(table->count(), 1'000);
    QCOMPARE(log.progress().rows, 1'000);
    QCOMPARE(log.latency().count(), cell.insert.method == InsertMethod::Single ? 1'000 : 56);
    const std::vector<std::int64_t> ranks = allRanks(sent.size());
    for (std::size_t c = 0; c < spec.columns.size(); ++c) {
        if (!spec.columns[c].isSent())
            continue;
        std::vector<Value> kept = session->valuesAtRanks(spec.columns[c].name, ranks);
        // MariaDB orders UUIDs by their last part first.
        if (spec.columns[c].kind == ColumnKind::Uuid)
            std::sort(kept.begin(), kept.end());
        QVERIFY2(kept == sortedValues(sent, c), spec.columns[c].name.c_str());
    }
}

void ContractTest::everyAvailableCombinationKeepsWhatWasSent()
{
    QFETCH(std::string, url);
    const auto target = connector(url);
    (void)target->describe(); // what a server of this version cannot do is known then
    int available = 0;
    for (const Cell& cell : allCells()) {
        if (const auto reason = target->unavailable(cell)) {
            QVERIFY2(!reason->english().empty(), described(cell).c_str());
            continue;
        }
        ++available;
        roundTrip(*target, cell);
        if (QTest::currentTestFailed())
            qFatal("%s", described(cell).c_str());
    }
    // Integers and 16 bytes, each by more than one method: fewer would mean that the rules refuse what they should not.
    QVERIFY2(available >= 20, std::to_string(available).c_str());
}

void ContractTest::serverMadeKeysAreNumberedFromOne()
{
    QFETCH(std::string, url);
    const auto target = connector(url);
    const TableSpec spec = keyedTable(*target, "bigint-auto");
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    CommitLog log;
    sendAll(*session->inserter({InsertMethod::MultiRow, 18, Sorting::None, false}), encodedRows(*table, madeRows(spec.columns, 0, 100)), 18, log);
    const std::vector<std::int64_t> ends{0, 99};
    QCOMPARE(session->valuesAtRanks("id", ends), (std::vector<Value>{std::int64_t{1}, std::int64_t{100}}));
}

void ContractTest::anExistingTableIsRefusedAndKept()
{
    QFETCH(std::string, url);
    if (QString::fromStdString(url).startsWith("sqlite:"))
        url.insert(7, folderOf(m_folder) / "shared.db");
    const auto target = connector(url);
    const TableSpec spec = keyedTable(*target, "uuidv4");
    const auto table = target->createTable(spec);
    CommitLog log;
    sendAll(*table->connect()->inserter({}), encodedRows(*table, madeRows(spec.columns, 0, 10)), 10, log);
    QCOMPARE(kindOf([&] { (void)target->createTable(spec); }), ErrorKind::Refused);
    QCOMPARE(table->count(), 10);
}

void ContractTest::foreignNamesAreNeitherCreatedNorDropped()
{
    QFETCH(std::string, url);
    const auto target = connector(url);
    TableSpec spec = keyedTable(*target, "uuidv4");
    for (const char* name : {"customers", "keyrace", "keyrace_", "Keyrace_x", "keyrace_x; DROP TABLE y", "keyrace_\"x"}) {
        spec.name = name;
        QCOMPARE(kindOf([&] { (void)target->createTable(spec); }), ErrorKind::Refused);
        QCOMPARE(kindOf([&] { target->dropLeftover(name); }), ErrorKind::Refused);
    }
}

void ContractTest::readsReturnTheRowsThatTheyShould()
{
    QFETCH(std::string, url);
    const auto target = connector(url);
    const TableSpec spec = keyedTable(*target, "uuidv4");
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    const RowSet rows = encodedRows(*table, madeRows(spec.columns, 0, 2'000));
    CommitLog log;
    sendAll(*session->inserter({}), rows, 1'000, log);

    const std::vector<Value> keys = sortedValues(rows, 0);
    const std::vector<Value> others = sortedValues(rows, 1);
    const auto run = [&](ReadKind kind, const char* column, std::vector<Value> parameters) {
        const auto read = session->prepareRead(kind, column);
        if (read->plan(parameters).empty())
            throw std::runtime_error("a read without a plan");
        // Twice: a prepared read starts from its beginning each time.
        if (read->execute(parameters) != read->execute(parameters))
            throw std::runtime_error("a read that answers differently");
        return read->execute(parameters);
    };
    QCOMPARE(run(ReadKind::PkLookup, "col_a", {keys[77]}), 1);
    QCOMPARE(run(ReadKind::PkLookup, "col_a", {std::string(16, '\0')}), 0);
    QCOMPARE(run(ReadKind::PointLookup, "col_a", {others[5]}), 1);
    QCOMPARE(run(ReadKind::PointLookup, "col_d", {sortedValues(rows, 4)[5]}), 1);
    // Both ends are included.
    QCOMPARE(run(ReadKind::RangeScan, "id", {keys[100], keys[299]}), 200);
    QCOMPARE(run(ReadKind::RangeScan, "col_a", {others[0], others[1999]}), 2'000);
    QCOMPARE(run(ReadKind::OrderByPk, "", {}), 1'000);
    QCOMPARE(run(ReadKind::OrderByColumn, "col_b", {}), 1'000);
    QCOMPARE(run(ReadKind::CountGroupBy, "col_a", {}), 100);
    QCOMPARE(run(ReadKind::FullScanCount, "col_c", {std::int64_t{0}}), 1);
}

void ContractTest::aCancelledSessionRefusesFurtherWork()
{
    QFETCH(std::string, url);
    const auto target = connector(url);
    const TableSpec spec = keyedTable(*target, "uuidv4");
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    const auto inserter = session->inserter({});
    const auto read = session->prepareRead(ReadKind::OrderByPk, "");
    const RowSet rows = encodedRows(*table, madeRows(spec.columns, 0, 10));
    session->cancel();
    CommitLog log;
    log.start();
    QCOMPARE(kindOf([&] { inserter->send(rows, 0, 10, log); }), ErrorKind::Cancelled);
    QCOMPARE(kindOf([&] { (void)read->execute({}); }), ErrorKind::Cancelled);
    QCOMPARE(table->count(), 0);
    QCOMPARE(log.progress().rows, 0);
}

void ContractTest::everyFigureIsPresentOrExplained()
{
    QFETCH(std::string, url);
    const auto target = connector(url);
    const TableSpec spec = keyedTable(*target, "uuidv4");
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    CommitLog log;
    sendAll(*session->inserter({}), encodedRows(*table, madeRows(spec.columns, 0, 1'000)), 1'000, log);
    const auto isTold = [](const Counters& counters, const char* name) {
        const auto reason = counters.absent.find(name);
        // Exactly one of both.
        return counters.values.contains(name) != (reason != counters.absent.end() && !reason->second.isEmpty());
    };
    const Counters structure = table->structure();
    for (const char* name : {"pk_bytes", "table_bytes", "index_bytes", "leaf_fill", "leaf_fragmentation", "index_depth"})
        QVERIFY2(isTold(structure, name), name);
    Counters flow = table->flow();
    flow.values.merge(session->flow().values);
    flow.absent.merge(session->flow().absent);
    for (const char* name : {"wal_bytes", "page_splits", "pages_read", "pages_written", "full_page_images", "checkpoints"})
        QVERIFY2(isTold(flow, name), name);
}

void ContractTest::aTableThatGoesLeavesNothing()
{
    QFETCH(std::string, url);
    const auto target = connector(url);
    const TableSpec spec = keyedTable(*target, "uuidv4");
    {
        const auto table = target->createTable(spec);
        CommitLog log;
        sendAll(*table->connect()->inserter({}), encodedRows(*table, madeRows(spec.columns, 0, 100)), 100, log);
        table->cancel();
    }
    QVERIFY(target->leftovers().empty());
    QCOMPARE(std::distance(std::filesystem::directory_iterator(folderOf(m_folder)), std::filesystem::directory_iterator()), 0);
}

void ContractTest::tablesOfAnotherProcessAreLeftBehindOnceItIsGone()
{
    QFETCH(std::string, url);
    OtherProcess other([&] {
        const auto target = connector(url);
        const TableSpec spec = keyedTable(*target, "uuidv4");
        auto table = target->createTable(spec);
        CommitLog log;
        sendAll(*table->connect()->inserter({}), encodedRows(*table, madeRows(spec.columns, 0, 100)), 100, log);
        (void)table.release();
    });
    QVERIFY(other.hasMade);
    const auto target = connector(url);
    QVERIFY(target->leftovers().empty());
    const pid_t process = other.id();
    other.end();
    const std::vector<LeftTable> left = target->leftovers();
    QCOMPARE(left.size(), std::size_t{1});
    QCOMPARE(left[0].maker.id, process);
    QVERIFY(!left[0].doubt);
    QVERIFY(left[0].bytes > 0);
    target->dropLeftover(left[0].name);
    QVERIFY(target->leftovers().empty());
    QCOMPARE(kindOf([&] { target->dropLeftover(left[0].name); }), ErrorKind::Refused);
}

QTEST_GUILESS_MAIN(ContractTest)
#include "tst_contract.moc"
