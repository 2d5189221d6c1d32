// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/presets.h"
#include "engine/workloads/procedure.h"
#include "ui/plan/addressparts.h"
#include "ui/plan/checkrow.h"
#include "ui/plan/choices.h"
#include "ui/plan/costline.h"
#include "ui/plan/keyfacts.h"
#include "ui/plan/numberbox.h"
#include "ui/planpanel.h"

#include <QtCore/QLocale>
#include <QtCore/QRegularExpression>
#include <QtGui/QStandardItemModel>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>

using namespace keyrace;

namespace {

// Names every member of the format, most of them with a value that is not the default.
constexpr auto kEverything = R"({
  "keyrace": 1, "name": "Everything", "text": "Does every member come back?",
  "sandbox": { "engine": "sqlite", "settings": { "journal_mode": "wal", "mmap_size": "0" } },
  "hypotheses": ["v4 falls behind", "the rest does not"],
  "expect": [
    { "id": "a", "text": "v7 leads", "metric": "rows_per_s", "where": { "key": "uuidv7", "part": "one", "pick": "max" },
      "over": { "key": "plain v4", "metric": "table_bytes", "pick": "min" }, "min": 1.05, "max": 3 },
    { "id": "b", "text": "late steps", "metric": "rows_per_s", "where": { "part": "two", "steps": [2, 3] }, "over": { "steps": [1, 1] }, "min": 0.1 } ],
  "parts": [
    { "name": "one", "table": { "shape": "six-columns", "payload_bytes": 33 },
      "workload": { "kind": "load", "rows": [1000, 2000], "checkpoint": "before" },
      "factors": {
        "key": [ "bigint-auto", "uuidv7", { "type": "uuidv7", "method": "random", "skew_ms": 2.5, "span_s": 60, "label": "skewed" },
                 { "type": "uuidv4", "storage": "text", "label": "plain v4", "layout": "clustered", "indexes": [["col_b", "col_a"]],
                   "insert": { "method": "prepared", "batch": 10 }, "columns": "int", "arrival": "split", "clients": 2, "index_method": "btree",
                   "settings": { "label": "own", "set": { "cache_size": "-100" } } },
                 { "type": "uuidv1", "node": "mac", "storage": "swapped" },
                 { "type": "snowflake", "flavour": { "epoch_ms": 1600000000000, "bits": [41, 9, 13] } },
                 { "type": "snowflake", "flavour": "discord", "label": "discord" } ],
        "columns": ["as-key", "text"], "layout": ["rowid", { "type": "partitioned", "by": "created_at", "count": 12 }],
        "indexes": ["none", "many", [["col_a"], ["col_c", "col_b"]]], "index_method": ["primary", "hash"],
        "insert": [{ "method": "multi-row", "batch": 500, "sorted": "trial" }, { "method": "bulk", "batch": 700, "staging": true }],
        "arrival": ["shared", "split"], "clients": [1, 3],
        "settings": [{ "label": "slow", "set": { "synchronous": "full" } }, { "label": "fast", "set": { "synchronous": "off" } }] },
      "protocol": { "repeats": 9, "trim": 2, "warmup_rows": 5, "order": "race", "slice_ms": 250, "seed": 18446744073709551615, "max_seconds": 1.5 } },
    { "name": "two", "table": "events", "workload": { "kind": "growth", "rows": 3000, "step": 1000 }, "factors": { "key": ["uuidv7"] } },
    { "name": "three", "table": "six-columns", "factors": { "key": ["uuidv7"] },
      "workload": { "kind": "select", "rows": 1000, "executions": 20, "discard": 3, "trim": 1, "queries": ["range_scan", "pk_lookup"], "range": { "by": "span", "fraction": 0.25 } } },
    { "name": "four", "table": "key-value", "factors": { "key": ["uuidv7"] },
      "workload": { "kind": "append", "prefill": [100, 200], "rows": 50, "prefill_key": "uuidv4", "reindex": true } },
    { "name": "five", "table": "users", "factors": { "key": ["uuidv7"] }, "workload": { "kind": "sustained", "seconds": 2.5, "prefill": 10, "rate_per_s": 100.5 } },
    { "name": "six", "table": "key-only", "factors": { "key": ["uuidv7"] },
      "workload": { "kind": "churn", "rows": 1000, "fraction": 0.3, "which": "random", "vacuums": 1, "reindex": true } } ] })";

