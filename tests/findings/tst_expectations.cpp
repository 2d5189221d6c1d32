// SPDX-License-Identifier: GPL-3.0-or-later
#include "builder.h"

#include <QtTest/QTest>

#include <cmath>

using namespace keyrace;

namespace {

Expectation ratio(std::optional<double> min, std::optional<double> max)
{
    Expectation expectation;
    expectation.id = "id";
    expectation.metric = "rows_per_s";
    expectation.where.levels = {{"key", "uuidv4"}, {"indexes", "none"}};
    expectation.over = CellSelector{};
    expectation.over->levels = {{"key", "uuidv7"}};
    expectation.min = min;
    expectation.max = max;
    return expectation;
}

Builder twoKeys()
{
    Builder builder;
    builder.add(Builder::cell("uuidv4"), around(540)).add(Builder::cell("uuidv7"), around(1'000));
    builder.add(Builder::cell("uuidv4", 9), around(100)).add(Builder::cell("uuidv7", 9), around(400));
    return builder;
}

Judgement judged(Builder builder, const Expectation& expectation)
{
    builder.plan.expect = {expectation};
    return judge(builder.build()).front();
}

bool says(const Message& message, const char* words)
{
    return message.english().find(words) != std::string::npos;
}

} // namespace

class TestExpectations : public QObject {
    Q_OBJECT

private slots:
    // Both cells share every deviation by round, so the ratio is exactly 0.54 with an interval without width;
    // `over` inherits the indexes.
    void ratiosByInterval_data()
    {
        QTest::addColumn<double>("min");
        QTest::addColumn<double>("max");
        QTest::addColumn<int>("verdict");
        QTest::newRow("inside") << 0.5 << 0.6 << int(Verdict::Met);
        QTest::newRow("below") << 0.6 << 9.0 << int(Verdict::NotMet);
        QTest::newRow("above") << 0.0 << 0.5 << int(Verdict::NotMet);
    }
    void ratiosByInterval()
    {
        QFETCH(double, min);
        QFETCH(double, max);
        QFETCH(int, verdict);
        const Judgement judgement = judged(twoKeys(), ratio(min, max));
        QCOMPARE(int(judgement.verdict), verdict);
        QVERIFY(std::abs(*judgement.value - 0.54) < 1e-9);
        QVERIFY(judgement.ci95);
    }

    void anIntervalThatStraddlesTellsNothing()
    {
        Expectation expectation = ratio(1'000, {});
        expectation.over.reset();
        expectation.where.levels["key"] = "uuidv7";
        const Judgement judgement = judged(twoKeys(), expectation);
        QCOMPARE(judgement.verdict, Verdict::CannotTell);
        QVERIFY(says(judgement.why, "partly inside"));
        expectation.min = 900;
        QCOMPARE(judged(twoKeys(), expectation).verdict, Verdict::Met);
    }

    void severalCandidatesAreListed()
    {
        Expectation expectation = ratio(0.1, {});
        expectation.where.levels.erase("indexes");
        const Judgement judgement = judged(twoKeys(), expectation);
        QCOMPARE(judgement.verdict, Verdict::CannotTell);
        QVERIFY2(says(judgement.why, "uuidv4, none; uuidv4, many"), judgement.why.english().c_str());
    }

    void ofSeveralTheBestCanBePicked()
    {
        Expectation expectation = ratio(5, 6);
        expectation.where.levels.erase("indexes");
        expectation.where.pick = "max";
        expectation.over->levels["indexes"] = "many";
        expectation.over->levels["key"] = "uuidv4";
        const Judgement judgement = judged(twoKeys(), expectation);
        QCOMPARE(judgement.verdict, Verdict::Met); // 540 ÷ 100
        QVERIFY(std::abs(*judgement.value - 5.4) < 1e-9);
    }

    void noCandidateIsSaid()
    {
        Expectation expectation = ratio(0.1, {});
        expectation.where.levels["key"] = "ulid";
        const Judgement judgement = judged(twoKeys(), expectation);
        QCOMPARE(judgement.verdict, Verdict::CannotTell);
        QVERIFY(says(judgement.why, "no cell matches: indexes none, key ulid"));
    }

    void countersAreJudgedOverTheFinishedTrials_data()
    {
        QTest::addColumn<double>("max");
        QTest::addColumn<int>("verdict");
        QTest::newRow("all inside") << 0.8 << int(Verdict::Met);
        QTest::newRow("none inside") << 0.6 << int(Verdict::NotMet);
        QTest::newRow("some inside") << 0.72 << int(Verdict::CannotTell);
    }
    void countersAreJudgedOverTheFinishedTrials()
    {
        QFETCH(double, max);
        QFETCH(int, verdict);
        Builder builder;
        builder.add(Builder::cell("uuidv4"), around(1), [](Trial& trial) { trial.counters.values["leaf_fill"] = 0.69 + 0.01 * trial.n; });
        Expectation expectation = ratio({}, max);
        expectation.over.reset();
        expectation.metric = "leaf_fill";
        const Judgement judgement = judged(builder, expectation);
        QCOMPARE(int(judgement.verdict), verdict);
        QCOMPARE(*judgement.value, 0.72);
    }

    void stepsOfGrowth()
    {
        Builder builder;
        for (const double factor : {0.25, 1.0}) {
            Cell cell = Builder::cell(factor < 1 ? "uuidv4" : "uuidv7");
            cell.workload.kind = WorkloadKind::Growth;
            builder.add(cell, around(100), [factor](Trial& trial) {
                trial.samples = {{1, 10, 100}, {2, 20, *trial.rowsPerS * factor}, {3, 30, *trial.rowsPerS * factor}};
            });
        }
        Expectation expectation = ratio(0.2, 0.3);
        expectation.where.steps = {2, 3};
        QCOMPARE(judged(builder, expectation).verdict, Verdict::Met);
        expectation.where.steps = {1, 1}; // and `over` inherits it
        QCOMPARE(judged(builder, expectation).verdict, Verdict::NotMet);
        expectation.where.steps = {4, 5};
        QVERIFY(says(judged(builder, expectation).why, "steps 4 to 5 were not measured"));
    }

    void overMayHaveAMetricOfItsOwn()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv4"), around(1), Builder::counters({{"leaf_fill_after", 0.9}, {"leaf_fill_before", 0.6}}));
        Expectation expectation = ratio(1.4, 1.6);
        expectation.metric = "leaf_fill_after";
        expectation.over->levels.clear();
        expectation.over->metric = "leaf_fill_before";
        const Judgement judgement = judged(builder, expectation);
        QCOMPARE(judgement.verdict, Verdict::Met);
    }

    void whatItDoesNotNameMustNotDiffer()
    {
        Builder builder;
        Cell other = Builder::cell("uuidv7");
        other.insert.batch = 10;
        builder.add(Builder::cell("uuidv4"), around(540)).add(other, around(1'000));
        Expectation expectation = ratio(0.5, 0.6);
        Judgement judgement = judged(builder, expectation);
        QCOMPARE(judgement.verdict, Verdict::CannotTell);
        QVERIFY(says(judgement.why, "does not name: insert"));
        expectation.over->levels["insert"] = "multi-row:10";
        judgement = judged(builder, expectation);
        QCOMPARE(judgement.verdict, Verdict::Met);
        QVERIFY(says(judgement.why, "also differ in: insert"));
    }

    void differentDurabilityIsNeverJudged()
    {
        Builder builder;
        Cell fast = Builder::cell("uuidv4");
        fast.settings = SettingsChoice{"off", {{"synchronous", "off"}}};
        builder.add(fast, around(540)).add(Builder::cell("uuidv7"), around(1'000));
        Expectation expectation = ratio(0.5, 0.6);
        expectation.where.levels["settings"] = "off";
        expectation.over->levels["settings"] = "";
        const Judgement judgement = judged(builder, expectation);
        QCOMPARE(judgement.verdict, Verdict::CannotTell);
        QVERIFY(says(judgement.why, "durability differs"));

        // A level that leaves the durability as it is may be compared; one by which it changes may not, whatever it is called.
        std::map<std::string, keyrace::Durability>& levels = builder.environment.targets.front().info.levels;
        levels["synchronous=off"] = {"wal, synchronous=full", false};
        QCOMPARE(judged(builder, expectation).verdict, Verdict::Met);
        levels["synchronous=off"] = {"wal, synchronous=full", true};
        QCOMPARE(judged(builder, expectation).verdict, Verdict::CannotTell);
    }

    void tooFewRepeatsTellNothing()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv4"), {5, 6, 7}).add(Builder::cell("uuidv7"), {5, 6, 7});
        const Judgement judgement = judged(builder, ratio(0.1, 9));
        QCOMPARE(judgement.verdict, Verdict::CannotTell);
        QVERIFY(says(judgement.why, "no interval"));
    }

    void aMetricThatIsNoneTellsNothing()
    {
        Expectation expectation = ratio(0.1, {});
        expectation.metric = "latency_us.p1";
        QCOMPARE(judged(twoKeys(), expectation).verdict, Verdict::CannotTell);
        QVERIFY(!judged(twoKeys(), expectation).why.isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestExpectations)
#include "tst_expectations.moc"
