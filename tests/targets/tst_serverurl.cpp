// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/targets/serverurl.h"

#include <QtTest>

using namespace keyrace;

/// URLs of servers, taken apart.
class ServerUrlTest : public QObject {
    Q_OBJECT

private slots:
    void parts_data();
    void parts();
    void severalHosts();
    void options();
    void whatIsWrongIsRefused_data();
    void whatIsWrongIsRefused();
    void titlesNameNobody();
    void loopback_data();
    void loopback();
};

void ServerUrlTest::parts_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("user");
    QTest::addColumn<std::string>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<std::string>("database");
    const auto row = [](const char* name, const char* text, const char* user, const char* host, int port, const char* database) {
        QTest::newRow(name) << std::string(text) << std::string(user) << std::string(host) << port << std::string(database);
    };
    row("everything", "postgresql://ann@db.example.org:5433/bench", "ann", "db.example.org", 5433, "bench");
    row("without a port", "mysql://ann@localhost/bench", "ann", "localhost", 0, "bench");
    row("without a user", "postgresql://localhost/bench", "", "localhost", 0, "bench");
    row("without a database", "postgresql://ann@localhost", "ann", "localhost", 0, "");
    row("an empty database", "postgresql://localhost/", "", "localhost", 0, "");
    row("without a host", "postgresql:///bench", "", "", 0, "bench");
    row("escapes", "postgresql://an%40n%3A@ho%73t/b%2Fe%C3%A9?x=1", "an@n:", "host", 0, "b/e\xC3\xA9");
    row("an IPv6 address", "postgresql://[::1]:5433/bench", "", "::1", 5433, "bench");
    row("an IPv6 address without a port", "postgresql://ann@[fe80::1]/bench", "ann", "fe80::1", 0, "bench");
}

void ServerUrlTest::parts()
{
    QFETCH(std::string, text);
    const ServerUrl url = parseServerUrl(text);
    QTEST(url.user, "user");
    QTEST(url.hosts.empty() ? std::string() : url.hosts.front().name, "host");
    QTEST(url.hosts.empty() ? 0 : static_cast<int>(url.hosts.front().port.value_or(0)), "port");
    QTEST(url.database, "database");
}

void ServerUrlTest::severalHosts()
{
    const ServerUrl url = parseServerUrl("mysql://root@a:1,[::1]:2,c/bench");
    QCOMPARE(url.hosts, (std::vector<ServerUrl::Host>{{"a", 1}, {"::1", 2}, {"c", std::nullopt}}));
}

void ServerUrlTest::options()
{
    const ServerUrl url = parseServerUrl("postgresql:///b?host=/var/run/my%26sql&sslmode=&x=a=b");
    QCOMPARE(url.options, (std::map<std::string, std::string>{{"host", "/var/run/my&sql"}, {"sslmode", ""}, {"x", "a=b"}}));
}

void ServerUrlTest::whatIsWrongIsRefused_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* text, const char* words) { QTest::newRow(name) << std::string(text) << QString(words); };
    row("no authority", "postgresql:bench", "postgresql://user@host:port/database");
    row("a port that is a word", "postgresql://host:many/b", "\"many\"");
    row("port 0", "postgresql://host:0/b", "\"0\"");
    row("a port beyond 16 bits", "postgresql://host:65536/b", "\"65536\"");
    row("a port that is empty", "postgresql://host:/b", "is no port");
    row("an open bracket", "postgresql://[::1/b", "not closed");
    row("words after a bracket", "postgresql://[::1]x/b", "[::1]");
    row("an IPv6 address without brackets", "postgresql://fe80::1/b", "in brackets");
    row("a host without a name", "postgresql://a,,b/b", "no name");
    row("a broken escape", "postgresql://a/b%2", "%2");
    row("an option without a value", "postgresql://a/b?sslmode", "name=value");
    row("an option twice", "postgresql://a/b?x=1&x=2", "twice");
    row("a password", "postgresql://ann:s3cret@a/b", "password");
    row("a password as an option", "postgresql://ann@a/b?password=s3cret", "password");
}

void ServerUrlTest::whatIsWrongIsRefused()
{
    QFETCH(std::string, text);
    QFETCH(QString, words);
    try {
        (void)parseServerUrl(text);
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::BadInput);
        QVERIFY2(QString(error.what()).contains(words), error.what());
        QVERIFY2(!QString(error.what()).contains("s3cret"), error.what());
        return;
    }
    QFAIL("nothing was refused");
}

void ServerUrlTest::titlesNameNobody()
{
    QCOMPARE(parseServerUrl("postgresql://ann@db:5433,[::1]/bench?sslmode=require").title(), std::string("postgresql://db:5433,[::1]/bench"));
}

void ServerUrlTest::loopback_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<bool>("isLoopback");
    const auto row = [](const char* text, bool isLoopback) { QTest::newRow(text) << std::string(text) << isLoopback; };
    row("postgresql://127.0.0.1:5432/b", true);
    row("postgresql://localhost,[::1]/b", true);
    row("postgresql:///b", true);
    row("postgresql:///b?host=/tmp", true);
    row("postgresql:///b?host=db.example.org", false);
    row("postgresql://localhost,db.example.org/b", false);
    row("postgresql://10.0.0.1/b", false);
}

void ServerUrlTest::loopback()
{
    QFETCH(std::string, text);
    QTEST(parseServerUrl(text).isLoopback(), "isLoopback");
}

QTEST_GUILESS_MAIN(ServerUrlTest)
#include "tst_serverurl.moc"
