// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/targets/tablemark.h"
#include "tests/targets/plainsqlite.h"

#include <QtTest>

#include <fstream>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace keyrace;
using namespace keyrace::test;

namespace {

void fill(TestTable& table, const TableSpec& spec, std::size_t rows = 1'000)
{
    CommitLog log;
    sendAll(*table.connect()->inserter({InsertMethod::Prepared, 1'000, Sorting::None, false}), madeRows(spec.columns, 0, rows), 1'000, log);
}

QStringList filesIn(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

// No process can have this number: https://man7.org/linux/man-pages/man5/proc_sys_kernel.5.html, pid_max.
constexpr std::int64_t kNoProcess = 4'194'305;

// CREATE TABLE as a process wrote it that is gone by now.
QByteArray leftTable(const std::string& name, const char* rest = "\"x\")", const char* host = nullptr)
{
    TableMark mark = TableMark::ofThisProcess(name);
    mark.process.id = kNoProcess;
    if (host != nullptr)
        mark.host = host;
    return QByteArray::fromStdString("CREATE TABLE \"" + name + "\" (/* " + mark.text() + " */ ") + rest + ';';
}

} // namespace

/// SQLite's files: what Keyrace makes goes, what it finds stays, and what is wrong is said in words.
class SqliteFileTest : public QObject {
    Q_OBJECT

private slots:
    void settingsAreReadBack();
    void durabilityIsWeak_data();
    void durabilityIsWeak();
    void everyTableHasAPrivateFileThatGoesWithIt();
    void aPrivateFileGoesAfterAnException();
    void aKeptPrivateFileStays();
    void privateFilesOfDeadProcessesAreFoundAndDropped();
    void aNamedFileThatWasNotThereGoes();
    void aForeignFileKeepsTablesAndJournalMode();
    void aLevelOverridesTheUrl();
    void whatIsFixedInAFileIsRefused_data();
    void whatIsFixedInAFileIsRefused();
    void leftTablesAreListedWithSizesAndDropped();
    void whatSomebodyTookOverIsTheirs_data();
    void whatSomebodyTookOverIsTheirs();
    void oddPathsWork_data();
    void oddPathsWork();
    void placesThatCannotBeUsed_data();
    void placesThatCannotBeUsed();
    void aRunFileIsRefused();
    void aFileThatMayOnlyBeReadIsSaidToBe();
    void aStopEndsTheWaitForALock();
    void aCancelEndsCountAndStructure();
    void aLevelOfSettingsSaysItsDurability();
    void largeTablesOfOthersAreAConcern_data();
    void largeTablesOfOthersAreAConcern();
    void aLockedFileIsSaidToBeLocked();
    void aFullFileIsSaidToBeFull();
    void aFailedCreationLeavesNothing();

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const { return folderOf(*m_folder) / name; }
    [[nodiscard]] std::unique_ptr<Connector> named(const char* name, const std::string& query = {}) const
    {
        return makeConnector("sqlite:" + path(name).string() + query, {});
    }
    [[nodiscard]] std::unique_ptr<Connector> privately(const std::string& query = {}) const
    {
        return makeConnector("sqlite:" + query, {folderOf(*m_folder)});
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
};

void SqliteFileTest::settingsAreReadBack()
{
    const TargetInfo info = privately("?journal_mode=wal&synchronous=normal&cache_size=-64&page_size=8192&auto_vacuum=full"
                                      "&temp_store=memory&mmap_size=65536&wal_autocheckpoint=77&busy_timeout=1234&secure_delete=fast")
                                ->describe();
    QCOMPARE(info.engine, std::string("SQLite"));
    QCOMPARE(info.serverVersion, std::string(sqlite3_libversion()));
    QVERIFY(!info.filesystem.empty());
    QVERIFY(!info.notes.empty());
    const std::map<std::string, std::string> expected{{"journal_mode", "wal"}, {"synchronous", "normal"}, {"cache_size", "-64"},
        {"page_size", "8192"}, {"auto_vacuum", "full"}, {"temp_store", "memory"}, {"mmap_size", "65536"},
        {"wal_autocheckpoint", "77"}, {"busy_timeout", "1234"}, {"secure_delete", "fast"}};
    for (const auto& [name, value] : expected)
        QCOMPARE(info.settings.at(name), value);
    QCOMPARE(filesIn(*m_folder), QStringList());
}

void SqliteFileTest::durabilityIsWeak_data()
{
    QTest::addColumn<std::string>("query");
    QTest::addColumn<QString>("durability");
    QTest::addColumn<bool>("weak");
    QTest::newRow("defaults") << std::string("") << "delete, synchronous=full" << false;
    QTest::newRow("wal, full") << std::string("?journal_mode=wal") << "wal, synchronous=full" << false;
    QTest::newRow("wal, normal") << std::string("?journal_mode=wal&synchronous=normal") << "wal, synchronous=normal" << true;
    QTest::newRow("truncate, normal") << std::string("?journal_mode=truncate&synchronous=normal") << "truncate, synchronous=normal" << false;
    QTest::newRow("off") << std::string("?synchronous=off") << "delete, synchronous=off" << true;
    QTest::newRow("journal in memory") << std::string("?journal_mode=memory") << "memory, synchronous=full" << true;
    QTest::newRow("no journal") << std::string("?journal_mode=off") << "off, synchronous=full" << true;
}

void SqliteFileTest::durabilityIsWeak()
{
    QFETCH(std::string, query);
    QFETCH(QString, durability);
    QFETCH(bool, weak);
    const TargetInfo info = privately(query)->describe();
    QCOMPARE(QString::fromStdString(info.durability), durability);
    QCOMPARE(info.weakDurability, weak);
}

void SqliteFileTest::everyTableHasAPrivateFileThatGoesWithIt()
{
    const auto target = privately("?journal_mode=wal");
    {
        const auto first = target->createTable(keyTable());
        const auto second = target->createTable(keyTable());
        fill(*first, keyTable());
        QCOMPARE(filesIn(*m_folder).filter(QRegularExpression("sqlite$")).size(), 2);
        QCOMPARE(second->count(), 0);
    }
    QCOMPARE(filesIn(*m_folder), QStringList());
}

void SqliteFileTest::aPrivateFileGoesAfterAnException()
{
    const auto target = privately("?journal_mode=wal");
    try {
        const auto table = target->createTable(keyTable());
        const auto session = table->connect();
        throw std::runtime_error("the trial failed");
    } catch (const std::runtime_error&) {
    }
    QCOMPARE(filesIn(*m_folder), QStringList());
}

void SqliteFileTest::aKeptPrivateFileStays()
{
    const auto target = privately();
    {
        const auto table = target->createTable(keyTable());
        fill(*table, keyTable(), 10);
        table->keep();
    }
    QCOMPARE(filesIn(*m_folder).size(), 1);
    QCOMPARE(Plain(path(filesIn(*m_folder).first().toUtf8())).run("SELECT count(*) FROM keyrace_t"), QString("10;"));
    // This process lives: it may still be using the file.
    QVERIFY(target->leftovers().empty());
}

void SqliteFileTest::privateFilesOfDeadProcessesAreFoundAndDropped()
{
    Plain(path("keyrace_private_4194305_1.sqlite")).run(leftTable("keyrace_0123abcd_t1"));
    Plain(path("keyrace_private_4194305_2.sqlite")).run("CREATE TABLE customers(x)");
    std::ofstream(path("keyrace_private_4194305_3.sqlite")) << "This is no database.";
    for (const char* name : {"keyrace_private_4194305_1.sqlite-wal", "keyrace_private_4194305_4.sqlite", "other.sqlite"})
        std::ofstream(path(name)).flush();
    const auto target = privately();
    const auto left = target->leftovers();
    QCOMPARE(left.size(), std::size_t{3});
    QCOMPARE(left[0].name, std::string("keyrace_private_4194305_1.sqlite"));
    QCOMPARE(left[0].bytes, 8'192); // sqlite_schema and the table, a page each
    QVERIFY(!left[0].doubt);
    QCOMPARE(left[1].name, std::string("keyrace_private_4194305_3.sqlite"));
    QVERIFY(left[1].doubt && QString::fromStdString(left[1].doubt->english()).contains("cannot be read"));
    QCOMPARE(left[2].name, std::string("keyrace_private_4194305_4.sqlite")); // made, and killed before the table was
    QVERIFY(!left[2].doubt);
    for (const char* theirs : {"keyrace_private_4194305_2.sqlite", "other.sqlite", "../other.sqlite"})
        QCOMPARE(failure([&] { target->dropLeftover(theirs); }).kind(), ErrorKind::Refused);
    for (const LeftTable& file : left)
        target->dropLeftover(file.name);
    QCOMPARE(filesIn(*m_folder), (QStringList{"keyrace_private_4194305_2.sqlite", "other.sqlite"}));
}

void SqliteFileTest::aNamedFileThatWasNotThereGoes()
{
    const auto target = named("new.db", "?journal_mode=wal");
    (void)target->describe();
    QVERIFY(target->leftovers().empty());
    QCOMPARE(filesIn(*m_folder), QStringList());
    {
        const auto first = target->createTable(keyTable("keyrace_a"));
        auto second = target->createTable(keyTable("keyrace_b"));
        fill(*first, keyTable("keyrace_a"));
        second.reset();
        QCOMPARE(first->count(), 1'000);
        QVERIFY(filesIn(*m_folder).contains("new.db"));
    }
    QCOMPARE(filesIn(*m_folder), QStringList());
}

void SqliteFileTest::aForeignFileKeepsTablesAndJournalMode()
{
    Plain(path("theirs.db")).run("CREATE TABLE customers(x); INSERT INTO customers VALUES(1),(2); CREATE INDEX keyrace_i ON customers(x)");
    const auto target = named("theirs.db", "?journal_mode=wal&synchronous=off");
    {
        const auto table = target->createTable(keyTable());
        fill(*table, keyTable());
        QCOMPARE(Plain(path("theirs.db")).run("PRAGMA journal_mode"), QString("wal;"));
    }
    (void)target->describe();
    const Plain plain(path("theirs.db"));
    QCOMPARE(plain.run("SELECT name FROM sqlite_schema ORDER BY 1"), QString("customers;keyrace_i;"));
    QCOMPARE(plain.run("SELECT * FROM customers"), QString("1;2;"));
    QCOMPARE(plain.run("PRAGMA journal_mode"), QString("delete;"));
    QCOMPARE(plain.run("PRAGMA integrity_check"), QString("ok;"));
    QCOMPARE(filesIn(*m_folder), QStringList("theirs.db"));
}

void SqliteFileTest::aLevelOverridesTheUrl()
{
    TableSpec spec = keyTable();
    spec.settings = {{"journal_mode", "wal"}, {"page_size", "1024"}};
    const auto table = privately("?journal_mode=delete&page_size=8192")->createTable(spec);
    fill(*table, spec);
    table->checkpoint();
    const auto files = filesIn(*m_folder).filter(QRegularExpression("sqlite$"));
    const Plain plain(path(files.first().toUtf8()));
    QCOMPARE(plain.run("PRAGMA page_size"), QString("1024;"));
    QCOMPARE(plain.run("PRAGMA journal_mode"), QString("wal;"));
    spec.settings = {{"fsync", "off"}};
    QCOMPARE(failure([&] { (void)privately()->createTable(spec); }).kind(), ErrorKind::BadInput);
}

void SqliteFileTest::whatIsFixedInAFileIsRefused_data()
{
    QTest::addColumn<std::string>("query");
    QTest::newRow("page_size") << std::string("?page_size=8192");
    QTest::newRow("auto_vacuum") << std::string("?auto_vacuum=incremental");
}

void SqliteFileTest::whatIsFixedInAFileIsRefused()
{
    QFETCH(std::string, query);
    Plain(path("theirs.db")).run("CREATE TABLE customers(x)");
    const Error error = failure([&] { (void)named("theirs.db", query)->describe(); });
    QCOMPARE(error.kind(), ErrorKind::Refused);
    QVERIFY2(QString(error.what()).contains("fixed when a file is created"), error.what());
    QCOMPARE(Plain(path("theirs.db")).run("PRAGMA page_size; PRAGMA auto_vacuum"), QString("4096;0;"));
}

void SqliteFileTest::leftTablesAreListedWithSizesAndDropped()
{
    const Plain plain(path("theirs.db"));
    plain.run("CREATE TABLE customers(x); CREATE TABLE keyrace_0123abcd_t9(x)");
    plain.run(leftTable("keyrace_0123abcd_t1"));
    plain.run("CREATE INDEX keyrace_0123abcd_t1_i ON keyrace_0123abcd_t1(x)");
    plain.run(leftTable("keyrace_0123abcd_t12", "id BLOB PRIMARY KEY) WITHOUT ROWID"));
    plain.run(leftTable("keyrace_0123abcd_w3", "\"x\")", "elsewhere"));
    const auto target = named("theirs.db");
    const auto left = target->leftovers();
    QCOMPARE(left.size(), std::size_t{3});
    QCOMPARE(left[0].name, std::string("keyrace_0123abcd_t1"));
    // A page for the table and one for its index.
    QCOMPARE(left[0].bytes, 8'192);
    QCOMPARE(left[0].maker.id, kNoProcess);
    QVERIFY(!left[0].doubt);
    QCOMPARE(left[1].name, std::string("keyrace_0123abcd_t12"));
    QCOMPARE(left[1].bytes, 4'096);
    QCOMPARE(left[2].name, std::string("keyrace_0123abcd_w3"));
    QVERIFY(left[2].doubt && QString::fromStdString(left[2].doubt->english()).contains("made on elsewhere"));
    for (const char* theirs : {"customers", "keyrace_0123abcd_t9"})
        QCOMPARE(failure([&] { target->dropLeftover(theirs); }).kind(), ErrorKind::Refused);
    target->dropLeftover("keyrace_0123abcd_t1");
    QCOMPARE(target->leftovers().size(), std::size_t{2});
    QCOMPARE(plain.run("SELECT count(*) FROM customers"), QString("0;"));
}

void SqliteFileTest::whatSomebodyTookOverIsTheirs_data()
{
    QTest::addColumn<QByteArray>("taken");
    QTest::newRow("renamed") << QByteArray("ALTER TABLE keyrace_0123abcd_t1 RENAME TO keyrace_0123abcd_t2");
    QTest::newRow("renamed to a name of theirs") << QByteArray("ALTER TABLE keyrace_0123abcd_t1 RENAME TO results");
    QTest::newRow("copied, the original gone")
        << QByteArray("CREATE TABLE keyrace_0123abcd_t2 AS SELECT * FROM keyrace_0123abcd_t1; DROP TABLE keyrace_0123abcd_t1");
    QTest::newRow("quoted in a default")
        << "DROP TABLE keyrace_0123abcd_t1; CREATE TABLE keyrace_0123abcd_t1 (x DEFAULT '" + leftTable("keyrace_0123abcd_t1").chopped(1) + "')";
}

void SqliteFileTest::whatSomebodyTookOverIsTheirs()
{
    QFETCH(QByteArray, taken);
    const Plain plain(path("theirs.db"));
    plain.run(leftTable("keyrace_0123abcd_t1"));
    QCOMPARE(named("theirs.db")->leftovers().size(), std::size_t{1});
    QCOMPARE(plain.run(taken), QString());
    QVERIFY(named("theirs.db")->leftovers().empty());
    QCOMPARE(plain.run("SELECT count(*) FROM sqlite_schema"), QString("1;"));
}

void SqliteFileTest::oddPathsWork_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"\u00fcml\u00e4ut.db", "\ud55c\uad6d\uc5b4.db", "with space.db", "quote'd\"name.db", "a%b?c&d=e.db", ":memory:", "file:x"})
        QTest::newRow(name) << QString(name);
}

void SqliteFileTest::oddPathsWork()
{
    QFETCH(QString, name);
    const QString folder = m_folder->filePath("\u00e4 folder'\"");
    QVERIFY(QDir().mkpath(folder));
    const QString file = folder + '/' + name;
    const std::string url = "sqlite:" + QUrl::toPercentEncoding(file, "/").toStdString();
    {
        const auto table = makeConnector(url, {})->createTable(keyTable());
        fill(*table, keyTable());
        QCOMPARE(table->count(), 1'000);
        QVERIFY(QFile::exists(file));
    }
    QVERIFY(!QFile::exists(file));
}

void SqliteFileTest::placesThatCannotBeUsed_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("said");
    QTest::newRow("missing folder") << "%1/none/x.db" << ErrorKind::Unreachable << "does not exist";
    QTest::newRow("a file as folder") << "%1/text.txt/x.db" << ErrorKind::Unreachable << "is not a folder";
    QTest::newRow("a folder as file") << "%1" << ErrorKind::Unreachable << "is a folder";
    QTest::newRow("no database") << "%1/text.txt" << ErrorKind::Unreachable << "not an SQLite database";
    QTest::newRow("a folder that takes no files") << "/proc/x.db" << ErrorKind::Unreachable << "cannot be opened or created";
}

void SqliteFileTest::placesThatCannotBeUsed()
{
    QFETCH(QString, path);
    QFETCH(ErrorKind, kind);
    QFETCH(QString, said);
    const QByteArray text("This is a text of somebody, long enough to be taken for the first page of a database file if it were one. ");
    QFile file(m_folder->filePath("text.txt"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.repeated(20));
    file.close();
    const std::string url = "sqlite:" + path.replace("%1", m_folder->path()).toStdString() + "?page_size=8192&journal_mode=wal";
    for (const bool creates : {false, true}) {
        const Error error = failure([&] {
            if (creates)
                (void)makeConnector(url, {})->createTable(keyTable());
            else
                (void)makeConnector(url, {})->describe();
        });
        QCOMPARE(error.kind(), kind);
        QVERIFY2(QString(error.what()).contains(said), error.what());
    }
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text.repeated(20));
    QCOMPARE(filesIn(*m_folder), QStringList("text.txt"));
}

void SqliteFileTest::aRunFileIsRefused()
{
    Plain(path("last.keyrace")).run("PRAGMA application_id=1263682373; CREATE TABLE run(x)");
    const Error error = failure([&] { (void)named("last.keyrace")->describe(); });
    QCOMPARE(error.kind(), ErrorKind::Refused);
    QVERIFY2(QString(error.what()).contains("run file"), error.what());
}

void SqliteFileTest::aFileThatMayOnlyBeReadIsSaidToBe()
{
    // Where every user may look: root may write everything, so a user without rights opens it.
    const QTemporaryDir folder(QStringLiteral("/tmp/keyrace-readonly-XXXXXX"));
    const std::filesystem::path file = folderOf(folder) / "theirs.db";
    Plain(file).run("CREATE TABLE customers(x)");
    std::filesystem::permissions(file, std::filesystem::perms(0444));
    std::filesystem::permissions(folderOf(folder), std::filesystem::perms(0755));
    const pid_t child = fork();
    if (child == 0) {
        if (getuid() == 0 && setuid(65'534) != 0)
            _exit(2);
        const Error error = failure([&] { (void)makeConnector("sqlite:" + file.string(), {})->describe(); });
        const QString said = error.what();
        _exit(error.kind() == ErrorKind::Refused && said.contains("may not be written") && said.contains("readonly") ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QCOMPARE(WEXITSTATUS(status), 0);
}

void SqliteFileTest::aStopEndsTheWaitForALock()
{
    const Plain other(path("theirs.db"));
    other.run("CREATE TABLE customers(x)");
    QCOMPARE(other.run("BEGIN IMMEDIATE"), QString());
    std::stop_source stop;
    TableSpec spec = keyTable();
    spec.stop = stop.get_token();
    QElapsedTimer clock;
    clock.start();
    std::jthread stopping([&stop] { stop.request_stop(); });
    const Error error = failure([&] { (void)named("theirs.db")->createTable(spec); });
    QCOMPARE(error.kind(), ErrorKind::Cancelled);
    QVERIFY2(clock.elapsed() < 1'000, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(other.run("COMMIT; SELECT name FROM sqlite_schema"), QString("customers;"));
}

void SqliteFileTest::aCancelEndsCountAndStructure()
{
    const auto target = named("new.db");
    {
        const auto table = target->createTable(keyTable());
        fill(*table, keyTable());
        table->cancel();
        QCOMPARE(failure([&] { (void)table->count(); }).kind(), ErrorKind::Cancelled);
        QCOMPARE(failure([&] { (void)table->structure(); }).kind(), ErrorKind::Cancelled);
    }
    QCOMPARE(filesIn(*m_folder), QStringList());
}

void SqliteFileTest::aLevelOfSettingsSaysItsDurability()
{
    const auto target = privately("?journal_mode=wal");
    QVERIFY((target->durability({{"synchronous", "off"}}) == Durability{"wal, synchronous=off", true}));
    QVERIFY((target->durability({{"journal_mode", "delete"}}) == Durability{"delete, synchronous=full", false}));
    QVERIFY((target->durability({{"cache_size", "100"}}) == Durability{"wal, synchronous=full", false}));
    QCOMPARE(filesIn(*m_folder), QStringList());
}

void SqliteFileTest::largeTablesOfOthersAreAConcern_data()
{
    QTest::addColumn<QByteArray>("holds");
    QTest::addColumn<QString>("said");
    const QByteArray large = "INSERT INTO %1 SELECT zeroblob(1000000);";
    QTest::newRow("nothing") << QByteArray() << "";
    QTest::newRow("small tables") << QByteArray("CREATE TABLE customers(x); CREATE TABLE orders(x)") << "";
    QTest::newRow("a large table") << "CREATE TABLE customers(x);" + QByteArray(large).replace("%1", "customers") << "(1): customers.";
    QTest::newRow("many of them") << "CREATE TABLE a(x); CREATE TABLE b(x); CREATE TABLE c(x); CREATE TABLE d(x);" + QByteArray(large).replace("%1", "a")
                                  << "(4): a, b, ….";
    QTest::newRow("our own") << leftTable("keyrace_0123abcd_t1") + QByteArray(large).replace("%1", "keyrace_0123abcd_t1") << "";
}

void SqliteFileTest::largeTablesOfOthersAreAConcern()
{
    QFETCH(QByteArray, holds);
    QFETCH(QString, said);
    if (!holds.isEmpty())
        QCOMPARE(Plain(path("theirs.db")).run(holds), QString());
    const std::vector<Message> concerns = named("theirs.db")->describe().concerns;
    QCOMPARE(concerns.size(), said.isEmpty() ? std::size_t{0} : std::size_t{1});
    if (!said.isEmpty())
        QVERIFY2(QString::fromStdString(concerns[0].english()).contains(said), concerns[0].english().c_str());
}

void SqliteFileTest::aLockedFileIsSaidToBeLocked()
{
    const Plain other(path("theirs.db"));
    other.run("CREATE TABLE customers(x)");
    QCOMPARE(other.run("BEGIN EXCLUSIVE"), QString());
    const Error error = failure([&] { (void)named("theirs.db", "?busy_timeout=50")->createTable(keyTable()); });
    QCOMPARE(error.kind(), ErrorKind::Unreachable);
    QVERIFY2(QString(error.what()).contains("locked by another connection"), error.what());
}

void SqliteFileTest::aFullFileIsSaidToBeFull()
{
    // max_page_count is not a setting of the URL; a file size limit of the process gives the same as a full disk.
    const auto target = privately("?synchronous=off");
    const TableSpec spec = keyTable();
    const auto table = target->createTable(spec);
    fill(*table, spec, 100);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{200'000, before.rlim_max};
    std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    CommitLog log;
    const RowSet rows = madeRows(spec.columns, 100, 20'000);
    const Error error = failure([&] { sendAll(*table->connect()->inserter({InsertMethod::Prepared, 20'000, Sorting::None, false}), rows, 20'000, log); });
    setrlimit(RLIMIT_FSIZE, &before);
    QCOMPARE(error.kind(), ErrorKind::Disk);
    // The transaction was rolled back, and the table works again once there is room.
    QCOMPARE(table->count(), 100);
    sendAll(*table->connect()->inserter({}), rows, 1'000, log);
    QCOMPARE(table->count(), 20'100);
}

void SqliteFileTest::aFailedCreationLeavesNothing()
{
    TableSpec spec = keyTable();
    spec.indexes = {{"n"}, {"no_such_column"}};
    Plain(path("theirs.db")).run("CREATE TABLE customers(x)");
    QCOMPARE(failure([&] { (void)named("theirs.db")->createTable(spec); }).kind(), ErrorKind::Target);
    QCOMPARE(failure([&] { (void)named("mine.db")->createTable(spec); }).kind(), ErrorKind::Target);
    QCOMPARE(failure([&] { (void)privately()->createTable(spec); }).kind(), ErrorKind::Target);
    QCOMPARE(Plain(path("theirs.db")).run("SELECT name FROM sqlite_schema"), QString("customers;"));
    QCOMPARE(filesIn(*m_folder), QStringList("theirs.db"));
}

QTEST_GUILESS_MAIN(SqliteFileTest)
#include "tst_sqlitefile.moc"
