// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/targets/connector.h"
#include "engine/targets/sqlite/url.h"

#include <QtTest>

using namespace keyrace;

namespace {

Error refusal(const std::string& url)
{
    try {
        (void)makeConnector(url, {});
    } catch (const Error& error) {
        return error;
    }
    return Error(ErrorKind::Target, Message::verbatim("nothing was refused"));
}

Cell plainCell()
{
    Cell cell;
    cell.key = "uuidv4";
    cell.layout.type = "rowid";
    cell.storage = Storage::Binary;
    return cell;
}

} // namespace

/// SQLite's URLs, and what it says it cannot do.
class SqliteUrlTest : public QObject {
    Q_OBJECT

private slots:
    void paths_data();
    void paths();
    void pragmasAreKeptInSqlitesWords();
    void wrongUrlsAreRefused_data();
    void wrongUrlsAreRefused();
    void aPasswordIsNotRepeated();
    void unavailableCellsSayWhy_data();
    void unavailableCellsSayWhy();
    void availableCells_data();
    void availableCells();
};

void SqliteUrlTest::paths_data()
{
    QTest::addColumn<std::string>("url");
    QTest::addColumn<std::string>("path");
    QTest::newRow("relative") << std::string("sqlite:events.db") << std::string("events.db");
    QTest::newRow("absolute") << std::string("sqlite:/var/x.db") << std::string("/var/x.db");
    QTest::newRow("absolute with an empty host") << std::string("sqlite:///var/x.db") << std::string("/var/x.db");
    QTest::newRow("percent-escapes") << std::string("sqlite:a%20b%3Fc%25.db") << std::string("a b?c%.db");
    QTest::newRow("escaped and plain UTF-8") << std::string("sqlite:%C3%BC\u00fc") << std::string("\u00fc\u00fc");
    QTest::newRow("a plus and a hash stand for themselves") << std::string("sqlite:a+b#c") << std::string("a+b#c");
    QTest::newRow("only the first question mark ends the path") << std::string("sqlite:a.db?journal_mode=wal") << std::string("a.db");
    QTest::newRow("none: private files") << std::string("sqlite:") << std::string();
    QTest::newRow("none, with settings") << std::string("sqlite:?journal_mode=wal") << std::string();
}

void SqliteUrlTest::paths()
{
    QFETCH(std::string, url);
    QFETCH(std::string, path);
    const sqlite::Url parsed = sqlite::parseUrl(url);
    QCOMPARE(parsed.path.value_or("").string(), path);
    QCOMPARE(parsed.path.has_value(), !path.empty());
}

void SqliteUrlTest::pragmasAreKeptInSqlitesWords()
{
    const sqlite::Url url = sqlite::parseUrl("sqlite:?journal_mode=WAL&synchronous=1&cache_size=-2000&temp_store=2&auto_vacuum=Full");
    const std::map<std::string, std::string> expected{{"journal_mode", "wal"}, {"synchronous", "normal"}, {"cache_size", "-2000"},
        {"temp_store", "memory"}, {"auto_vacuum", "full"}};
    QCOMPARE(url.pragmas, expected);
}

void SqliteUrlTest::wrongUrlsAreRefused_data()
{
    QTest::addColumn<std::string>("url");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* url, const char* said) { QTest::newRow(url) << std::string(url) << QString(said); };
    row("sqlite:x?colour=red", "Accepted are: busy_timeout, page_size, auto_vacuum, journal_mode");
    row("sqlite:x?locking_mode=exclusive", "locking_mode");
    row("sqlite:x?journal_mode=fast", "delete, truncate, persist, memory, wal, off");
    row("sqlite:x?synchronous=4", "off, normal, full, extra");
    row("sqlite:x?page_size=1000", "powers of two from 512 to 65536");
    row("sqlite:x?page_size=256", "powers of two");
    row("sqlite:x?cache_size=many", "whole numbers");
    row("sqlite:x?cache_size=1;DROP TABLE y", "whole numbers");
    row("sqlite:x?cache_size=99999999999", "whole numbers");
    row("sqlite:x?cache_size=", "whole numbers");
    row("sqlite:x?mmap_size=-1", "whole numbers");
    row("sqlite:x?journal_mode", "name=value");
    row("sqlite:x?&", "name=value");
    row("sqlite:x?journal_mode=wal&journal_mode=wal", "twice");
    row("sqlite:x%2", "percent-escape");
    row("sqlite:x%zz", "percent-escape");
    row("sqlite:x%00y", "percent-escape");
    row("sqlite://me@/x.db", "no user and no password");
    row("sqlite://me:secret@host/x.db", "no user and no password");
    row("sqlite:x.db?password=secret", "no user and no password");
    row("sqlite://host/x.db", "not of the host host");
    row("sqlite::memory:", "single connection");
    row("oracle:x", "Known are: sqlite:");
    row("x.db", "Known are: sqlite:");
    row("", "Known are: sqlite:");
}

void SqliteUrlTest::wrongUrlsAreRefused()
{
    QFETCH(std::string, url);
    QFETCH(QString, said);
    const Error error = refusal(url);
    QCOMPARE(error.kind(), ErrorKind::BadInput);
    QVERIFY2(QString(error.what()).contains(said), error.what());
}

