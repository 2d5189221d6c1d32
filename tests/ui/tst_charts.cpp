// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "tests/findings/builder.h"
#include "ui/charts/curvechart.h"
#include "ui/charts/curveview.h"
#include "ui/charts/drawing.h"
#include "ui/charts/heatmapchart.h"
#include "ui/charts/levelpicker.h"
#include "ui/charts/numbers.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QTemporaryDir>
#include <QtCore/QXmlStreamReader>
#include <QtGui/QImageReader>
#include <QtTest/QTest>
#include <QtWidgets/QToolButton>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

using namespace keyrace;

namespace {

// `count` even samples of the same rate, up to the cell's rows.
std::function<void(Trial&)> samples(int count, double factor = 1)
{
    return [count, factor](Trial& trial) {
        const double rate = *trial.rowsPerS * factor;
        for (int i = 1; i <= count; ++i) {
            const std::int64_t rows = trial.rows * i / count;
            trial.samples.push_back({static_cast<double>(rows) / rate, rows, rate});
        }
    };
}

std::shared_ptr<const ResultSet> fourKeys()
{
    Builder builder;
    for (const auto* key : {"bigint-auto", "uuidv4", "uuidv7", "snowflake"})
        builder.add(Builder::cell(key), {100, 102, 98, 101, 99, 100, 100}, samples(20));
    return std::make_shared<ResultSet>(builder.build());
}

std::shared_ptr<const ResultSet> keysByIndexes(bool finished = true)
{
    Builder builder;
    builder.environment.targets.front().info.serverVersion = "3.40.1";
    builder.environment.targets.front().info.weakDurability = true;
    double rate = 1'000;
    for (const std::size_t indexes : {std::size_t{0}, std::size_t{9}}) {
        for (const auto* key : {"bigint-auto", "uuidv1", "uuidv4", "uuidv6", "uuidv7", "snowflake"}) {
            builder.add(Builder::cell(key, indexes), {rate, rate * 1.01, rate * 0.99, rate, rate, rate, rate}, samples(20));
            rate -= 50;
        }
    }
    return std::make_shared<ResultSet>(builder.build(finished));
}

void show(QWidget& widget, const QSize& size = {700, 460})
{
    widget.resize(size);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

const ChartKind& kind(const char* name)
{
    const ChartKind* found = findChartKind(name);
    Q_ASSERT(found != nullptr);
    return *found;
}

ErrorKind exportError(const QSize& size, const QString& file)
{
    try {
        exportChart(kind("curve"), fourKeys(), {}, Theme(Theme::Mode::Light), size, file);
    } catch (const Error& error) {
        return error.kind();
    }
    return ErrorKind::Cancelled; // stands for "none"
}

} // namespace

class TestCharts : public QObject {
    Q_OBJECT

private slots:
    // ---- numbers and places ----------------------------------------------------------------------------------------

    void numbersAreShort_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << 0.0 << "0";
        QTest::newRow("below a thousand") << 850.0 << "850";
        QTest::newRow("thousands") << 219'400.0 << "219k";
        QTest::newRow("rounded up to the next unit") << 999'900.0 << "1M";
        QTest::newRow("millions with what they are worth") << 1'254'000.0 << "1.25M";
        QTest::newRow("a ratio") << 0.5432 << "0.543";
        QTest::newRow("a big count") << 1e12 << "1T";
        QTest::newRow("no number") << std::nan("") << "–";
    }
    void numbersAreShort()
    {
        QFETCH(double, value);
        QTEST(shortNumber(value, plainLocale()), "text");
    }

