// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/testservers.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <csignal>
#include <sys/stat.h>

using namespace keyrace;
using namespace keyrace::test;

/// Settings of a whole server, as somebody at a terminal borrows them and gets them back.
class TestBorrowedSettings : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCOMPARE(chmod(m_folder.path().toStdString().c_str(), 0755), 0);
        qputenv("XDG_STATE_HOME", m_folder.filePath("state").toUtf8());
    }
    void nothingIsChangedUnasked_data() { serverRows(); }
    void nothingIsChangedUnasked();
    void aRunGivesBack_data() { serverRows(); }
    void aRunGivesBack();
    void cleanupGivesBackWhatAKilledRunBorrowed_data() { serverRows(); }
    void cleanupGivesBackWhatAKilledRunBorrowed();
    void theNextRunGivesBackWhatAKilledOneBorrowed_data() { serverRows(); }
    void theNextRunGivesBackWhatAKilledOneBorrowed();

private:
    static void serverRows()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("value");
        QTest::newRow("PostgreSQL") << "postgresql" << "checkpoint_timeout" << "17min";
        QTest::newRow("MariaDB") << "mariadb" << "innodb_io_capacity" << "333";
    }
    QString plan(const QString& setting, const QString& value, int rows)
    {
        const QString path = m_folder.filePath(setting + ".keyplan");
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(QStringLiteral(R"({"keyrace": 1, "table": "key-value", "workload": {"kind": "load", "rows": %3},
                "factors": {"key": ["bigint-auto"], "insert": [{"method": "single"}],
                            "settings": [{"label": "other", "set": {"%1": "%2"}}, {"label": "usual", "set": {}}]},
                "protocol": {"repeats": 1, "trim": 0, "warmup_rows": 0, "order": "alternating"}, "target": "sqlite:"})")
                           .arg(setting, value)
                           .arg(rows)
                           .toUtf8());
        return path;
    }
    PrivateServer& serverNamed(const QString& name)
    {
        PrivateServer& server = m_servers.server(name.toStdString());
        qputenv("KEYRACE_PASSWORD", QByteArray::fromStdString(server.password()));
        return server;
    }
    std::unique_ptr<QProcess> started(const QStringList& arguments)
    {
        auto process = std::make_unique<QProcess>();
        process->setWorkingDirectory(m_folder.path());
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->start(KEYRACE_PROGRAM, arguments);
        return process;
    }
    QString answer(const QStringList& arguments, int* status)
    {
        const auto process = started(arguments);
        *status = process->waitForFinished(120'000) ? process->exitCode() : -1;
        return QString::fromUtf8(process->readAll());
    }
    QStringList run(const QString& server, const QString& plan, const QStringList& more = {})
    {
        return QStringList{"run", plan, "--target", QString::fromStdString(serverNamed(server).url()), "-o", QStringLiteral("%1.keyrace").arg(++m_runs), "--quiet"} + more;
    }
    QString valueOf(const QString& server, const QString& setting)
    {
        return QString::fromStdString(makeConnector(serverNamed(server).url(), m_servers.context())->describe().settings.at(setting.toStdString()));
    }
    /// A run that was killed while it had borrowed.
    void killARun(const QString& server, const QString& setting, const QString& value);
    [[nodiscard]] bool isJournalEmpty() const { return QDir(m_folder.filePath("state/keyrace")).isEmpty(); }

    QTemporaryDir m_folder;
    TestServers m_servers{m_folder.path().toStdString()};
    int m_runs = 0;
};

void TestBorrowedSettings::nothingIsChangedUnasked()
{
    QFETCH(const QString, server);
    QFETCH(const QString, setting);
    QFETCH(const QString, value);
    int status = 0;
    const QString said = answer(run(server, plan(setting, value, 100)), &status);
    QCOMPARE(status, 2);
    QVERIFY2(said.contains(setting + " = " + value), qPrintable(said));
    QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("%1.keyrace").arg(m_runs))));
}

void TestBorrowedSettings::aRunGivesBack()
{
    QFETCH(const QString, server);
    QFETCH(const QString, setting);
    QFETCH(const QString, value);
    const QString before = valueOf(server, setting);
    int status = 0;
    const QString said = answer(run(server, plan(setting, value, 100), {"--yes"}), &status);
    QVERIFY2(status == 0, qPrintable(said));
    QCOMPARE(valueOf(server, setting), before);
    QVERIFY(isJournalEmpty());
}

void TestBorrowedSettings::killARun(const QString& server, const QString& setting, const QString& value)
{
    // Longer than anybody waits.
    const auto process = started(run(server, plan(setting, value, 20'000), {"--yes"}));
    QVERIFY(process->waitForStarted());
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(server, setting), value, 120'000);
    QCOMPARE(process->state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process->processId()), SIGKILL);
    QVERIFY(process->waitForFinished());
    QCOMPARE(valueOf(server, setting), value);
    QVERIFY(!isJournalEmpty());
}

void TestBorrowedSettings::cleanupGivesBackWhatAKilledRunBorrowed()
{
    QFETCH(const QString, server);
    QFETCH(const QString, setting);
    QFETCH(const QString, value);
    const QString before = valueOf(server, setting);
    killARun(server, setting, value);
    int status = 0;
    const QString said = answer({"cleanup", QString::fromStdString(serverNamed(server).url()), "--yes"}, &status);
    QVERIFY2(status == 0 && said.contains(setting + ": given back"), qPrintable(said));
    QCOMPARE(valueOf(server, setting), before);
    QVERIFY(isJournalEmpty());
}

void TestBorrowedSettings::theNextRunGivesBackWhatAKilledOneBorrowed()
{
    QFETCH(const QString, server);
    QFETCH(const QString, setting);
    QFETCH(const QString, value);
    const QString before = valueOf(server, setting);
    killARun(server, setting, value);
    int status = 0;
    const QString said = answer(run(server, plan(setting, before, 10), {"--set", R"(factors.settings=[{"label": "usual", "set": {}}])"}), &status);
    QVERIFY2(status == 0, qPrintable(said));
    QCOMPARE(valueOf(server, setting), before);
    QVERIFY(isJournalEmpty());
}

QTEST_GUILESS_MAIN(TestBorrowedSettings)
#include "tst_borrowedsettings.moc"
