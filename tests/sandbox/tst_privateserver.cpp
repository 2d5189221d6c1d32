// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/sandbox/privateserver.h"
#include "tests/sandbox/processes.h"
#include "tests/servers/testservers.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/stat.h>

using namespace keyrace;
using namespace keyrace::test;

namespace fs = std::filesystem;

namespace {

Error failureOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    return {ErrorKind::BadInput, Message::verbatim("nothing failed")};
}

} // namespace

/// Real servers, each started, asked and stopped.
class TestPrivateServer : public QObject {
    Q_OBJECT

private slots:
    // Open to the user as which servers run where we are root.
    void initTestCase() { QCOMPARE(chmod(place().c_str(), 0755), 0); }
    void startsAnswersAndLeavesNothing_data() { engineRows(); }
    void startsAnswersAndLeavesNothing();
    void killedOwnerLeavesNothing_data() { engineRows(); }
    void killedOwnerLeavesNothing();
    void theServersWordsAboutAWrongSetting_data();
    void theServersWordsAboutAWrongSetting();
    void missingProgramsAreNamed_data();
    void missingProgramsAreNamed();
    void settingsThatDecideWhereItLivesAreRefused();
    void aStopEndsTheStart();
    void aServerThatCannotBeLimitedSaysWhy();

private:
    static void engineRows();
    [[nodiscard]] fs::path place() const { return m_place.path().toStdString(); }

    QTemporaryDir m_place;
};

void TestPrivateServer::engineRows()
{
    QTest::addColumn<QString>("engine");
    for (const char* engine : {"postgresql", "postgresql 18", "mariadb", "mysql"})
        QTest::newRow(engine) << engine;
}

void TestPrivateServer::startsAnswersAndLeavesNothing()
{
    QFETCH(const QString, engine);
    fs::path folder;
    std::vector<pid_t> processes;
    {
        const PrivateServer server(serverChoice(engine.toStdString()), place());
        folder = server.folder();
        processes = processesOf(folder.string());
        QVERIFY(!processes.empty());
        struct stat about{};
        QCOMPARE(stat(folder.c_str(), &about), 0);
        QCOMPARE(about.st_mode & 0777U, 0700U);
        // Nobody else finds the password: neither in the list of processes nor in a file.
        for (const pid_t process : processes)
            QVERIFY(contentsOf("/proc/" + std::to_string(process) + "/cmdline").find(server.password()) == std::string::npos);
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.is_regular_file() && entry.file_size() < 1'000'000)
                QVERIFY2(contentsOf(entry.path()).find(server.password()) == std::string::npos, entry.path().c_str());
        }
        QVERIFY(server.url().find("@127.0.0.1:") != std::string::npos);
        QVERIFY(server.url().find(server.password()) == std::string::npos);
    }
    QVERIFY(!fs::exists(folder));
    QVERIFY(haveEnded(processes));
    QVERIFY(processesOf(folder.string()).empty());
}

void TestPrivateServer::killedOwnerLeavesNothing()
{
    QFETCH(const QString, engine);
    Child owner([&] {
        const auto* server = new PrivateServer(serverChoice(engine.toStdString()), place());
        return server->folder().string();
    });
    QVERIFY(!owner.said.empty());
    const std::vector<pid_t> processes = processesOf(owner.said);
    QVERIFY(!processes.empty());
    owner.end();
    QVERIFY(haveEnded(processes));
    // The guard, which removes the folder, ends last.
    QTRY_VERIFY_WITH_TIMEOUT(!fs::exists(owner.said), 15'000);
}

void TestPrivateServer::theServersWordsAboutAWrongSetting_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("words");
    QTest::newRow("PostgreSQL, unknown") << "postgresql" << "shared_bufers" << "16MB" << "unrecognized configuration parameter \"shared_bufers\"";
    QTest::newRow("PostgreSQL, out of range") << "postgresql" << "max_connections" << "-1" << "outside the valid range";
    QTest::newRow("MariaDB, unknown") << "mariadb" << "innodb_bufer_pool_size" << "16M" << "unknown variable 'innodb_bufer_pool_size=16M'";
    QTest::newRow("MySQL, unknown") << "mysql" << "innodb_bufer_pool_size" << "16M" << "unknown variable 'innodb_bufer_pool_size=16M'";
}

void TestPrivateServer::theServersWordsAboutAWrongSetting()
{
    QFETCH(const QString, engine);
    QFETCH(const QString, name);
    QFETCH(const QString, value);
    QFETCH(const QString, words);
    const Error error = failureOf([&] {
        const PrivateServer server(serverChoice(engine.toStdString(), {{name.toStdString(), value.toStdString()}}), place());
    });
    QCOMPARE(error.kind(), ErrorKind::Unreachable);
    QVERIFY2(error.serverText().find(words.toStdString()) != std::string::npos, error.what());
    QVERIFY(fs::is_empty(place()));
}

void TestPrivateServer::missingProgramsAreNamed_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<QString>("package");
    QTest::newRow("PostgreSQL") << "postgresql" << "postgresql";
    QTest::newRow("MariaDB") << "mariadb" << "mariadb-server-core";
    QTest::newRow("MySQL") << "mysql" << "mysql-server-core";
}

void TestPrivateServer::missingProgramsAreNamed()
{
    QFETCH(const QString, engine);
    QFETCH(const QString, package);
    const QTemporaryDir empty;
    const Error error = failureOf([&] { const PrivateServer server({engine.toStdString(), empty.path().toStdString(), {}, false, {}}, place()); });
    QCOMPARE(error.kind(), ErrorKind::Unreachable);
    const QString text = QString::fromStdString(error.message().english());
    QVERIFY2(text.contains("Install the package " + package) && text.contains(empty.path()), qPrintable(text));
}

void TestPrivateServer::settingsThatDecideWhereItLivesAreRefused()
{
    for (const char* name : {"listen_addresses", "Port", "-c", "a b", ""}) {
        const Error error = failureOf([&] { const PrivateServer server({"postgresql", {}, {{name, "1"}}, false, {}}, place()); });
        QCOMPARE(error.kind(), ErrorKind::BadInput);
    }
    const Error error = failureOf([&] { const PrivateServer server({"mariadb", {}, {{"bind-address", "0.0.0.0"}}, false, {}}, place()); });
    QCOMPARE(error.kind(), ErrorKind::BadInput);
}

void TestPrivateServer::aStopEndsTheStart()
{
    std::stop_source stop;
    stop.request_stop();
    const Error error = failureOf([&] { const PrivateServer server({"mariadb", {}, {}, false, {}}, place(), stop.get_token()); });
    QCOMPARE(error.kind(), ErrorKind::Cancelled);
    QVERIFY(fs::is_empty(place()));
}

void TestPrivateServer::aServerThatCannotBeLimitedSaysWhy()
{
    try {
        // Where the machine allows it, a server does not start in 4 MiB.
        const PrivateServer server({"postgresql", {}, {}, false, 4 << 20}, place());
        QFAIL("a server in 4 MiB");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::Unreachable);
    }
    QVERIFY(fs::is_empty(place()));
}

QTEST_GUILESS_MAIN(TestPrivateServer)
#include "tst_privateserver.moc"
