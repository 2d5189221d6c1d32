// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "tests/plan/scriptedrules.h"

#include <QtTest/QTest>

using namespace keyrace;

namespace {

std::vector<Cell> cellsOf(const std::string& members, const ScriptedRules& rules = {})
{
    return expand(parsePlan(R"({"keyrace": 1, "target": "sqlite:", )" + members + "}"), rules.finder());
}

QString errorOf(const std::string& members, const ScriptedRules& rules = {})
{
    try {
        (void)cellsOf(members, rules);
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return QStringLiteral("no error");
}

const std::string kLoad = R"("workload": {"kind": "load", "rows": 10}, )";

} // namespace

class TestExpand : public QObject {
    Q_OBJECT

private slots:
    void levelsMultiplyInThePlansOrder()
    {
        const auto cells = cellsOf(R"("workload": {"kind": "load", "rows": [10, 20]},
            "factors": {"key": ["uuidv4", "uuidv7"], "indexes": ["none", "few", "many"], "clients": [1, 2]})");
        QCOMPARE(cells.size(), std::size_t{24});
        QCOMPARE(cells[0].index, 0);
        QCOMPARE(cells[23].index, 23);
        QVERIFY(cells[0].key == "uuidv4" && cells[0].indexes.name == "none" && cells[0].clients == 1 && cells[0].rows == 10);
        QVERIFY(cells[1].rows == 20 && cells[2].clients == 2 && cells[4].indexes.name == "few" && cells[12].key == "uuidv7");
        QCOMPARE(cells[8].indexes.columns.size(), std::size_t{9});
    }

    void defaultsAreFilledIn()
    {
        const auto cells = cellsOf(kLoad + R"("factors": {"key": ["bigint-auto", "uuidv4", "snowflake"]})");
        QVERIFY(cells[0].storage == Storage::Native && cells[0].source == KeySource::Server);
        QVERIFY(cells[1].storage == Storage::Binary && cells[1].source == KeySource::Client);
        QVERIFY(cells[2].storage == Storage::Native && cells[2].source == KeySource::Client);
        QCOMPARE(cells[0].layout.type, std::string("rowid"));
        QCOMPARE(cells[0].indexes.name, std::string("none"));
        QVERIFY(cells[0].insert == InsertChoice() && cells[0].insert.batch == 1000 && cells[0].clients == 1 && !cells[0].settings);
        QVERIFY(cells[0].columns == ColumnFill::Independent && cells[0].arrival == Arrival::Shared);
    }

    void theTargetSaysStorageAndLayout()
    {
        ScriptedRules rules;
        rules.storage = Storage::Native;
        rules.layout = "heap";
        const auto cells = cellsOf(kLoad + R"("factors": {"key": ["uuidv4", "ulid"]})", rules);
        QVERIFY(cells[0].storage == Storage::Native && cells[0].layout.type == "heap");
        // A ULID is no valid UUID: it has no native storage anywhere.
        QVERIFY(cells[1].storage == Storage::Binary);
    }

    void aTableOfEventsHasItsTwoIndexes()
    {
        const auto cells = cellsOf(kLoad + R"("table": "events", "factors": {"key": ["uuidv4"]})");
        QVERIFY((cells[0].indexes == IndexChoice{"few", {{"user_id"}, {"created_at"}}}));
        QCOMPARE(cells[0].table.payloadBytes, std::int64_t{100});
    }

    void sustainedInsertsSingleRows()
    {
        const auto cells = cellsOf(R"("workload": {"kind": "sustained", "seconds": 3}, "factors": {"key": ["uuidv4"]})");
        QVERIFY((cells[0].insert == InsertChoice{InsertMethod::Single, 1, Sorting::None, false}));
        QVERIFY(cells[0].rows == 0 && cells[0].prefill == 0);
    }

    void aLevelsOwnFactorDoesNotMultiply()
    {
        const auto cells = cellsOf(R"("workload": {"kind": "load", "rows": [10, 20]}, "factors": {"clients": [1, 2, 3], "layout": ["rowid", "clustered"],
            "key": ["uuidv4", {"type": "uuidv7", "clients": 8, "layout": "clustered", "rows": 15}]})");
        QCOMPARE(cells.size(), std::size_t{12 + 1});
        QVERIFY(cells[12].clients == 8 && cells[12].layout.type == "clustered" && cells[12].rows == 15);
        QCOMPARE(cells[12].label, std::string("uuidv7 layout=clustered clients=8 rows=15"));
        QVERIFY(!cells[12].labelled);
    }

