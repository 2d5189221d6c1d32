// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/connector.h"
#include "tests/targets/plainsqlite.h"

#include <QtTest>

#include <thread>

using namespace keyrace;
using namespace keyrace::test;

namespace {

using Clock = std::chrono::steady_clock;

InsertChoice by(InsertMethod method, std::int64_t batch)
{
    return {method, batch, Sorting::None, false};
}

TableSpec sevenColumns()
{
    TableSpec spec = keyTable();
    spec.columns = {{"id", ColumnKind::Bytes, 16}};
    for (const char* name : {"col_a", "col_b", "col_c", "col_d", "col_e", "col_f"})
        spec.columns.push_back({name, ColumnKind::Int64, 8});
    return spec;
}

std::string hex(const RowSet& rows, std::size_t column, std::size_t row)
{
    const auto bytes = rows.bytes(column, row);
    return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())).toHex().toUpper().toStdString();
}

} // namespace

/// One client's work on SQLite: what is stored, what is counted, how it waits and how it stops.
class SqliteSessionTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void everyRowIsStoredWhole_data();
    void everyRowIsStoredWhole();
    void aStatementIsSplitByTheLibrarysLimit_data();
    void aStatementIsSplitByTheLibrarysLimit();
    void whatIsAliasedAndWhatIsNot_data();
    void whatIsAliasedAndWhatIsNot();
    void commitsAreCounted_data();
    void commitsAreCounted();
    void aFailedBatchIsRolledBackWhole();
    void fillIsThatOfTheKeysLeaves_data();
    void fillIsThatOfTheKeysLeaves();
    void aTableByRowidIsFilledAtItsRightEdge();
    void theKeysTreeIsToldFromTheOthers_data();
    void theKeysTreeIsToldFromTheOthers();
    void aTreeOfOnePageIsItsOwnLeaf();
    void pagesAddUpToTheFile();
    void logBytesAreThoseOfTheLog();
    void checkpointsAreMadeAndCounted();
    void withoutALogItsFiguresAreAbsent();
    void waitingForAnotherWriterIsCounted();
    void aLockThatStaysEndsInAnError();
    void twoWritersLoseNothing();
    void cancelEndsWithinASecond_data();
    void cancelEndsWithinASecond();
    void aCancelBetweenStatementsIsNotLost();
    void cancellingATableEndsItsCount();
    void plansHaveDepth();
    void ranksAreAnsweredInTheOrderAsked();

private:
    [[nodiscard]] std::unique_ptr<TestTable> table(const TableSpec& spec, const std::string& query = {});
    [[nodiscard]] std::filesystem::path file() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Connector> m_target;
};

void SqliteSessionTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

std::unique_ptr<TestTable> SqliteSessionTest::table(const TableSpec& spec, const std::string& query)
{
    m_target = makeConnector("sqlite:" + file().string() + query, {});
    return m_target->createTable(spec);
}

std::filesystem::path SqliteSessionTest::file() const
{
    return folderOf(*m_folder) / "test.db";
}

void SqliteSessionTest::everyRowIsStoredWhole_data()
{
    QTest::addColumn<InsertMethod>("method");
    QTest::newRow("single") << InsertMethod::Single;
    QTest::newRow("prepared") << InsertMethod::Prepared;
    QTest::newRow("multi-row") << InsertMethod::MultiRow;
}

void SqliteSessionTest::everyRowIsStoredWhole()
{
    QFETCH(InsertMethod, method);
    TableSpec spec = keyTable();
    spec.columns = {{"id", ColumnKind::Bytes, 16}, {"a", ColumnKind::Int64, 8}, {"b", ColumnKind::Int32, 4},
        {"c", ColumnKind::Text, 36}, {"created_at", ColumnKind::Timestamp, 8}};
    const RowSet rows = madeRows(spec.columns, 0, 50);
    const auto table = this->table(spec, "?synchronous=off");
    CommitLog log;
    sendAll(*table->connect()->inserter(by(method, method == InsertMethod::Single ? 1 : 18)), rows, 18, log);

    QString expected;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto text = rows.bytes(3, row);
        expected += QString("%1|%2|%3|%4|text|%5;")
                        .arg(QString::fromStdString(hex(rows, 0, row)))
                        .arg(rows.integer(1, row))
                        .arg(rows.integer(2, row))
                        .arg(QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size())))
                        .arg(rows.integer(4, row));
    }
    QCOMPARE(Plain(file()).run("SELECT hex(id), a, b, c, typeof(c), created_at FROM keyrace_t ORDER BY rowid"), expected);
}

