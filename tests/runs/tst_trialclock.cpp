// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/sampler.h"

#include <QtTest/QTest>

using namespace keyrace;

class TestTrialClock : public QObject {
    Q_OBJECT

private slots:
    void legsAddUpAndWhatLiesBetweenIsLeftOut()
    {
        TrialClock clock;
        QCOMPARE(clock.secondsAt(5), 0.0);
        clock.beginLeg(1'000'000'000);
        QVERIFY(clock.isRunning());
        QCOMPARE(clock.secondsAt(1'500'000'000), 0.5);
        clock.endLeg(3'000'000'000);
        QVERIFY(!clock.isRunning());
        clock.beginLeg(10'000'000'000);
        clock.endLeg(11'000'000'000);
        QCOMPARE(clock.seconds(), 3.0);
        QCOMPARE(clock.secondsAt(1'500'000'000), 0.5); // earlier readings keep their time
        QCOMPARE(clock.secondsAt(10'250'000'000), 2.25);
        QCOMPARE(clock.pausedSeconds(), 0.0);
    }

    void aPauseStopsTheClock()
    {
        TrialClock clock;
        clock.beginLeg(0);
        clock.leaveOut(2'000'000'000, 7'000'000'000);
        QCOMPARE(clock.secondsAt(1'000'000'000), 1.0);
        QCOMPARE(clock.secondsAt(5'000'000'000), 2.0); // inside the pause it stands still
        QCOMPARE(clock.secondsAt(8'000'000'000), 3.0);
        clock.endLeg(9'000'000'000);
        QCOMPARE(clock.seconds(), 4.0);
        QCOMPARE(clock.pausedSeconds(), 5.0);
    }

    void aLegWithoutACommitTakesNoTime()
    {
        TrialClock clock;
        clock.beginLeg(4'000'000'000);
        clock.endLeg(0);
        QCOMPARE(clock.seconds(), 0.0);
    }

    void manyCommitsAreThinnedAndTheLastIsKept()
    {
        TrialClock clock;
        CommitLog one;
        CommitLog two;
        clock.beginLeg(CommitLog::Clock::now().time_since_epoch().count());
        one.start();
        two.start();
        for (int i = 0; i < 5000; ++i) {
            one.committed(3);
            two.committed(7);
        }
        QVERIFY(one.points().size() < CommitLog::kMostPoints);
        QVERIFY(one.points().size() >= CommitLog::kMostPoints / 2);
        const std::vector<Sample> samples = samplesOf({&one, &two}, clock);
        QVERIFY(samples.size() <= kMostSamples);
        QVERIFY(samples.size() > 200);
        QCOMPARE(samples.back().rows, std::int64_t{50'000});
        double t = 0;
        std::int64_t rows = 0;
        for (const Sample& sample : samples) {
            QVERIFY(sample.t > t);
            QVERIFY(sample.rows > rows);
            QCOMPARE(sample.rowsPerS, static_cast<double>(sample.rows - rows) / (sample.t - t));
            t = sample.t;
            rows = sample.rows;
        }
    }
};

QTEST_APPLESS_MAIN(TestTrialClock)
#include "tst_trialclock.moc"
