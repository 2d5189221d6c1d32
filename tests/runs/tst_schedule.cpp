// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/schedule.h"
#include "scripted.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>

using namespace keyrace;

namespace {

std::vector<Cell> cellsIn(TrialOrder order, int count, int repeats)
{
    std::vector<Cell> cells = scripted::cells(count, 1000, repeats);
    for (Cell& cell : cells)
        cell.protocol.order = order;
    return cells;
}

std::vector<int> cellsOfRound(const std::vector<Turn>& turns, int round)
{
    std::vector<int> cells;
    for (const Turn& turn : turns) {
        if (turn.round == round)
            cells.push_back(turn.cell);
    }
    return cells;
}

} // namespace

class TestSchedule : public QObject {
    Q_OBJECT

private slots:
    void everyRoundHoldsEveryCellOnce()
    {
        const auto turns = schedule(cellsIn(TrialOrder::Rounds, 12, 5));
        QCOMPARE(turns.size(), std::size_t{60});
        for (int round = 0; round < 5; ++round) {
            auto cells = cellsOfRound(turns, round);
            std::sort(cells.begin(), cells.end());
            for (int i = 0; i < 12; ++i)
                QCOMPARE(cells[static_cast<std::size_t>(i)], i);
        }
    }

    void roundsAreShuffledAnewAndRepeatably()
    {
        const auto cells = cellsIn(TrialOrder::Rounds, 12, 5);
        const auto turns = schedule(cells);
        QCOMPARE(schedule(cells), turns);
        std::set<std::vector<int>> orders;
        for (int round = 0; round < 5; ++round)
            orders.insert(cellsOfRound(turns, round));
        QCOMPARE(orders.size(), std::size_t{5});
    }

    void anotherSeedIsAnotherOrder()
    {
        auto cells = cellsIn(TrialOrder::Rounds, 12, 1);
        const auto first = schedule(cells);
        for (Cell& cell : cells)
            cell.protocol.seed = 2;
        QVERIFY(schedule(cells) != first);
    }

    void alternatingKeepsThePlansOrder()
    {
        const auto turns = schedule(cellsIn(TrialOrder::Alternating, 3, 2));
        QCOMPARE(turns, (std::vector<Turn>{{0, 0, 0, 0}, {1, 0, 0, 1}, {2, 0, 0, 2}, {0, 1, 1, 0}, {1, 1, 1, 1}, {2, 1, 1, 2}}));
    }

    void sequentialFinishesOneCellFirst()
    {
        const auto turns = schedule(cellsIn(TrialOrder::Sequential, 2, 2));
        QCOMPARE(turns, (std::vector<Turn>{{0, 0, 0, 0}, {0, 1, 1, 0}, {1, 0, 0, 1}, {1, 1, 1, 1}}));
    }

    void partsFollowOneAnother()
    {
        auto cells = cellsIn(TrialOrder::Rounds, 4, 3);
        cells[2].partIndex = cells[3].partIndex = 1;
        const auto turns = schedule(cells);
        for (std::size_t i = 0; i < turns.size(); ++i)
            QCOMPARE(turns[i].cell >= 2, i >= 6);
    }

    void cellsThatCannotBeMeasuredAreLeftOut()
    {
        auto cells = cellsIn(TrialOrder::Alternating, 2, 1);
        cells[0].unavailable = Message("no hash index");
        QCOMPARE(schedule(cells), (std::vector<Turn>{{1, 0, 0, 0}}));
    }
};

QTEST_APPLESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
