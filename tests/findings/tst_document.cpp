// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/document.h"
#include "tests/record/sampleresult.h"

#include <QtCore/QLocale>
#include <QtCore/QRegularExpression>
#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

#include <clocale>
#include <limits>

using namespace keyrace;

namespace {

ResultSet sample()
{
    ResultSet results;
    for (const RunEvent& event : SampleResult::run())
        results.append(event);
    return results;
}

// Of the first cell's first trial: 100 latencies from 100 to 199 µs, each shown as the upper end of its bucket of 1/1024.
constexpr const char* kTrial = R"json({
    "n": 0, "state": "done", "rows": 2000, "seconds": 2, "connect_seconds": 0.125, "rows_per_s": 1000,
    "latency_us": {"p50": 149.119, "p95": 194.047, "p99": 198.015, "p999": 199, "max": 199},
    "round": 0, "place": 0, "start_rows": 7, "key_seconds": 0.25, "paused_seconds": 0.5, "statements": 4, "round_trips": 2,
    "reason": "Ein Grund mit „Umlauten“"})json";

constexpr const char* kEnvironment = R"json({
    "keyrace": "0.1.0",
    "host": {"cores": 2, "memory_bytes": 8000000000, "filesystem": "ext4", "governor": "performance", "system": "Debian GNU/Linux 12",
             "processor": "A processor"},
    "targets": [{"target": "sqlite:?journal_mode=wal", "engine": "SQLite", "server_version": "3.40.1", "client_library": "SQLite 3.40.1",
                 "settings": {"cache_size": "-2000", "journal_mode": "wal", "temp_store": ""},
                 "durability": "wal, synchronous=normal", "weak_durability": true, "filesystem": "ext4", "encryption": "TLSv1.3, TLS_AES_256_GCM_SHA384",
                 "levels": {"synchronous=full": {"durability": "wal, synchronous=full", "weak_durability": false},
                            "synchronous=off": {"durability": "wal, synchronous=off", "weak_durability": true}},
                 "notes": ["SQLite serialises writers."]}]})json";

// The second cell without its trials, reads and samples. pk_bytes is 2^53 + 2.
constexpr const char* kCell = R"json({
    "part": "", "target": "sqlite:?journal_mode=wal", "table": "six-columns", "key": "uuidv7", "label": "uuidv7", "storage": "binary",
    "source": "client", "key_options": {}, "columns": "independent", "layout": "rowid", "indexes": "few", "index_method": "primary",
    "insert": {"method": "multi-row", "batch": 1000, "sorted": false, "staging": false, "effective_batch": 500}, "arrival": "shared",
    "clients": 1, "settings": null, "workload": {"kind": "load", "rows": 2000}, "rows": 2000, "prefill": 0, "state": "done", "reason": null,
    "rows_per_s": {"trimmed_mean": 2001, "median": 2001, "cv": 0.0004997501249375312, "n": 3,
                   "no_ci95": "Fewer than three trials remain after trimming."},
    "counters": {"index_bytes": 81921, "leaf_fill": 0.9375, "pk_bytes": "9007199254740994"},
    "counters_absent": {"page_splits": "SQLite does not count page splits."}})json";

QString text(const Json& json)
{
    return QString::fromStdString(json.dump(1));
}

QString header(const std::string& csv)
{
    return QString::fromStdString(csv.substr(0, csv.find("\r\n")));
}

QStringList lines(const std::string& text)
{
    return QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
}

Comparison comparison()
{
    Comparison result;
    ComparedCell slower;
    slower.label = "uuidv4 <few> & \"more\"";
    slower.metric.name = "rows_per_s";
    slower.ratio = {7, 0.5, Interval{0.4375, 0.5625}, {}};
    ComparedCell same;
    same.a = 1;
    same.b = 1;
    same.label = "uuidv7";
    same.metric.name = "rows_per_s";
    same.ratio = {7, 1.0, Interval{0.875, 1.125}, {}};
    ComparedCell unknown;
    unknown.a = unknown.b = 2;
    unknown.label = "ulid";
    unknown.metric.name = "rows_per_s";
    result.cells = {slower, same, unknown};
    result.onlyInB = {"snowflake"};
    result.environment = {{"server_version", {"3.40.1", "3.45.0"}}};
    return result;
}

} // namespace