void SqliteSessionTest::aStatementIsSplitByTheLibrarysLimit_data()
{
    QTest::addColumn<int>("rowsOverTheLimit");
    QTest::addColumn<int>("statements");
    QTest::newRow("as many rows as fit") << 0 << 1;
    QTest::newRow("one more") << 1 << 2;
}

void SqliteSessionTest::aStatementIsSplitByTheLibrarysLimit()
{
    QFETCH(int, rowsOverTheLimit);
    QFETCH(int, statements);
    const TableSpec spec = sevenColumns();
    const auto table = this->table(spec, "?synchronous=off");
    const std::int64_t limit = std::stoll(m_target->describe().settings.at("max_variables")) / 7;
    const auto batch = limit + rowsOverTheLimit;
    const auto inserter = table->connect();
    const auto sender = inserter->inserter(by(InsertMethod::MultiRow, batch));
    CommitLog log;
    sendAll(*sender, madeRows(spec.columns, 0, static_cast<std::size_t>(batch)), static_cast<std::size_t>(batch), log);
    QCOMPARE(sender->report().statements, statements);
    QCOMPARE(sender->report().rowsPerStatement, (batch + statements - 1) / statements);
    QCOMPARE(log.latency().count(), 1);
    QCOMPARE(table->count(), batch);
}

void SqliteSessionTest::whatIsAliasedAndWhatIsNot_data()
{
    QTest::addColumn<ColumnKind>("kind");
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QString>("found"); // SELECT id IS rowid, or the refusal
    QTest::addColumn<QString>("indexes");
    QTest::newRow("auto: an alias") << ColumnKind::Auto64 << "rowid" << "1;1;1;" << "";
    QTest::newRow("snowflake: an alias") << ColumnKind::Int64 << "rowid" << "1;1;1;" << "";
    QTest::newRow("unaliased: NULL and an index") << ColumnKind::Unaliased64 << "rowid" << "0;0;0;" << "sqlite_autoindex_keyrace_t_1;";
    QTest::newRow("16 bytes: an index") << ColumnKind::Bytes << "rowid" << "0;0;0;" << "sqlite_autoindex_keyrace_t_1;";
    QTest::newRow("16 bytes: clustered") << ColumnKind::Bytes << "clustered" << "no such column: rowid" << "";
    QTest::newRow("snowflake: clustered") << ColumnKind::Int64 << "clustered" << "no such column: rowid" << "";
}

void SqliteSessionTest::whatIsAliasedAndWhatIsNot()
{
    QFETCH(ColumnKind, kind);
    QFETCH(QString, layout);
    QFETCH(QString, found);
    QFETCH(QString, indexes);
    TableSpec spec = keyTable();
    spec.columns = {{"id", kind, kind == ColumnKind::Bytes ? 16 : 8}};
    spec.layout.type = layout.toStdString();
    const auto table = this->table(spec);
    for (const InsertMethod method : {InsertMethod::Single, InsertMethod::Prepared, InsertMethod::MultiRow}) {
        CommitLog log;
        const auto place = static_cast<std::int64_t>(method);
        sendAll(*table->connect()->inserter(by(method, 1)), madeRows(spec.columns, place, 1), 1, log);
    }
    QCOMPARE(Plain(file()).run("SELECT id IS rowid FROM keyrace_t"), found);
    QCOMPARE(Plain(file()).run("SELECT name FROM sqlite_schema WHERE type = 'index'"), indexes);
    QCOMPARE(table->count(), 3);
}

void SqliteSessionTest::commitsAreCounted_data()
{
    QTest::addColumn<InsertMethod>("method");
    QTest::addColumn<int>("commits");
    QTest::addColumn<int>("statements");
    QTest::addColumn<int>("rowsPerStatement");
    QTest::newRow("single: one a row") << InsertMethod::Single << 100 << 100 << 1;
    QTest::newRow("prepared: one a batch") << InsertMethod::Prepared << 6 << 100 << 1;
    QTest::newRow("multi-row: one a batch") << InsertMethod::MultiRow << 6 << 6 << 18;
}