constexpr auto kSmall = R"({
  "keyrace": 1, "name": "Small", "sandbox": { "engine": "sqlite" }, "table": "six-columns", "workload": { "kind": "load", "rows": 1000 },
  "factors": { "key": ["bigint-auto", "uuidv4"], "indexes": ["none", "many"], "insert": [{ "method": "multi-row", "batch": 500 }] },
  "protocol": { "repeats": 7, "trim": 1 } })";

constexpr auto kWait = 3'000;

// A panel as the window shows it, at its width.
class Panel : public PlanPanel {
public:
    explicit Panel(const char* plan)
        : PlanPanel(Theme(Theme::Mode::Light))
        , before(parsePlan(plan))
    {
        resize(304, 800);
        setPlan(before);
        show();
    }

    template <class T = QAbstractButton>
    T* find(const QString& name)
    {
        QCoreApplication::processEvents(); // widgets that were just made are shown by the event loop
        for (T* widget : findChildren<T*>(name)) {
            if (widget->isVisible())
                return widget;
        }
        return nullptr;
    }
    template <class T>
    T* named(const QString& accessibleName)
    {
        QCoreApplication::processEvents();
        for (T* widget : findChildren<T*>()) {
            if (widget->isVisible() && widget->accessibleName() == accessibleName)
                return widget;
        }
        return nullptr;
    }
    void click(const QString& name)
    {
        auto* button = find(name);
        QVERIFY2(button, qPrintable(name));
        button->click();
    }
    void type(QLineEdit* edit, const QString& text)
    {
        QVERIFY(edit);
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    void choose(QComboBox* box, const QString& text)
    {
        QVERIFY(box);
        const int index = box->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        box->setCurrentIndex(index);
        emit box->activated(index);
    }
    QString cost() { return findChild<QLabel*>(u"cost"_qs)->text(); }

    Plan before;
};

} // namespace

