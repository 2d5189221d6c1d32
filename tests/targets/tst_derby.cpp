// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/odbcdialect.h"
#include "engine/targets/tablemark.h"
#include "tests/targets/testrows.h"

#include <QtCore/QProcess>
#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>
#include <QtTest/QTest>

#include <fstream>

using namespace keyrace;
using namespace keyrace::test;

namespace {

/// Apache Derby's network server, in a folder and on a port of its own. It speaks the protocol of Db2, and much of its SQL.
class DerbyServer {
public:
    explicit DerbyServer(const QString& folder)
    {
        QTcpServer place;
        place.listen(QHostAddress::LocalHost);
        m_port = place.serverPort();
        place.close();
        m_process.setWorkingDirectory(folder);
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start("java", {"-Dderby.system.home=" + folder, "-Dderby.stream.error.file=" + folder + "/derby.log", "-cp", kClasses, "org.apache.derby.drda.NetworkServerControl", "start", "-h",
                                 "127.0.0.1", "-p", QString::number(m_port), "-noSecurityManager"});
    }
    ~DerbyServer()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    [[nodiscard]] bool answers() const
    {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, m_port);
        return socket.waitForConnected(500);
    }
    [[nodiscard]] QString output() { return m_process.readAll(); }

    /// What Derby's own client says to these statements.
    [[nodiscard]] QString run(const QString& folder, const std::vector<std::string>& statements) const
    {
        const std::string path = (folder + "/script.sql").toStdString();
        std::ofstream script(path);
        script << "connect 'jdbc:derby://127.0.0.1:" << m_port << "/bench;create=true;user=app;password=app';\n";
        for (const std::string& statement : statements)
            script << statement << ";\n";
        script.close();
        QProcess client;
        client.setWorkingDirectory(folder);
        client.setProcessChannelMode(QProcess::MergedChannels);
        client.start("java", {"-Dderby.stream.error.file=" + folder + "/client.log", "-cp", kClasses, "org.apache.derby.tools.ij", QString::fromStdString(path)});
        return client.waitForFinished(60'000) ? QString(client.readAll()) : QString("no answer");
    }

private:
    static inline const QString kClasses = "/usr/share/java/derby.jar:/usr/share/java/derbynet.jar:/usr/share/java/derbyclient.jar:/usr/share/java/derbytools.jar";
    QProcess m_process;
    quint16 m_port = 0;
};

TableSpec keyedBy(Column key, IndexMethod method)
{
    TableSpec spec;
    spec.name = "keyrace_derby";
    spec.columns = {std::move(key), {"n32", ColumnKind::Int32, 4}, {"n64", ColumnKind::Int64, 8}, {"t", ColumnKind::Text, 36}, {"at", ColumnKind::Timestamp, 8},
                    {"wide", ColumnKind::BytesOld, 300}};
    spec.layout.type = "heap";
    spec.indexMethod = method;
    spec.indexes = {{"n32"}, {"n64", "t"}};
    return spec;
}

// As a client of Derby prepares and executes a statement with parameters.
std::vector<std::string> executed(const std::string& sql, const std::string& values)
{
    const auto quoted = [](const std::string& text) {
        std::string result = "'";
        for (const char c : text)
            result.append(c == '\'' ? 2 : 1, c);
        return result + '\'';
    };
    return {"PREPARE p AS " + quoted(sql), values.empty() ? "EXECUTE p" : "EXECUTE p USING " + quoted("VALUES (" + values + ')')};
}

} // namespace

