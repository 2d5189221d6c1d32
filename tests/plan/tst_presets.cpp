// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/presets.h"
#include "tests/plan/scriptedrules.h"

#include <QtTest/QTest>

using namespace keyrace;

class TestPresets : public QObject {
    Q_OBJECT

private slots:
    void eachHasTitleTextAndTarget()
    {
        for (const Preset& preset : presets()) {
            QVERIFY2(!preset.title.empty() && preset.title != preset.name, preset.name.c_str());
            QVERIFY2(!preset.text.empty(), preset.name.c_str());
            QCOMPARE(targetUrls(planFromJson(preset.plan)).size(), std::size_t{1});
        }
    }

    void eachIsFoundByItsName()
    {
        for (const char* name : {"quick-look", "sqlite-rowid", "sqlite-rowid@published"})
            QCOMPARE(findPreset(name)->name, std::string(name));
        QVERIFY(!findPreset("quick"));
    }

    void eachReadsBackEqual()
    {
        for (const Preset& preset : presets()) {
            const Plan plan = planFromJson(preset.plan);
            QVERIFY2(planFromJson(toJson(plan)) == plan, preset.name.c_str());
        }
    }

    void quickLookHasTwelveCellsOfClusteredUuids()
    {
        const std::vector<Cell> cells = expand(planFromJson(findPreset("quick-look")->plan), ScriptedRules().finder());
        QCOMPARE(cells.size(), std::size_t{12});
        for (const Cell& cell : cells) {
            const bool uuid = cell.key.substr(0, 4) == "uuid";
            QCOMPARE(cell.layout.type, std::string(uuid ? "clustered" : "rowid"));
            QCOMPARE(cell.label, cell.key);
        }
    }

    void everyExpectationFindsExactlyOneCellOnEachSide()
    {
        for (const Preset& preset : presets()) {
            const Plan plan = planFromJson(preset.plan);
            const std::vector<Cell> cells = expand(plan, ScriptedRules().finder());
            for (const Expectation& expectation : plan.expect) {
                QCOMPARE(matching(cells, expectation.where), 1);
                QCOMPARE(matching(cells, *expectation.over), 1);
            }
        }
    }

    void estimatesAreOfThePublishedOrder_data()
    {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        QTest::newRow("a quick look takes less than a minute") << "quick-look" << 5.0 << 60.0;
        // 57 s for one round of it from an interpreter
        QTest::newRow("a tenth of the sqlite study takes minutes") << "sqlite-rowid" << 60.0 << 340.0;
        // 216 s for one round on the study's own machine, which was the faster one
        QTest::newRow("the sqlite study takes many minutes") << "sqlite-rowid@published" << 600.0 << 4000.0;
    }

    void estimatesAreOfThePublishedOrder()
    {
        QFETCH(QString, preset);
        QFETCH(double, least);
        QFETCH(double, most);
        const Plan plan = planFromJson(findPreset(preset.toStdString())->plan);
        const Estimate estimated = estimate(expand(plan, ScriptedRules().finder()));
        QVERIFY2(estimated.seconds > least && estimated.seconds < most, qPrintable(QString::number(estimated.seconds)));
    }

private:
    static int matching(const std::vector<Cell>& cells, const CellSelector& selector)
    {
        int count = 0;
        for (const Cell& cell : cells) {
            bool all = true;
            for (const auto& [factor, level] : selector.levels)
                all = all && levelName(cell, *factorFromName(factor)) == level;
            count += all ? 1 : 0;
        }
        return count;
    }
};

QTEST_APPLESS_MAIN(TestPresets)
#include "tst_presets.moc"
