// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/stats/summary.h"

#include <QtTest/QTest>

#include <cmath>
#include <vector>

using namespace keyrace;

namespace {

bool near(double value, double expected, double relative = 1e-7)
{
    return std::abs(value - expected) <= relative * std::max(1.0, std::abs(expected));
}

std::vector<double> exponentials(const std::vector<double>& logarithms)
{
    std::vector<double> result;
    for (const double value : logarithms)
        result.push_back(std::exp(value));
    return result;
}

} // namespace

class TestSummary : public QObject {
    Q_OBJECT

private slots:
    // Printed tables of Student's t; 1 degree of freedom is tan(0.475·π), 2 is 0.95·√(2 ÷ 0.0975). The broken ones were
    // found by Simpson's rule over the density and bisection.
    void studentT_data()
    {
        QTest::addColumn<double>("degrees");
        QTest::addColumn<double>("expected");
        QTest::newRow("1") << 1.0 << std::tan(0.475 * 3.14159265358979323846);
        QTest::newRow("2") << 2.0 << 0.95 * std::sqrt(2 / 0.0975);
        QTest::newRow("4") << 4.0 << 2.7764451052;
        QTest::newRow("10") << 10.0 << 2.2281388520;
        QTest::newRow("30") << 30.0 << 2.0422724563;
        QTest::newRow("a thousand") << 1000.0 << 1.9623390808;
        QTest::newRow("2.5") << 2.5 << 3.5746548420;
        QTest::newRow("7.25") << 7.25 << 2.3481948491;
    }
    void studentT()
    {
        QFETCH(double, degrees);
        QFETCH(double, expected);
        QVERIFY2(near(studentT975(degrees), expected, 1e-8), qPrintable(QString::number(studentT975(degrees), 'g', 12)));
    }

    // Kept 12 … 16, mean 14. Winsorised 12 12 13 14 15 16 16: squares around 14 add up to 18. Squared error
    // 18 ÷ (5·4) = 0.9, t(4) = 2.7764451: 14 ± 2.6339895. All seven: mean 120 ÷ 7, deviation
    // √((Σx² − 120² ÷ 7) ÷ 6) with Σx² = 2690.
    void trimmedMeanByHand()
    {
        const std::vector<double> values{40, 12, 16, 10, 13, 15, 14};
        const Summary summary = summarise(values, 1);
        QCOMPARE(summary.n, 7);
        QVERIFY(near(*summary.trimmedMean, 14));
        QVERIFY(near(*summary.median, 14));
        QVERIFY(near(summary.ci95->low, 14 - 2.7764451052 * std::sqrt(0.9)));
        QVERIFY(near(summary.ci95->high, 14 + 2.7764451052 * std::sqrt(0.9)));
        QVERIFY(near(*summary.cv, std::sqrt((2690.0 - 120.0 * 120.0 / 7) / 6) / (120.0 / 7)));
        QVERIFY(!summary.provisional);
        QVERIFY(summary.whyNoInterval.isEmpty());
    }

    // Without trimming it is the interval of every textbook: 1 … 5 gives 3 ± 2.7764451·√(2.5 ÷ 5).
    void withoutTrimmingItIsStudentsInterval()
    {
        const std::vector<double> values{1, 2, 3, 4, 5};
        const Summary summary = summarise(values, 0);
        QVERIFY(near(summary.ci95->high, 3 + 2.7764451052 * std::sqrt(0.5)));
    }

