// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/targets/mysql/connection.h"
#include "engine/targets/postgresql/connection.h"
#include "engine/targets/serverurl.h"
#include "tests/servers/testservers.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace keyrace;
using namespace keyrace::test;

/// How a session gets in, encrypted or not, by which password, and what its user may do there.
class TestAccess : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void encryptionIsTold_data();
    void encryptionIsTold();
    void aServerThatIsNotTrustedIsRefused_data();
    void aServerThatIsNotTrustedIsRefused();
    void whatTheUserMayDoIsTold_data();
    void whatTheUserMayDoIsTold();
    void whatTheUserMayNotDoIsTold();
    void passwordFilesAreRead_data();
    void passwordFilesAreRead();

private:
    /// A key and a certificate that it signs itself: "a.key", "a.crt".
    void makeCertificate(const QString& name, const PrivateServer& reader)
    {
        QProcess openssl;
        openssl.start("openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", at(name + ".key"),
                                  "-out", at(name + ".crt")});
        QVERIFY2(openssl.waitForFinished(60'000) && openssl.exitCode() == 0, openssl.readAllStandardError().constData());
        struct stat owner{};
        QCOMPARE(stat(reader.folder().c_str(), &owner), 0);
        const std::string key = at(name + ".key").toStdString();
        QCOMPARE(chmod(key.c_str(), 0600), 0);
        QVERIFY(getuid() != 0 || chown(key.c_str(), owner.st_uid, owner.st_gid) == 0);
    }
    [[nodiscard]] QString at(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] PrivateServer& server(const QString& name) { return m_servers.server(name.toStdString()); }
    /// Without the options that a private server's address has.
    [[nodiscard]] std::string url(const QString& name, const QString& options)
    {
        const std::string whole = server(name).url();
        return whole.substr(0, whole.find('?')) + options.toStdString();
    }
    [[nodiscard]] TargetInfo infoOf(const QString& name, const QString& options)
    {
        ConnectorContext context;
        context.password = [password = server(name).password()](const std::string&) { return std::optional(password); };
        return makeConnector(url(name, options), context)->describe();
    }
    void asAdministrator(const QString& name, const std::vector<std::string>& statements)
    {
        PrivateServer& there = server(name);
        Interrupt interrupt;
        if (name.startsWith("postgresql")) {
            postgresql::Conninfo conninfo(parseServerUrl(there.url()));
            conninfo.setPassword(there.password());
            postgresql::Connection connection(conninfo, interrupt);
            for (const std::string& statement : statements)
                connection.query(statement);
            return;
        }
        mysql::ConnectOptions options = mysql::parseOptions(there.url());
        options.password = there.password();
        mysql::Connection connection(options, interrupt);
        for (const std::string& statement : statements)
            connection.execute(statement);
    }

    QTemporaryDir m_folder;
    TestServers m_servers{m_folder.path().toStdString()};
};

void TestAccess::initTestCase()
{
    QCOMPARE(chmod(m_folder.path().toStdString().c_str(), 0755), 0);
    qputenv("HOME", m_folder.path().toUtf8());
    qunsetenv("KEYRACE_PASSWORD");
    makeCertificate("right", server("postgresql"));
    makeCertificate("wrong", server("postgresql"));
    const std::string key = at("right.key").toStdString();
    const std::string certificate = at("right.crt").toStdString();
    asAdministrator("postgresql", {"ALTER SYSTEM SET ssl_cert_file = '" + certificate + "'", "ALTER SYSTEM SET ssl_key_file = '" + key + "'", "ALTER SYSTEM SET ssl = on",
                                   "SELECT pg_reload_conf()"});
    QTRY_VERIFY(infoOf("postgresql", {}).encryption != "none");
    makeCertificate("maria", server("mariadb"));
    server("mariadb").restart({{"ssl_cert", at("maria.crt").toStdString()}, {"ssl_key", at("maria.key").toStdString()}}, {});
}

void TestAccess::encryptionIsTold_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("begin");
    QTest::newRow("PostgreSQL, required") << "postgresql" << "?sslmode=require" << "TLSv1.";
    QTest::newRow("PostgreSQL, verified") << "postgresql" << "?sslmode=verify-full&sslrootcert=%1/right.crt" << "TLSv1.";
    QTest::newRow("PostgreSQL, none") << "postgresql" << "?sslmode=disable" << "none";
    QTest::newRow("MariaDB, required") << "mariadb" << "?ssl-mode=required" << "TLSv1.";
    QTest::newRow("MariaDB, verified") << "mariadb" << "?ssl-mode=verify_ca&ssl-ca=%1/maria.crt" << "TLSv1.";
    QTest::newRow("MariaDB, none") << "mariadb" << "?ssl-mode=disabled" << "none";
    QTest::newRow("MySQL, required") << "mysql" << "?ssl-mode=required" << "TLSv1.";
}