/// The SQL for Db2, as far as Apache Derby shares it.
class DerbyTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_server = std::make_unique<DerbyServer>(m_folder.path());
        const bool answers = QTest::qWaitFor([this] { return m_server->answers(); }, 60'000);
        QVERIFY2(answers, qPrintable(m_server->output()));
    }
    void cleanupTestCase() { m_server.reset(); }

    // Without it the others would show nothing.
    void whatIsWrongIsNoticed()
    {
        const QString said = m_server->run(m_folder.path(), {"CREATE TABLE keyrace_wrong (id BINARY(16) NOT NULL PRIMARY KEY)", "SELECT 1 FORM keyrace_wrong"});
        QCOMPARE(said.count("ERROR 42X01"), 2);
    }

    void tablesIndexesInsertsAndReadsAreAccepted_data()
    {
        QTest::addColumn<Column>("key");
        QTest::addColumn<std::string>("value"); ///< of the key; empty where the server makes it
        QTest::addColumn<IndexMethod>("method");
        const Column bytes{"id", ColumnKind::BytesOld, 16};
        QTest::newRow("octets") << bytes << std::string("X'0102030405060708090A0B0C0D0E0F10'") << IndexMethod::Primary;
        QTest::newRow("octets with an index") << bytes << std::string("X'0102030405060708090A0B0C0D0E0F10'") << IndexMethod::Btree;
        QTest::newRow("text") << Column{"id", ColumnKind::Text, 36} << std::string("'01020304-0506-0708-090a-0b0c0d0e0f10'") << IndexMethod::Primary;
        QTest::newRow("numbers") << Column{"id", ColumnKind::Int64, 8} << std::string("9223372036854775807") << IndexMethod::Primary;
        QTest::newRow("numbers of the server") << Column{"id", ColumnKind::Auto64, 8} << std::string() << IndexMethod::Primary;
        QTest::newRow("small numbers of the server") << Column{"id", ColumnKind::Auto32, 4} << std::string() << IndexMethod::None;
    }

    void tablesIndexesInsertsAndReadsAreAccepted()
    {
        QFETCH(const Column, key);
        QFETCH(const std::string, value);
        QFETCH(const IndexMethod, method);
        const TableSpec spec = keyedBy(key, method);
        const Dialect& sql = odbc::db2().sql();
        const std::string row = (value.empty() ? "" : value + ", ") + "1, 2, 'abc', TIMESTAMP('2024-01-01 00:00:00.123456'), X'00FF'";
        std::vector<std::string> statements{sql.createTable(spec, {})};
        const auto add = [&](const std::vector<std::string>& more) { statements.insert(statements.end(), more.begin(), more.end()); };
        add(sql.createIndexes(spec));
        add(executed(sql.insert(spec, 1), row));
        const std::string other = value.empty() ? "" : value == "9223372036854775807" ? "7, " : value.starts_with("X'") ? "X'FF', " : "'other', ";
        add({sql.insertHead(spec) + '(' + other + "1, 3, 'abd', CURRENT_TIMESTAMP, X'01')"});
        const std::string found = value.empty() ? "1" : value;
        add(executed(sql.read(spec, ReadKind::PkLookup, "n32"), found));
        add(executed(sql.read(spec, ReadKind::PointLookup, "t"), "'abc'"));
        add(executed(sql.read(spec, ReadKind::RangeScan, "n64"), "1, 2"));
        add(executed(sql.read(spec, ReadKind::OrderByPk, "n32"), ""));
        add(executed(sql.read(spec, ReadKind::OrderByColumn, "n32"), ""));
        add(executed(sql.read(spec, ReadKind::FullScanCount, "n64"), "0"));
        add({"SELECT count(*) AS counted FROM " + sql.quotedName(spec.name), "DROP TABLE " + sql.quotedName(spec.name)});
        const QString said = m_server->run(m_folder.path(), statements);
        QVERIFY2(!said.contains("ERROR"), qPrintable(said));
        QCOMPARE(said.count("1 row inserted/updated/deleted"), 2);
        QCOMPARE(said.count("1 row selected"), 5); // found by key, text and number; counted by a read, and as runs do
        QCOMPARE(said.count("2 rows selected"), 2); // in order
        QCOMPARE(said.count("0 rows inserted/updated/deleted"), static_cast<int>(2 + sql.createIndexes(spec).size()));
    }

    void aDuplicateIsToldByItsState()
    {
        const TableSpec spec = keyedBy({"id", ColumnKind::Int64, 8}, IndexMethod::Primary);
        const Dialect& sql = odbc::db2().sql();
        const std::string row = sql.insertHead(spec) + "(1, 1, 2, 'abc', CURRENT_TIMESTAMP, X'00')";
        const QString said = m_server->run(m_folder.path(), {sql.createTable(spec, {}), row, row, sql.createTable(spec, {}), "DROP TABLE " + sql.quotedName(spec.name)});
        QVERIFY2(said.contains("ERROR 23505"), qPrintable(said));
        const Error error = odbc::db2().failure({"23505", -803, "duplicate"}, "odbc:shop");
        QCOMPARE(error.kind(), ErrorKind::Target);
        QCOMPARE(error.serverText(), std::string("duplicate"));
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DerbyServer> m_server;
};

QTEST_GUILESS_MAIN(DerbyTest)
#include "tst_derby.moc"
