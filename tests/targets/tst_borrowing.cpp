// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/sandbox/sandbox.h"
#include "tests/sandbox/processes.h"
#include "tests/servers/testservers.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/stat.h>

using namespace keyrace;
using namespace keyrace::test;

namespace fs = std::filesystem;

namespace {

using Settings = std::map<std::string, std::string>;

/// What a level changes on one kind of server, as its description shows it.
struct Level {
    std::string session, sessionValue;
    std::string server, serverValue; ///< of all, while it runs
    std::string start, startValue;   ///< of all, when it starts
    std::string fixed;               ///< that nobody changes
};

Level levelOf(const QString& server)
{
    if (server.startsWith("postgresql"))
        return {"work_mem", "8MB", "checkpoint_timeout", "17min", "shared_buffers", "24MB", "block_size"};
    if (server == "mysql")
        return {"bulk_insert_buffer_size", "4194304", "innodb_io_capacity", "333", "innodb_autoinc_lock_mode", "1", "nosuch_setting"};
    return {"bulk_insert_buffer_size", "4194304", "innodb_io_capacity", "333", "innodb_autoinc_lock_mode", "2", "nosuch_setting"};
}

Cell cellWith(Connector& target, const Settings& settings)
{
    Cell cell;
    cell.key = "uuidv4";
    cell.storage = target.defaultStorage(KeyShape::Bytes16);
    cell.layout.type = target.defaultLayout();
    cell.indexes.name = "none";
    cell.workload.rows = {1};
    cell.rows = 1;
    cell.settings = SettingsChoice{"", settings};
    return cell;
}

std::string reasonOf(Connector& target, const Settings& settings)
{
    (void)target.durability(settings);
    const auto reason = target.unavailable(cellWith(target, settings));
    return reason ? reason->english() : std::string();
}

TableSpec specOf(Connector& target)
{
    return tableSpec(cellWith(target, {}), "keyrace_borrowing");
}

} // namespace

/// Settings of whole servers, on real ones: levels of private servers, and what is borrowed elsewhere.
class BorrowingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QCOMPARE(chmod(m_folder.path().toStdString().c_str(), 0755), 0); }
    void aPrivateServerTakesEveryLevel_data() { serverRows(); }
    void aPrivateServerTakesEveryLevel();
    void aLevelThatTheServerRefusesHarmsNoOther();
    void withoutConsentNothingIsChanged_data() { serverRows(); }
    void withoutConsentNothingIsChanged();
    void whatIsBorrowedComesBack_data() { serverRows(); }
    void whatIsBorrowedComesBack();
    void whatAKilledRunBorrowedComesBack_data() { serverRows(); }
    void whatAKilledRunBorrowedComesBack();
    void whatSomebodyChangedSinceIsLeft_data() { serverRows(); }
    void whatSomebodyChangedSinceIsLeft();
    void anotherRunsLoanIsNotBorrowed();
    void severalNodesLendNothing();
    void countersAreSwitchedOnForTheRun_data();
    void countersAreSwitchedOnForTheRun();

private:
    static void serverRows()
    {
        QTest::addColumn<QString>("server");
        for (const char* name : {"postgresql", "postgresql 18", "mariadb", "mysql"})
            QTest::newRow(name) << name;
    }
    [[nodiscard]] fs::path journal() const { return m_folder.filePath("state").toStdString(); }
    /// A server that is none of ours.
    std::unique_ptr<Connector> lender(const QString& server, Consent consent, const Settings& settings = {})
    {
        const std::string url = m_servers.server(server.toStdString(), settings).url();
        ConnectorContext context = m_servers.context();
        context.consent = consent;
        context.journalFolder = journal();
        auto target = makeConnector(url, context);
        (void)target->describe();
        return target;
    }
    std::string valueOf(const QString& server, const std::string& name) { return lender(server, {})->describe().settings.at(name); }

    QTemporaryDir m_folder;
    TestServers m_servers{m_folder.path().toStdString()};
};

