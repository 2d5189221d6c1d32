// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/stats/summary.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

using namespace keyrace;

// The promise behind every interval that is shown: of 95 % intervals, 91 to 97 of 100 hold the truth, for 5 to 15 repeats.
// With 4,000 draws the share itself is known to ±0.4 %.
class TestCoverage : public QObject {
    Q_OBJECT

private:
    static constexpr int kDraws = 4'000;
    static constexpr int kTrim = 1;

    std::mt19937_64 m_random{20240101};

    // sigma 0: normal around 100 with a deviation of 10; else log-normal.
    std::vector<double> draw(int n, double sigma)
    {
        std::normal_distribution<double> normal;
        std::vector<double> values(static_cast<std::size_t>(n));
        for (double& value : values)
            value = sigma > 0 ? 1'000 * std::exp(sigma * normal(m_random)) : 100 + 10 * normal(m_random);
        return values;
    }

    // What the trimmed mean of n such values is on average, which is not the distribution's mean where it is skewed.
    double expectation(int n, double sigma)
    {
        constexpr int kTimes = 100'000;
        double sum = 0;
        for (int i = 0; i < kTimes; ++i) {
            std::vector<double> values = draw(n, sigma);
            std::sort(values.begin(), values.end());
            sum += std::accumulate(values.begin() + kTrim, values.end() - kTrim, 0.0) / (n - 2 * kTrim);
        }
        return sum / kTimes;
    }

    static double share(const std::function<bool()>& holdsTruth)
    {
        int hits = 0;
        for (int i = 0; i < kDraws; ++i)
            hits += holdsTruth() ? 1 : 0;
        return static_cast<double>(hits) / kDraws;
    }

    static std::vector<RoundValue> byRound(const std::vector<double>& values)
    {
        std::vector<RoundValue> result;
        for (const double value : values)
            result.emplace_back(static_cast<int>(result.size()), value);
        return result;
    }

private slots:
    void init() { m_random.seed(20240101); }

    void rows()
    {
        QTest::addColumn<int>("repeats");
        QTest::addColumn<double>("sigma");
        for (const int n : {5, 6, 7, 10, 15}) {
            QTest::addRow("%d repeats, normal", n) << n << 0.0;
            QTest::addRow("%d repeats, log-normal, sigma 0.1", n) << n << 0.1;
            QTest::addRow("%d repeats, log-normal, sigma 0.25", n) << n << 0.25;
        }
    }

    void trimmedMean_data() { rows(); }
    void trimmedMean()
    {
        QFETCH(int, repeats);
        QFETCH(double, sigma);
        const double truth = expectation(repeats, sigma);
        const double held = share([&] { return summarise(draw(repeats, sigma), kTrim).ci95->contains(truth); });
        QVERIFY2(held >= 0.91 && held <= 0.97, qPrintable(QString::number(held)));
    }

    void pairedRatioOfEqualCells_data() { rows(); }
    void pairedRatioOfEqualCells()
    {
        QFETCH(int, repeats);
        QFETCH(double, sigma);
        std::normal_distribution<double> normal;
        // A drift of the machine falls on both cells of a round alike, and must not widen or shift anything.
        const double held = share([&] {
            auto over = byRound(draw(repeats, sigma));
            auto under = byRound(draw(repeats, sigma));
            for (std::size_t i = 0; i < over.size(); ++i) {
                const double drift = std::exp(0.3 * normal(m_random));
                over[i].second *= drift;
                under[i].second *= drift;
            }
            return !pairedRatio(over, under, kTrim).differs();
        });
        QVERIFY2(held >= 0.91 && held <= 0.97, qPrintable(QString::number(held)));
    }

    void unpairedRatioOfEqualCells_data() { rows(); }
    void unpairedRatioOfEqualCells()
    {
        QFETCH(int, repeats);
        QFETCH(double, sigma);
        const double held = share([&] { return !unpairedRatio(draw(repeats, sigma), draw(repeats, sigma), kTrim).differs(); });
        QVERIFY2(held >= 0.91 && held <= 0.97, qPrintable(QString::number(held)));
    }

    // Log-normal cells of different medians and spreads: the logarithms are symmetric, so the truth is the medians' ratio.
    void unpairedRatioOfDifferentCells()
    {
        const double held = share([&] {
            std::vector<double> twice = draw(7, 0.05);
            for (double& value : twice)
                value *= 2;
            return unpairedRatio(twice, draw(10, 0.25), kTrim).ci95->contains(2.0);
        });
        QVERIFY2(held >= 0.91 && held <= 0.97, qPrintable(QString::number(held)));
    }
};

QTEST_APPLESS_MAIN(TestCoverage)
#include "tst_coverage.moc"
