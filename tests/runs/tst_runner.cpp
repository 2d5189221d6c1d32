// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/runner.h"
#include "scripted.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QTest>

#include <future>
#include <thread>

using namespace keyrace;
using scripted::Script;

namespace {

/// A runner over a scripted database, and everything it announced.
class Bench {
public:
    Bench() { connectors.add("scripted:", std::make_unique<scripted::ScriptedConnector>(script)); }

    void run(const std::vector<Cell>& cells, const std::set<Runner::TurnKey>& done = {})
    {
        RunStarted started;
        started.cells = cells;
        results.append(started);
        Runner runner(connectors, control, [this](const RunEvent& event) { results.append(event); }, {false, "keyrace_test"});
        runner.run(cells, done);
    }
    const Trial& trial(std::size_t cell, std::size_t n) { return *results.cells().at(cell).trials.at(n); }
    bool hasLog(const std::string& kind) const
    {
        return std::any_of(results.log().begin(), results.log().end(), [&](const LogEntry& entry) { return entry.kind == kind; });
    }

    Script script;
    Connectors connectors;
    RunControl control;
    ResultSet results;
};

std::future<void> whenHanging(Script& script, std::function<void()> then)
{
    return std::async(std::launch::async, [&script, then = std::move(then)] {
        while (script.hanging == 0)
            std::this_thread::yield();
        then();
    });
}

} // namespace

class TestRunner : public QObject {
    Q_OBJECT

private slots:
    void everyTrialIsCountedInTheDatabase()
    {
        Bench bench;
        bench.run(scripted::cells(2, 1050));
        for (std::size_t cell = 0; cell < 2; ++cell) {
            QCOMPARE(bench.results.cells()[cell].state, CellState::Done);
            for (std::size_t n = 0; n < 3; ++n) {
                const Trial& trial = bench.trial(cell, n);
                QCOMPARE(trial.state, TrialState::Done);
                QCOMPARE(trial.rows, std::int64_t{1050});
                QCOMPARE(trial.sent.statements, std::int64_t{11}); // the last partial batch is sent
                QCOMPARE(trial.latency.count(), std::int64_t{11});
                QCOMPARE(*trial.rowsPerS, 1050 / trial.seconds);
                QCOMPARE(trial.counters.values.at("wal_bytes_per_row"), 100.0);
                QCOMPARE(trial.counters.values.at("cache_hit_ratio"), 0.9);
                QCOMPARE(trial.counters.values.at("leaf_fill"), 0.9);
            }
        }
        QCOMPARE(bench.script.tables.load(), 6);
        QCOMPARE(bench.script.tablesNow.load(), 0);
        QCOMPARE(bench.script.sessionsNow.load(), 0);
    }

    void aCountThatDiffersFailsTheTrial()
    {
        Bench bench;
        bench.script.countError = -1;
        bench.run(scripted::cells(1, 1000));
        QCOMPARE(bench.trial(0, 0).state, TrialState::Failed);
        QVERIFY(!bench.trial(0, 0).rowsPerS);
        QVERIFY(bench.trial(0, 0).reason.english().find("999") != std::string::npos);
        QCOMPARE(bench.results.cells()[0].state, CellState::Failed);
    }

    void oneFailureCostsOneTrialOnly()
    {
        Bench bench;
        bench.script.onSend = [](int table, std::int64_t) {
            if (table == 3)
                throw Error(ErrorKind::Target, Message("the insert failed"), "deadlock detected");
        };
        bench.run(scripted::cells(2, 500, 4));
        int failed = 0;
        for (const CellResult& cell : bench.results.cells()) {
            QCOMPARE(cell.trials.size(), std::size_t{4});
            QCOMPARE(cell.state, CellState::Done);
            for (const auto& trial : cell.trials) {
                if (trial->state != TrialState::Failed)
                    continue;
                ++failed;
                QVERIFY(trial->reason.english().find("deadlock detected") != std::string::npos);
            }
        }
        QCOMPARE(failed, 1);
        QVERIFY(bench.hasLog("failure"));
    }

