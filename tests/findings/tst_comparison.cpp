// SPDX-License-Identifier: GPL-3.0-or-later
#include "builder.h"
#include "engine/findings/document.h"

#include <QtTest/QTest>

#include <cmath>

using namespace keyrace;

class TestComparison : public QObject {
    Q_OBJECT

private slots:
    void equalCellsAreMatchedWhereverTheyStand()
    {
        Builder a;
        a.add(Builder::cell("uuidv4"), around(100)).add(Builder::cell("uuidv7"), around(200)).add(Builder::cell("ulid"), around(10));
        Builder b;
        Cell moved = Builder::cell("uuidv7");
        moved.target = "sqlite:/elsewhere.db";
        Cell other = Builder::cell("uuidv4");
        other.target = moved.target;
        Cell fresh = Builder::cell("uuidv6");
        fresh.target = moved.target;
        b.add(moved, around(400)).add(other, around(100)).add(fresh, around(1));
        const Comparison comparison = compare(a.build(), b.build());
        QCOMPARE(comparison.cells.size(), std::size_t{2});
        QCOMPARE(comparison.cells[1].label.substr(0, 6), std::string("uuidv7"));
        QCOMPARE(comparison.cells[1].a, 1);
        QCOMPARE(comparison.cells[1].b, 0);
        QVERIFY(std::abs(*comparison.cells[1].ratio.value - 2) < 1e-9);
        QVERIFY(comparison.cells[1].ratio.differs());
        QVERIFY(!comparison.cells[0].ratio.differs());
        QCOMPARE(comparison.onlyInA.size(), std::size_t{1});
        QCOMPARE(comparison.onlyInA.front().substr(0, 4), std::string("ulid"));
        QCOMPARE(comparison.onlyInB.front().substr(0, 6), std::string("uuidv6"));
    }

    void withSeveralTargetsTheTargetCounts()
    {
        Cell elsewhere = Builder::cell("uuidv4");
        elsewhere.target = "sqlite:/b";
        Builder a;
        a.add(Builder::cell("uuidv4"), around(100)).add(elsewhere, around(200));
        Builder b;
        b.add(elsewhere, around(200));
        const Comparison comparison = compare(a.build(), b.build());
        QCOMPARE(comparison.cells.size(), std::size_t{1});
        QCOMPARE(comparison.cells.front().a, 1);
        QCOMPARE(comparison.onlyInA.size(), std::size_t{1});
    }

    void theEnvironmentsAreCompared()
    {
        Builder a;
        Builder b;
        a.environment.host.cores = 2;
        b.environment.host.cores = 8;
        a.environment.targets.front().info.settings = {{"cache_size", "-2000"}, {"page_size", "4096"}};
        b.environment.targets.front().info.settings = {{"cache_size", "-8000"}, {"page_size", "4096"}};
        a.add(Builder::cell("uuidv4"), around(1));
        b.add(Builder::cell("uuidv4"), around(1));
        const auto environment = compare(a.build(), b.build()).environment;
        QCOMPARE(environment.size(), std::size_t{2});
        QCOMPARE(environment[0].first, std::string("host.cores"));
        QCOMPARE(environment[0].second, (std::pair<std::string, std::string>{"2", "8"}));
        QCOMPARE(environment[1].first, std::string("settings.cache_size"));
    }

    void differentDurabilityIsShownAndNotJudged()
    {
        Builder a;
        Builder b;
        b.environment.targets.front().info.durability = "wal, synchronous=off";
        b.environment.targets.front().info.weakDurability = true;
        a.add(Builder::cell("uuidv4"), around(100));
        b.add(Builder::cell("uuidv4"), around(50));
        const Comparison comparison = compare(a.build(), b.build());
        const ComparedCell& cell = comparison.cells.at(0);
        QVERIFY(std::abs(*cell.ratio.value - 0.5) < 0.05);
        QVERIFY(cell.ratio.differs() && !cell.differs() && !cell.isBelow(0.9));
        const std::string why = "not comparable, since durability differs: wal, synchronous=full against wal, synchronous=off";
        QCOMPARE(cell.unjudged.english(), why);
        QVERIFY(textOf(comparison).find(why) != std::string::npos);
        QVERIFY(junitOf(comparison, 0.9).find("<skipped message=\"" + why) != std::string::npos);
        QVERIFY(!jsonOf(comparison)["cells"][0]["differs"].get<bool>());
        QVERIFY(compare(a.build(), a.build()).cells.at(0).unjudged.isEmpty());
    }

    void aRunAgainstItselfDiffersInNothing()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv4"), around(100)).add(Builder::cell("uuidv4", 9), around(50));
        const ResultSet results = builder.build();
        const Comparison comparison = compare(results, results);
        QCOMPARE(comparison.cells.size(), std::size_t{2});
        QVERIFY(comparison.onlyInA.empty() && comparison.onlyInB.empty() && comparison.environment.empty());
        for (const ComparedCell& cell : comparison.cells)
            QCOMPARE(*cell.ratio.value, 1.0);
    }
};

QTEST_APPLESS_MAIN(TestComparison)
#include "tst_comparison.moc"
