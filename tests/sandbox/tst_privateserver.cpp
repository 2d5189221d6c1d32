// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/sandbox/privateserver.h"
#include "engine/targets/connector.h"
#include "tests/sandbox/processes.h"
#include "tests/targets/failures.h"
#include "tests/servers/testservers.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/stat.h>

using namespace keyrace;
using namespace keyrace::test;

namespace fs = std::filesystem;

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
    void aRestartKeepsTheData_data() { engineRows(); }
    void aRestartKeepsTheData();
    void aStandbyFollowsAndIsGoneWithItsPrimary_data();
    void aStandbyFollowsAndIsGoneWithItsPrimary();
    void aKilledOwnerLeavesNoStandby();
    void onlyPostgresqlHasStandbys();
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

void TestPrivateServer::aRestartKeepsTheData()
{
    QFETCH(const QString, engine);
    const bool isPostgresql = engine.startsWith("postgresql");
    const std::string setting = isPostgresql ? "shared_buffers" : "innodb_log_buffer_size";
    const std::string value = isPostgresql ? "24MB" : "4194304";
    PrivateServer server(serverChoice(engine.toStdString()), place());
    ConnectorContext context;
    context.password = [&](const std::string&) { return std::optional(server.password()); };
    const auto target = makeConnector(server.url(), context);
    const std::string before = target->describe().settings.at(setting);
    Cell cell;
    cell.key = "bigint-auto";
    cell.layout.type = target->defaultLayout();
    cell.indexes.name = "none";
    cell.rows = 1;
    target->createTable(tableSpec(cell, "keyrace_kept"))->keep();
    server.restart({{setting, value}}, {});
    QCOMPARE(target->describe().settings.at(setting), value);
    // Known by its mark, whose maker is this very process.
    QVERIFY_THROWS_EXCEPTION(Error, (void)target->createTable(tableSpec(cell, "keyrace_kept")));
    server.restart({}, {});
    QCOMPARE(target->describe().settings.at(setting), before);
}

void TestPrivateServer::aStandbyFollowsAndIsGoneWithItsPrimary_data()
{
    QTest::addColumn<QString>("engine");
    QTest::newRow("PostgreSQL 15") << "postgresql";
    QTest::newRow("PostgreSQL 18") << "postgresql 18";
}

void TestPrivateServer::aStandbyFollowsAndIsGoneWithItsPrimary()
{
    QFETCH(const QString, engine);
    SandboxChoice choice = serverChoice(engine.toStdString(), {{"max_connections", "30"}});
    choice.standby = true;
    std::vector<fs::path> folders;
    std::vector<pid_t> processes;
    {
        PrivateServer server(choice, place());
        QVERIFY(server.standby() != nullptr);
        folders = {server.folder(), server.standby()->folder()};
        for (const fs::path& folder : folders) {
            for (const pid_t process : processesOf(folder.string()))
                processes.push_back(process);
            for (const auto& entry : fs::recursive_directory_iterator(folder)) {
                if (entry.is_regular_file() && entry.file_size() < 1'000'000)
                    QVERIFY2(contentsOf(entry.path()).find(server.password()) == std::string::npos, entry.path().c_str());
            }
        }
        ConnectorContext context;
        context.password = [&](const std::string&) { return std::optional(server.password()); };
        const auto primary = makeConnector(server.url(), context);
        const auto standby = makeConnector(server.standby()->url(), context);
        Cell cell;
        cell.key = "bigint-auto";
        cell.layout.type = "heap";
        cell.indexes.name = "none";
        cell.rows = 1;
        // Only what a process that is gone has left is told.
        Child run([&] {
            primary->createTable(tableSpec(cell, "keyrace_followed"))->keep();
            return std::string("made");
        });
        QCOMPARE(run.said, std::string("made"));
        run.end();
        // What was made on the primary is there on the standby, which only reads.
        QTRY_COMPARE_WITH_TIMEOUT(standby->leftovers().size(), std::size_t{1}, 15'000);
        QCOMPARE(failureOf([&] { (void)standby->createTable(tableSpec(cell, "keyrace_other")); }).kind(), ErrorKind::Refused);
        // Both are restarted, and go on.
        server.restart({{"max_connections", "40"}}, {});
        QCOMPARE(standby->describe().settings.at("max_connections"), std::string("40"));
        for (const fs::path& folder : folders) {
            for (const pid_t process : processesOf(folder.string()))
                processes.push_back(process);
        }
    }
    QVERIFY(haveEnded(processes));
    for (const fs::path& folder : folders) {
        QVERIFY(!fs::exists(folder));
        QVERIFY(processesOf(folder.string()).empty());
    }
}

void TestPrivateServer::aKilledOwnerLeavesNoStandby()
{
    SandboxChoice choice = serverChoice("postgresql");
    choice.standby = true;
    Child owner([&] {
        const auto* server = new PrivateServer(choice, place());
        return server->folder().string() + '\n' + server->standby()->folder().string();
    });
    QVERIFY(!owner.said.empty());
    const std::size_t end = owner.said.find('\n');
    const std::vector<std::string> folders{owner.said.substr(0, end), owner.said.substr(end + 1)};
    std::vector<pid_t> processes;
    for (const std::string& folder : folders) {
        const std::vector<pid_t> some = processesOf(folder);
        QVERIFY(!some.empty());
        processes.insert(processes.end(), some.begin(), some.end());
    }
    owner.end();
    QVERIFY(haveEnded(processes));
    for (const std::string& folder : folders)
        QTRY_VERIFY_WITH_TIMEOUT(!fs::exists(folder), 15'000);
}

void TestPrivateServer::onlyPostgresqlHasStandbys()
{
    SandboxChoice choice = serverChoice("mariadb");
    choice.standby = true;
    const Error error = failureOf([&] { const PrivateServer server(choice, place()); });
    QCOMPARE(error.kind(), ErrorKind::BadInput);
    QVERIFY(error.message().english().find("PostgreSQL") != std::string::npos);
    QVERIFY(fs::is_empty(place()));
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
