// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "tests/plan/scriptedrules.h"

#include <nlohmann/json.hpp>

#include <QtCore/QFile>
#include <QtTest/QTest>

using namespace keyrace;

class TestCell : public QObject {
    Q_OBJECT

private slots:
    void levelsStandUnderTheirNames()
    {
        const Json json = toJson(cellOf(R"("table": {"shape": "events", "payload_bytes": 300}, "workload": {"kind": "growth", "rows": 900, "step": 300},
            "factors": {"key": [{"type": "uuidv7", "skew_ms": 500, "method": "random"}], "indexes": [[["user_id", "created_at"]]],
            "layout": [{"type": "partitioned", "by": "id", "count": 4}], "insert": [{"method": "bulk", "batch": 50, "sorted": "batch"}],
            "settings": [{"label": "big", "set": {"cache": "9"}}]})"));
        QCOMPARE(QString::fromStdString(json.dump()),
                 QStringLiteral(R"({"part":"","target":"sqlite:","table":{"shape":"events","payload_bytes":300},"key":"uuidv7",)"
                                R"("label":"uuidv7 skew_ms=500 method=random","storage":"binary","source":"client",)"
                                R"("key_options":{"skew_ms":500,"method":"random"},"columns":"independent",)"
                                R"("layout":{"type":"partitioned","by":"id","count":4},"indexes":[["user_id","created_at"]],)"
                                R"("index_method":"primary","insert":{"method":"bulk","batch":50,"sorted":"batch","staging":false},)"
                                R"("arrival":"shared","clients":1,"settings":"big","workload":{"kind":"growth","rows":900,"step":300},)"
                                R"("rows":900,"prefill":0,"index":0,"part_index":0,"labelled":false,"settings_set":{"cache":"9"},)"
                                R"("protocol":{"repeats":7,"trim":1,"warmup_rows":10000,"order":"rounds","slice_ms":1000,"seed":1,)"
                                R"("max_seconds":null}})"));
    }

    void levelNamesAreThoseOfTheCommandLine()
    {
        const Cell cell = cellOf(R"("table": {"shape": "six-columns", "payload_bytes": 9}, "workload": {"kind": "append", "rows": 900, "prefill": 50},
            "factors": {"key": [{"type": "uuidv7", "label": "seven"}], "indexes": [[["a", "b"], ["c"]]], "clients": [4], "arrival": ["split"],
            "layout": [{"type": "partitioned", "by": "id", "count": 4}], "insert": [{"method": "multi-row", "batch": 50, "sorted": "batch"}],
            "settings": [{"label": "big", "set": {"cache": "9"}}]}, "parts": [{"name": "one"}])");
        QStringList levels;
        for (const Factor factor : allFactors())
            levels << QString::fromUtf8(name(factor).data()) + "=" + QString::fromStdString(levelName(cell, factor));
        QCOMPARE(levels.join(u' '),
                 QStringLiteral("part=one target=sqlite: table=six-columns:9 key=seven storage=binary source=client columns=independent "
                                "layout=partitioned:id:4 indexes=col_a+col_b,col_c index_method=primary insert=multi-row:50:batch arrival=split "
                                "clients=4 rows=900 prefill=50 settings=big query="));
    }

    void everyCellOfAPlanWithEveryMemberReadsBack()
    {
        QFile file(QStringLiteral(KEYRACE_SOURCE_DIR "/tests/plan/everymember.keyplan"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        Plan plan = parsePlan(file.readAll().toStdString());
        plan.parts[0].factors.arrival = {Arrival::Split}; // fewer cells
        plan.targets = {"sqlite:"};
        for (Part& part : plan.parts) {
            part.factors.columns = {ColumnFill::Int};
            part.factors.indexMethod = {IndexMethod::Hash};
        }
        ScriptedRules rules;
        rules.impossibleLayout = "heap";
        const std::vector<Cell> cells = expand(plan, rules.finder());
        QVERIFY(cells.size() > 100);
        for (const Cell& cell : cells) {
            const Json json = toJson(cell);
            const Cell again = cellFromJson(Json::parse(json.dump()));
            QCOMPARE(toJson(again).dump(), json.dump());
            QVERIFY(again.indexes == cell.indexes && again.settings == cell.settings && again.workload == cell.workload);
            QVERIFY(again.protocol == cell.protocol && again.keyOptions == cell.keyOptions && again.insert == cell.insert);
            QCOMPARE(again.unavailable.has_value(), cell.unavailable.has_value());
        }
    }

    void whatAResultAddsIsReadOver()
    {
        Json json = toJson(cellOf(R"("workload": {"kind": "load", "rows": 9}, "factors": {"key": ["ulid"]})"));
        json["insert"]["effective_batch"] = 500;
        json["state"] = "done";
        QCOMPARE(cellFromJson(json).insert.batch, std::int64_t{1000});
    }

    void damagedOnesAreErrors_data()
    {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QString>("value");
        QTest::newRow("no object") << "" << "5";
        QTest::newRow("an unknown key") << "key" << "\"uuidv9\"";
        QTest::newRow("an unknown storage") << "storage" << "\"gold\"";
        QTest::newRow("no insert") << "insert" << "null";
        QTest::newRow("rows that are a text") << "rows" << "\"many\"";
        QTest::newRow("a negative index") << "index" << "-1";
    }

    void damagedOnesAreErrors()
    {
        QFETCH(QString, member);
        QFETCH(QString, value);
        Json json = toJson(cellOf(R"("workload": {"kind": "load", "rows": 9}, "factors": {"key": ["ulid"]})"));
        if (member.isEmpty())
            json = 5;
        else
            json[member.toStdString()] = Json::parse(value.toStdString());
        QVERIFY_THROWS_EXCEPTION(Error, (void)cellFromJson(json));
    }

    void scenariosAreThoseOfTheTables()
    {
        QCOMPARE(indexScenario(TableShape::SixColumns, "few")->size(), std::size_t{2});
        QCOMPARE(indexScenario(TableShape::SixColumns, "medium")->size(), std::size_t{5});
        QCOMPARE(indexScenario(TableShape::SixColumns, "many")->size(), std::size_t{9});
        QCOMPARE(indexScenario(TableShape::Events, "few")->size(), std::size_t{2});
        QVERIFY(!indexScenario(TableShape::Events, "many") && !indexScenario(TableShape::Users, "few"));
        QVERIFY(indexScenario(TableShape::Users, "none")->empty());
    }

private:
    static Cell cellOf(const std::string& members)
    {
        return expand(parsePlan(R"({"keyrace": 1, "target": "sqlite:", )" + members + "}"), ScriptedRules().finder()).front();
    }
};

QTEST_APPLESS_MAIN(TestCell)
#include "tst_cell.moc"