void TestAccess::encryptionIsTold()
{
    QFETCH(const QString, server);
    QFETCH(const QString, options);
    QFETCH(const QString, begin);
    const QString told = QString::fromStdString(infoOf(server, options.contains("%1") ? options.arg(m_folder.path()) : options).encryption);
    QVERIFY2(told.startsWith(begin), qPrintable(told));
    QCOMPARE(told.contains(", "), begin != "none"); // with its cipher
}

void TestAccess::aServerThatIsNotTrustedIsRefused_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("options");
    QTest::newRow("PostgreSQL") << "postgresql" << "?sslmode=verify-ca&sslrootcert=%1/wrong.crt";
    QTest::newRow("MariaDB") << "mariadb" << "?ssl-mode=verify_ca&ssl-ca=%1/wrong.crt";
}

void TestAccess::aServerThatIsNotTrustedIsRefused()
{
    QFETCH(const QString, server);
    QFETCH(const QString, options);
    try {
        (void)infoOf(server, options.arg(m_folder.path()));
        QFAIL("let in");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::Unreachable);
        QVERIFY2(QString::fromStdString(error.serverText()).contains("certificate"), error.what());
    }
}

void TestAccess::whatTheUserMayDoIsTold_data()
{
    QTest::addColumn<QString>("server");
    QTest::newRow("PostgreSQL") << "postgresql";
    QTest::newRow("MariaDB") << "mariadb";
    QTest::newRow("MySQL") << "mysql";
}

// The user of a private server may do everything.
void TestAccess::whatTheUserMayDoIsTold()
{
    QFETCH(const QString, server);
    const TargetInfo info = infoOf(server, {});
    QCOMPARE(info.rights.size(), std::size_t{4});
    for (const Right& right : info.rights)
        QVERIFY2(!right.missing, right.missing.value_or(Message("granted")).english().c_str());
}

void TestAccess::whatTheUserMayNotDoIsTold()
{
    asAdministrator("postgresql", {"CREATE ROLE poor LOGIN PASSWORD 'p'", "REVOKE CREATE ON SCHEMA public FROM PUBLIC"});
    ConnectorContext context;
    context.password = [](const std::string&) { return std::optional<std::string>("p"); };
    std::string poor = url("postgresql", {});
    poor.replace(poor.find("keyrace@"), 7, "poor");
    const TargetInfo info = makeConnector(poor, context)->describe();
    QCOMPARE(info.rights.size(), std::size_t{4});
    for (const Right& right : info.rights)
        QVERIFY2(right.missing, right.what.english().c_str());
    QVERIFY2(info.rights[0].missing->english().find("GRANT CREATE ON SCHEMA public") != std::string::npos, info.rights[0].missing->english().c_str());
}

void TestAccess::passwordFilesAreRead_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::newRow("PostgreSQL, ~/.pgpass") << "postgresql" << ".pgpass" << "127.0.0.1:*:*:keyrace:%1\n";
    QTest::newRow("MariaDB, ~/.my.cnf") << "mariadb" << ".my.cnf" << "[client]\npassword=\"%1\"\n";
}

void TestAccess::passwordFilesAreRead()
{
    QFETCH(const QString, server);
    QFETCH(const QString, file);
    QFETCH(const QString, text);
    ConnectorContext context;
    bool isAsked = false;
    context.askPassword = [&isAsked](const std::string&) -> std::optional<std::string> {
        isAsked = true;
        return std::nullopt;
    };
    QVERIFY_THROWS_EXCEPTION(Error, (void)makeConnector(url(server, {}), context)->describe());
    QVERIFY(isAsked);
    isAsked = false;
    QFile there(at(file));
    QVERIFY(there.open(QIODevice::WriteOnly) && there.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    there.write(text.arg(QString::fromStdString(this->server(server).password())).toUtf8());
    there.close();
    QVERIFY(!makeConnector(url(server, {}), context)->describe().engine.empty());
    QVERIFY(!isAsked);
}

QTEST_GUILESS_MAIN(TestAccess)
#include "tst_access.moc"
