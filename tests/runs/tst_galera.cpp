// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/record/runfile.h"
#include "engine/run/run.h"
#include "engine/targets/mysql/connection.h"
#include "tests/servers/galeracluster.h"
#include "tests/targets/testrows.h"

#include <QtTest/QTest>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

using namespace keyrace;
using namespace keyrace::test;

/// Runs and inserters on three real nodes of Galera. The tests stand in their order: the last ones kill nodes.
class GaleraTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_cluster.reset(); }
    void clientsAreSpreadOverTheNodes();
    void keysThatTheDatabaseNumbersGoUpInSteps();
    void aFailedCertificationIsSentAgainAndCounted_data();
    void aFailedCertificationIsSentAgainAndCounted();
    void aDefinitionThatComesInBetweenCostsARetryOnly();
    void aNodeLostInMidRunFailsItsTrialAndTheOthersGoOn();
    void aNodeThatIsThereButNotReadyTellsItsOwnWords();

private:
    struct OneNode {
        Interrupt interrupt;
        mysql::Connection connection;
        explicit OneNode(const std::string& url)
            : connection(
                [&] {
                    mysql::ConnectOptions options = mysql::parseOptions(url);
                    options.password = GaleraCluster::password();
                    return options;
                }(),
                interrupt)
        {
        }
    };
    [[nodiscard]] std::unique_ptr<Connector> connector() const
    {
        ConnectorContext context;
        context.password = [](const std::string&) { return GaleraCluster::password(); };
        return makeConnector(m_cluster->url(), context);
    }
    [[nodiscard]] std::vector<std::string> tables(std::size_t node) const
    {
        OneNode one(m_cluster->url(node));
        std::vector<std::string> names;
        for (const mysql::Row& row : one.connection.query("SHOW TABLES"))
            names.push_back(row[0].value_or(""));
        return names;
    }
    std::shared_ptr<const ResultSet> results(const std::string& members, const std::function<void(const RunEvent&)>& listener = {});

    QTemporaryDir m_folder;
    std::unique_ptr<GaleraCluster> m_cluster;
    int m_runs = 0;
};

void GaleraTest::initTestCase()
{
    qputenv("KEYRACE_PASSWORD", QByteArray::fromStdString(GaleraCluster::password()));
    m_cluster = std::make_unique<GaleraCluster>(3);
}

std::shared_ptr<const ResultSet> GaleraTest::results(const std::string& members, const std::function<void(const RunEvent&)>& listener)
{
    RunOptions options;
    options.file = m_folder.filePath(QString::number(++m_runs) + ".keyrace").toStdString();
    const Plan plan = parsePlan(R"({"keyrace": 1, "target": ")" + m_cluster->url() + R"(", )" + members + '}');
    Run(plan, options, [&](const RunEvent& event) {
        if (listener)
            listener(event);
    }).wait();
    return readRunFile(options.file);
}

