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

private:
    [[nodiscard]] std::shared_ptr<const ResultSet> results(const std::string& members);

    QTemporaryDir m_folder;
    PrivatePostgresql m_server;
    int m_runs = 0;
};

std::shared_ptr<const ResultSet> ServerRunTest::results(const std::string& members)
{
    RunOptions options;
    options.file = m_folder.filePath(QString::number(++m_runs) + ".keyrace").toStdString();
    const Plan plan = parsePlan(R"({"keyrace": 1, "target": ")" + m_server.url() + R"(", "workload": {"kind": "load", "rows": 2000},
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

QTEST_GUILESS_MAIN(ServerRunTest)
#include "tst_serverrun.moc"