    void fewValues_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("mean");
        QTest::addColumn<bool>("provisional");
        QTest::addColumn<bool>("interval");
        QTest::newRow("one: shown as it is") << 1 << 1.0 << true << false;
        QTest::newRow("two: their plain mean, not trimmed") << 2 << 1.5 << true << false;
        QTest::newRow("three: one is left") << 3 << 2.0 << false << false;
        QTest::newRow("four: two are left, too few") << 4 << 2.5 << false << false;
        QTest::newRow("five: three are left") << 5 << 3.0 << false << true;
    }
    void fewValues()
    {
        QFETCH(int, count);
        QFETCH(double, mean);
        QFETCH(bool, provisional);
        QFETCH(bool, interval);
        std::vector<double> values;
        for (int i = 1; i <= count; ++i)
            values.push_back(i);
        const Summary summary = summarise(values, 1);
        QVERIFY(near(*summary.trimmedMean, mean));
        QCOMPARE(summary.provisional, provisional);
        QCOMPARE(summary.ci95.has_value(), interval);
        QCOMPARE(summary.whyNoInterval.isEmpty(), interval);
    }

    void withoutValuesNothingIsClaimed()
    {
        const Summary summary = summarise({}, 1);
        QVERIFY(!summary.trimmedMean && !summary.median && !summary.cv && !summary.ci95);
        QCOMPARE(summary.whyNoInterval.english(),
                 std::string("no interval: finished repeats: 0, left after trimming: 0, needed: 3"));
    }

    void equalValuesHaveAnIntervalWithoutWidth()
    {
        const std::vector<double> values{7, 7, 7, 7, 7};
        const Summary summary = summarise(values, 1);
        QCOMPARE(*summary.ci95, (Interval{7, 7}));
        QCOMPARE(*summary.cv, 0.0);
    }

    // Logarithms of the pairs' ratios, by round: 0.10 0.12 0.13 0.14 0.15 0.16 0.40, a hundredth of the figures above.
    void pairedByRound()
    {
        const std::vector<double> differences{0.40, 0.12, 0.16, 0.10, 0.13, 0.15, 0.14};
        std::vector<RoundValue> over;
        std::vector<RoundValue> under;
        for (int round = 0; round < 7; ++round) {
            const double drift = 1'000.0 * (1 << round);
            over.insert(over.begin(), {round, drift * std::exp(differences[static_cast<std::size_t>(round)])});
            under.emplace_back(round, drift);
        }
        under.emplace_back(7, 1.0); // a round that the other cell lacks
        const Ratio ratio = pairedRatio(over, under, 1);
        QCOMPARE(ratio.n, 7);
        QVERIFY(near(*ratio.value, std::exp(0.14)));
        QVERIFY(near(ratio.ci95->low, std::exp(0.14 - 0.01 * 2.7764451052 * std::sqrt(0.9))));
        QVERIFY(near(ratio.ci95->high, std::exp(0.14 + 0.01 * 2.7764451052 * std::sqrt(0.9))));
        QVERIFY(ratio.differs());
    }

    void withoutCommonRoundsThereIsNoRatio()
    {
        const std::vector<RoundValue> over{{0, 5.0}, {1, 5.0}};
        const std::vector<RoundValue> under{{2, 5.0}, {3, 0.0}};
        const Ratio ratio = pairedRatio(over, under, 0);
        QCOMPARE(ratio.n, 0);
        QVERIFY(!ratio.value && !ratio.ci95 && !ratio.differs());
        QVERIFY(!ratio.whyNoInterval.isEmpty());
    }

    // Yuen–Welch on logarithms. Over: 1 2 3 4 5 6 9, squared error 18 ÷ (5·4) = 0.9, 4 degrees. Under: 0 1 1 2 3, kept
    // 1 1 2, winsorised 1 1 1 2 2 with squares 1.2: 1.2 ÷ (3·2) = 0.2, 2 degrees. Together 1.1 with
    // 1.21 ÷ (0.81/4 + 0.04/2) = 5.4382 degrees, whose t by Simpson's rule is 2.50951264. Difference 4 − 4/3.
    void unpairedByHand()
    {
        const Ratio ratio = unpairedRatio(exponentials({1, 2, 3, 4, 5, 6, 9}), exponentials({3, 1, 0, 2, 1}), 1);
        QCOMPARE(ratio.n, 5);
        QVERIFY(near(*ratio.value, std::exp(8.0 / 3)));
        QVERIFY(near(std::log(ratio.ci95->low), 8.0 / 3 - 2.50951264 * std::sqrt(1.1), 1e-7));
        QVERIFY(near(std::log(ratio.ci95->high), 8.0 / 3 + 2.50951264 * std::sqrt(1.1), 1e-7));
    }

    void unpairedWithTooFewOnOneSide()
    {
        const Ratio ratio = unpairedRatio(std::vector<double>{2, 2, 2, 2, 2}, std::vector<double>{1, 1, 1}, 1);
        QVERIFY(near(*ratio.value, 2));
        QVERIFY(!ratio.ci95);
        QCOMPARE(ratio.whyNoInterval.english(),
                 std::string("no interval: finished repeats: 3, left after trimming: 1, needed: 3"));
    }

    void equalCellsWithoutSpreadDoNotDiffer()
    {
        const std::vector<double> values{3, 3, 3, 3, 3};
        QVERIFY(!unpairedRatio(values, values, 1).differs());
        QVERIFY(unpairedRatio(std::vector<double>{6, 6, 6, 6, 6}, values, 1).differs());
    }
};

QTEST_APPLESS_MAIN(TestSummary)
#include "tst_summary.moc"