class TestPlanPanel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void planComesBackAsItWas_data()
    {
        QTest::addColumn<Plan>("plan");
        QTest::newRow("no plan at all") << Plan{};
        QTest::newRow("every member of the format") << parsePlan(kEverything);
        for (const Preset& preset : presets())
            QTest::newRow(preset.name.c_str()) << planFromJson(preset.plan);
    }
    void planComesBackAsItWas()
    {
        QFETCH(const Plan, plan);
        PlanPanel panel{Theme(Theme::Mode::Light)};
        QSignalSpy spy(&panel, &PlanPanel::planChanged);
        panel.setPlan(plan);
        QVERIFY(panel.plan() == plan);
        panel.show();
        for (auto* fold : panel.findChildren<QAbstractButton*>(QRegularExpression(u"^(fold\\.|options\\.|database\\.head)"_qs))) {
            fold->click();
            QVERIFY(panel.plan() == plan);
        }
        QTest::qWait(0);
        panel.setTheme(Theme(Theme::Mode::Dark));
        QVERIFY(panel.plan() == plan);
        QCOMPARE(spy.count(), 0);
    }

    void eachPartIsShownAndNoneChanged()
    {
        Panel panel(kEverything);
        auto* choice = panel.find<QComboBox>(u"part.choice"_qs);
        QVERIFY(choice);
        QCOMPARE(choice->count(), 6);
        for (int i = 0; i < choice->count(); ++i) {
            choice->setCurrentIndex(i);
            emit choice->activated(i);
            QCOMPARE(panel.find<QLineEdit>(u"part.name"_qs)->text().toStdString(), panel.before.parts[static_cast<std::size_t>(i)].name);
        }
        QVERIFY(panel.plan() == panel.before);
    }

    void keyTypeIsAddedInTheOrderOfTheList()
    {
        Panel panel(kSmall);
        QSignalSpy spy(&panel, &PlanPanel::planChanged);
        panel.click(u"key.uuidv1"_qs);
        Plan expected = panel.before;
        KeyLevel level;
        level.type = "uuidv1";
        expected.parts[0].factors.key.insert(expected.parts[0].factors.key.begin() + 1, level);
        QVERIFY(panel.plan() == expected);
        QCOMPARE(spy.count(), 1);
    }

    void keyTypeThatWasGivenUpComesBackWithItsOptions()
    {
        Panel panel(kEverything);
        panel.click(u"key.uuidv1"_qs);
        QCOMPARE(panel.plan().parts[0].factors.key.size(), panel.before.parts[0].factors.key.size() - 1);
        panel.click(u"key.uuidv1"_qs);
        const auto keys = panel.plan().parts[0].factors.key;
        QCOMPARE(std::count(keys.begin(), keys.end(), panel.before.parts[0].factors.key[4]), 1);
    }

    void anotherLevelOfAKeyTypeHasALabelOfItsOwn()
    {
        Panel panel(kSmall);
        panel.click(u"options.uuidv4"_qs);
        panel.click(u"key.another"_qs);
        const auto keys = panel.plan().parts[0].factors.key;
        QCOMPARE(keys.size(), std::size_t{3});
        QCOMPARE(keys[2].type, std::string("uuidv4"));
        QCOMPARE(keys[2].label.value_or(""), std::string("uuidv4 2"));
        QVERIFY(panel.isRunnable());
    }

    void optionOfAKeyTypeChangesThatAlone()
    {
        Panel panel(kSmall);
        panel.click(u"options.uuidv4"_qs);
        panel.choose(panel.named<QComboBox>(u"Storage"_qs), u"Text"_qs);
        Plan expected = panel.before;
        expected.parts[0].factors.key[1].storage = Storage::Text;
        QVERIFY(panel.plan() == expected);
        QTRY_COMPARE_WITH_TIMEOUT(panel.find(u"key.uuidv4"_qs)->accessibleDescription(), u"36 B"_qs, kWait);
        panel.type(panel.find<QLineEdit>(u"key.skew"_qs), u"1.5"_qs);
        expected.parts[0].factors.key[1].options.skewMs = 1.5;
        QVERIFY(panel.plan() == expected);
        panel.type(panel.find<QLineEdit>(u"key.label"_qs), u"mine"_qs);
        expected.parts[0].factors.key[1].label = "mine";
        QVERIFY(panel.plan() == expected);
    }

    void ownSnowflakeHasEpochAndBits()
    {
        Panel panel(kSmall);
        panel.click(u"key.snowflake"_qs);
        panel.click(u"options.snowflake"_qs);
        panel.choose(panel.find<QComboBox>(u"key.flavour"_qs), u"One's own"_qs);
        panel.type(panel.named<QLineEdit>(u"Epoch, Unix ms"_qs), u"1600000000000"_qs);
        panel.type(panel.named<QLineEdit>(u"Bits of node"_qs), u"8"_qs);
        panel.type(panel.named<QLineEdit>(u"Bits of sequence"_qs), u"14"_qs);
        const SnowflakeLayout expected{{}, 1'600'000'000'000, {41, 8, 14}};
        QVERIFY(panel.plan().parts[0].factors.key[2].options.flavour == expected);
    }

    void indexScenariosAreSwitches()
    {
        Panel panel(kSmall);
        panel.click(u"indexes.medium"_qs);
        auto names = [&panel] {
            std::string all;
            const Plan plan = panel.plan();
            for (const auto& level : plan.parts[0].factors.indexes)
                all += level.name + " " + std::to_string(level.columns.size()) + " ";
            return all;
        };
        QCOMPARE(names(), std::string("none 0 medium 5 many 9 "));
        panel.click(u"indexes.none"_qs);
        panel.click(u"indexes.many"_qs);
        QCOMPARE(names(), std::string("medium 5 "));
        panel.click(u"indexes.medium"_qs);
        QCOMPARE(names(), std::string());
        QVERIFY(panel.find(u"indexes.none"_qs)->isChecked()); // what an empty list means
    }

    void ownColumnListsAreTyped()
    {
        Panel panel(kSmall);
        panel.click(u"indexes.add"_qs);
        auto* line = panel.named<QLineEdit>(u"Column lists"_qs);
        panel.type(line, u"col_b+col_a, col_f"_qs);
        const IndexChoice expected{{}, {{"col_b", "col_a"}, {"col_f"}}};
        QVERIFY(panel.plan().parts[0].factors.indexes.back() == expected);
        panel.type(line, u"nowhere"_qs);
        QTRY_VERIFY_WITH_TIMEOUT(panel.cost().contains(u"“nowhere” is no column"_qs), kWait);
        QVERIFY(!panel.isRunnable());
    }

    void insertStrategyIsAddedAndTheLastOneStays()
    {
        Panel panel(kSmall);
        panel.click(u"insert.prepared:1000"_qs);
        Plan expected = panel.before;
        expected.parts[0].factors.insert.push_back({InsertMethod::Prepared, 1'000, Sorting::None, false});
        QVERIFY(panel.plan() == expected);
        panel.click(u"insert.prepared:1000"_qs);
        panel.click(u"insert.multi-row:500"_qs);
        QVERIFY(panel.plan() == panel.before);
        QVERIFY(panel.find(u"insert.multi-row:500"_qs)->isChecked());
    }

    void sizesAreTypedInTheUsersWay()
    {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        Panel panel(kSmall);
        auto* rows = panel.named<NumberBox>(u"Rows"_qs);
        QVERIFY(rows);
        QCOMPARE(rows->text(), u"1.000"_qs);
        panel.type(rows, u"1.250.000"_qs);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Plan expected = panel.before;
        expected.parts[0].workload.rows = {1'250'000};
        QVERIFY(panel.plan() == expected);
    }

    void numbersAreUnderstood_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("number");
        QTest::newRow("with separators") << u"1,000,000"_qs << 1e6;
        QTest::newRow("with thousands as k") << u"200k"_qs << 2e5;
        QTest::newRow("with millions as M and a space") << u"1.5 M"_qs << 1.5e6;
        QTest::newRow("a fraction") << u"0.25"_qs << 0.25;
        QTest::newRow("words") << u"many"_qs << -1.0;
        QTest::newRow("nothing") << u" "_qs << -1.0;
        QTest::newRow("infinity") << u"inf"_qs << -1.0;
    }
    void numbersAreUnderstood()
    {
        QFETCH(const QString, text);
        QFETCH(const double, number);
        QCOMPARE(numberFromText(text).value_or(-1), number);
    }

    void anotherNumberOfRowsIsAFactor()
    {
        Panel panel(kSmall);
        auto* add = panel.named<QAbstractButton>(u"Add another number of rows"_qs);
        QVERIFY(add);
        add->click();
        Plan expected = panel.before;
        expected.parts[0].workload.rows = {1'000, 2'000};
        QVERIFY(panel.plan() == expected);
        QTRY_VERIFY_WITH_TIMEOUT(panel.cost().startsWith(u"8 cells"_qs), kWait);
    }

    void badNumberIsShownAndNotTaken()
    {
        Panel panel(kSmall);
        auto* repeats = panel.find<NumberBox>(u"size.repeats"_qs);
        panel.type(repeats, u"5000"_qs);
        QCOMPARE(panel.plan().parts[0].protocol.repeats, 500); // the last that was one
        QVERIFY(!panel.isRunnable());
        QTRY_VERIFY_WITH_TIMEOUT(panel.cost().contains(u"5000"_qs), kWait);
        QVERIFY(panel.cost().contains(u"1,000"_qs));
        QCOMPARE(repeats->property("bad").toBool(), true);
        panel.type(repeats, u"5"_qs);
        QVERIFY(panel.isRunnable());
        QTRY_VERIFY_WITH_TIMEOUT(panel.cost().startsWith(u"4 cells · 20 trials"_qs), kWait);
    }

    void planThatCannotBeRunSaysWhy()
    {
        Panel panel(kSmall);
        panel.type(panel.find<QLineEdit>(u"size.trim"_qs), u"4"_qs);
        QVERIFY(!panel.isRunnable());
        QTRY_VERIFY_WITH_TIMEOUT(panel.findChild<QLabel*>(u"cost"_qs)->property("bad").toBool(), kWait);
        QVERIFY2(panel.cost().contains(u"trim"_qs), qPrintable(panel.cost()));
    }

    void costIsTold()
    {
        Panel panel(kSmall);
        QTRY_VERIFY2_WITH_TIMEOUT(panel.cost().startsWith(u"4 cells · 28 trials · about "_qs), qPrintable(panel.cost()), kWait);
        QVERIFY(panel.cost().contains(u"needs "_qs));
        QVERIFY(!panel.cost().contains(u"too few repeats"_qs));
        QVERIFY(panel.isRunnable());
    }

    void repeatsTooFewForIntervalsAreSaid()
    {
        Panel panel(QByteArray(kSmall).replace("\"repeats\": 7", "\"repeats\": 4"));
        QTRY_VERIFY2_WITH_TIMEOUT(panel.cost().endsWith(u"too few repeats for intervals"_qs), qPrintable(panel.cost()), kWait);
        QVERIFY(panel.isRunnable());
    }

    void durationsAreWordedByTheirSize_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("seconds") << 40.0 << u"about 40 s"_qs;
        QTest::newRow("never nothing") << 0.01 << u"about 1 s"_qs;
        QTest::newRow("minutes") << 540.0 << u"about 9 min"_qs;
        QTest::newRow("hours") << 7'400.0 << u"about 2 h"_qs;
        QTest::newRow("days") << 864'000.0 << u"about 10 days"_qs;
    }
    void durationsAreWordedByTheirSize()
    {
        QFETCH(const double, seconds);
        QFETCH(const QString, text);
        QCOMPARE(durationText(seconds), text);
    }

    void whatTheDatabaseCannotDoIsGreyedWithTheReason()
    {
        Panel panel(kSmall);
        auto* bulk = panel.find<CheckRow>(u"insert.bulk:5000"_qs);
        QVERIFY(bulk);
        QTRY_VERIFY_WITH_TIMEOUT(!bulk->isEnabled(), kWait);
        QVERIFY(bulk->accessibleDescription().contains(u"COPY"_qs));
        QVERIFY(bulk->toolTip().contains(u"COPY"_qs));
        QVERIFY(panel.find(u"insert.single:1"_qs)->isEnabled());

        panel.click(u"fold.storage"_qs);
        QTRY_VERIFY_WITH_TIMEOUT(!panel.find(u"layout.heap"_qs)->isEnabled(), kWait);
        QVERIFY(panel.find(u"layout.clustered"_qs)->isEnabled());
        QVERIFY(!panel.find(u"index_method.hash"_qs)->isEnabled());

        panel.click(u"fold.workload"_qs);
        auto* kinds = panel.find<QComboBox>(u"workload.kind"_qs);
        const auto* model = qobject_cast<QStandardItemModel*>(kinds->model());
        const int replay = kinds->findText(u"Replay"_qs);
        QVERIFY(!model->item(replay)->isEnabled());
        QVERIFY(kinds->itemData(replay, Qt::ToolTipRole).toString().contains(u"replay"_qs));
        // What a target could do, but this version has no procedure for, is greyed as well.
        for (const WorkloadKind kind : allOf<WorkloadKind>()) {
            const bool runs = findProcedure(kind) && kind != WorkloadKind::Replay;
            QCOMPARE(model->item(kinds->findText(textOf(kind)))->isEnabled(), runs);
        }
    }

    void chosenLevelThatIsNotAvailableCanBeGivenUp()
    {
        Panel panel(R"({"keyrace": 1, "sandbox": {"engine": "sqlite"}, "table": "key-value", "workload": {"kind": "load", "rows": 1000},
            "factors": {"key": ["uuidv7"], "insert": [{"method": "bulk", "batch": 10}, {"method": "prepared", "batch": 10}]}})");
        auto* bulk = panel.find<CheckRow>(u"insert.bulk:10"_qs);
        QTRY_VERIFY_WITH_TIMEOUT(!bulk->reason().isEmpty(), kWait);
        QVERIFY(bulk->isEnabled());
        auto* missing = panel.findChild<QLabel*>(u"missing"_qs);
        QVERIFY(missing->isVisible());
        QVERIFY(missing->text().contains(u"COPY"_qs));
        bulk->click();
        QCOMPARE(panel.plan().parts[0].factors.insert.size(), std::size_t{1});
        QTRY_VERIFY_WITH_TIMEOUT(!missing->isVisible(), kWait);
    }

    void workloadOfAnotherKindStartsUsefully()
    {
        Panel panel(kSmall);
        panel.click(u"fold.workload"_qs);
        panel.choose(panel.find<QComboBox>(u"workload.kind"_qs), u"Growth"_qs);
        const Workload workload = panel.plan().parts[0].workload;
        QCOMPARE(workload.kind, WorkloadKind::Growth);
        QCOMPARE(workload.rows, std::vector<std::int64_t>{1'000});
        QCOMPARE(workload.step, std::int64_t{100});
        QVERIFY(panel.find<QLineEdit>(u"size.step"_qs));
        panel.choose(panel.find<QComboBox>(u"workload.kind"_qs), u"Load"_qs);
        QVERIFY(panel.plan() == panel.before);
        QVERIFY(!panel.find<QLineEdit>(u"size.step"_qs));
    }

    void tableOfAnotherShapeDropsItsScenarios()
    {
        Panel panel(kSmall);
        panel.click(u"fold.table"_qs);
        panel.choose(panel.find<QComboBox>(u"table.shape"_qs), u"Key and value"_qs);
        const Part part = panel.plan().parts[0];
        QCOMPARE(part.table.payloadBytes, std::int64_t{50});
        QCOMPARE(part.factors.indexes.size(), std::size_t{1});
        QCOMPARE(part.factors.indexes[0].name, std::string("none"));
        QVERIFY(!panel.find(u"indexes.many"_qs)->isEnabled());
        QVERIFY(panel.isRunnable());
    }

    void pragmasOfAPrivateFileAreChosen()
    {
        Panel panel(kSmall);
        panel.click(u"database.head"_qs);
        panel.choose(panel.find<QComboBox>(u"database.journal_mode"_qs), u"wal"_qs);
        Plan expected = panel.before;
        expected.sandbox->settings = {{"journal_mode", "wal"}};
        QVERIFY(panel.plan() == expected);
        panel.type(panel.find<QLineEdit>(u"database.cache_size"_qs), u"-2,000"_qs);
        expected.sandbox->settings["cache_size"] = "-2000";
        QVERIFY(panel.plan() == expected);
    }

    void fileOfOnesOwnIsAnAddress()
    {
        Panel panel(kSmall);
        panel.click(u"database.head"_qs);
        panel.choose(panel.find<QComboBox>(u"database.journal_mode"_qs), u"wal"_qs);
        panel.choose(panel.find<QComboBox>(u"database.kind"_qs), u"SQLite, a file of yours"_qs);
        QVERIFY(!panel.plan().sandbox);
        QCOMPARE(panel.plan().targets, std::vector<std::string>{"sqlite:keyrace.db?journal_mode=wal"});
        panel.type(panel.find<QLineEdit>(u"database.file"_qs), u"/tmp/a b.db"_qs); // the card is still open
        QCOMPARE(AddressParts::fromString(panel.plan().targets[0]).place, std::string("/tmp/a b.db"));
    }

    void addressIsCheckedWithoutConnecting()
    {
        Panel panel(R"({"keyrace": 1, "target": "sqlite:", "table": "key-value", "workload": {"kind": "load", "rows": 1000}, "factors": {"key": ["uuidv7"]}})");
        panel.click(u"database.head"_qs);
        panel.choose(panel.find<QComboBox>(u"database.kind"_qs), u"Server at an address"_qs);
        panel.type(panel.find<QLineEdit>(u"database.address"_qs), u"nosuch://host/db"_qs);
        QVERIFY(!panel.isRunnable());
        QCOMPARE(panel.find<QLineEdit>(u"database.address"_qs)->property("bad").toBool(), true);
        QTRY_VERIFY_WITH_TIMEOUT(panel.cost().contains(u"nosuch"_qs), kWait);
    }

    void severalDatabasesTakePart()
    {
        Panel panel(kSmall);
        panel.click(u"database.add"_qs);
        QVERIFY(!panel.plan().sandbox);
        QCOMPARE(panel.plan().targets.size(), std::size_t{2});
        panel.click(u"database.head"_qs);
        panel.click(u"database.remove"_qs);
        QCOMPARE(panel.plan().targets, std::vector<std::string>{"sqlite:"});
    }

    void databaseIsReachedOnRequest()
    {
        Panel panel(kSmall);
        panel.click(u"database.head"_qs);
        panel.click(u"database.check"_qs);
        QTRY_VERIFY_WITH_TIMEOUT(panel.find(u"database.head"_qs)->text().startsWith(u"SQLite 3."_qs), kWait);
        QVERIFY(panel.plan() == panel.before);
    }

    void addressIsTakenApartAndPutTogether_data()
    {
        QTest::addColumn<QString>("url");
        for (const char* url : {"sqlite:", "sqlite:a/b c.db", "sqlite:/x.db?journal_mode=wal&cache_size=-2000", "sqlite:100%25.db?a=%26",
                                "postgresql://me@host:5433/db?sslmode=require", "odbc:DSN=x;UID=y?dialect=db2"})
            QTest::newRow(url) << QString::fromLatin1(url);
    }
    void addressIsTakenApartAndPutTogether()
    {
        QFETCH(const QString, url);
        const AddressParts parts = AddressParts::fromString(url.toStdString());
        const AddressParts again = AddressParts::fromString(parts.toString());
        QCOMPARE(again.place, parts.place);
        QCOMPARE(again.options, parts.options);
        QCOMPARE(again.toString(), parts.toString());
    }

    void partsAreAddedNamedAndRemoved()
    {
        Panel panel(kSmall);
        panel.click(u"fold.about"_qs);
        panel.click(u"part.add"_qs);
        QCOMPARE(panel.plan().parts.size(), std::size_t{2});
        panel.type(panel.find<QLineEdit>(u"part.name"_qs), u"reads"_qs);
        panel.click(u"key.ulid"_qs);
        const Plan plan = panel.plan();
        QCOMPARE(plan.parts[1].name, std::string("reads"));
        QVERIFY(plan.parts[0].factors == panel.before.parts[0].factors);
        QCOMPARE(plan.parts[1].factors.key.size(), std::size_t{3});
        QVERIFY(panel.isRunnable());
        panel.click(u"part.remove"_qs);
        QCOMPARE(panel.plan().parts.size(), std::size_t{1});
        QVERIFY(panel.plan().parts[0].factors == panel.before.parts[0].factors);
    }

    void protocolAndWordsAreOneFoldAway()
    {
        Panel panel(kSmall);
        Plan expected = panel.before;
        panel.click(u"fold.protocol"_qs);
        panel.type(panel.find<QLineEdit>(u"protocol.seed"_qs), u"18446744073709551615"_qs);
        expected.parts[0].protocol.seed = UINT64_MAX;
        QVERIFY(panel.plan() == expected);
        panel.type(panel.find<QLineEdit>(u"protocol.max_seconds"_qs), u"2.5"_qs);
        expected.parts[0].protocol.maxSeconds = 2.5;
        panel.choose(panel.find<QComboBox>(u"protocol.order"_qs), u"Alternating: A-B-C-A-B-C"_qs);
        expected.parts[0].protocol.order = TrialOrder::Alternating;
        QVERIFY(panel.plan() == expected);
        panel.click(u"fold.hypotheses"_qs);
        panel.click(u"hypotheses.add"_qs);
        panel.type(panel.find<QLineEdit>(u"hypothesis"_qs), u"v4 is last"_qs);
        expected.hypotheses = {"v4 is last"};
        QVERIFY(panel.plan() == expected);
        panel.click(u"fold.about"_qs);
        panel.type(panel.find<QLineEdit>(u"about.name"_qs), u"Mine"_qs);
        expected.name = "Mine";
        QVERIFY(panel.plan() == expected);
    }

    void expectationIsAdded()
    {
        Panel panel(kSmall);
        panel.click(u"fold.expect"_qs);
        panel.click(u"expect.add"_qs);
        panel.type(panel.find<QLineEdit>(u"expect.min"_qs), u"1.5"_qs);
        const auto expect = panel.plan().expect;
        QCOMPARE(expect.size(), std::size_t{1});
        QCOMPARE(expect[0].metric, std::string("rows_per_s"));
        QCOMPARE(expect[0].min.value_or(0), 1.5);
        QVERIFY2(panel.isRunnable(), qPrintable(panel.cost()));
    }

    void readOnlyShowsButChangesNothing()
    {
        Panel panel(kEverything);
        panel.setReadOnly(true);
        panel.click(u"key.ulid"_qs);
        panel.click(u"indexes.few"_qs);
        QTest::keyClicks(panel.find<QLineEdit>(u"size.repeats"_qs), u"3"_qs);
        QVERIFY(panel.plan() == panel.before);
        QVERIFY(!panel.find(u"key.ulid"_qs)->isChecked());
        QVERIFY(!panel.find(u"indexes.few"_qs)->isChecked());
        QVERIFY(!panel.find(u"insert.add"_qs));
        QVERIFY(panel.find<QComboBox>(u"part.choice"_qs)->isEnabled());
    }

    void copiesOfTheKeyFollowTheLayout_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("layout");
        QTest::addColumn<int>("indexes");
        QTest::addColumn<int>("copies");
        QTest::newRow("clustered: in the tree and in each of nine indexes") << u"uuidv4"_qs << u"clustered"_qs << 9 << 10;
        QTest::newRow("heap: in the row and in its own index") << u"uuidv4"_qs << u"heap"_qs << 9 << 2;
        QTest::newRow("rowid table: the same") << u"uuidv4"_qs << u"rowid"_qs << 9 << 2;
        QTest::newRow("alias of the rowid: as clustered") << u"bigint-auto"_qs << u"rowid"_qs << 5 << 6;
    }
    void copiesOfTheKeyFollowTheLayout()
    {
        QFETCH(const QString, type);
        QFETCH(const QString, layout);
        QFETCH(const int, indexes);
        QFETCH(const int, copies);
        QCOMPARE(keyCopies(*findKeyType(type.toStdString()), Storage::Native, layout.toStdString(), IndexMethod::Primary, indexes), copies);
    }

    void tabFollowsTheEye()
    {
        Panel panel(kSmall);
        panel.click(u"key.uuidv1"_qs);
        QTest::qWait(300); // the order is put right when the plan has settled
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* content = panel.findChild<QScrollArea*>()->widget();
        QWidget* first = panel.find(u"database.head"_qs);
        int last = -1;
        int steps = 0;
        for (QWidget* at = first; at->isVisibleTo(content) && content->isAncestorOf(at); at = at->nextInFocusChain()) {
            if (!(at->focusPolicy() & Qt::TabFocus))
                continue;
            const int y = at->mapTo(content, QPoint(0, at->height() / 2)).y();
            QVERIFY2(y >= last - 8, qPrintable(at->objectName() + u' ' + at->accessibleName()));
            last = std::max(last, y);
            if (++steps > 200)
                break;
        }
        QVERIFY(steps > 30);
    }

    void everyControlHasANameAndFitsTheWidth_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::newRow("a small plan") << QString::fromUtf8(kSmall);
        QTest::newRow("a plan that says everything") << QString::fromUtf8(kEverything);
    }
    void everyControlHasANameAndFitsTheWidth()
    {
        QFETCH(const QString, plan);
        Panel panel(plan.toUtf8().constData());
        for (auto* fold : panel.findChildren<QAbstractButton*>(QRegularExpression(u"^(fold\\.|options\\.|database\\.head)"_qs)))
            fold->click();
        QTest::qWait(200);
        const auto* scroll = panel.findChild<QScrollArea*>();
        QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(), qPrintable(QString::number(scroll->widget()->width())));
        for (const QWidget* widget : scroll->widget()->findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()), widget->metaObject()->className());
            QVERIFY2(widget->mapTo(scroll->widget(), QPoint(widget->width(), 0)).x() <= scroll->viewport()->width(), qPrintable(widget->accessibleName()));
        }
    }
};

QTEST_MAIN(TestPlanPanel)
#include "tst_planpanel.moc"
