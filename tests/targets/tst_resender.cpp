// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/kin.h"
#include "engine/targets/postgresql/kin.h"
#include "engine/targets/resender.h"

#include <QtTest/QTest>

using namespace keyrace;

namespace {

Conflict conflict()
{
    return Conflict(ErrorKind::Target, Message::verbatim("pushed aside"), "Deadlock found when trying to get lock; try restarting transaction");
}

} // namespace

/// Sending again what was rolled back because of others; and what servers of a kin call themselves.
class ResenderTest : public QObject {
    Q_OBJECT

private slots:
    void whatSucceedsIsSentOnce();
    void conflictsAreRepeatedAndCounted();
    void itGivesUpWithTheServersWords();
    void whatIsNoConflictIsNotRepeated();
    void aServerOfMysqlsKinIsNamedAsItAnswers_data();
    void aServerOfMysqlsKinIsNamedAsItAnswers();
    void aServerOfPostgresqlsKinIsNamedAsItAnswers_data();
    void aServerOfPostgresqlsKinIsNamedAsItAnswers();

private:
    CommitLog m_log;
};

void ResenderTest::whatSucceedsIsSentOnce()
{
    Resender resender;
    int sent = 0;
    resender.carryOut(m_log, [&] { ++sent; });
    QCOMPARE(sent, 1);
    QCOMPARE(resender.retries().count, 0);
    QCOMPARE(resender.retries().nanoseconds, 0);
}

void ResenderTest::conflictsAreRepeatedAndCounted()
{
    Resender resender;
    m_log.start();
    const auto begun = CommitLog::Clock::now();
    for (int batch = 0; batch < 2; ++batch) {
        int sent = 0;
        resender.carryOut(m_log, [&] {
            const auto now = CommitLog::Clock::now();
            while (CommitLog::Clock::now() - now < std::chrono::milliseconds(2)) { } // an attempt takes its time
            if (++sent < 4)
                throw conflict();
        });
        QCOMPARE(sent, 4);
        m_log.committed(1);
    }
    const std::chrono::nanoseconds all = CommitLog::Clock::now() - begun;
    QCOMPARE(resender.retries().count, 6);
    // What was lost is no more than all but the two attempts that succeeded.
    QVERIFY(resender.retries().nanoseconds >= 6 * 2'000'000);
    QVERIFY(resender.retries().nanoseconds <= all.count() - 2 * 2'000'000);
}

void ResenderTest::itGivesUpWithTheServersWords()
{
    Resender resender;
    m_log.start();
    int sent = 0;
    try {
        resender.carryOut(m_log, [&] {
            ++sent;
            throw conflict();
        });
        QFAIL("it goes on for ever");
    } catch (const Error& error) {
        QVERIFY(dynamic_cast<const Conflict*>(&error) == nullptr); // nobody repeats it once more
        QCOMPARE(error.serverText(), conflict().serverText());
        QCOMPARE(error.message().english(), std::string("pushed aside The transaction was given up; times it was sent: 100."));
    }
    QCOMPARE(sent, Resender::kMost);
}

void ResenderTest::whatIsNoConflictIsNotRepeated()
{
    Resender resender;
    int sent = 0;
    QVERIFY_THROWS_EXCEPTION(Error, resender.carryOut(m_log, [&] {
        ++sent;
        throw Error(ErrorKind::Target, Message::verbatim("duplicate key"));
    }));
    QCOMPARE(sent, 1);
    QCOMPARE(resender.retries().count, 0);
}