void BorrowingTest::aPrivateServerTakesEveryLevel()
{
    QFETCH(const QString, server);
    const Level level = levelOf(server);
    const auto target = makeTarget(sandboxUrl(serverChoice(server.toStdString())), {m_folder.path().toStdString(), {}, false, {}, {}, {}});
    const Settings before = target->describe().settings;
    QVERIFY(before.at(level.server) != level.serverValue && before.at(level.start) != level.startValue);
    const auto table = target->createTable(specOf(*target));

    const Settings whole{{level.session, level.sessionValue}, {level.server, level.serverValue}, {level.start, level.startValue}};
    QCOMPARE(reasonOf(*target, whole), std::string());
    QVERIFY(reasonOf(*target, {{level.fixed, "1"}}).find(level.fixed) != std::string::npos);
    target->enterLevel(whole, {});
    const Settings during = target->describe().settings;
    QCOMPARE(during.at(level.server), level.serverValue);
    QCOMPARE(during.at(level.start), level.startValue);
    QCOMPARE(during.at(level.session), before.at(level.session)); // each client sets its own
    // The table that was there before the restart still answers.
    QCOMPARE(table->count(), 0);

    target->enterLevel({}, {});
    const Settings after = target->describe().settings;
    QCOMPARE(after.at(level.server), before.at(level.server));
    QCOMPARE(after.at(level.start), before.at(level.start));
    QVERIFY(!fs::exists(journal()));
}

void BorrowingTest::aLevelThatTheServerRefusesHarmsNoOther()
{
    const auto target = makeTarget(sandboxUrl(serverChoice("postgresql")), {m_folder.path().toStdString(), {}, false, {}, {}, {}});
    const Settings before = target->describe().settings;
    for (const Settings& wrong : {Settings{{"shared_buffers", "nonsense"}}, Settings{{"checkpoint_timeout", "nonsense"}}}) {
        const auto refused = [&] {
            try {
                target->enterLevel(wrong, {});
                return std::string();
            } catch (const Error& error) {
                return error.serverText();
            }
        }();
        QVERIFY2(refused.find("nonsense") != std::string::npos, refused.c_str());
        target->enterLevel({}, {});
        QCOMPARE(target->describe().settings.at("shared_buffers"), before.at("shared_buffers"));
        QCOMPARE(target->describe().settings.at("checkpoint_timeout"), before.at("checkpoint_timeout"));
    }
}

void BorrowingTest::withoutConsentNothingIsChanged()
{
    QFETCH(const QString, server);
    const Level level = levelOf(server);
    const auto target = lender(server, {});
    QCOMPARE(reasonOf(*target, {{level.session, level.sessionValue}}), std::string());
    QVERIFY(reasonOf(*target, {{level.server, level.serverValue}}).find("agreed") != std::string::npos);
    const auto willing = lender(server, {true, false});
    QCOMPARE(reasonOf(*willing, {{level.server, level.serverValue}}), std::string());
    QCOMPARE(willing->borrowedBy({{level.session, level.sessionValue}, {level.server, level.serverValue}}), (std::vector{level.server + " = " + level.serverValue}));
    QVERIFY(reasonOf(*willing, {{level.start, level.startValue}}).find("private server") != std::string::npos);
    QVERIFY(valueOf(server, level.server) != level.serverValue);
}

void BorrowingTest::whatIsBorrowedComesBack()
{
    QFETCH(const QString, server);
    const Level level = levelOf(server);
    const std::string before = valueOf(server, level.server);
    {
        const auto target = lender(server, {true, false});
        QCOMPARE(reasonOf(*target, {{level.server, level.serverValue}}), std::string());
        target->enterLevel({{level.server, level.serverValue}}, {});
        QCOMPARE(valueOf(server, level.server), level.serverValue);
        std::string written;
        for (const auto& entry : fs::directory_iterator(journal()))
            written += contentsOf(entry.path());
        QVERIFY2(written.find(level.server) != std::string::npos, written.c_str());
        QVERIFY(written.find(m_servers.server(server.toStdString()).password()) == std::string::npos);
        target->giveBack();
        QCOMPARE(valueOf(server, level.server), before);
        QVERIFY(fs::is_empty(journal()));
        target->enterLevel({{level.server, level.serverValue}}, {});
    }
    QCOMPARE(valueOf(server, level.server), before);
    QVERIFY(fs::is_empty(journal()));
}

void BorrowingTest::whatAKilledRunBorrowedComesBack()
{
    QFETCH(const QString, server);
    const Level level = levelOf(server);
    const std::string before = valueOf(server, level.server);
    Child run([&] {
        Connector* target = lender(server, {true, false}).release();
        (void)target->durability({{level.server, level.serverValue}});
        target->enterLevel({{level.server, level.serverValue}}, {});
        return std::string("borrowed");
    });
    QCOMPARE(run.said, std::string("borrowed"));
    QVERIFY(lender(server, {})->leftLoans().empty()); // it goes on
    run.end();
    QCOMPARE(valueOf(server, level.server), level.serverValue);
    const auto target = lender(server, {});
    const std::vector<Loan> loans = target->leftLoans();
    QCOMPARE(loans.size(), std::size_t{1});
    QVERIFY(target->settle(loans.front()).empty());
    QCOMPARE(valueOf(server, level.server), before);
    QVERIFY(target->leftLoans().empty());
    QVERIFY(fs::is_empty(journal()));
}