void SqliteSessionTest::commitsAreCounted()
{
    QFETCH(InsertMethod, method);
    QFETCH(int, commits);
    QFETCH(int, statements);
    QFETCH(int, rowsPerStatement);
    // In WAL mode every commit leaves one commit frame: SQLite's own count of them.
    const TableSpec spec = keyTable();
    const auto table = this->table(spec, "?journal_mode=wal&synchronous=off&wal_autocheckpoint=0");
    table->checkpoint();
    const auto session = table->connect();
    const auto inserter = session->inserter(by(method, method == InsertMethod::Single ? 1 : 18));
    CommitLog log;
    sendAll(*inserter, madeRows(spec.columns, 0, 100), 18, log);
    QCOMPARE(log.latency().count(), commits);
    QCOMPARE(inserter->report().statements, statements);
    QCOMPARE(inserter->report().rowsPerStatement, rowsPerStatement);
    QVERIFY(inserter->report().roundTrips == 0);

    QFile log2(QString::fromStdString(file().string()) + "-wal");
    QVERIFY(log2.open(QIODevice::ReadOnly));
    const QByteArray frames = log2.readAll().mid(32);
    int marked = 0;
    // Octets 4 to 7 of a frame's header: the size of the file after a commit, else zero.
    for (qsizetype i = 0; i + 4'120 <= frames.size(); i += 4'120)
        marked += frames.mid(i + 4, 4) != QByteArray(4, '\0') ? 1 : 0;
    QCOMPARE(marked, commits);
}

void SqliteSessionTest::aFailedBatchIsRolledBackWhole()
{
    const TableSpec spec = keyTable();
    const auto table = this->table(spec);
    const auto session = table->connect();
    CommitLog log;
    for (const InsertMethod method : {InsertMethod::Prepared, InsertMethod::MultiRow}) {
        const auto inserter = session->inserter(by(method, 10));
        RowSet rows = madeRows(spec.columns, 0, 10);
        // The last key is that of the first row.
        std::copy_n(rows.values(0).bytes.begin(), 16, rows.values(0).bytes.end() - 16);
        const Error error = failure([&] { sendAll(*inserter, rows, 10, log); });
        QCOMPARE(error.kind(), ErrorKind::Target);
        QVERIFY2(QString::fromStdString(error.serverText()).contains("UNIQUE"), error.what());
        QCOMPARE(table->count(), 0);
    }
    // The session goes on.
    sendAll(*session->inserter(by(InsertMethod::Prepared, 10)), madeRows(spec.columns, 0, 10), 10, log);
    QCOMPARE(table->count(), 10);
    QCOMPARE(log.progress().rows, 10);
}

void SqliteSessionTest::fillIsThatOfTheKeysLeaves_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<KeyOrder>("order");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    // SQLite shares rows among three neighbours, so that random keys fill pages better than halves would, and better than
    // ordered ones: only a table by rowid grows at its right edge alone.
    QTest::newRow("clustered, ordered") << "clustered" << KeyOrder::Ascending << 0.86 << 0.885;
    QTest::newRow("clustered, random") << "clustered" << KeyOrder::Random << 0.885 << 0.93;
    QTest::newRow("rowid, ordered: the key's index") << "rowid" << KeyOrder::Ascending << 0.86 << 0.885;
    QTest::newRow("rowid, random: the key's index") << "rowid" << KeyOrder::Random << 0.885 << 0.93;
}

