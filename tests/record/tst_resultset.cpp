// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/record/sampleresult.h"

#include <QtTest/QTest>

#include <random>

using namespace keyrace;

namespace {

ResultSet resultOf(const std::vector<RunEvent>& events)
{
    ResultSet results;
    for (const RunEvent& event : events)
        results.append(event);
    return results;
}

std::vector<RunEvent> startOnly()
{
    return {SampleResult::started()};
}

TrialFinished ended(int cell, int n, TrialState state = TrialState::Done, double seconds = 2)
{
    Trial trial = SampleResult::trial(cell, n);
    trial.state = state;
    trial.seconds = seconds;
    trial.connectSeconds = trial.keySeconds = trial.pausedSeconds = 0;
    return {std::make_shared<const Trial>(trial)};
}

} // namespace

class TestResultSet : public QObject {
    Q_OBJECT

private slots:
    void aWholeRunIsDone()
    {
        const ResultSet results = resultOf(SampleResult::run());
        QCOMPARE(results.state(), RunState::Done);
        QCOMPARE(results.cells().size(), std::size_t{2});
        QCOMPARE(results.cells()[1].state, CellState::Done);
        QCOMPARE(results.cells()[1].finishedTrials(), 3);
        QVERIFY(!results.cells()[1].running);
        QCOMPARE(results.log().size(), std::size_t{1});
        QCOMPARE(*results.finishedMs() - results.startedMs(), std::int64_t{18'000});
        QCOMPARE(results.targetInfo("sqlite:?journal_mode=wal")->engine, std::string("SQLite"));
        QVERIFY(!results.targetInfo("sqlite:other"));
    }

    void theHeadlineDropsTheBestAndTheWorst()
    {
        const ResultSet results = resultOf(SampleResult::run());
        const Summary rate = results.cells()[0].rowsPerS(); // 1000, 1001, 1002
        QCOMPARE(rate.n, 3);
        QCOMPARE(*rate.trimmedMean, 1'001.0);
        QVERIFY(!results.cells()[0].isNoisy());
    }

    void countersAreMediansAndAbsentOnesKeepTheirReason()
    {
        const Counters counters = resultOf(SampleResult::run()).cells()[0].counters();
        QCOMPARE(counters.values.at("index_bytes"), 81'921.0);
        QCOMPARE(counters.absent.at("page_splits").english(), std::string("SQLite does not count page splits."));
        QVERIFY(!counters.values.contains("page_splits"));
    }

    void readsOfAllTrialsStandTogether()
    {
        const auto queries = resultOf(SampleResult::run()).cells()[0].queries();
        const QueryResult& read = queries.at("pk_lookup");
        QCOMPARE(read.n, std::int64_t{9});
        QCOMPARE(read.failed, std::int64_t{3});
        QCOMPARE(*read.milliseconds.median, 0.2);
        QCOMPARE(read.rowsReturned, std::int64_t{1});
        QVERIFY(!read.perS); // no lookup workload
        QCOMPARE(read.plan.size(), std::size_t{2});
    }

    void lookupsHaveARateOfAllClients()
    {
        RunStarted started = SampleResult::started();
        started.cells[0].workload.kind = WorkloadKind::Lookup;
        ResultSet results = resultOf({started});
        for (int n = 0; n < 3; ++n)
            results.append(ended(0, n, TrialState::Done, n + 1)); // 3 executions in 1, 2 and 3 seconds
        QCOMPARE(*results.cells()[0].queries().at("pk_lookup").perS, 1.5);
    }

    void onlyFinishedTrialsCount()
    {
        ResultSet results = resultOf(startOnly());
        results.append(ended(0, 0));
        results.append(ended(0, 1, TrialState::Failed));
        results.append(ended(0, 2, TrialState::TimedOut));
        const CellResult& cell = results.cells()[0];
        QCOMPARE(cell.trials.size(), std::size_t{3});
        QCOMPARE(cell.finishedTrials(), 1);
        QCOMPARE(cell.rates().size(), std::size_t{1});
        QCOMPARE(cell.latency().count(), std::int64_t{100});
        QCOMPARE(cell.state, CellState::Failed); // no trial is left, and one is too few
    }

    void aCellIsDoneWithEnoughTrials_data()
    {
        QTest::addColumn<int>("done");
        QTest::addColumn<int>("failed");
        QTest::addColumn<CellState>("state");
        QTest::newRow("2 of 3 with trim 1 are too few") << 2 << 0 << CellState::Pending;
        QTest::newRow("3 of 3") << 3 << 0 << CellState::Done;
        QTest::newRow("2 and a failure: nothing is left") << 2 << 1 << CellState::Failed;
    }
    void aCellIsDoneWithEnoughTrials()
    {
        QFETCH(int, done);
        QFETCH(int, failed);
        ResultSet results = resultOf(startOnly());
        for (int n = 0; n < done + failed; ++n)
            results.append(ended(0, n, n < done ? TrialState::Done : TrialState::Failed));
        QTEST(results.cells()[0].state, "state");
    }

    void theEndOfARunSettlesItsCells_data()
    {
        QTest::addColumn<RunState>("end");
        QTest::addColumn<CellState>("state");
        QTest::newRow("done: too few trials are a failure") << RunState::Done << CellState::Failed;
        QTest::newRow("cancelled: the rest can be gone on with") << RunState::Cancelled << CellState::Pending;
    }
    void theEndOfARunSettlesItsCells()
    {
        QFETCH(RunState, end);
        ResultSet results = resultOf(startOnly());
        results.append(ended(0, 0));
        results.append(TrialStarted{0, 1, 1, 0, 0, false});
        results.append(RunFinished{end, 5, {}});
        QTEST(results.cells()[0].state, "state");
        QVERIFY(!results.cells()[0].running);
    }

    void whatTheRunSaysOfACellHolds()
    {
        RunStarted started = SampleResult::started();
        started.cells[1].unavailable = Message::verbatim("not here");
        ResultSet results = resultOf({started});
        QCOMPARE(results.cells()[1].state, CellState::NotAvailable);
        QCOMPARE(results.cells()[1].reason.english(), std::string("not here"));
        results.append(CellChanged{0, CellState::Skipped, Message::verbatim("skipped")});
        QCOMPARE(results.cells()[0].state, CellState::Skipped);
        QCOMPARE(results.progress(0).total, std::int64_t{0});
    }

    void samplesRunUntilTheTrialReplacesThem()
    {
        ResultSet results = resultOf(startOnly());
        results.append(TrialStarted{0, 0, 0, 0, 1'000, false});
        results.append(SamplesTaken{0, 0, {{0.5, 100, 200}}, 0.25});
        results.append(SamplesTaken{0, 0, {{1.0, 300, 400}}, 0.5});
        results.append(SamplesTaken{0, 7, {{9.0, 9, 9}}, 0.9}); // of another repeat
        QCOMPARE(results.cells()[0].running->samples.size(), std::size_t{2});
        QCOMPARE(results.cells()[0].runningFraction, 0.5);
        QCOMPARE(results.cells()[0].state, CellState::Running);
        results.append(ended(0, 0));
        QVERIFY(!results.cells()[0].running);
        QCOMPARE(results.cells()[0].state, CellState::Pending);
    }

    void warmUpRowsAreNoTrial()
    {
        ResultSet results = resultOf(startOnly());
        results.append(TrialStarted{0, 0, 0, 0, 1'000, true});
        QVERIFY(!results.cells()[0].running);
        QCOMPARE(results.cells()[0].state, CellState::Running);
    }

    void eventsOfUnknownCellsAreIgnored()
    {
        ResultSet results = resultOf(startOnly());
        results.append(TrialStarted{2, 0, 0, 0, 0, false});
        results.append(TrialStarted{-1, 0, 0, 0, 0, false});
        results.append(ended(99, 0));
        results.append(TrialFinished{});
        QCOMPARE(results.progress(0).finished, std::int64_t{0});
    }

    void aResumedRunKeepsItsTrials()
    {
        ResultSet results = resultOf(startOnly());
        results.append(ended(0, 0));
        results.append(RunFinished{RunState::Cancelled, 9, {}});
        RunStarted again = SampleResult::started();
        again.environment.targets.front().target = "sqlite:elsewhere";
        results.append(again);
        QCOMPARE(results.state(), RunState::Running);
        QVERIFY(!results.finishedMs());
        QCOMPARE(results.cells()[0].finishedTrials(), 1);
        QVERIFY(results.targetInfo("sqlite:elsewhere"));
        QVERIFY(results.targetInfo("sqlite:?journal_mode=wal"));
    }

    void trialsOverDifferentNumbersOfNodesAreNotAveraged()
    {
        ResultSet results = resultOf(startOnly());
        const auto finish = [&](int n, std::size_t nodes, double rate) {
            Trial trial = *ended(0, n, TrialState::Done, 1).trial;
            trial.rowsPerS = rate;
            trial.nodes.resize(nodes, {"db:1", 1, 1'000, 1});
            results.append(TrialFinished{std::make_shared<const Trial>(trial)});
        };
        const CellResult& cell = results.cells()[0];
        finish(0, 3, 900);
        QCOMPARE(cell.nodeCount(), std::size_t{3});
        finish(1, 2, 500); // one each: the greater number counts
        QCOMPARE(cell.nodeCount(), std::size_t{3});
        QCOMPARE(cell.rates().size(), std::size_t{1});
        QCOMPARE(cell.rates()[0].second, 900.0);
        finish(2, 2, 510); // then what most ran over
        QCOMPARE(cell.nodeCount(), std::size_t{2});
        QCOMPARE(cell.trialsApart(), 1);
        QCOMPARE(cell.rates().size(), std::size_t{2});
        // The plan wants three trials that stand together (trim 1).
        QCOMPARE(cell.state, CellState::Failed);
        QVERIFY2(cell.reason.english().find("same number of nodes") != std::string::npos, cell.reason.english().c_str());
    }

    void timeLeftFollowsFromTrialsOfTheSameCell()
    {
        ResultSet results = resultOf(startOnly());
        QVERIFY(!results.progress(0).secondsLeft);
        results.append(ended(0, 0, TrialState::Done, 2)); // two more of 2 s
        QCOMPARE(*results.progress(0).secondsLeft, 2 * 2.0 + 3 * 2.0); // the other cell is unknown: as this one
        Trial later = *ended(1, 0, TrialState::Done, 1).trial; // starts 3 s after the first one: a third of the time is overhead
        results.append(TrialFinished{std::make_shared<const Trial>(later)});
        const ResultSet::Progress progress = results.progress(0);
        QCOMPARE(*progress.secondsLeft, 1.5 * (2 * 2.0 + 2 * 1.0));
        QCOMPARE(progress.finished, std::int64_t{2});
        QCOMPARE(progress.total, std::int64_t{6});
        QCOMPARE(progress.fraction, 3.0 / 9.0);
    }

    void timeLeftShrinksWhileATrialRuns()
    {
        ResultSet results = resultOf(startOnly());
        results.append(ended(0, 0, TrialState::Done, 2));
        results.append(TrialStarted{0, 1, 1, 0, 10'000, false});
        results.append(SamplesTaken{0, 1, {}, 0.5});
        QCOMPARE(*results.progress(11'000).secondsLeft, 9.0);
        QCOMPARE(*results.progress(11'000).cell, 0);
        QCOMPARE(results.progress(11'000).round, 1);
    }

    void sparseCountsReadLikeTheirHistogram()
    {
        std::mt19937_64 random(1);
        std::lognormal_distribution<double> draw(13, 3);
        LatencyHistogram whole;
        LatencyHistogram half;
        for (int i = 0; i < 5'000; ++i) {
            const auto value = static_cast<std::int64_t>(draw(random));
            whole.record(value);
            if (i % 2 == 0)
                half.record(value);
        }
        whole.record(LatencyHistogram::kHighest + 5);
        LatencyCounts counts = whole;
        for (const double fraction : {0.0, 0.001, 0.07, 0.5, 0.95, 0.99, 0.999, 0.9999, 1.0})
            QCOMPARE(counts.percentile(fraction), whole.percentile(fraction));
        QCOMPARE(counts.overflow(), std::int64_t{1});
        QCOMPARE(counts.max(), whole.max());
        counts.add(half);
        whole.add(half);
        QCOMPARE(counts.buckets(), whole.buckets());
        QCOMPARE(counts.count(), std::int64_t{7'501});
        QVERIFY(LatencyCounts::restore(counts.buckets(), counts.max()) == counts);
        QCOMPARE(LatencyCounts().percentile(0.5), std::int64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestResultSet)
#include "tst_resultset.moc"