void SqliteUrlTest::aPasswordIsNotRepeated()
{
    for (const char* url : {"sqlite://me:secret@host/x.db", "sqlite:x.db?password=secret", "oracle://me:secret@host/x"})
        QVERIFY2(!QString(refusal(url).what()).contains("secret"), url);
}

void SqliteUrlTest::unavailableCellsSayWhy_data()
{
    QTest::addColumn<Cell>("cell");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* title, const char* said, auto change) {
        Cell cell = plainCell();
        change(cell);
        QTest::newRow(title) << cell << QString(said);
    };
    const auto autoKey = [](Cell& cell) {
        cell.key = "bigint-auto";
        cell.source = KeySource::Server;
        cell.storage = Storage::Native;
    };
    row("heap", "no layout heap", [](Cell& c) { c.layout.type = "heap"; });
    row("partitioned", "no layout partitioned", [](Cell& c) { c.layout = {"partitioned", "id", 4}; });
    row("native uuid", "no uuid type", [](Cell& c) { c.storage = Storage::Native; });
    row("Db2's storage", "Db2", [](Cell& c) { c.storage = Storage::BinaryOld; });
    row("unaliased uuid", "auto key", [](Cell& c) { c.storage = Storage::Unaliased; });
    row("a uuid made by the server", "the client does", [](Cell& c) { c.source = KeySource::Server; });
    row("text integer", "native", [](Cell& c) { c.key = "snowflake"; c.storage = Storage::Text; });
    row("clustered auto key", "WITHOUT ROWID", [&](Cell& c) { autoKey(c); c.layout.type = "clustered"; });
    row("auto key with a btree of its own", "only for a primary key", [&](Cell& c) { autoKey(c); c.indexMethod = IndexMethod::Btree; });
    row("clustered with a btree of its own", "primary key's B-tree",
        [](Cell& c) { c.layout.type = "clustered"; c.indexMethod = IndexMethod::Btree; });
    row("hash index", "no hash", [](Cell& c) { c.indexMethod = IndexMethod::Hash; });
    row("array", "no arrays", [](Cell& c) { c.insert.method = InsertMethod::Array; });
    row("bulk", "COPY", [](Cell& c) { c.insert.method = InsertMethod::Bulk; });
    row("pipeline", "network", [](Cell& c) { c.insert.method = InsertMethod::Pipeline; });
    row("staging", "staging", [](Cell& c) { c.insert.staging = true; });
    row("replay", "standby", [](Cell& c) { c.workload.kind = WorkloadKind::Replay; });
    row("looking up keys that are NULL", "NULL in every row",
        [&](Cell& c) { autoKey(c); c.storage = Storage::Unaliased; c.workload.kind = WorkloadKind::Select; });
    row("unknown pragma as a level", "Accepted are", [](Cell& c) { c.settings = SettingsChoice{"x", {{"shared_buffers", "1GB"}}}; });
    row("ill-formed pragma as a level", "synchronous", [](Cell& c) { c.settings = SettingsChoice{"x", {{"synchronous", "never"}}}; });
}

void SqliteUrlTest::unavailableCellsSayWhy()
{
    QFETCH(Cell, cell);
    QFETCH(QString, said);
    const auto reason = makeConnector("sqlite:", {})->unavailable(cell);
    QVERIFY(reason.has_value());
    QVERIFY2(QString::fromStdString(reason->english()).contains(said), reason->english().c_str());
}

void SqliteUrlTest::availableCells_data()
{
    QTest::addColumn<Cell>("cell");
    const auto row = [](const char* title, auto change) {
        Cell cell = plainCell();
        change(cell);
        QTest::newRow(title) << cell;
    };
    row("uuid in a rowid table", [](Cell&) {});
    row("uuid clustered", [](Cell& c) { c.layout.type = "clustered"; });
    row("uuid as text", [](Cell& c) { c.storage = Storage::Text; });
    row("uuidv1 swapped", [](Cell& c) { c.key = "uuidv1"; c.storage = Storage::Swapped; });
    row("uuid in a btree of its own", [](Cell& c) { c.indexMethod = IndexMethod::Btree; });
    row("uuid without an index", [](Cell& c) { c.indexMethod = IndexMethod::None; });
    row("snowflake clustered", [](Cell& c) { c.key = "snowflake"; c.storage = Storage::Native; c.layout.type = "clustered"; });
    row("INT PRIMARY KEY", [](Cell& c) { c.key = "bigint-auto"; c.source = KeySource::Server; c.storage = Storage::Unaliased; });
    row("a pragma as a level", [](Cell& c) { c.settings = SettingsChoice{"x", {{"synchronous", "off"}, {"page_size", "8192"}}}; });
    row("eight clients", [](Cell& c) { c.clients = 8; });
}

void SqliteUrlTest::availableCells()
{
    QFETCH(Cell, cell);
    const auto reason = makeConnector("sqlite:", {})->unavailable(cell);
    QVERIFY2(!reason, reason ? reason->english().c_str() : "");
}

QTEST_GUILESS_MAIN(SqliteUrlTest)
#include "tst_sqliteurl.moc"