    void axesHaveRoundTicks()
    {
        QCOMPARE(niceTicks(0, 200'000, 5), (std::vector<double>{0, 50'000, 100'000, 150'000, 200'000}));
        QCOMPARE(niceTicks(0, 0, 5), std::vector<double>());
        QCOMPARE(logTicks(3, 6, 6), (std::vector<double>{3, 4, 5, 6}));
        QCOMPARE(niceCeiling(87'000), 90'000.0);
        QCOMPARE(niceCeiling(0), 1.0);
        for (const double high : {1e-9, 0.37, 5.0, 123456.0, 9.99e11}) {
            for (int most = 2; most < 12; ++most)
                QVERIFY(niceTicks(0, high, most).size() <= static_cast<std::size_t>(most));
        }
    }

    void labelsNeverOverlap_data()
    {
        QTest::addColumn<std::vector<double>>("wanted");
        QTest::newRow("far apart") << std::vector<double>{20, 100, 180};
        QTest::newRow("all at one place") << std::vector<double>{50, 50, 50, 50, 50};
        QTest::newRow("at the lower edge") << std::vector<double>{199, 200, 198};
        QTest::newRow("beyond both edges") << std::vector<double>{-50, 400};
        QTest::newRow("two crowds that grow together") << std::vector<double>{60, 61, 62, 80, 81, 82};
        QTest::newRow("a crowd that reaches its neighbour") << std::vector<double>{90, 101, 101, 101, 101};
        QTest::newRow("as many as fit") << std::vector<double>(20, 10);
    }
    void labelsNeverOverlap()
    {
        QFETCH(std::vector<double>, wanted);
        const auto places = spreadLabels(wanted, 10, 0, 200);
        QVERIFY(places);
        auto sorted = *places;
        std::sort(sorted.begin(), sorted.end());
        QVERIFY(sorted.front() >= 5 - 1e-9 && sorted.back() <= 195 + 1e-9);
        for (std::size_t i = 1; i < sorted.size(); ++i)
            QVERIFY(sorted[i] - sorted[i - 1] >= 10 - 1e-9);
        for (std::size_t a = 0; a < wanted.size(); ++a) {
            for (std::size_t b = 0; b < wanted.size(); ++b)
                QVERIFY2(!(wanted[a] < wanted[b]) || (*places)[a] < (*places)[b], "labels keep the order of their lines");
        }
    }

    void labelsStayWhereNothingCrowdsThem()
    {
        QCOMPARE(*spreadLabels({20, 100, 180}, 10, 0, 200), (std::vector<double>{20, 100, 180}));
        QVERIFY(!spreadLabels(std::vector<double>(21, 10), 10, 0, 200));
    }

    void decimationKeepsExtremesAndEdges()
    {
        std::vector<QPointF> points;
        for (int i = 0; i < 10'000; ++i)
            points.emplace_back(i, i == 4'321 ? 1e6 : i == 7'000 ? -5 : i % 10);
        const auto kept = decimated(points, 1'000, 9'000, 100);
        QVERIFY(kept.size() <= 2 * 100 + 2 + 2);
        const auto has = [&](const QPointF& point) { return std::find(kept.begin(), kept.end(), point) != kept.end(); };
        QVERIFY(has({4'321, 1e6}));
        QVERIFY(has({7'000, -5}));
        QVERIFY2(kept.front().x() < 1'000 && kept.back().x() > 9'000, "the line goes on to the edge");
        QVERIFY(std::is_sorted(kept.begin(), kept.end(), [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); }));
        QCOMPARE(decimated({}, 0, 1, 10).size(), std::size_t{0});
    }

    // ---- curve --------------------------------------------------------------------------------------------------------

    void anEmptyChartSaysSo()
    {
        CurveChart chart;
        show(chart);
        QVERIFY(!chart.hasData());
        QCOMPARE(chart.accessibleDescription(), QStringLiteral("Nothing measured yet"));
        chart.setResults(std::make_shared<ResultSet>());
        QVERIFY(!chart.hasData());
        chart.grab();
        chart.view().setCrosshair(5);
        QTest::keyClick(&chart.view(), Qt::Key_Right);
        QTest::keyClick(&chart.view(), Qt::Key_Plus);
        chart.grab();
    }

    void fewCellsAreAllDrawnAndNamed()
    {
        CurveChart chart;
        show(chart);
        chart.setResults(fourKeys());
        const CurvePlot& plot = chart.view().plot();
        QCOMPARE(plot.lineSeries().size(), std::size_t{4});
        QCOMPARE(plot.labels().size(), std::size_t{4});
        QCOMPARE(plot.lineSeries()[1]->pen().color(), Theme(Theme::Mode::Light).keyColor("uuidv4"));
        for (const auto& a : plot.labels()) {
            for (const auto& b : plot.labels())
                QVERIFY2(&a == &b || !a.box.adjusted(0, 0.5, 0, -0.5).intersects(b.box.adjusted(0, 0.5, 0, -0.5)), qPrintable(a.text + b.text));
        }
    }

    void manyCellsShowOneLevelAndOfferTheOthers()
    {
        CurveChart chart;
        show(chart);
        chart.setResults(keysByIndexes());
        QCOMPARE(chart.view().plot().lineSeries().size(), std::size_t{6});
        QCOMPARE(chart.options().where.at(Factor::Indexes), std::string("many"));
        auto* picker = chart.findChild<LevelPicker*>();
        QVERIFY(picker != nullptr);
        const auto buttons = picker->findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 3); // all, none, many
        buttons[0]->click();
        QCOMPARE(chart.view().plot().lineSeries().size(), std::size_t{12});
        QVERIFY2(chart.view().plot().lineSeries()[0]->pen().style() != chart.view().plot().lineSeries()[6]->pen().style(), "a second factor is told by dash");
        buttons[1]->click();
        QCOMPARE(chart.options().where.at(Factor::Indexes), std::string("none"));
    }

    void aLineIsSwitchedOffByItsName()
    {
        CurveChart chart;
        show(chart);
        chart.setResults(fourKeys());
        const CurvePlot& plot = chart.view().plot();
        const auto named = [&](const QString& name) {
            const auto& labels = plot.labels();
            const auto found = std::find_if(labels.begin(), labels.end(), [&](const CurvePlot::Label& label) { return label.text == name; });
            return found == labels.end() ? QPoint() : found->box.center().toPoint();
        };
        QTest::mouseClick(chart.view().viewport(), Qt::LeftButton, {}, named(QStringLiteral("UUID v4")));
        QCOMPARE(plot.lineSeries().size(), std::size_t{3});
        QCOMPARE(plot.readingsAt(500).size(), std::size_t{3});
        QCOMPARE(plot.labels().size(), std::size_t{4}); // the way back
        QTest::mouseClick(chart.view().viewport(), Qt::LeftButton, {}, named(QStringLiteral("UUID v4")));
        QCOMPARE(plot.lineSeries().size(), std::size_t{4});

        chart.isolateLine(2);
        QCOMPARE(plot.readingsAt(500).size(), std::size_t{1});
        QCOMPARE(plot.readingsAt(500).front().name, QStringLiteral("UUID v7"));
        chart.isolateLine(2);
        QCOMPARE(plot.lineSeries().size(), std::size_t{4});
    }

    void whatAFindingStandsOnStandsOut()
    {
        CurveChart chart;
        show(chart);
        chart.setResults(keysByIndexes());
        QCOMPARE(chart.options().where.at(Factor::Indexes), std::string("many"));
        chart.setEvidence({2, 4}); // v4 and v7 without indexes
        QCOMPARE(chart.options().where.at(Factor::Indexes), std::string("none"));
        std::set<int> plain;
        for (const CurveLine& line : chart.view().plot().data().lines) {
            if (line.emphasis == Emphasis::Plain)
                plain.insert(line.cell);
        }
        QCOMPARE(plain, (std::set<int>{2, 4}));
        auto* picker = chart.findChild<LevelPicker*>();
        QVERIFY(picker != nullptr);
        QTRY_VERIFY2(picker->isVisible(), "the other levels stay within reach");
        chart.setEvidence({});
        const auto& lines = chart.view().plot().data().lines;
        QVERIFY(std::all_of(lines.begin(), lines.end(), [](const CurveLine& line) { return line.emphasis == Emphasis::Plain; }));
    }

    void theCrosshairTellsWhatWasMeasured()
    {
        CurveChart chart;
        show(chart);
        Builder builder;
        builder.add(Builder::cell("uuidv4"), {100, 100, 100}, samples(10)).add(Builder::cell("uuidv7"), {200, 200, 200}, samples(10));
        chart.setResults(std::make_shared<ResultSet>(builder.build()));
        const CurvePlot& plot = chart.view().plot();
        const QPointF place = plot.toPixels({500, 50});
        QTest::mouseMove(chart.view().viewport(), place.toPoint());
        QVERIFY(chart.view().crosshair());
        const auto readings = plot.readingsAt(*chart.view().crosshair());
        QCOMPARE(readings.size(), std::size_t{2});
        QCOMPARE(readings[0].name, QStringLiteral("UUID v7"));
        QVERIFY(std::abs(readings[0].value - 200) < 0.5);
        QVERIFY(std::abs(readings[1].value - 100) < 0.5);
        QCOMPARE(plot.valueText(87'412), QStringLiteral("87,400/s"));
    }

    void placesAndPixelsAreInverse()
    {
        CurveChart chart;
        show(chart);
        chart.setResults(fourKeys());
        const CurvePlot& plot = chart.view().plot();
        const QPointF place(321, 45);
        const QPointF there = plot.toPixels(place);
        QVERIFY(plot.plotArea().contains(there));
        QVERIFY((plot.fromPixels(there) - place).manhattanLength() < 1e-6);
        // Qt Charts draws the series where the labels and the crosshair believe them to be.
        const QPointF drawn = chart.view().chart()->mapToScene(chart.view().chart()->mapToPosition(place, const_cast<QLineSeries*>(plot.lineSeries()[0])));
        QVERIFY2((drawn - there).manhattanLength() < 1.5, qPrintable(QString::number((drawn - there).manhattanLength())));
    }

    void zoomAndBack_data()
    {
        QTest::addColumn<QString>("how");
        for (const auto* how : {"wheel", "rubber band", "keys"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }
    void zoomAndBack()
    {
        QFETCH(QString, how);
        CurveChart chart;
        show(chart);
        chart.setResults(fourKeys());
        CurveView& view = chart.view();
        const QRectF whole = view.plot().wholeRange();
        const QRectF area = view.plot().plotArea();
        if (how == "wheel") {
            QWheelEvent wheel(area.center(), view.viewport()->mapToGlobal(area.center()), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(view.viewport(), &wheel);
        } else if (how == "rubber band") {
            QTest::mousePress(view.viewport(), Qt::LeftButton, {}, (area.center() - QPointF(80, 60)).toPoint());
            QTest::mouseMove(view.viewport(), area.center().toPoint());
            QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, area.center().toPoint());
        } else {
            QTest::keyClick(&view, Qt::Key_Plus);
            QTest::keyClick(&view, Qt::Key_Left);
        }
        QVERIFY(view.isZoomed());
        QVERIFY(view.plot().range().width() < whole.width());
        QVERIFY(whole.contains(view.plot().range()));
        if (how == "keys")
            QTest::keyClick(&view, Qt::Key_0);
        else
            QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, area.center().toPoint());
        QVERIFY(!view.isZoomed());
        QCOMPARE(view.plot().range(), whole);
    }

    void panningStaysWithinTheData()
    {
        CurveChart chart;
        show(chart);
        chart.setResults(fourKeys());
        CurveView& view = chart.view();
        view.zoomBy(4, view.plot().plotArea().center());
        const QRectF before = view.plot().range();
        view.panBy({50, 0});
        QVERIFY(view.plot().range().left() < before.left());
        view.panBy({1e7, -1e7});
        QVERIFY(view.plot().wholeRange().adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(view.plot().range()));
        for (int i = 0; i < 200; ++i)
            view.zoomBy(2, view.plot().plotArea().center());
        QVERIFY(view.plot().range().width() > 0);
        chart.grab();
    }

    void aZeroOnALogarithmicAxisBreaksTheLine()
    {
        CurveChart chart;
        show(chart);
        Cell cell = Builder::cell("uuidv7");
        cell.workload.kind = WorkloadKind::Growth;
        cell.workload.step = 100;
        Builder builder;
        builder.add(cell, {100, 100, 100}, [](Trial& trial) {
            for (int i = 1; i <= 10; ++i)
                trial.samples.push_back({i * 1.0, i * 100, i == 5 ? 0.0 : 1'000.0 * i});
        });
        chart.setResults(std::make_shared<ResultSet>(builder.build()));
        QCOMPARE(chart.view().plot().lineSeries().size(), std::size_t{1});
        chart.setLogarithmic(true);
        const auto lines = chart.view().plot().lineSeries();
        QCOMPARE(lines.size(), std::size_t{2});
        for (const auto* line : lines) {
            for (const QPointF& point : line->points())
                QVERIFY(std::isfinite(point.y()));
        }
        chart.view().setCrosshair(500);
        chart.grab();
    }

    void onlyZerosOnALogarithmicAxisDrawNothing()
    {
        CurveChart chart;
        show(chart);
        Cell cell = Builder::cell("uuidv7");
        cell.workload.kind = WorkloadKind::Growth;
        cell.workload.step = 500;
        Builder builder;
        builder.add(cell, {1, 1, 1}, [](Trial& trial) { trial.samples = {{1, 500, 0.0}, {2, 1'000, 0.0}}; });
        chart.setResults(std::make_shared<ResultSet>(builder.build()));
        chart.setLogarithmic(true);
        chart.grab();
        QVERIFY(chart.view().plot().lineSeries().empty());
    }

    void unfinishedCellsAreDashedAndEndInADot()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv7"), {100, 100, 100}, samples(10)).add(Builder::cell("uuidv4"), {});
        auto results = std::make_shared<ResultSet>(builder.build(false));
        results->append(TrialStarted{1, 0, 0, 0, 0, false});
        results->append(SamplesTaken{1, 0, {{1, 100, 100.0}, {2, 180, 80.0}, {3, 250, 70.0}}, 0.25});
        CurveChart chart;
        show(chart);
        chart.setResults(results);
        const auto lines = chart.view().plot().lineSeries();
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0]->pen().style(), Qt::SolidLine);
        QCOMPARE(lines[1]->pen().style(), Qt::CustomDashLine);
        QVERIFY(chart.view().plot().data().lines[1].running);
    }

    void weakDurabilityAndNoiseAreSaidOnTheChart()
    {
        Builder builder;
        builder.environment.targets.front().info.serverVersion = "3.40.1";
        builder.environment.targets.front().info.durability = "wal, synchronous=normal";
        builder.environment.targets.front().info.weakDurability = true;
        builder.add(Builder::cell("uuidv4"), {100, 140, 70}, samples(10)).add(Builder::cell("uuidv7"), {100, 100, 100}, samples(10));
        const auto results = builder.build();
        QCOMPARE(circumstancesOf(results, {0, 1}).weakness(),
                 QStringLiteral("SQLite 3.40.1 · wal, synchronous=normal: a commit may be lost when the machine fails · noise above 5 %: UUID v4"));
        QCOMPARE(circumstancesOf(results, {1}).noise, QString());
    }

    void fortySeriesOfManySamplesStayWithinLimits()
    {
        Builder builder;
        for (int i = 0; i < 40; ++i) {
            Cell cell = Builder::cell(i % 2 == 0 ? "uuidv4" : "uuidv7");
            cell.rows = 200'000;
            cell.workload.kind = WorkloadKind::Growth;
            cell.workload.step = 1;
            cell.label += std::to_string(i);
            cell.labelled = true;
            builder.add(cell, {1'000.0 + i}, samples(200'000));
        }
        const auto results = std::make_shared<const ResultSet>(builder.build());
        CurveChart chart;
        show(chart, {1'000, 600});
        chart.setResults(results);
        const CurvePlot& plot = chart.view().plot();
        QVERIFY(plot.lineSeries().size() == 40);
        QVERIFY2(plot.pointCount() <= kMostPoints, qPrintable(QString::number(plot.pointCount())));
        for (const auto* line : plot.lineSeries())
            QVERIFY(line->count() <= 2 * plot.plotArea().width() + 2);
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < 10; ++i) {
            chart.setResults(results); // nothing new: no curve is worked out again
            chart.view().zoomBy(1.2, plot.plotArea().center());
        }
        chart.grab();
        QVERIFY2(clock.elapsed() < 5'000, qPrintable(QString::number(clock.elapsed())));
    }

    // ---- heatmap --------------------------------------------------------------------------------------------------------

    void theHeatmapTakesKeyAndIndexes()
    {
        HeatmapChart chart;
        show(chart);
        chart.setResults(keysByIndexes());
        const HeatGrid& grid = chart.view().grid();
        QCOMPARE(grid.x, std::optional(Factor::Indexes));
        QCOMPARE(grid.y, Factor::Key);
        QCOMPARE(grid.columns, (std::vector<QString>{QStringLiteral("None"), QStringLiteral("Many (9)")}));
        QCOMPARE(grid.rows.size(), std::size_t{6});
        QVERIFY(std::abs(*grid.at(0, 0).value - 1'000) < 1);
        const Theme theme(Theme::Mode::Light);
        QCOMPARE(heatColour(grid, grid.at(0, 0), theme), theme.heat(1));
        QCOMPARE(heatColour(grid, grid.at(1, 5), theme), theme.heat(0));
    }

    void whereOnlyTheKeyVariesRowsInTheTableAreTheSecondAxis()
    {
        HeatmapChart chart;
        show(chart);
        chart.setResults(fourKeys());
        const HeatGrid& grid = chart.view().grid();
        QVERIFY(!grid.x);
        QCOMPARE(grid.columns.size(), std::size_t{10});
        QCOMPARE(grid.columns.back(), QStringLiteral("1k"));
        for (const auto& square : grid.squares)
            QVERIFY(square.value && std::abs(*square.value - 100) < 3);
    }

    void squaresTellTheirState()
    {
        Builder builder;
        builder.add(Builder::cell("uuidv4"), {100, 100, 100}).add(Builder::cell("uuidv4", 9), {});
        builder.add(Builder::cell("uuidv7"), {100, 150, 60}).add(Builder::cell("uuidv7", 9), {});
        auto results = std::make_shared<ResultSet>(builder.build(false));
        results->append(CellChanged{1, CellState::Failed, Message::verbatim("out of space")});
        HeatmapChart chart;
        show(chart);
        chart.setResults(results);
        const HeatGrid& grid = chart.view().grid();
        QVERIFY(grid.at(0, 0).open);
        QCOMPARE(grid.at(0, 0).finished, 3);
        QCOMPARE(grid.at(0, 0).repeats, 7);
        QVERIFY(grid.at(1, 0).isClosed());
        QVERIFY(heatDescription(grid, 1, plainLocale()).contains(QStringLiteral("out of space")));
        QVERIFY(grid.at(0, 1).noise);
        QVERIFY(!grid.at(0, 0).noise);
        QVERIFY(!grid.at(1, 1).value);
        // A hatched square has at least two colours besides its text; a filled one is filled.
        const QImage picture = chart.view().grab().toImage();
        const double ratio = picture.devicePixelRatio();
        const auto colourAt = [&](const QPointF& place) { return picture.pixelColor((place * ratio).toPoint()); };
        const QRectF filled = chart.view().arrangement().square(0, 0);
        QCOMPARE(colourAt(filled.center() - QPointF(filled.width() / 3, filled.height() / 3)), heatColour(grid, grid.at(0, 0), Theme(Theme::Mode::Light)));
        const QRectF hatched = chart.view().arrangement().square(1, 0);
        std::set<QRgb> colours;
        for (int i = 0; i < 20; ++i)
            colours.insert(colourAt(hatched.topLeft() + QPointF(8 + i, 8)).rgb());
        QVERIFY(colours.size() > 1);
    }

    void relativeToAKeyItsOwnRowIsOne()
    {
        HeatmapChart chart;
        show(chart);
        ChartOptions options;
        options.reference = "uuidv7";
        chart.setOptions(options);
        chart.setResults(keysByIndexes());
        const HeatGrid& grid = chart.view().grid();
        QCOMPARE(*grid.at(0, 4).value, 1.0);
        QVERIFY(std::abs(*grid.at(0, 0).value - 1'000.0 / 800) < 0.01);
        QCOMPARE(heatText(grid, 0.5432, plainLocale()), QStringLiteral("0.54×"));
    }

    void arrowsMoveFromSquareToSquare()
    {
        HeatmapChart chart;
        show(chart);
        chart.setResults(keysByIndexes());
        HeatmapView& view = chart.view();
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.focused(), std::optional<std::size_t>(1));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.focused(), std::optional<std::size_t>(3));
        QVERIFY(view.accessibleDescription().contains(QStringLiteral("UUID v1 · Many (9)")));
        QTest::keyClick(&view, Qt::Key_Home);
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(view.focused(), std::optional<std::size_t>(0));
    }

    // ---- every chart, and files ----------------------------------------------------------------------------------------

    void everyChartDrawsAtAnySize_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& each : chartKinds())
            QTest::newRow(std::string(each.name).c_str()) << QString::fromUtf8(each.name.data(), static_cast<qsizetype>(each.name.size()));
    }
    void everyChartDrawsAtAnySize()
    {
        QFETCH(QString, name);
        const ChartKind* each = findChartKind(name.toStdString());
        QVERIFY(each != nullptr && !each->title().isEmpty());
        const std::unique_ptr<Chart> chart(each->make(nullptr));
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            chart->setTheme(Theme(mode));
            chart->setResults(keysByIndexes());
            for (const QSize& size : {QSize(60, 40), QSize(380, 300), QSize(1'600, 900)}) {
                chart->resize(size);
                QVERIFY(!chart->grab().isNull());
            }
        }
        QVERIFY(chart->hasData());
        QVERIFY(!chart->accessibleName().isEmpty());
        QVERIFY(chart->accessibleDescription().contains(QStringLiteral("UUID v7")));
        chart->resetView();
        QVERIFY(findChartKind("no such view") == nullptr);
    }

    void picturesHaveTheSizeThatWasAskedFor_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("smallest") << QSize(160, 120);
        QTest::newRow("usual") << QSize(1'600, 1'000);
        QTest::newRow("odd") << QSize(1'999, 1'333);
        QTest::newRow("wide and low") << QSize(4'000, 120);
    }
    void picturesHaveTheSizeThatWasAskedFor()
    {
        QFETCH(QSize, size);
        const QTemporaryDir folder;
        for (const auto& each : chartKinds()) {
            const QString file = folder.filePath(QStringLiteral("picture.png"));
            exportChart(each, keysByIndexes(), {}, Theme(Theme::Mode::Dark), size, file);
            const QImage picture(file);
            QCOMPARE(picture.size(), size);
            QCOMPARE(picture.pixelColor(1, 1), Theme(Theme::Mode::Dark).surface);
        }
    }

    void drawingsAreWellFormedAndSayTheirCircumstances()
    {
        const QTemporaryDir folder;
        for (const auto& each : chartKinds()) {
            const QString file = folder.filePath(QStringLiteral("drawing.svg"));
            exportChart(each, keysByIndexes(), {}, Theme(Theme::Mode::Light), {900, 600}, file);
            QFile svg(file);
            QVERIFY(svg.open(QIODevice::ReadOnly));
            QXmlStreamReader reader(&svg);
            QString text;
            while (!reader.atEnd()) {
                reader.readNext();
                if (reader.isCharacters())
                    text += reader.text();
            }
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
            QVERIFY2(text.contains(QStringLiteral("SQLite 3.40.1")), qPrintable(text));
            QVERIFY(text.contains(QStringLiteral("a commit may be lost")));
            QVERIFY(text.contains(QStringLiteral("UUID v7")));
        }
    }

    void documentsAreWritten()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("Picture.PDF"));
        exportChart(kind("heatmap"), keysByIndexes(), {}, Theme(Theme::Mode::Light), {800, 600}, file);
        QFile pdf(file);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.read(5) == "%PDF-");
    }

    void impossiblePicturesAreRefused_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("name");
        QTest::addColumn<ErrorKind>("error");
        QTest::newRow("no size") << QSize(0, 0) << "a.png" << ErrorKind::BadInput;
        QTest::newRow("negative") << QSize(-800, 600) << "a.png" << ErrorKind::BadInput;
        QTest::newRow("absurd") << QSize(1'000'000, 600) << "a.png" << ErrorKind::BadInput;
        QTest::newRow("one pixel too wide") << QSize(16'385, 600) << "a.png" << ErrorKind::BadInput;
        QTest::newRow("another ending") << QSize(800, 600) << "a.bmp" << ErrorKind::BadInput;
        QTest::newRow("no ending") << QSize(800, 600) << "png" << ErrorKind::BadInput;
        QTest::newRow("no such folder") << QSize(800, 600) << "not/there/a.png" << ErrorKind::Disk;
        QTest::newRow("a folder") << QSize(800, 600) << "folder.png" << ErrorKind::Disk;
    }
    void impossiblePicturesAreRefused()
    {
        QFETCH(QSize, size);
        QFETCH(QString, name);
        QFETCH(ErrorKind, error);
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("folder.png")));
        QCOMPARE(exportError(size, folder.filePath(name)), error);
    }

    void aViewWithoutDataIsRefused()
    {
        const QTemporaryDir folder;
        for (const auto& each : chartKinds()) {
            Builder builder;
            builder.add(Builder::cell("uuidv7"), {});
            QVERIFY_THROWS_EXCEPTION(Error, exportChart(each, std::make_shared<ResultSet>(builder.build()), {}, Theme(Theme::Mode::Light), {800, 600},
                                                 folder.filePath(QStringLiteral("a.png"))));
        }
    }
};

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