    void aLabelNamesTheTypeAndEveryOptionThatWasSet()
    {
        const auto cells = cellsOf(kLoad + R"("factors": {"key": ["uuidv4", {"type": "uuidv7", "label": "mine", "storage": "text"},
            {"type": "uuidv7", "storage": "text", "source": "server", "skew_ms": 60000, "span_s": 0.5, "method": "random",
             "insert": {"method": "prepared", "batch": 5, "sorted": "trial"}, "indexes": [["a", "b"], ["c"]]},
            {"type": "snowflake", "flavour": {"epoch_ms": 5, "bits": [41, 10, 12]}}]})");
        QCOMPARE(cells[0].label, std::string("uuidv4"));
        QVERIFY(cells[1].label == "mine" && cells[1].labelled);
        QCOMPARE(cells[2].label, std::string("uuidv7 storage=text source=server skew_ms=60000 span_s=0.5 method=random "
                                             "indexes=col_a+col_b,col_c insert=prepared:5:trial"));
        QCOMPARE(cells[3].label, std::string("snowflake flavour=5/41+10+12"));
    }

    void partsFollowOneAnotherAndKeepTheirNames()
    {
        const auto cells = cellsOf(kLoad + R"("factors": {"key": ["uuidv4"]}, "parts": [{"name": "a"}, {"factors": {"key": ["uuidv4", "ulid"]}}])");
        QCOMPARE(cells.size(), std::size_t{3});
        QVERIFY(cells[0].part == "a" && cells[0].partIndex == 0);
        QVERIFY(cells[1].part == "part 2" && cells[1].partIndex == 1 && cells[2].index == 2);
    }

    void severalTargetsShareAPart()
    {
        const Plan plan = parsePlan(R"({"keyrace": 1, "targets": ["sqlite:a", "sqlite:b"], "workload": {"kind": "load", "rows": 10},
            "factors": {"key": ["uuidv4", "ulid"]}})");
        const auto cells = expand(plan, ScriptedRules().finder());
        QCOMPARE(cells.size(), std::size_t{4});
        QVERIFY(cells[1].target == "sqlite:a" && cells[2].target == "sqlite:b");
    }

    void whatATargetCannotDoStaysWithItsReason()
    {
        ScriptedRules rules;
        rules.impossibleLayout = "heap";
        const auto cells = cellsOf(kLoad + R"("factors": {"key": ["uuidv4"], "layout": ["heap", "rowid"]})", rules);
        QCOMPARE(cells[0].unavailable->english(), std::string("no heap here"));
        QVERIFY(!cells[1].unavailable);
    }

    void moreClientsThanAKeyHasNodesForAreNotAvailable()
    {
        const auto cells = cellsOf(kLoad + R"("factors": {"clients": [32, 33], "key": [
            {"type": "snowflake", "flavour": {"epoch_ms": 0, "bits": [41, 5, 17]}}]})");
        QVERIFY(!cells[0].unavailable);
        QCOMPARE(cells[1].unavailable->english(),
                 std::string("Keys of the type snowflake can be made by at most 32 clients at once, and this cell has 33."));
    }

    void twoOfOneTypeNeedDifferentLabels()
    {
        QCOMPARE(cellsOf(kLoad + R"("factors": {"key": [{"type": "uuidv4", "label": "A"}, {"type": "uuidv4", "label": "B"}]})").size(), std::size_t{2});
        // Unequal as levels, equal as cells: the second one only says what is the default.
        const QString error = errorOf(kLoad + R"("factors": {"key": [{"type": "uuidv4", "label": "A"}, {"type": "uuidv4", "label": "A", "storage": "binary"}]})");
        QVERIFY2(error.startsWith("factors.key: two cells are equal in all levels, also in the label \"A\"."), qPrintable(error));
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("message");
        QStringList numbers;
        for (int i = 1; i <= 1000; ++i)
            numbers << QString::number(i);
        const QString thousand = "[" + numbers.join(u',') + "]";
        QTest::newRow("a million cells") << QString(R"("workload": {"kind": "load", "rows": %1}, "factors": {"key": ["ulid"], "clients": %1})").arg(thousand)
                                         << "The plan has 1000000 cells (its factors multiply); accepted: at most 10000.";
        QTest::newRow("one cell too many")
            << QString(R"("workload": {"kind": "load", "rows": %1}, "factors": {"key": [{"type": "ulid", "clients": 1, "rows": 1}, "ulid"],)"
                       R"("clients": [1,2,3,4,5,6,7,8,9,10]})").arg(thousand)
            << "The plan has 10001 cells (its factors multiply); accepted: at most 10000.";
        QTest::newRow("nothing that the target can do") << QString::fromStdString(kLoad) + R"("factors": {"key": ["ulid"], "layout": ["heap"]})"
                                                        << "No cell of the plan can be measured: no heap here";
    }

    void mistakes()
    {
        QFETCH(QString, members);
        QFETCH(QString, message);
        ScriptedRules rules;
        rules.impossibleLayout = "heap";
        const QString error = errorOf(members.toStdString(), rules);
        QVERIFY2(error.startsWith(message), qPrintable(error));
    }

    void aPlanWithoutTargetIsReadButNotExpanded()
    {
        const Plan plan = parsePlan(R"({"keyrace": 1, "workload": {"kind": "load", "rows": 10}, "factors": {"key": ["ulid"]}})");
        QVERIFY_THROWS_EXCEPTION(Error, (void)targetUrls(plan));
        QVERIFY_THROWS_EXCEPTION(Error, (void)expand(plan, ScriptedRules().finder()));
    }

    void aPlanMadeByClicksIsCheckedToo()
    {
        Plan plan = parsePlan(R"({"keyrace": 1, "target": "sqlite:", "workload": {"kind": "load", "rows": 10}, "factors": {"key": ["ulid"]}})");
        plan.parts[0].factors.indexes = {IndexChoice{"few", {}}};
        QCOMPARE(expand(plan, ScriptedRules().finder())[0].indexes.columns.size(), std::size_t{2});
        plan.parts[0].factors.clients = {0};
        QVERIFY_THROWS_EXCEPTION(Error, (void)expand(plan, ScriptedRules().finder()));
        plan.parts.clear();
        QVERIFY_THROWS_EXCEPTION(Error, (void)expand(plan, ScriptedRules().finder()));
    }
};

QTEST_APPLESS_MAIN(TestExpand)
#include "tst_expand.moc"
