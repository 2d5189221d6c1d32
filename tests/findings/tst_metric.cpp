// SPDX-License-Identifier: GPL-3.0-or-later
#include "builder.h"

#include "engine/error.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QTest>

#include <cmath>

using namespace keyrace;

namespace {

bool near(double value, double expected)
{
    return std::abs(value - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

Trial sampled(std::vector<Sample> samples)
{
    Trial trial;
    trial.samples = std::move(samples);
    return trial;
}

} // namespace

class TestMetric : public QObject {
    Q_OBJECT

private slots:
    void names_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("kind");
        QTest::newRow("the insert rate") << "rows_per_s" << int(MetricKind::Rate);
        QTest::newRow("a percentile") << "latency_us.p999" << int(MetricKind::Time);
        QTest::newRow("a read's time") << "queries.range_scan.mean_ms" << int(MetricKind::Time);
        QTest::newRow("a read's median") << "queries.range_scan.median_ms" << int(MetricKind::Time);
        QTest::newRow("a read's rate") << "queries.pk_lookup.per_s" << int(MetricKind::Rate);
        QTest::newRow("a counter") << "leaf_fill" << int(MetricKind::Counter);
        QTest::newRow("a counter of one moment") << "pk_bytes_before" << int(MetricKind::Counter);
    }
    void names()
    {
        QFETCH(QString, name);
        QFETCH(int, kind);
        const Metric metric = metricFromName(name.toStdString());
        QCOMPARE(int(metric.kind), kind);
        QCOMPARE(metric.name, name.toStdString());
        QVERIFY(!metric.label.isEmpty());
    }

    void wrongNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("empty") << "";
        QTest::newRow("a percentile that is not kept") << "latency_us.p42";
        QTest::newRow("a read without figure") << "queries.range_scan";
        QTest::newRow("no read's name") << "queries..mean_ms";
        QTest::newRow("upper case") << "Rows per second";
    }
    void wrongNames()
    {
        QFETCH(QString, name);
        QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(metricFromName(name.toStdString())));
    }

    // 980 990 995 1000 1005 1010 1020 without the ends: mean 1000.
    void aRateIsTheTrimmedMeanWithItsInterval()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv7"), around(1'000));
        const Measured rate = measured(builder.build().cells().front(), metricFromName("rows_per_s"));
        QVERIFY(near(*rate.value, 1'000));
        QVERIFY(rate.ci95 && rate.ci95->contains(1'000));
        QCOMPARE(rate.n, 7);
        QVERIFY(!rate.provisional);
    }

    void fewerRepeatsThanPlannedAreProvisional()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv7"), {10, 20, 30});
        const Measured rate = measured(builder.build(false).cells().front(), metricFromName("rows_per_s"));
        QVERIFY(rate.provisional);
        QVERIFY(near(*rate.value, 20));
        QVERIFY(!rate.ci95);
    }

    void aCounterIsTheMedianWithoutInterval()
    {
        Builder builder;
        double next = 0;
        builder.add(Builder::cell("uuidv7"), {1, 1, 1, 1, 1}, [&next](Trial& trial) {
            trial.counters.values["page_splits"] = next;
            next += next + 1; // 0 1 3 7 15
            trial.counters.absent.emplace("wal_bytes", Message("no log"));
        });
        const ResultSet results = builder.build();
        const Measured splits = measured(results.cells().front(), metricFromName("page_splits"));
        QCOMPARE(*splits.value, 3.0);
        QVERIFY(!splits.ci95);
        const Measured log = measured(results.cells().front(), metricFromName("wal_bytes"));
        QVERIFY(!log.value);
        QCOMPARE(log.absent.english(), std::string("no log"));
    }

    void latenciesAreSummarisedOverTrialsInMicroseconds()
    {
        Builder builder;
        std::int64_t microseconds = 0;
        builder.add(Builder::cell("uuidv7"), {1, 1, 1, 1, 1}, [&](Trial& trial) {
            LatencyHistogram histogram;
            histogram.record(++microseconds * 1'000);
            trial.latency = histogram;
        });
        const Measured latency = measured(builder.build().cells().front(), metricFromName("latency_us.p50"));
        QVERIFY(std::abs(*latency.value - 3) < 0.01);
        QCOMPARE(latency.n, 5);
    }

    void metricsAreThoseThatWereMeasured()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv7"), {1, 2}, Builder::counters({{"leaf_fill", 0.7}}));
        std::vector<std::string> names;
        for (const Metric& metric : metricsOf(builder.build()))
            names.push_back(metric.name);
        QCOMPARE(names, (std::vector<std::string>{"rows_per_s", "leaf_fill"}));
    }

    void stepsOfGrowthAreTheirMedianRate()
    {
        Cell cell = Builder::cell("uuidv7");
        cell.workload.kind = WorkloadKind::Growth;
        Builder builder;
        builder.add(cell, {1}, [](Trial& trial) { trial.samples = {{1, 100, 100}, {2, 200, 90}, {3, 300, 20}, {4, 400, 10}}; });
        const ResultSet results = builder.build();
        const Metric rate = metricFromName("rows_per_s");
        QCOMPARE(trialValues(results.cells().front(), rate, std::pair{2, 4}), (std::vector<RoundValue>{{0, 20.0}}));
        QVERIFY(trialValues(results.cells().front(), rate, std::pair{4, 5}).empty());
        QVERIFY(trialValues(results.cells().front(), rate, std::pair{0, 1}).empty());
    }

    void growthIsDrawnStepByStep()
    {
        Cell cell = Builder::cell("uuidv7");
        cell.workload.kind = WorkloadKind::Growth;
        cell.protocol.trim = 0;
        Builder builder;
        builder.add(cell, {1, 1}, [](Trial& trial) {
            trial.samples = {{1, 100, 100.0 + 10 * trial.n}, {2, 200, 50}};
        });
        const auto curve = curveOf(builder.build().cells().front());
        QCOMPARE(curve.size(), std::size_t{2});
        QCOMPARE(curve[0].rows, 100.0);
        QCOMPARE(curve[0].rowsPerS, 105.0);
        QCOMPARE(curve[1].rowsPerS, 50.0);
        QCOMPARE(curve[1].n, 2);
    }

    // One trial at 100 rows a second throughout, one at 200 and then 50: on a grid of 500 and 1,000 rows.
    void repeatsLieOnACommonGrid()
    {
        Cell cell = Builder::cell("uuidv7");
        cell.protocol.trim = 0;
        Builder builder;
        builder.add(cell, {100, 80}, [](Trial& trial) {
            if (trial.n == 0)
                trial.samples = {{2, 200, 100}, {10, 1'000, 100}};
            else
                trial.samples = {{2.5, 500, 200}, {12.5, 1'000, 50}};
        });
        const auto curve = curveOf(builder.build().cells().front(), 2);
        QCOMPARE(curve.size(), std::size_t{2});
        QCOMPARE(curve[0].rows, 500.0);
        QVERIFY(near(curve[0].rowsPerS, 150));
        QVERIFY(near(curve[1].rowsPerS, 75));
    }

    void theRunningTrialIsDrawnAsFarAsItCame()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv7"), {});
        ResultSet results = builder.build(false);
        results.append(TrialStarted{0, 0, 0, 0, 0, false});
        results.append(SamplesTaken{0, 0, {{1, 100, 100}, {2, 300, 200}, {3, 300, 0}, {4, 400, 100}}, 0.4});
        const auto curve = curveOf(results.cells().front(), 10);
        QCOMPARE(curve.size(), std::size_t{4});
        QCOMPARE(curve.back().rows, 400.0);
        QVERIFY(near(curve[2].rowsPerS, 200));
        QVERIFY(near(curve[3].rowsPerS, 50)); // the stall belongs to the rows that waited
        QCOMPARE(curve.front().n, 1);
    }

    void aCurveOfNothingIsEmpty()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv7"), {100});
        QVERIFY(curveOf(builder.build().cells().front()).empty());
    }

    void theHeatmapHoldsEveryCombination()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv4"), around(100));
        builder.add(Builder::cell("uuidv4", 9), {10, 20, 30, 40, 50, 60, 70});
        builder.add(Builder::cell("uuidv7"), around(200));
        const ResultSet results = builder.build();
        const Matrix matrix = matrixOf(results, metricFromName("rows_per_s"), Factor::Indexes, Factor::Key);
        QCOMPARE(matrix.xLevels, (std::vector<std::string>{"none", "many"}));
        QCOMPARE(matrix.yLevels, (std::vector<std::string>{"uuidv4", "uuidv7"}));
        QVERIFY(near(*matrix.at(0, 0).measured.value, 100));
        QVERIFY(!matrix.at(0, 0).noisy);
        QVERIFY(matrix.at(1, 0).noisy);
        QCOMPARE(matrix.at(1, 0).finished, 7);
        QVERIFY(matrix.at(1, 1).cells.empty());
        QVERIFY(!matrix.at(1, 1).measured.absent.isEmpty());
        const Matrix one = matrixOf(results, metricFromName("rows_per_s"), Factor::Indexes, Factor::Key, {{Factor::Indexes, "many"}});
        QCOMPARE(one.squares.size(), std::size_t{1});
    }

    void severalCellsOnASquareAreListedNotMixed()
    {
        Cell other = Builder::cell("uuidv4");
        other.rows = 2'000;
        Builder builder;
        builder.add(Builder::cell("uuidv4"), around(100)).add(other, around(50));
        const ResultSet results = builder.build();
        const Matrix matrix = matrixOf(results, metricFromName("rows_per_s"), Factor::Indexes, Factor::Key);
        QCOMPARE(matrix.at(0, 0).cells, (std::vector<int>{0, 1}));
        QVERIFY(!matrix.at(0, 0).measured.value);
        QCOMPARE(varyingFactors(results), (std::vector<Factor>{Factor::Rows}));
    }

    void readsCanBeAnAxis()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv4"), {1}, [](Trial& trial) {
            trial.rowsPerS.reset();
            trial.queries = {{"pk_lookup", {1, 1, 1, 1, 1}, 0, 1, {}, {}}, {"range_scan", {7, 7, 7, 7, 7}, 0, 1, {}, {}}};
        });
        const Matrix matrix = matrixOf(builder.build(), metricFromName("queries.pk_lookup.mean_ms"), Factor::Query, Factor::Key);
        QCOMPARE(matrix.xLevels, (std::vector<std::string>{"pk_lookup", "range_scan"}));
        QCOMPARE(*matrix.at(1, 0).measured.value, 7.0);
    }

    // Drawn several times a second while a run is on, on two cores: far below a frame for a large plan.
    void curvesOfALargePlanAreCheap()
    {
        std::vector<Sample> samples;
        for (int i = 1; i <= 512; ++i)
            samples.push_back({0.1 * i, 1'000LL * i, 10'000});
        Builder builder;
        for (int cell = 0; cell < 100; ++cell) {
            Cell next = Builder::cell("uuidv7");
            next.rows = 512'000;
            builder.add(next, around(10'000), [&](Trial& trial) { trial.samples = sampled(samples).samples; });
        }
        const ResultSet results = builder.build();
        QElapsedTimer timer;
        timer.start();
        std::size_t points = 0;
        for (const CellResult& cell : results.cells())
            points += curveOf(cell).size();
        QCOMPARE(points, std::size_t{6'000});
        QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed())));
        qInfo("100 curves of 7 x 512 samples: %lld ms", static_cast<long long>(timer.elapsed()));
    }
};

QTEST_APPLESS_MAIN(TestMetric)
#include "tst_metric.moc"