void BorrowingTest::whatSomebodyChangedSinceIsLeft()
{
    QFETCH(const QString, server);
    const Level level = levelOf(server);
    Child run([&] {
        Connector* target = lender(server, {true, false}).release();
        (void)target->durability({{level.server, level.serverValue}});
        target->enterLevel({{level.server, level.serverValue}}, {});
        return std::string("borrowed");
    });
    run.end();
    // As an administrator would, who knows nothing of the journal.
    const std::string another = server.startsWith("postgresql") ? "23min" : "444";
    const Loan loan = lender(server, {})->leftLoans().at(0);
    ConnectorContext context = m_servers.context();
    context.consent = {true, false};
    context.journalFolder = m_folder.filePath("elsewhere").toStdString();
    const auto administrator = makeConnector(m_servers.server(server.toStdString()).url(), context);
    (void)administrator->describe();
    (void)administrator->durability({{level.server, another}});
    administrator->enterLevel({{level.server, another}}, {});
    QCOMPARE(lender(server, {})->settle(loan), std::vector{level.server});
    QCOMPARE(valueOf(server, level.server), another);
    QVERIFY(fs::is_empty(journal()));
    // What the administrator found was the dead run's: the next test starts from the server's own.
    administrator->giveBack();
    (void)lender(server, {})->settle(loan);
}

void BorrowingTest::anotherRunsLoanIsNotBorrowed()
{
    const Level level = levelOf("mariadb");
    const Child run([&] {
        Connector* target = lender("mariadb", {true, false}).release();
        (void)target->durability({{level.server, level.serverValue}});
        target->enterLevel({{level.server, level.serverValue}}, {});
        return std::string("borrowed");
    });
    const auto target = lender("mariadb", {true, false});
    (void)target->durability({{level.server, "555"}});
    try {
        target->enterLevel({{level.server, "555"}}, {});
        QFAIL("borrowed twice");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::Refused);
        QVERIFY(error.message().english().find(level.server) != std::string::npos);
    }
}

void BorrowingTest::severalNodesLendNothing()
{
    std::string url = m_servers.server("postgresql").url();
    url.replace(url.find("@127.0.0.1:"), 11, "@" + url.substr(url.find("127.0.0.1:"), url.find("/postgres") - url.find("127.0.0.1:")) + ",127.0.0.1:");
    ConnectorContext context = m_servers.context();
    const std::string password = m_servers.server("postgresql").password();
    context.password = [password](const std::string&) { return std::optional(password); };
    context.consent = {true, true};
    const auto target = makeConnector(url, context);
    (void)target->describe();
    QVERIFY(reasonOf(*target, {{"checkpoint_timeout", "17min"}}).find("several nodes") != std::string::npos);
    QCOMPARE(reasonOf(*target, {{"work_mem", "8MB"}}), std::string());
}

void BorrowingTest::countersAreSwitchedOnForTheRun_data()
{
    QTest::addColumn<QString>("server");
    QTest::newRow("MariaDB") << "mariadb";
    QTest::newRow("MySQL") << "mysql";
}

void BorrowingTest::countersAreSwitchedOnForTheRun()
{
    QFETCH(const QString, server);
    const Settings idle{{"innodb_monitor_enable", "module_log"}};
    const auto splits = [&](Connector& target) {
        const auto table = target.createTable(specOf(target));
        return table->flow();
    };
    const auto plain = lender(server, {true, false}, idle);
    QCOMPARE(plain->describe().wishes.size(), std::size_t{1});
    plain->enterLevel({}, {});
    QVERIFY(splits(*plain).absent.contains("page_splits"));
    {
        const auto willing = lender(server, {true, true}, idle);
        willing->enterLevel({}, {});
        const Counters counted = splits(*willing);
        QVERIFY(counted.values.contains("page_splits") && counted.values.contains("page_merges"));
    }
    QVERIFY(splits(*plain).absent.contains("page_splits"));
    QVERIFY(lender(server, {})->describe().wishes.empty()); // a private server's are on
}

QTEST_GUILESS_MAIN(BorrowingTest)
#include "tst_borrowing.moc"