void ResenderTest::aServerOfMysqlsKinIsNamedAsItAnswers_data()
{
    QTest::addColumn<std::string>("version");
    QTest::addColumn<std::string>("comment");
    QTest::addColumn<std::string>("aurora");
    QTest::addColumn<std::string>("engine");
    QTest::addColumn<std::string>("number");
    const auto row = [](const char* what, const char* version, const char* comment, const char* aurora, const char* engine, const char* number) {
        QTest::newRow(what) << std::string(version) << std::string(comment) << std::string(aurora) << std::string(engine) << std::string(number);
    };
    row("MariaDB", "10.11.19-MariaDB-0+deb12u1", "Debian 12", "", "MariaDB", "10.11.19");
    row("MariaDB behind a proxy", "5.5.5-10.6.12-MariaDB-log", "Source distribution", "", "MariaDB", "10.6.12");
    row("MySQL", "9.7.4-2", "(Debian)", "", "MySQL", "9.7.4");
    row("Percona", "8.0.35-27", "Percona Server (GPL), Release 27, Revision 2f8eeab2", "", "Percona Server", "8.0.35");
    row("a cluster of Percona", "8.0.35-27.1", "Percona XtraDB Cluster (GPL), Release rel27, Revision 84d9464, WSREP version 26.1.4.3", "", "Percona XtraDB Cluster", "8.0.35");
    row("TiDB", "8.0.11-TiDB-v7.5.0", "TiDB Server (Apache License 2.0) Community Edition, MySQL 8.0 compatible", "", "TiDB", "7.5.0");
    row("Vitess", "8.0.30-Vitess", "Version: 17.0.0 (Git revision bb4d6ee)", "", "Vitess", "8.0.30");
    row("Aurora", "8.0.28", "Source distribution", "3.04.1", "Aurora MySQL", "3.04.1");
    row("OceanBase", "5.7.25-OceanBase_CE-v4.2.1.0", "OceanBase_CE 4.2.1.0", "", "OceanBase", "5.7.25");
    row("nothing at all", "", "", "", "MySQL", "");
}

void ResenderTest::aServerOfMysqlsKinIsNamedAsItAnswers()
{
    QFETCH(const std::string, version);
    QFETCH(const std::string, comment);
    QFETCH(const std::string, aurora);
    QFETCH(const std::string, engine);
    QFETCH(const std::string, number);
    const mysql::Kin kin = mysql::kinOf(version, comment, aurora);
    QCOMPARE(kin.engine, engine);
    QCOMPARE(kin.version, number);
}

void ResenderTest::aServerOfPostgresqlsKinIsNamedAsItAnswers_data()
{
    QTest::addColumn<std::string>("version");
    QTest::addColumn<std::string>("serverVersion");
    QTest::addColumn<std::string>("aurora");
    QTest::addColumn<std::string>("engine");
    QTest::addColumn<std::string>("number");
    const auto row = [](const char* what, const char* version, const char* serverVersion, const char* aurora, const char* engine, const char* number) {
        QTest::newRow(what) << std::string(version) << std::string(serverVersion) << std::string(aurora) << std::string(engine) << std::string(number);
    };
    row("PostgreSQL", "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc", "15.18 (Debian 15.18-0+deb12u1)", "", "PostgreSQL", "15.18");
    row("CockroachDB", "CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27 01:53:43, go1.19.10)", "13.0.0", "", "CockroachDB", "23.1.11");
    row("YugabyteDB", "PostgreSQL 11.2-YB-2.18.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 15.0.3", "11.2-YB-2.18.0.0-b0", "", "YugabyteDB", "2.18.0.0");
    row("Greenplum", "PostgreSQL 12.12 (Greenplum Database 7.1.0 build commit:e7c2b1f) on x86_64", "12.12", "", "Greenplum Database", "7.1.0");
    row("Redshift", "PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2, Redshift 1.0.12103", "8.0.2", "", "Redshift", "1.0.12103");
    row("Aurora", "PostgreSQL 15.4 on x86_64-pc-linux-gnu, compiled by gcc", "15.4", "15.4.1", "Aurora PostgreSQL", "15.4 (15.4.1)");
    row("a name without a number", "Somebody's own", "12.0", "", "Somebody's", "");
    row("nothing but a number", "", "14.1", "", "PostgreSQL", "14.1");
}

void ResenderTest::aServerOfPostgresqlsKinIsNamedAsItAnswers()
{
    QFETCH(const std::string, version);
    QFETCH(const std::string, serverVersion);
    QFETCH(const std::string, aurora);
    QFETCH(const std::string, engine);
    QFETCH(const std::string, number);
    const postgresql::Kin kin = postgresql::kinOf(version, serverVersion, aurora);
    QCOMPARE(kin.engine, engine);
    QCOMPARE(kin.version, number);
}

QTEST_APPLESS_MAIN(ResenderTest)
#include "tst_resender.moc"
