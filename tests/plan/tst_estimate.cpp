// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/plan/scriptedrules.h"

#include <QtTest/QTest>

using namespace keyrace;

namespace {

Estimate estimateOf(const std::string& members, const std::string& url = "sqlite:?cache_size=-2000&journal_mode=wal&synchronous=normal")
{
    ScriptedRules rules;
    rules.impossibleLayout = "heap";
    return estimate(expand(parsePlan(R"({"keyrace": 1, "target": ")" + url + R"(", )" + members + "}"), rules.finder()));
}

} // namespace

class TestEstimate : public QObject {
    Q_OBJECT

private slots:
    void countsAvailableCellsTrialsAndRows()
    {
        const Estimate estimated = estimateOf(R"("workload": {"kind": "load", "rows": [1000, 2000]}, "protocol": {"repeats": 3, "warmup_rows": 10},
            "factors": {"key": ["uuidv4"], "layout": ["rowid", "heap"]})");
        QCOMPARE(estimated.cells, std::int64_t{2});
        QCOMPARE(estimated.trials, std::int64_t{6});
        QCOMPARE(estimated.rows, std::int64_t{3 * 3000 + 2 * 10});
    }

    void prefillIsPaidOncePerCell()
    {
        const Estimate estimated = estimateOf(R"("workload": {"kind": "append", "prefill": 5000, "rows": 100}, "protocol": {"repeats": 3, "warmup_rows": 0},
            "factors": {"key": ["uuidv4", "uuidv7"]})");
        QCOMPARE(estimated.rows, std::int64_t{2 * (5000 + 3 * 100)});
    }

    void timedWorkloadsTakeTheirTime()
    {
        const Estimate estimated = estimateOf(R"("workload": {"kind": "sustained", "seconds": 20, "rate_per_s": 50}, "protocol": {"repeats": 3, "warmup_rows": 0},
            "factors": {"key": ["uuidv4"]})");
        QVERIFY2(estimated.seconds >= 60 && estimated.seconds < 62, qPrintable(QString::number(estimated.seconds)));
        QCOMPARE(estimated.rows, std::int64_t{3 * 20 * 50});
    }

    // A million prepared rows in one transaction, (id, 8 bytes, 24 bytes), as measured on two cores.
    void aMillionRowsOnSqlite_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("measured");
        QTest::newRow("integer") << R"("snowflake")" << 0.68;
        QTest::newRow("v7 without rowid") << R"({"type": "uuidv7", "layout": "clustered"})" << 1.09;
        QTest::newRow("v7 with rowid") << R"({"type": "uuidv7", "layout": "rowid"})" << 1.46;
        QTest::newRow("v4 without rowid") << R"({"type": "uuidv4", "layout": "clustered"})" << 9.95;
        QTest::newRow("v4 with rowid") << R"({"type": "uuidv4", "layout": "rowid"})" << 8.38;
    }

    void aMillionRowsOnSqlite()
    {
        QFETCH(QString, key);
        QFETCH(double, measured);
        const Estimate estimated = estimateOf(R"("table": {"shape": "key-value", "payload_bytes": 32}, "workload": {"kind": "load", "rows": 1000000},
            "protocol": {"repeats": 1, "trim": 0, "warmup_rows": 0}, "factors": {"insert": [{"method": "prepared", "batch": 1000000}], "key": [)"
                                              + key.toStdString() + "]}");
        QVERIFY2(estimated.seconds > measured / 2 && estimated.seconds < measured * 2, qPrintable(QString::number(estimated.seconds)));
    }

    void diskIsOfTheLargestTableAndItsLog()
    {
        // Measured: 82 bytes a row for v4 WITHOUT ROWID with 50 bytes of data.
        const Estimate estimated = estimateOf(R"("table": "key-value", "workload": {"kind": "load", "rows": [1000000, 1000]},
            "protocol": {"repeats": 3, "warmup_rows": 0}, "factors": {"key": [{"type": "uuidv4", "layout": "clustered"}, "snowflake"]})");
        QVERIFY2(estimated.diskBytes > 82'000'000 && estimated.diskBytes < 330'000'000, qPrintable(QString::number(estimated.diskBytes)));
    }

    void absurdPlansHaveAbsurdButFiniteCosts()
    {
        const Estimate estimated = estimateOf(R"("table": {"shape": "events", "payload_bytes": 1000000}, "workload": {"kind": "load", "rows": 1000000000000},
            "protocol": {"repeats": 1000, "trim": 0, "warmup_rows": 1000000000000}, "factors": {"key": ["uuidv4"]})");
        QVERIFY(estimated.rows == 1'001'000'000'000'000 && estimated.diskBytes > 0 && std::isfinite(estimated.seconds));
    }
};

QTEST_APPLESS_MAIN(TestEstimate)
#include "tst_estimate.moc"