class TestDocument : public QObject {
    Q_OBJECT

private slots:
    void theDocumentHoldsItsMembersInOrder()
    {
        const Json document = runDocument(sample(), false);
        QStringList members;
        for (const auto& [member, value] : document.items())
            members << QString::fromStdString(member);
        QCOMPARE(members, (QStringList{"keyrace", "run", "environment", "cells", "findings", "expectations"}));
        Json run = document["run"];
        QVERIFY(planFromJson(run["plan"]) == SampleResult::plan());
        run.erase("plan");
        QCOMPARE(text(run), text(Json::parse(R"json({"name": "Größe – 크기", "started": "2024-01-01T00:00:00.000Z", "finished": "2024-01-01T00:00:18.000Z", "state": "done"})json")));
        QCOMPARE(text(document["environment"]), text(Json::parse(kEnvironment)));
    }

    void aCellIsShownExactly()
    {
        Json cell = runDocument(sample(), false)["cells"][1];
        QCOMPARE(cell["trials"].size(), std::size_t{3});
        QVERIFY(!cell.contains("samples"));
        const std::string why = cell["rows_per_s"]["no_ci95"];
        QVERIFY(!why.empty());
        cell.erase("trials");
        cell.erase("queries");
        Json expected = Json::parse(kCell);
        expected["rows_per_s"]["no_ci95"] = why; // worded by the statistics
        expected["workload"] = cell["workload"]; // written by the plan
        QCOMPARE(text(cell), text(expected));
    }

    void aTrialIsShownExactly()
    {
        QCOMPARE(text(runDocument(sample(), false)["cells"][0]["trials"][0]), text(Json::parse(kTrial)));
    }

