// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/runfile.h"
#include "engine/run/run.h"
#include "tests/targets/privatepostgresql.h"

#include <QtCore/QTemporaryDir>
#include <QtTest>

using namespace keyrace;
using namespace keyrace::test;

/// A whole run on a private server, from the plan to the run file.
class ServerRunTest : public QObject {
    Q_OBJECT

private slots:
    void whatTheServerCannotDoIsNotAvailable();
    void everyCellIsMeasured();
    void clientsAreSpreadOverTheHostsThatAnswer();

private:
    [[nodiscard]] std::shared_ptr<const ResultSet> results(const std::string& members) { return results(m_server.url(), members); }
    [[nodiscard]] std::shared_ptr<const ResultSet> results(const std::string& url, const std::string& members);

    QTemporaryDir m_folder;
    PrivatePostgresql m_server;
    int m_runs = 0;
};

std::shared_ptr<const ResultSet> ServerRunTest::results(const std::string& url, const std::string& members)
{
    RunOptions options;
    options.file = m_folder.filePath(QString::number(++m_runs) + ".keyrace").toStdString();
    const Plan plan = parsePlan(R"({"keyrace": 1, "target": ")" + url + R"(", "workload": {"kind": "load", "rows": 2000},
        "protocol": {"repeats": 3, "trim": 0, "warmup_rows": 100}, )" + members + '}');
    Run(plan, options, [](const RunEvent&) {}).wait();
    return readRunFile(options.file);
}

void ServerRunTest::whatTheServerCannotDoIsNotAvailable()
{
    const auto run = results(R"("factors": {"key": ["uuidv4"], "clients": [1, 64]})");
    QCOMPARE(run->cells()[0].state, CellState::Done);
    // The private server has max_connections = 20.
    QCOMPARE(run->cells()[1].state, CellState::NotAvailable);
    const std::string reason = run->cells()[1].reason.english();
    QVERIFY2(reason.find("64 clients") != std::string::npos && reason.find("max_connections = 20") != std::string::npos, reason.c_str());
}

void ServerRunTest::everyCellIsMeasured()
{
    const auto run = results(R"("factors": {"key": ["bigint-auto", "uuidv7"], "clients": [2], "indexes": ["few"], "insert": [
        {"method": "single"}, {"method": "prepared", "batch": 300}, {"method": "multi-row", "batch": 300}, {"method": "array", "batch": 300},
        {"method": "bulk", "batch": 300}, {"method": "pipeline", "batch": 300}]})");
    QCOMPARE(run->cells().size(), std::size_t{12});
    for (const CellResult& cell : run->cells()) {
        QVERIFY2(cell.state == CellState::Done, cell.reason.english().c_str());
        for (const auto& trial : cell.trials) {
            QCOMPARE(trial->rows, 2'000);
            QVERIFY(trial->counters.values.at("wal_bytes_per_row") > 50);
            QVERIFY(trial->counters.values.at("pk_bytes") > 0);
        }
    }
}

// One server by two names is no cluster, but clients are spread over it as over one.
void ServerRunTest::clientsAreSpreadOverTheHostsThatAnswer()
{
    const std::string one = m_server.url(); // postgresql://keyrace@127.0.0.1:PORT/postgres
    const std::size_t at = one.find('@') + 1;
    const std::string host = one.substr(at, one.find('/', at) - at);
    const std::string second = "localhost" + host.substr(host.find(':'));
    const auto run = results(one.substr(0, at) + host + ",127.0.0.1:1," + second + one.substr(one.find('/', at)),
                             R"("factors": {"key": ["uuidv7"], "clients": [5], "insert": [{"method": "multi-row", "batch": 50}, {"method": "bulk", "batch": 50}]})");
    const std::vector<NodeInfo>& nodes = run->environment().targets.at(0).info.nodes;
    QCOMPARE(nodes.size(), std::size_t{3});
    QVERIFY(nodes[0].host == host && nodes[0].engine == "PostgreSQL" && nodes[0].problem.isEmpty());
    QVERIFY(nodes[1].host == "127.0.0.1:1" && nodes[1].problem.english().find("cannot be reached") != std::string::npos);
    QVERIFY(nodes[2].host == second && nodes[2].problem.isEmpty());
    QCOMPARE(run->cells().size(), std::size_t{2});
    for (const CellResult& cell : run->cells()) {
        QVERIFY2(cell.state == CellState::Done, cell.reason.english().c_str());
        for (const auto& trial : cell.trials) {
            QCOMPARE(trial->nodes.size(), std::size_t{2});
            QCOMPARE(trial->nodes[0].host, host);
            QCOMPARE(trial->nodes[0].clients, 3); // 0, 2 and 4
            QCOMPARE(trial->nodes[1].host, second);
            QCOMPARE(trial->nodes[1].clients, 2);
            QCOMPARE(trial->nodes[0].rows + trial->nodes[1].rows, trial->rows);
        }
    }
}

QTEST_GUILESS_MAIN(ServerRunTest)
#include "tst_serverrun.moc"