    void whatWasCommittedBeforeAFailureIsTold()
    {
        Bench bench;
        bench.script.onSend = [](int, std::int64_t rowsBefore) {
            if (rowsBefore == 300)
                throw Error(ErrorKind::Disk, Message("no space left"));
        };
        bench.run(scripted::cells(1, 1000, 1));
        QCOMPARE(bench.trial(0, 0).state, TrialState::Failed);
        QCOMPARE(bench.trial(0, 0).rows, std::int64_t{300});
    }

    void aCellThatCannotGetEnoughTrialsIsGivenUp()
    {
        Bench bench;
        bench.script.onCreate = [](int) { throw Error(ErrorKind::Refused, Message("read-only")); };
        auto cells = scripted::cells(1, 100, 7);
        cells[0].protocol.trim = 2; // needs 5 of 7
        bench.run(cells);
        QCOMPARE(bench.results.cells()[0].state, CellState::Failed);
        QCOMPARE(bench.script.tables.load(), 3);
    }

    void aClientThatCannotConnectFailsTheTrialAndClosesTheOthers()
    {
        Bench bench;
        bench.script.connectFails = 3;
        auto cells = scripted::cells(1, 1000, 1);
        cells[0].clients = 4;
        bench.run(cells);
        QCOMPARE(bench.trial(0, 0).state, TrialState::Failed);
        QVERIFY(bench.trial(0, 0).reason.english().find("too many clients") != std::string::npos);
        QCOMPARE(bench.script.sessionsNow.load(), 0);
    }

    void stopEndsAStatementAndKeepsWhatWasMeasured()
    {
        Bench bench;
        bench.script.hangInTable = 4;
        auto stopping = whenHanging(bench.script, [&] { bench.control.stop(); });
        bench.run(scripted::cells(3, 500));
        stopping.get();
        int done = 0;
        int stopped = 0;
        for (const CellResult& cell : bench.results.cells()) {
            for (const auto& trial : cell.trials) {
                done += trial->state == TrialState::Done;
                stopped += trial->state == TrialState::Stopped;
            }
        }
        QCOMPARE(done, 3);
        QCOMPARE(stopped, 1);
        QCOMPARE(bench.script.tables.load(), 4);
        QCOMPARE(bench.script.tablesNow.load(), 0);
        QCOMPARE(bench.script.sessionsNow.load(), 0);
    }