void SqliteSessionTest::fillIsThatOfTheKeysLeaves()
{
    QFETCH(QString, layout);
    QFETCH(KeyOrder, order);
    QFETCH(double, low);
    QFETCH(double, high);
    TableSpec spec = keyTable();
    spec.layout.type = layout.toStdString();
    const auto table = this->table(spec, "?synchronous=off");
    CommitLog log;
    sendAll(*table->connect()->inserter(by(InsertMethod::Prepared, 50'000)), madeRows(spec.columns, 0, 50'000, order), 50'000, log);
    const Counters counters = table->structure();
    const double fill = counters.values.at("leaf_fill");
    QVERIFY2(fill > low && fill < high, std::to_string(fill).c_str());
    const QString tree = layout == "clustered" ? "keyrace_t" : "sqlite_autoindex_keyrace_t_1";
    const auto bySql = [&](const QString& sql) { return Plain(file()).run(sql.arg(tree).toUtf8().constData()).chopped(1).toDouble(); };
    // By the file format: 8 bytes a page, and for each key its payload, one byte of length and two of pointer.
    QCOMPARE(fill,
        bySql("SELECT sum(payload + 3 * ncell + 8) / 4096.0 / count(*) FROM dbstat WHERE pagetype = 'leaf' AND name = '%1'"));
    // The text of a path sorts as the keys do.
    const double fragmentation = bySql("SELECT avg(back) FROM (SELECT coalesce(pageno < lag(pageno) OVER (ORDER BY path), 0) AS back "
                                       "FROM dbstat WHERE pagetype = 'leaf' AND name = '%1')");
    QCOMPARE(counters.values.at("leaf_fragmentation"), fragmentation);
    QVERIFY2(order == KeyOrder::Random ? fragmentation > 0.2 : fragmentation < 0.01, std::to_string(fragmentation).c_str());
    // More than 256 leaves do not fit under one page of some 130 entries, and fewer than 130 · 130 need no third level above them.
    QCOMPARE(counters.values.at("index_depth"), 3.0);
}

void SqliteSessionTest::aTableByRowidIsFilledAtItsRightEdge()
{
    TableSpec spec = keyTable();
    spec.columns.front() = {"id", ColumnKind::Auto64, 8};
    const auto table = this->table(spec, "?synchronous=off");
    CommitLog log;
    sendAll(*table->connect()->inserter(by(InsertMethod::Prepared, 50'000)), madeRows(spec.columns, 0, 50'000), 50'000, log);
    const Counters counters = table->structure();
    QVERIFY(counters.values.at("leaf_fill") > 0.98);
    QVERIFY(counters.values.at("leaf_fragmentation") < 0.01);
    QCOMPARE(counters.values.at("pk_bytes"), counters.values.at("table_bytes"));
    QCOMPARE(counters.values.at("index_bytes"), 0.0);
}

void SqliteSessionTest::theKeysTreeIsToldFromTheOthers_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<IndexMethod>("method");
    QTest::addColumn<QString>("keyTree");
    QTest::newRow("rowid: the index of PRIMARY KEY") << "rowid" << IndexMethod::Primary << "sqlite_autoindex_keyrace_t_1";
    QTest::newRow("clustered: the table") << "clustered" << IndexMethod::Primary << "keyrace_t";
    QTest::newRow("btree: its own index") << "rowid" << IndexMethod::Btree << "keyrace_t_key";
    QTest::newRow("none") << "rowid" << IndexMethod::None << "";
}

void SqliteSessionTest::theKeysTreeIsToldFromTheOthers()
{
    QFETCH(QString, layout);
    QFETCH(IndexMethod, method);
    QFETCH(QString, keyTree);
    TableSpec spec = keyTable();
    spec.layout.type = layout.toStdString();
    spec.indexMethod = method;
    spec.indexes = {{"n"}, {"n", "id"}};
    const auto table = this->table(spec);
    CommitLog log;
    sendAll(*table->connect()->inserter(by(InsertMethod::Prepared, 3'000)), madeRows(spec.columns, 0, 3'000), 3'000, log);
    const Plain plain(file());
    const auto bytes = [&](const QString& where) {
        return plain.run(("SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE " + where).toUtf8().constData()).chopped(1).toDouble();
    };
    const Counters counters = table->structure();
    QCOMPARE(counters.values.at("table_bytes"), bytes("name = 'keyrace_t'"));
    QCOMPARE(counters.values.at("index_bytes"), bytes("name IN ('keyrace_t_i1', 'keyrace_t_i2')"));
    QCOMPARE(counters.values.contains("pk_bytes"), !keyTree.isEmpty());
    QCOMPARE(counters.absent.contains("pk_bytes"), keyTree.isEmpty());
    if (!keyTree.isEmpty())
        QCOMPARE(counters.values.at("pk_bytes"), bytes("name = '" + keyTree + '\''));
}

void SqliteSessionTest::aTreeOfOnePageIsItsOwnLeaf()
{
    const auto table = this->table(keyTable());
    const Counters counters = table->structure();
    QCOMPARE(counters.values.at("index_depth"), 1.0);
    QCOMPARE(counters.values.at("leaf_pages"), 1.0);
    QCOMPARE(counters.values.at("pk_bytes"), 4'096.0);
    // An empty page holds its header of 8 bytes.
    QCOMPARE(counters.values.at("leaf_fill"), 8.0 / 4'096);
    QCOMPARE(counters.values.at("leaf_fragmentation"), 0.0);
}

void SqliteSessionTest::pagesAddUpToTheFile()
{
    const TableSpec spec = keyTable();
    const auto table = this->table(spec, "?journal_mode=wal&page_size=1024");
    CommitLog log;
    sendAll(*table->connect()->inserter({}), madeRows(spec.columns, 0, 5'000), 1'000, log);
    table->checkpoint();
    const Counters counters = table->structure();
    const auto onDisk = static_cast<double>(std::filesystem::file_size(file()));
    QCOMPARE(counters.values.at("file_bytes"), onDisk);
    QCOMPARE(counters.values.at("page_count") * 1'024, onDisk);
    QCOMPARE(counters.values.at("freelist_pages"), 0.0);
    // One page holds the schema.
    QCOMPARE(counters.values.at("table_bytes") + counters.values.at("pk_bytes") + 1'024, onDisk);
}

void SqliteSessionTest::logBytesAreThoseOfTheLog()
{
    const TableSpec spec = keyTable();
    const auto table = this->table(spec, "?journal_mode=wal&wal_autocheckpoint=0");
    table->checkpoint();
    const auto first = table->connect();
    const auto second = table->connect();
    CommitLog log;
    sendAll(*first->inserter(by(InsertMethod::Prepared, 100)), madeRows(spec.columns, 0, 2'000), 100, log);
    sendAll(*second->inserter(by(InsertMethod::Prepared, 100)), madeRows(spec.columns, 2'000, 1'000), 100, log);
    const double told = first->flow().values.at("wal_bytes") + second->flow().values.at("wal_bytes");
    // The log has a header of 32 bytes, which no commit writes.
    QCOMPARE(told + 32, static_cast<double>(std::filesystem::file_size(file().string() + "-wal")));
    QCOMPARE(first->flow().values.at("pages_written") * 4'120, first->flow().values.at("wal_bytes"));
    QCOMPARE(first->flow().values.at("checkpoints"), 0.0);
}

void SqliteSessionTest::checkpointsAreMadeAndCounted()
{
    const TableSpec spec = keyTable();
    const auto table = this->table(spec, "?journal_mode=wal&synchronous=off&wal_autocheckpoint=50&cache_size=10");
    const auto session = table->connect();
    CommitLog log;
    sendAll(*session->inserter(by(InsertMethod::Prepared, 100)), madeRows(spec.columns, 0, 20'000), 100, log);
    const Counters flow = session->flow();
    QVERIFY(flow.values.at("checkpoints") >= 10);
    QVERIFY(flow.values.at("checkpoint_seconds") > 0);
    // The log starts over after a checkpoint, so it stays near 50 frames and one batch.
    QVERIFY(std::filesystem::file_size(file().string() + "-wal") < 400 * 4'120);
    // Ten pages of cache are fewer than a random batch dirties.
    QVERIFY(flow.values.at("cache_spills") > 0);
    QVERIFY(flow.values.at("cache_misses") > 0);
    QCOMPARE(flow.values.at("pages_read"), flow.values.at("cache_misses"));
    // Totals: a second reading without work in between says the same.
    QCOMPARE(session->flow().values.at("pages_written"), flow.values.at("pages_written"));
    QCOMPARE(session->flow().values.at("cache_hits"), flow.values.at("cache_hits"));
}

void SqliteSessionTest::withoutALogItsFiguresAreAbsent()
{
    const auto table = this->table(keyTable());
    const Counters flow = table->connect()->flow();
    for (const char* name : {"wal_bytes", "checkpoints"}) {
        QVERIFY(!flow.values.contains(name));
        QVERIFY(!flow.absent.at(name).isEmpty());
    }
    table->checkpoint();
}

void SqliteSessionTest::waitingForAnotherWriterIsCounted()
{
    const TableSpec spec = keyTable();
    const auto table = this->table(spec, "?journal_mode=wal");
    const auto session = table->connect();
    const auto inserter = session->inserter(by(InsertMethod::Prepared, 10));
    const RowSet rows = madeRows(spec.columns, 0, 10);
    QCOMPARE(session->flow().values.at("busy_waits"), 0.0);
    const Plain other(file());
    QCOMPARE(other.run("BEGIN IMMEDIATE"), QString());
    CommitLog log;
    std::jthread client([&] { sendAll(*inserter, rows, 10, log); });
    // A second lock cannot be had while the client waits for the first; long enough to be seen in the figure.
    const auto until = Clock::now() + std::chrono::milliseconds(100);
    while (Clock::now() < until)
        QCOMPARE(log.progress().rows, 0);
    QCOMPARE(other.run("COMMIT"), QString());
    client.join();
    QCOMPARE(log.progress().rows, 10);
    QCOMPARE(session->flow().values.at("busy_waits"), 1.0);
    QVERIFY(session->flow().values.at("busy_wait_seconds") > 0.05);
    QVERIFY(session->flow().values.at("busy_wait_seconds") < 5);
}

void SqliteSessionTest::aLockThatStaysEndsInAnError()
{
    const TableSpec spec = keyTable();
    const auto table = this->table(spec, "?journal_mode=wal&busy_timeout=100");
    const auto session = table->connect();
    const Plain other(file());
    QCOMPARE(other.run("BEGIN IMMEDIATE"), QString());
    for (const InsertMethod method : {InsertMethod::Single, InsertMethod::Prepared, InsertMethod::MultiRow}) {
        CommitLog log;
        const auto before = Clock::now();
        const Error error = failure([&] { sendAll(*session->inserter(by(method, 1)), madeRows(spec.columns, 0, 1), 1, log); });
        QCOMPARE(error.kind(), ErrorKind::Target);
        QVERIFY2(QString(error.what()).contains("stayed so for 0.1 s"), error.what());
        QVERIFY(Clock::now() - before >= std::chrono::milliseconds(100));
    }
    QCOMPARE(session->flow().values.at("busy_waits"), 3.0);
}

void SqliteSessionTest::twoWritersLoseNothing()
{
    for (const char* query : {"?journal_mode=wal&synchronous=off", "?journal_mode=delete&synchronous=off"}) {
        const TableSpec spec = keyTable();
        const auto table = this->table(spec, query);
        std::atomic<int> failures{0};
        const auto work = [&](std::int64_t first) {
            try {
                CommitLog log;
                sendAll(*table->connect()->inserter(by(InsertMethod::Prepared, 20)), madeRows(spec.columns, first, 2'000), 20, log);
                sendAll(*table->connect()->inserter(by(InsertMethod::Single, 1)), madeRows(spec.columns, first + 2'000, 200), 1, log);
            } catch (const Error& error) {
                ++failures;
            }
        };
        {
            std::jthread one(work, 0);
            std::jthread two(work, 10'000);
        }
        QCOMPARE(failures.load(), 0);
        QCOMPARE(table->count(), 4'400);
    }
}

void SqliteSessionTest::cancelEndsWithinASecond_data()
{
    QTest::addColumn<QString>("work");
    for (const char* work : {"prepared insert", "multi-row insert", "single inserts", "long read", "waiting for a lock"})
        QTest::newRow(work) << QString(work);
}

void SqliteSessionTest::cancelEndsWithinASecond()
{
    QFETCH(QString, work);
    const TableSpec spec = keyTable();
    const auto table = this->table(spec, "?journal_mode=wal&synchronous=off");
    const auto session = table->connect();
    const RowSet rows = madeRows(spec.columns, 0, 400'000);
    const Plain other(file());
    const auto method = work.startsWith("multi") ? InsertMethod::MultiRow : work.startsWith("single") ? InsertMethod::Single : InsertMethod::Prepared;
    const auto inserter = session->inserter(by(method, method == InsertMethod::Single ? 1 : 400'000));
    CommitLog log;
    if (work == "long read")
        sendAll(*table->connect()->inserter(by(InsertMethod::Prepared, 400'000)), rows, 400'000, log);
    if (work == "waiting for a lock")
        QCOMPARE(other.run("BEGIN IMMEDIATE"), QString());

    std::atomic<bool> started{false};
    std::optional<Error> error;
    Clock::time_point ended;
    std::jthread client([&] {
        const auto read = work == "long read" ? session->prepareRead(ReadKind::CountGroupBy, "n") : nullptr;
        started = true;
        error = failure([&] {
            // As often as it takes: the read alone may be quicker than the test.
            while (read)
                (void)read->execute({});
            log.start();
            inserter->send(rows, 0, rows.size(), log);
        });
        ended = Clock::now();
    });
    while (!started) { }
    const auto until = Clock::now() + std::chrono::milliseconds(30);
    while (Clock::now() < until) { }
    const Clock::time_point cancelled = Clock::now();
    session->cancel();
    client.join();
    QCOMPARE(error->kind(), ErrorKind::Cancelled);
    QVERIFY(ended - cancelled < std::chrono::seconds(1));
    // Inside the read, which then ends by SQLite's own word, not before the next one.
    if (work == "long read")
        QCOMPARE(error->serverText(), std::string("interrupted"));
    if (work == "waiting for a lock")
        other.run("ROLLBACK");
    const std::int64_t expected = work == "long read" ? 400'000 : log.progress().rows;
    QCOMPARE(table->count(), expected);
    QVERIFY(work == "single inserts" || log.progress().rows == (work == "long read" ? 400'000 : 0));
}

void SqliteSessionTest::aCancelBetweenStatementsIsNotLost()
{
    // The moment is drawn anew each time: between two statements an interrupt alone would have no effect.
    TableSpec spec = keyTable();
    const auto table = this->table(spec, "?journal_mode=wal&synchronous=off");
    for (int i = 0; i < 300; ++i) {
        const auto session = table->connect();
        const auto inserter = session->inserter(by(InsertMethod::Single, 1));
        const RowSet rows = madeRows(spec.columns, i * 1'000, 1'000);
        std::atomic<bool> started{false};
        std::jthread client([&] {
            CommitLog log;
            log.start();
            started = true;
            (void)failure([&] { inserter->send(rows, 0, 1'000, log); });
        });
        while (!started) { }
        const auto until = Clock::now() + std::chrono::microseconds(i);
        while (Clock::now() < until) { }
        session->cancel();
        client.join();
        QCOMPARE(failure([&] { (void)session->valuesAtRanks("n", {}); }).kind(), ErrorKind::Cancelled);
    }
}

void SqliteSessionTest::cancellingATableEndsItsCount()
{
    const auto table = this->table(keyTable());
    table->cancel();
    QCOMPARE(failure([&] { (void)table->count(); }).kind(), ErrorKind::Cancelled);
    QCOMPARE(failure([&] { (void)table->structure(); }).kind(), ErrorKind::Cancelled);
    QCOMPARE(failure([&] { table->checkpoint(); }).kind(), ErrorKind::Cancelled);
}

void SqliteSessionTest::plansHaveDepth()
{
    TableSpec spec = keyTable();
    spec.indexes = {{"n"}};
    const auto table = this->table(spec);
    const auto session = table->connect();
    const auto grouped = session->prepareRead(ReadKind::CountGroupBy, "n")->plan({});
    QCOMPARE(grouped.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(grouped[0].text), QString("SCAN keyrace_t USING COVERING INDEX keyrace_t_i1"));
    QCOMPARE(grouped[0].depth, 0);
    const std::vector<Value> key{std::string(16, 'x')};
    const auto lookup = session->prepareRead(ReadKind::PkLookup, "")->plan(key);
    QCOMPARE(QString::fromStdString(lookup[0].text), QString("SEARCH keyrace_t USING INDEX sqlite_autoindex_keyrace_t_1 (id=?)"));
}

void SqliteSessionTest::ranksAreAnsweredInTheOrderAsked()
{
    const TableSpec spec = keyTable();
    const auto table = this->table(spec);
    const auto session = table->connect();
    const RowSet rows = madeRows(spec.columns, 0, 100);
    CommitLog log;
    sendAll(*session->inserter({}), rows, 100, log);
    const std::vector<Value> sorted = sortedValues(rows, 1);
    const std::vector<std::int64_t> ranks{99, 0, 50, 50};
    QCOMPARE(session->valuesAtRanks("n", ranks), (std::vector<Value>{sorted[99], sorted[0], sorted[50], sorted[50]}));
    const std::vector<std::int64_t> beyond{5, 100};
    QCOMPARE(failure([&] { (void)session->valuesAtRanks("n", beyond); }).kind(), ErrorKind::Target);
}

QTEST_GUILESS_MAIN(SqliteSessionTest)
#include "tst_sqlitesession.moc"