    void nodesOfAClusterAreShownWithTheirShares()
    {
        RunStarted started = SampleResult::started();
        started.environment.targets[0].info.nodes = {{"db1:3306", "MariaDB", "10.11.19", {}}, {"db2:3306", "", "", Message::verbatim("it is not ready")}};
        ResultSet results;
        results.append(started);
        for (int n = 0; n < 2; ++n) {
            Trial trial = SampleResult::trial(0, n);
            trial.rowsPerS = 1'000;
            trial.nodes = {{"db1:3306", 2, 1'500, 3}};
            if (n == 0)
                trial.nodes.push_back({"db2:3306", 1, 500, 0});
            results.append(TrialFinished{std::make_shared<const Trial>(trial)});
        }
        const Json document = runDocument(results, false);
        QCOMPARE(text(document["environment"]["targets"][0]["nodes"]),
                 text(Json::parse(R"([{"host": "db1:3306", "engine": "MariaDB", "server_version": "10.11.19"}, {"host": "db2:3306", "problem": "it is not ready"}])")));
        QCOMPARE(text(document["cells"][0]["trials"][0]["nodes"]),
                 text(Json::parse(R"([{"host": "db1:3306", "clients": 2, "rows": 1500, "rows_per_s": 750, "retries": 3},
                                      {"host": "db2:3306", "clients": 1, "rows": 500, "rows_per_s": 250, "retries": 0}])")));
        QCOMPARE(document["cells"][0]["trials_over_other_node_counts"].get<int>(), 1);
        const std::string table = textTable(results, 200);
        for (const char* part : {"db1:3306: MariaDB 10.11.19", "db2:3306: it is not ready", "1 over 2", "1 over another number of nodes, in no mean"})
            QVERIFY2(table.find(part) != std::string::npos, table.c_str());
    }

    void readsHaveTheirTimesAndPlans()
    {
        const Json read = runDocument(sample(), false)["cells"][0]["queries"]["pk_lookup"];
        QCOMPARE(read["median_ms"].get<double>(), 0.2);
        QCOMPARE(read["n"].get<int>(), 9);
        QCOMPARE(read["failed"].get<int>(), 3);
        QCOMPARE(read["rows_returned"].get<int>(), 1);
        QCOMPARE(text(read["plan"]), text(Json{"SEARCH t USING INDEX", "  (id=?)"}));
        QVERIFY(!read.contains("per_s")); // only lookups have a rate
    }

    void samplesAreShownWhenAskedFor()
    {
        const Json samples = runDocument(sample(), true)["cells"][0]["samples"];
        QCOMPARE(samples.size(), std::size_t{6});
        QCOMPARE(text(samples[1]), text(Json{{"trial", 0}, {"t", 2}, {"rows", 2'000}, {"rows_per_s", 1'000}}));
    }

    void readsHaveNoRate_data()
    {
        QTest::addColumn<WorkloadKind>("kind");
        QTest::newRow("select") << WorkloadKind::Select;
        QTest::newRow("lookup") << WorkloadKind::Lookup;
        QTest::newRow("replay") << WorkloadKind::Replay;
    }
    void readsHaveNoRate()
    {
        QFETCH(WorkloadKind, kind);
        RunStarted started = SampleResult::started();
        started.cells[0].workload.kind = kind;
        ResultSet results;
        results.append(started);
        results.append(TrialFinished{std::make_shared<const Trial>(SampleResult::trial(0, 0))});
        QVERIFY(!runDocument(results, false)["cells"][0].contains("rows_per_s"));
    }

    void whatIsNotMeasuredIsAbsent()
    {
        ResultSet results;
        results.append(SampleResult::started());
        Trial trial;
        trial.counters.values["leaf_fill"] = std::numeric_limits<double>::quiet_NaN();
        trial.state = TrialState::Failed;
        trial.reason = Message::verbatim("broken \xff bytes");
        results.append(TrialFinished{std::make_shared<const Trial>(trial)});
        const Json document = runDocument(results, true);
        const Json& cell = document["cells"][0];
        QVERIFY(!cell.contains("rows_per_s"));
        QVERIFY(!cell["trials"][0].contains("rows_per_s"));
        QVERIFY(!cell["trials"][0].contains("latency_us"));
        QVERIFY(cell["counters"].empty());
        QVERIFY(!document["run"].contains("finished"));
        QCOMPARE(QString::fromStdString(cell["trials"][0]["reason"]), QString::fromUtf8("broken \xef\xbf\xbd bytes"));
        QVERIFY(!document.dump().empty()); // no byte that JSON may not hold
    }

    void everyNumberIsPlainUnderAnyLocale()
    {
        const ResultSet results = sample();
        const std::string document = runDocument(results, true).dump();
        const std::string csv = cellsCsv(results) + samplesCsv(results) + curveCsv(results);
        const std::string table = textTable(results, 120);
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const bool isGerman = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
        const bool same = runDocument(results, true).dump() == document && cellsCsv(results) + samplesCsv(results) + curveCsv(results) == csv
                          && textTable(results, 120) == table;
        std::setlocale(LC_ALL, "C");
        QLocale::setDefault(QLocale::c());
        QVERIFY(same);
        if (!isGerman)
            qInfo("only Qt's locale was German: the system has no de_DE.UTF-8");
    }

    void cellsAsCsv()
    {
        const std::string csv = cellsCsv(sample());
        QVERIFY2(header(csv).startsWith("part,target,table,key,"), qPrintable(header(csv)));
        QVERIFY2(header(csv).contains(",state,reason,rows_per_s,median,low,high,cv,n,"), qPrintable(header(csv)));
        QCOMPARE(lines(csv).size(), 3);
        QVERIFY2(lines(csv)[2].contains(",done,,2001,2001,,,0.0004997501249375312,3,"), qPrintable(lines(csv)[2]));
        QCOMPARE(lines(csv)[1].count(','), header(csv).count(','));
    }

    void csvFieldsAreQuoted()
    {
        RunStarted started = SampleResult::started();
        started.cells[0].label = "a, \"b\"\nc";
        ResultSet results;
        results.append(started);
        const std::string csv = cellsCsv(results);
        QVERIFY(csv.find(",\"a, \"\"b\"\"\nc\",") != std::string::npos);
    }

    void samplesAsCsv()
    {
        const std::string csv = samplesCsv(sample(), {{Factor::Key, "uuidv7"}});
        QVERIFY(header(csv).endsWith(",trial,t,rows_in_table,rows_per_s"));
        QCOMPARE(lines(csv).size(), 1 + 6);
        QVERIFY2(lines(csv)[1].endsWith(",0,0.5,1000,2000\r"), qPrintable(lines(csv)[1]));
    }

    void theHeatmapAsCsvAndJson()
    {
        const Matrix matrix = matrixOf(sample(), metricFromName("leaf_fill"), Factor::Indexes, Factor::Key);
        QCOMPARE(header(matrixCsv(matrix)), QString("key,indexes,leaf_fill,low,high,n,state,reason"));
        QVERIFY2(lines(matrixCsv(matrix))[1].startsWith("uuidv4,few,0.6875,"), qPrintable(lines(matrixCsv(matrix))[1]));
        const Json json = matrixJson(matrix);
        QCOMPARE(json["metric"].get<std::string>(), std::string("leaf_fill"));
        QCOMPARE(json["squares"][1]["value"].get<double>(), 0.9375);
        QCOMPARE(text(json["squares"][1]["cells"]), text(Json{1}));
    }

    void theCurveAsCsvAndJson()
    {
        const Json json = curveJson(sample(), {{Factor::Key, "uuidv4"}});
        QCOMPARE(json["cells"].size(), std::size_t{1});
        const Json& points = json["cells"][0]["points"];
        QVERIFY(!points.empty());
        QCOMPARE(points.back()["rows"].get<int>(), 2'007); // seven were there before
        QCOMPARE(points.back()["rows_per_s"].get<double>(), 1'000.0);
        QCOMPARE(lines(curveCsv(sample(), {{Factor::Key, "uuidv4"}})).size(), 1 + static_cast<int>(points.size()));
    }

    void theTableIsAlignedAndSaysDurability()
    {
        const QStringList rows = lines(textTable(sample(), 100));
        QCOMPARE(rows[0], QString::fromUtf8("Größe – 크기: done"));
        QCOMPARE(rows[1], QString("sqlite:?journal_mode=wal: SQLite 3.40.1, wal, synchronous=normal (weak: a commit may be lost when the machine stops)"));
        QCOMPARE(rows[2], QString("  synchronous=full: wal, synchronous=full"));
        QCOMPARE(rows[3], QString("  synchronous=off: wal, synchronous=off (weak: a commit may be lost when the machine stops)"));
        QVERIFY2(rows[4].startsWith("key "), qPrintable(rows[4]));
        const qsizetype mean = rows[4].indexOf("mean") + 4;
        QCOMPARE(rows[5].left(mean).trimmed().section(' ', -1), QString("1001"));
        QCOMPARE(rows[6].left(mean).trimmed().section(' ', -1), QString("2001"));
        QVERIFY(rows[6].contains("3/3"));
        QVERIFY2(rows[6].contains(QRegularExpression("done +weak$")), qPrintable(rows[6]));
    }

    void aNarrowTerminalCutsWordsAndNoFigures()
    {
        RunStarted started = SampleResult::started();
        started.cells[0].label = "a label that is far too long for it";
        started.cells[1].label = "크기크기크기크기크기크기크기크기";
        ResultSet results;
        results.append(started);
        for (int cell = 0; cell < 2; ++cell)
            results.append(TrialFinished{std::make_shared<const Trial>(SampleResult::trial(cell, 0))});
        const QStringList rows = lines(textTable(results, 40));
        QVERIFY2(rows[5].size() <= 40 && rows[5].contains(QChar(0x2026)) && rows[5].contains("1000"), qPrintable(rows[5]));
        // Two columns a syllable: the figures of both lines end at the same place.
        const qsizetype syllables = rows[6].count(QRegularExpression(QString::fromUtf8("[가-힣]")));
        QVERIFY(syllables > 0);
        QCOMPARE(rows[6].indexOf("2000") + syllables, rows[5].indexOf("1000"));
    }

    void anIntervalEndsAtZero()
    {
        ResultSet results;
        RunStarted started = SampleResult::started();
        started.cells[0].protocol.trim = 0;
        results.append(started);
        // Mean 1,000, deviation 1,000: the half width is 4.303 × 1,000 ÷ √3 = 2,484.
        for (int n = 0; n < 3; ++n) {
            Trial trial = SampleResult::trial(0, n);
            trial.rowsPerS = 1'000.0 * n + 0.001;
            results.append(TrialFinished{std::make_shared<const Trial>(trial)});
        }
        const QString text = QString::fromStdString(textTable(results, 200));
        QVERIFY2(text.contains(QString::fromUtf8("0–3484")), qPrintable(text));
    }

    void noiseIsMarked()
    {
        ResultSet results;
        results.append(SampleResult::started());
        for (int n = 0; n < 3; ++n) {
            Trial trial = SampleResult::trial(0, n);
            trial.rowsPerS = 1'000.0 + 200 * n;
            results.append(TrialFinished{std::make_shared<const Trial>(trial)});
        }
        QVERIFY(textTable(results, 100).find("noisy") != std::string::npos);
        QVERIFY(textTable(sample(), 100).find("noisy") == std::string::npos);
    }

    void aComparisonAsText()
    {
        const QStringList rows = lines(textOf(comparison()));
        QVERIFY2(rows[1].contains("0.500") && rows[1].contains("B is lower"), qPrintable(rows[1]));
        QVERIFY2(rows[2].endsWith("no difference seen"), qPrintable(rows[2]));
        QVERIFY(rows.contains("Only in B: snowflake"));
        QVERIFY(rows.last().contains("3.45.0"));
    }

    void aComparisonAsJson()
    {
        const Json json = jsonOf(comparison());
        QCOMPARE(text(json["cells"][0]), text(Json{{"a", 0}, {"b", 0}, {"label", "uuidv4 <few> & \"more\""}, {"metric", "rows_per_s"}, {"ratio", 0.5},
                                                   {"ci95", {0.4375, 0.5625}}, {"n", 7}, {"differs", true}}));
        QVERIFY(!json["cells"][2].contains("ratio"));
        QCOMPARE(text(json["only_in_b"]), text(Json{"snowflake"}));
    }

    void aComparisonAsJUnit_data()
    {
        QTest::addColumn<double>("failUnder");
        QTest::addColumn<int>("failures");
        QTest::newRow("the whole interval lies below") << 0.6 << 1;
        QTest::newRow("its end touches the border") << 0.5625 << 0;
        QTest::newRow("nothing lies below") << 0.1 << 0;
    }
    void aComparisonAsJUnit()
    {
        QFETCH(double, failUnder);
        QFETCH(int, failures);
        const std::string xml = junitOf(comparison(), failUnder);
        QXmlStreamReader reader(QString::fromStdString(xml));
        int failed = 0;
        int cases = 0;
        int skipped = 0;
        QString name;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (reader.name() == u"testsuite") {
                QCOMPARE(reader.attributes().value("failures").toInt(), failures);
                QCOMPARE(reader.attributes().value("tests").toInt(), 4);
                QCOMPARE(reader.attributes().value("skipped").toInt(), 2);
            }
            if (reader.name() == u"testcase" && cases++ == 0)
                name = reader.attributes().value("name").toString();
            failed += reader.name() == u"failure" ? 1 : 0;
            skipped += reader.name() == u"skipped" ? 1 : 0;
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(failed, failures);
        QCOMPARE(cases, 4);
        QCOMPARE(skipped, 2);
        QCOMPARE(name, QString("uuidv4 <few> & \"more\""));
    }
};

QTEST_APPLESS_MAIN(TestDocument)
#include "tst_document.moc"