    void aStoppedTrialIsCountedButNotLookedInto()
    {
        Bench bench;
        bench.script.onSend = [&](int, std::int64_t rowsBefore) {
            if (rowsBefore == 300)
                bench.script.hangInTable = 1; // from the next batch on
        };
        auto stopping = whenHanging(bench.script, [&] { bench.control.stop(); });
        bench.run(scripted::cells(1, 5'000, 1));
        stopping.get();
        const Trial& trial = bench.trial(0, 0);
        QCOMPARE(trial.state, TrialState::Stopped);
        QCOMPARE(trial.rows, std::int64_t{400});
        QCOMPARE(*trial.rowsPerS, static_cast<double>(trial.rows) / trial.seconds);
        QCOMPARE(bench.script.structures.load(), 0);
        QVERIFY(!trial.counters.values.contains("leaf_fill"));
        QVERIFY(trial.counters.absent.at("leaf_fill").english().find("asked to end") != std::string::npos);
    }

    void aStopEndsWhatATrialDoesAfterItsClock_data()
    {
        QTest::addColumn<int>("place");
        QTest::addColumn<TrialState>("state");
        QTest::addColumn<bool>("counts");
        QTest::newRow("while it makes its table") << 0 << TrialState::Stopped << false;
        QTest::newRow("while it counts its rows") << 1 << TrialState::Stopped << false;
        QTest::newRow("while it reads the structure: all was measured") << 2 << TrialState::Done << true;
    }
    void aStopEndsWhatATrialDoesAfterItsClock()
    {
        QFETCH(int, place);
        QFETCH(TrialState, state);
        QFETCH(bool, counts);
        Bench bench;
        std::atomic<int>* const places[] = {&bench.script.hangInCreate, &bench.script.hangInCount, &bench.script.hangInStructure};
        *places[place] = 2;
        QElapsedTimer sinceStop;
        auto stopping = whenHanging(bench.script, [&] {
            sinceStop.start();
            bench.control.stop();
        });
        bench.run(scripted::cells(1, 500));
        stopping.get();
        QVERIFY2(sinceStop.elapsed() < 1'000, qPrintable(QString::number(sinceStop.elapsed())));
        QCOMPARE(bench.trial(0, 0).state, TrialState::Done);
        QCOMPARE(bench.trial(0, 1).state, state);
        QCOMPARE(bench.trial(0, 1).rowsPerS.has_value(), counts);
        QVERIFY(!bench.trial(0, 1).counters.values.contains("leaf_fill"));
        QCOMPARE(bench.script.tablesNow.load(), 0);
    }

    void aSkipAfterTheClockSkipsTheCell()
    {
        Bench bench;
        bench.script.hangInStructure = 1;
        auto skipping = whenHanging(bench.script, [&] { bench.control.skip(); });
        bench.run(scripted::cells(1, 500));
        skipping.get();
        QCOMPARE(bench.results.cells()[0].state, CellState::Skipped);
        QCOMPARE(bench.script.tables.load(), 1);
    }

    void aStopAfterATimeOutEndsTheCount()
    {
        Bench bench;
        bench.script.hangInTable = 1;
        bench.script.hangInCount = 1;
        auto cells = scripted::cells(1, 500, 2);
        cells[0].protocol.maxSeconds = 0.05;
        auto stopping = std::async(std::launch::async, [&] {
            while (bench.script.hanging < 2)
                std::this_thread::yield();
            bench.control.stop();
        });
        bench.run(cells);
        stopping.get();
        QCOMPARE(bench.script.tables.load(), 1);
        QVERIFY(!bench.trial(0, 0).rowsPerS);
    }

    void skipLeavesOutTheCellAndGoesOn()
    {
        Bench bench;
        bench.script.hangInTable = 2;
        auto skipping = whenHanging(bench.script, [&] { bench.control.skip(); });
        auto cells = scripted::cells(2, 500);
        for (Cell& cell : cells)
            cell.protocol.order = TrialOrder::Alternating;
        bench.run(cells);
        skipping.get();
        QCOMPARE(bench.results.cells()[0].state, CellState::Done);
        QCOMPARE(bench.results.cells()[1].state, CellState::Skipped);
        QCOMPARE(bench.results.cells()[1].trials.size(), std::size_t{1});
        QCOMPARE(bench.trial(1, 0).state, TrialState::Skipped);
    }

    void theTimeLimitEndsATrialAndMarksIt()
    {
        Bench bench;
        bench.script.hangInTable = 1;
        auto cells = scripted::cells(1, 500, 2);
        cells[0].protocol.maxSeconds = 0.05;
        bench.run(cells);
        QCOMPARE(bench.trial(0, 0).state, TrialState::TimedOut);
        QCOMPARE(bench.script.structures.load(), 2); // nobody waits for the end
        QCOMPARE(bench.trial(0, 1).state, TrialState::Done);
    }

    void aPauseIsInNoRate()
    {
        Bench bench;
        bench.script.perBatch = std::chrono::milliseconds(2);
        std::atomic<bool> paused{false};
        bench.script.onSend = [&](int, std::int64_t rowsBefore) {
            if (rowsBefore == 1000 && !paused.exchange(true))
                bench.control.setPaused(true);
        };
        auto resuming = std::async(std::launch::async, [&] {
            while (!bench.control.isPaused())
                std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(400)); // the length of the pause
            bench.control.setPaused(false);
        });
        bench.run(scripted::cells(1, 2000, 1));
        resuming.get();
        const Trial& trial = bench.trial(0, 0);
        QCOMPARE(trial.state, TrialState::Done);
        QVERIFY2(trial.pausedSeconds > 0.35, qPrintable(QString::number(trial.pausedSeconds)));
        // 20 batches of 2 ms and their waking up: far from the 400 ms of the pause.
        QVERIFY2(trial.seconds < 0.3, qPrintable(QString::number(trial.seconds)));
        QVERIFY(trial.latency.max() < 300'000'000);
        QVERIFY(trial.samples.back().t < 0.3);
        QVERIFY(bench.hasLog("pause"));
    }

    void fourClientsOfKnownSpeedTakeAQuarterOfTheTime()
    {
        Bench bench;
        bench.script.perBatch = std::chrono::milliseconds(5);
        auto cells = scripted::cells(2, 8000, 1);
        cells[1].clients = 4;
        bench.run(cells);
        const Trial& one = bench.trial(0, 0);
        const Trial& four = bench.trial(1, 0);
        QCOMPARE(one.rows, std::int64_t{8000});
        QCOMPARE(four.rows, std::int64_t{8000});
        QVERIFY(one.seconds >= 0.4); // 80 batches of 5 ms
        QVERIFY(four.seconds >= 0.1);
        QVERIFY2(four.seconds < one.seconds / 2, qPrintable(QString("%1 against %2").arg(four.seconds).arg(one.seconds)));
        QCOMPARE(*four.rowsPerS, 8000 / four.seconds);
    }

    void splitGivesEachClientOnePart()
    {
        Bench bench;
        auto cells = scripted::cells(1, 1000, 1);
        cells[0].clients = 3;
        cells[0].arrival = Arrival::Split;
        bench.run(cells);
        QCOMPARE(bench.trial(0, 0).state, TrialState::Done);
        QCOMPARE(bench.trial(0, 0).sent.statements, std::int64_t{12}); // 333, 333 and 334 rows by 100
    }

    void growthHasOneSampleAStep()
    {
        Bench bench;
        auto cells = scripted::cells(1, 1050, 1);
        cells[0].workload.kind = WorkloadKind::Growth;
        cells[0].workload.step = 200;
        bench.run(cells);
        const Trial& trial = bench.trial(0, 0);
        QCOMPARE(trial.samples.size(), std::size_t{6});
        std::vector<std::int64_t> rows;
        for (const Sample& sample : trial.samples)
            rows.push_back(sample.rows);
        QCOMPARE(rows, (std::vector<std::int64_t>{200, 400, 600, 800, 1000, 1050}));
        QCOMPARE(trial.samples.back().t, trial.seconds);
        const double lastStep = trial.samples[5].t - trial.samples[4].t;
        QCOMPARE(trial.samples[5].rowsPerS, 50 / lastStep);
    }

    void samplesEndWhereTheTrialEnds()
    {
        Bench bench;
        bench.script.perBatch = std::chrono::milliseconds(1);
        bench.run(scripted::cells(1, 20'000, 1));
        const Trial& trial = bench.trial(0, 0);
        QVERIFY(trial.samples.size() > 20);
        QVERIFY(trial.samples.size() <= kMostSamples);
        QCOMPARE(trial.samples.back().rows, std::int64_t{20'000});
        QCOMPARE(trial.samples.back().t, trial.seconds);
        double before = 0;
        std::int64_t rows = 0;
        for (const Sample& sample : trial.samples) {
            QVERIFY(sample.t > before);
            QCOMPARE(sample.rowsPerS, static_cast<double>(sample.rows - rows) / (sample.t - before));
            before = sample.t;
            rows = sample.rows;
        }
    }

    void warmUpIsATableOfItsOwnAndNoTrial()
    {
        Bench bench;
        auto cells = scripted::cells(2, 500);
        for (Cell& cell : cells)
            cell.protocol.warmupRows = 200;
        bench.run(cells);
        QCOMPARE(bench.script.tables.load(), 8); // 6 trials and 2 warm-ups
        QCOMPARE(bench.trial(0, 0).rows, std::int64_t{500});
        QCOMPARE(bench.results.cells()[0].trials.size(), std::size_t{3});
    }

    void whatIsDoneIsNotMeasuredAgain()
    {
        Bench bench;
        bench.run(scripted::cells(2, 500), {{0, 0}, {0, 1}, {1, 0}});
        QCOMPARE(bench.script.tables.load(), 3);
        QCOMPARE(bench.results.cells()[0].trials.size(), std::size_t{1});
        QCOMPARE(bench.results.cells()[0].trials[0]->n, 2);
    }

    void tooLittleDiskIsSaidBeforeTheTrial()
    {
        Bench bench;
        bench.script.freeBytes = 1000;
        bench.run(scripted::cells(1, 1'000'000, 1));
        QCOMPARE(bench.trial(0, 0).state, TrialState::Failed);
        QVERIFY(bench.trial(0, 0).reason.english().find("MB are free") != std::string::npos);
        QCOMPARE(bench.script.tables.load(), 0);
    }
};

QTEST_GUILESS_MAIN(TestRunner)
#include "tst_runner.moc"
