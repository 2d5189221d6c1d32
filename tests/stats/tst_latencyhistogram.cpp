// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/stats/latencyhistogram.h"

#include <QtTest/QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace keyrace;

class TestLatencyHistogram : public QObject {
    Q_OBJECT

private slots:
    void emptyHasNoPercentile()
    {
        const LatencyHistogram histogram;
        QCOMPARE(histogram.count(), std::int64_t{0});
        QCOMPARE(histogram.percentile(0.5), std::int64_t{0});
        QCOMPARE(histogram.max(), std::int64_t{0});
        QVERIFY(histogram.buckets().empty());
    }

    void smallValuesAreExact()
    {
        LatencyHistogram histogram;
        for (std::int64_t value = 1; value <= 100; ++value)
            histogram.record(value);
        QCOMPARE(histogram.percentile(0.0), std::int64_t{1});
        QCOMPARE(histogram.percentile(0.07), std::int64_t{7}); // 0.07 · 100 is above 7 as a double
        QCOMPARE(histogram.percentile(0.5), std::int64_t{50});
        QCOMPARE(histogram.percentile(0.99), std::int64_t{99});
        QCOMPARE(histogram.percentile(0.999), std::int64_t{100});
        QCOMPARE(histogram.percentile(1.0), std::int64_t{100});
    }

    void belowOneCountsAsOne()
    {
        LatencyHistogram histogram;
        histogram.record(0);
        histogram.record(std::numeric_limits<std::int64_t>::min());
        QCOMPARE(histogram.count(), std::int64_t{2});
        QCOMPARE(histogram.percentile(1.0), std::int64_t{1});
        QCOMPARE(histogram.max(), std::int64_t{1});
    }

    void threeDigitsOverTheWholeRange_data()
    {
        QTest::addColumn<qint64>("value");
        QTest::newRow("a 50 ns operation") << qint64{50};
        QTest::newRow("last exact value") << qint64{2'047};
        QTest::newRow("first shared bucket") << qint64{2'048};
        QTest::newRow("odd microseconds") << qint64{123'457};
        QTest::newRow("just below a power of two") << qint64{(1LL << 30) - 1};
        QTest::newRow("a power of two") << qint64{1LL << 30};
        QTest::newRow("a 120 s lock wait") << qint64{120'000'000'000};
        QTest::newRow("the highest") << qint64{LatencyHistogram::kHighest};
    }

    void threeDigitsOverTheWholeRange()
    {
        QFETCH(qint64, value);
        LatencyHistogram histogram;
        histogram.record(value);
        histogram.record(LatencyHistogram::kHighest);
        const auto found = static_cast<double>(histogram.percentile(0.5));
        QVERIFY2(std::abs(found - static_cast<double>(value)) <= static_cast<double>(value) / 1024, qPrintable(QString::number(found)));
        QVERIFY(histogram.percentile(0.5) >= value);
        QCOMPARE(histogram.overflow(), std::int64_t{0});
        const auto lower = histogram.buckets().front().first;
        QVERIFY(lower <= value && static_cast<double>(value - lower) <= static_cast<double>(value) / 1024);
    }

    void aboveTheRangeIsMoreThanTheHighest()
    {
        LatencyHistogram histogram;
        histogram.record(1'000);
        const std::int64_t twoHours = 7'200'000'000'000;
        histogram.record(twoHours);
        QCOMPARE(histogram.overflow(), std::int64_t{1});
        QCOMPARE(histogram.max(), twoHours);
        QCOMPARE(histogram.percentile(0.5), std::int64_t{1'000});
        QVERIFY(histogram.percentile(1.0) > LatencyHistogram::kHighest);
        histogram.record(std::numeric_limits<std::int64_t>::max());
        QCOMPARE(histogram.overflow(), std::int64_t{2});
    }

    // Percentiles of a sorted list are read off by rank; the histogram may be at most a bucket above.
    void percentilesFollowTheSortedValues()
    {
        std::mt19937_64 random(7);
        std::lognormal_distribution<double> draw(13, 2);
        std::vector<std::int64_t> values;
        LatencyHistogram histogram;
        for (int i = 0; i < 10'000; ++i) {
            values.push_back(static_cast<std::int64_t>(draw(random)) + 1);
            histogram.record(values.back());
        }
        std::sort(values.begin(), values.end());
        for (const auto& [fraction, rank] : {std::pair{0.5, 5'000}, {0.95, 9'500}, {0.99, 9'900}, {0.999, 9'990}}) {
            const std::int64_t exact = values[static_cast<std::size_t>(rank - 1)];
            const std::int64_t found = histogram.percentile(fraction);
            QVERIFY(found >= exact && static_cast<double>(found - exact) <= static_cast<double>(exact) / 1024);
        }
        QCOMPARE(histogram.percentile(1.0), values.back());
    }

    void restoredFromItsBucketsItIsTheSame()
    {
        LatencyHistogram histogram;
        for (const std::int64_t value : {3LL, 3LL, 5'000LL, 1LL << 40, 1LL << 50})
            histogram.record(value);
        LatencyHistogram restored = LatencyHistogram::restore(histogram.buckets(), histogram.max());
        QCOMPARE(restored.buckets(), histogram.buckets());
        QCOMPARE(restored.count(), std::int64_t{5});
        QCOMPARE(restored.max(), std::int64_t{1LL << 50});
        QCOMPARE(restored.overflow(), std::int64_t{1});
        for (const double fraction : {0.2, 0.5, 0.6, 0.8, 1.0})
            QCOMPARE(restored.percentile(fraction), histogram.percentile(fraction));
    }

    void damagedBucketsAreLeftOut()
    {
        const LatencyHistogram restored = LatencyHistogram::restore({{-5, 2}, {100, -3}, {200, 1}}, 200);
        QCOMPARE(restored.count(), std::int64_t{3});
        QCOMPARE(restored.percentile(0.5), std::int64_t{1});
        QCOMPARE(restored.percentile(1.0), std::int64_t{200});
    }

    void clientsAddUp()
    {
        LatencyHistogram total;
        total.record(1);
        LatencyHistogram client;
        client.record(1'000'000);
        client.record(2);
        total.add(client);
        total.add(LatencyHistogram());
        QCOMPARE(total.count(), std::int64_t{3});
        QCOMPARE(total.percentile(0.5), std::int64_t{2});
        QCOMPARE(total.max(), std::int64_t{1'000'000});
        total.clear();
        QCOMPARE(total.count(), std::int64_t{0});
        QVERIFY(total.buckets().empty());
    }
};

QTEST_APPLESS_MAIN(TestLatencyHistogram)
#include "tst_latencyhistogram.moc"