void GaleraTest::clientsAreSpreadOverTheNodes()
{
    const auto run = results(R"("workload": {"kind": "load", "rows": 3000}, "protocol": {"repeats": 2, "trim": 0, "warmup_rows": 100},
        "factors": {"key": ["bigint-auto", "uuidv4"], "clients": [6], "insert": [{"method": "multi-row", "batch": 50}]})");
    const TargetInfo& info = run->environment().targets.at(0).info;
    QCOMPARE(info.nodes.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(info.nodes[i].host, m_cluster->host(i));
        QCOMPARE(info.nodes[i].engine, std::string("MariaDB"));
        QCOMPARE(info.nodes[i].serverVersion, info.serverVersion);
        QVERIFY(info.nodes[i].problem.isEmpty());
    }
    QVERIFY(std::any_of(info.notes.begin(), info.notes.end(), [](const Message& note) { return note.english().find("auto_increment_increment = 3") != std::string::npos; }));
    QCOMPARE(run->cells().size(), std::size_t{2});
    for (const CellResult& cell : run->cells()) {
        QVERIFY2(cell.state == CellState::Done, cell.reason.english().c_str());
        QCOMPARE(cell.nodeCount(), std::size_t{3});
        for (const auto& trial : cell.trials) {
            QCOMPARE(trial->rows, 3'000); // which is what the database counted: else the trial had failed
            QCOMPARE(trial->nodes.size(), std::size_t{3});
            std::int64_t rows = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                QCOMPARE(trial->nodes[i].host, m_cluster->host(i));
                QCOMPARE(trial->nodes[i].clients, 2);
                QVERIFY(trial->nodes[i].retries.has_value());
                rows += trial->nodes[i].rows;
            }
            QCOMPARE(rows, trial->rows);
            QVERIFY(trial->counters.values.contains("retries"));
            QVERIFY(trial->counters.values.at("replicated_bytes") > 3'000 * 50.0);
        }
    }
}

void GaleraTest::keysThatTheDatabaseNumbersGoUpInSteps()
{
    const auto target = connector();
    TableSpec spec;
    spec.name = "keyrace_steps";
    spec.columns = {{"id", ColumnKind::Auto64, 8}, {"n", ColumnKind::Int64, 8}};
    spec.layout.type = "clustered";
    const auto table = target->createTable(spec);
    QCOMPARE(table->nodes().size(), std::size_t{3});
    RowSet rows = madeRows(spec.columns, 0, 40);
    table->encode(rows, {});
    std::vector<std::unique_ptr<Session>> sessions;
    for (std::size_t client = 0; client < 3; ++client) {
        sessions.push_back(table->connect(client));
        CommitLog log;
        sendAll(*sessions.back()->inserter({}), rows, 10, log);
    }
    // The first node's session is asked before the others' rows need be there; the count waits for them.
    QCOMPARE(table->count(), 120);
    std::vector<std::int64_t> ranks(120);
    for (std::size_t i = 0; i < ranks.size(); ++i)
        ranks[i] = static_cast<std::int64_t>(i);
    std::map<std::int64_t, int> byOffset;
    std::int64_t highest = 0;
    for (const Value& id : table->connect(0)->valuesAtRanks("id", ranks)) {
        ++byOffset[std::get<std::int64_t>(id) % 3];
        highest = std::max(highest, std::get<std::int64_t>(id));
    }
    // Each node numbers by threes from an offset of its own.
    QCOMPARE(byOffset.size(), std::size_t{3});
    for (const auto& [offset, count] : byOffset)
        QCOMPARE(count, 40);
    QVERIFY2(highest > 120, std::to_string(highest).c_str());
}

void GaleraTest::aFailedCertificationIsSentAgainAndCounted_data()
{
    QTest::addColumn<InsertMethod>("method");
    QTest::newRow("prepared") << InsertMethod::Prepared;
    QTest::newRow("multi-row") << InsertMethod::MultiRow;
    QTest::newRow("array") << InsertMethod::Array;
    QTest::newRow("bulk") << InsertMethod::Bulk;
}

// On the first node somebody inserts a key of the batch and deletes it again, in one transaction: nothing is left of that, but what
// the second node has open meanwhile on the same key cannot be certified.
void GaleraTest::aFailedCertificationIsSentAgainAndCounted()
{
    QFETCH(const InsertMethod, method);
    const auto target = connector();
    TableSpec spec;
    spec.name = "keyrace_conflict";
    spec.columns = {{"id", ColumnKind::Int64, 8}, {"n", ColumnKind::Int64, 8}};
    spec.layout.type = "clustered";
    const auto table = target->createTable(spec);
    // Long enough for somebody to come in between.
    const std::size_t count = method == InsertMethod::Prepared ? 5'000 : 50'000;
    RowSet rows = madeRows(spec.columns, 0, count);
    for (std::size_t row = 0; row < count; ++row)
        rows.values(0).integers[row] = static_cast<std::int64_t>(row);
    const InsertChoice choice{method, static_cast<std::int64_t>(count), Sorting::None, false};
    table->encode(rows, choice);
    const auto session = table->connect(1);
    const auto inserter = session->inserter(choice);

    OneNode other(m_cluster->url(0));
    std::atomic<int> disturbed{0};
    std::string why = "the batch was too fast";
    std::atomic<bool> ready{false};
    std::atomic<bool> done{false};
    std::thread disturbing([&] {
        // Twice, each time once the batch is under way: then it is left alone.
        OneNode second(m_cluster->url(1));
        const auto written = [&] { return std::stoll(second.connection.query("SHOW GLOBAL STATUS LIKE 'Handler_write'").at(0).at(1).value_or("0")); };
        std::int64_t before = written();
        ready = true;
        while (!done && disturbed < 2) {
            if (written() < before + static_cast<std::int64_t>(count) / 10)
                continue;
            try {
                other.connection.execute("BEGIN");
                const std::int64_t added = other.connection.execute("INSERT IGNORE INTO keyrace_conflict VALUES (0, 0)");
                if (added == 1)
                    other.connection.execute("DELETE FROM keyrace_conflict WHERE id = 0");
                other.connection.execute("COMMIT");
                if (added == 0)
                    return;
                ++disturbed;
            } catch (const Error& error) { // the batch was first this time
                why = error.what();
            }
            before = written();
        }
    });
    while (!ready)
        std::this_thread::yield();
    CommitLog log;
    log.start();
    try {
        inserter->send(rows, 0, count, log);
    } catch (const Error& error) {
        done = true;
        disturbing.join();
        QFAIL(error.what());
    }
    done = true;
    disturbing.join();
    const auto retries = inserter->report().retries;
    QVERIFY(retries.has_value());
    QVERIFY2(retries->count >= 1 && retries->count <= 2, (std::to_string(retries->count) + " retries, disturbed " + std::to_string(disturbed) + " times; " + why).c_str());
    QVERIFY(retries->nanoseconds > 0);
    // Part of the transaction's time, and counted apart as well.
    QVERIFY(log.latency().max() >= retries->nanoseconds);
    QCOMPARE(log.progress().rows, static_cast<std::int64_t>(count));
    QCOMPARE(log.latency().count(), 1);
    QCOMPARE(table->count(), static_cast<std::int64_t>(count)); // once, however often it was sent
    const Counters flow = table->flow();
    QVERIFY(flow.values.at("certification_failures") + flow.values.at("replication_aborts") >= static_cast<double>(retries->count));
}

// Definitions push transactions aside that have the table open, on every node.
void GaleraTest::aDefinitionThatComesInBetweenCostsARetryOnly()
{
    std::atomic<bool> done{false};
    std::thread defining;
    const auto run = results(R"("workload": {"kind": "load", "rows": 30000}, "protocol": {"repeats": 1, "trim": 0, "warmup_rows": 0},
        "factors": {"key": ["uuidv7"], "clients": [3], "insert": [{"method": "prepared", "batch": 2000}]})",
                             [&](const RunEvent& event) {
                                 if (!std::holds_alternative<TrialStarted>(event))
                                     return;
                                 defining = std::thread([this, &done] {
                                     OneNode other(m_cluster->url(0));
                                     while (!done) {
                                         for (const mysql::Row& row : other.connection.query("SHOW TABLES")) {
                                             try {
                                                 other.connection.execute("ALTER TABLE `" + row[0].value_or("") + "` ALTER COLUMN col_a SET DEFAULT 0");
                                             } catch (const Error&) { // the table is gone, or its transactions were first
                                             }
                                         }
                                         QTest::qSleep(150);
                                     }
                                 });
                             });
    done = true;
    if (defining.joinable())
        defining.join();
    const CellResult& cell = run->cells().at(0);
    QVERIFY2(cell.state == CellState::Done, cell.trials.empty() ? cell.reason.english().c_str() : cell.trials[0]->reason.english().c_str());
    const Trial& trial = *cell.trials.at(0);
    QCOMPARE(trial.rows, 30'000);
    QVERIFY2(trial.counters.values.at("retries") >= 1, "no transaction was pushed aside");
    QVERIFY(trial.counters.values.at("retry_us") > 0);
    std::int64_t retries = 0;
    for (const NodeShare& node : trial.nodes)
        retries += node.retries.value_or(0);
    QCOMPARE(static_cast<double>(retries), trial.counters.values.at("retries"));
}

void GaleraTest::aNodeLostInMidRunFailsItsTrialAndTheOthersGoOn()
{
    bool killed = false;
    const auto run = results(R"("workload": {"kind": "load", "rows": 20000}, "protocol": {"repeats": 5, "trim": 0, "warmup_rows": 0},
        "factors": {"key": ["uuidv7"], "clients": [3], "insert": [{"method": "prepared", "batch": 20}]})",
                             [&](const RunEvent& event) {
                                 const auto* samples = std::get_if<SamplesTaken>(&event);
                                 if (samples && samples->n == 1 && !killed) {
                                     killed = true;
                                     m_cluster->kill(2);
                                 }
                             });
    QCOMPARE(run->state(), RunState::Done);
    const CellResult& cell = run->cells().at(0);
    QCOMPARE(cell.trials.size(), std::size_t{5});
    QCOMPARE(cell.trials[0]->state, TrialState::Done);
    QCOMPARE(cell.trials[0]->nodes.size(), std::size_t{3});
    const Trial& lost = *cell.trials[1];
    QCOMPARE(lost.state, TrialState::Failed);
    const std::string reason = lost.reason.english();
    QVERIFY2(reason.find("Node " + m_cluster->host(2) + " was lost in the middle of the trial") != std::string::npos, reason.c_str());
    for (std::size_t n = 2; n < 5; ++n) {
        QVERIFY2(cell.trials[n]->state == TrialState::Done, cell.trials[n]->reason.english().c_str());
        QCOMPARE(cell.trials[n]->nodes.size(), std::size_t{2});
        QCOMPARE(cell.trials[n]->rows, 20'000);
        QVERIFY(cell.trials[n]->nodes[0].host == m_cluster->host(0) && cell.trials[n]->nodes[1].host == m_cluster->host(1));
    }
    // Three nodes and two are two clusters: the trial over three is in no mean.
    QCOMPARE(cell.nodeCount(), std::size_t{2});
    QCOMPARE(cell.finishedTrials(), 3);
    QCOMPARE(cell.trialsApart(), 1);
    QCOMPARE(cell.rates().size(), std::size_t{3});
    QVERIFY(tables(0).empty());
    const TargetInfo now = connector()->describe();
    QVERIFY(now.nodes.at(1).problem.isEmpty());
    QVERIFY2(now.nodes.at(2).problem.english().find("cannot be reached") != std::string::npos, now.nodes.at(2).problem.english().c_str());
}

// One of three is no majority: it stays up, and lets nobody do anything.
void GaleraTest::aNodeThatIsThereButNotReadyTellsItsOwnWords()
{
    m_cluster->kill(1);
    m_cluster->kill(2);
    const auto target = connector();
    std::string words;
    // The node takes a moment to see that it is alone.
    const bool isTold = QTest::qWaitFor([&] {
        try {
            (void)target->describe();
            words = "it answers";
        } catch (const Error& error) {
            words = error.what();
            return error.kind() == ErrorKind::Unreachable && words.find("WSREP has not yet prepared node for application use") != std::string::npos;
        }
        return false;
    }, 20'000);
    QVERIFY2(isTold, words.c_str());
    QVERIFY2(words.find(m_cluster->host(0)) != std::string::npos, words.c_str());
}

QTEST_GUILESS_MAIN(GaleraTest)
#include "tst_galera.moc"
