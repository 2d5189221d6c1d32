// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/presets.h"
#include "engine/record/runfile.h"
#include "ui/charts/savedialog.h"
#include "ui/figuresmodel.h"
#include "ui/findingcard.h"
#include "ui/mainwindow.h"
#include "ui/planpanel.h"
#include "ui/recentruns.h"
#include "ui/runfolder.h"
#include "ui/trialsmodel.h"
#include "ui/words.h"
#include "ui/workpage.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>

#include <sqlite3.h>

#include <algorithm>
#include <set>
#include <string>

using namespace keyrace;

namespace {

constexpr int kRunTimeout = 120'000; // a busy machine
#ifdef __SANITIZE_ADDRESS__
constexpr double kLongestHold = 250; // instrumented code takes several times as long: a hang is still found
#else
constexpr double kLongestHold = 50;
#endif

Plan smallPlan(std::int64_t rows, int repeats = 3)
{
    Plan plan = planFromJson(findPreset("quick-look")->plan);
    for (Part& part : plan.parts) {
        part.workload.rows = {rows};
        part.protocol.warmupRows = 0;
        part.protocol.repeats = repeats;
    }
    return plan;
}

/// A window with settings and a folder of its own.
struct Desk {
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    MainWindow window{settings, folder.filePath(QStringLiteral("runs"))};

    Desk()
    {
        window.resize(1'440, 900);
        window.show();
    }

    QPushButton* button(const char* name) const { return window.findChild<QPushButton*>(QLatin1String(name)); }
    void click(const char* name) const { QTest::mouseClick(button(name), Qt::LeftButton); }
    QPushButton* onCard(const char* card, const char* name) const
    {
        const auto* frame = window.findChild<QFrame*>(QLatin1String(card));
        return frame ? frame->findChild<QPushButton*>(QLatin1String(name)) : nullptr;
    }
    RunModel& model() { return window.model(); }
    QMessageBox* box() const { return window.findChild<QMessageBox*>(); }
    QStringList runFiles() const { return QDir(folder.filePath(QStringLiteral("runs"))).entryList(QDir::Files); }
    QString notice() const { return window.findChild<QLabel*>(QStringLiteral("notice"))->text(); }
};

/// Milliseconds for which the main thread did not come back to its event loop, beyond the period of a timer; time in which
/// the machine had no core for it (/proc/thread-self/schedstat) is not counted.
class Heartbeat : public QObject {
public:
    static constexpr int kPeriod = 5;

    Heartbeat()
    {
        m_wall.start();
        m_waited = waited();
        startTimer(kPeriod, Qt::PreciseTimer);
    }
    [[nodiscard]] double worst() const { return m_worst; }
    [[nodiscard]] double worstWall() const { return m_worstWall; }
    [[nodiscard]] int beats() const { return m_beats; }

protected:
    void timerEvent(QTimerEvent*) override
    {
        const double gap = double(m_wall.nsecsElapsed()) / 1e6 - kPeriod;
        const double now = waited();
        m_worstWall = std::max(m_worstWall, gap);
        m_worst = std::max(m_worst, gap - (now - m_waited));
        m_waited = now;
        m_wall.restart();
        ++m_beats;
    }

private:
    static double waited()
    {
        QFile file(QStringLiteral("/proc/thread-self/schedstat"));
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        const QList<QByteArray> fields = file.readAll().split(' ');
        return fields.size() > 1 ? fields[1].toDouble() / 1e6 : 0;
    }

    QElapsedTimer m_wall;
    double m_waited = 0;
    double m_worst = 0;
    double m_worstWall = 0;
    int m_beats = 0;
};

} // namespace

class TestWindow : public QObject {
    Q_OBJECT

private slots:
    void inboxAddsSamplesOfOneTrialUp();
    void fileNamesSurviveEveryFileSystem_data();
    void fileNamesSurviveEveryFileSystem();
    void aFileToWriteIsNamedByWhatItHolds();
    void databasesAreNamedWithoutTheirUser();
    void oneLibraryReadsAndWritesRunFiles();
    void startPageListsWhatThisBuildCanRun();
    void quickLookRunsToItsEndByClicking();
    void cardStartsItsRunAtOnce();
    void runIsPausedResumedSkippedAndStoppedByButtons();
    void stoppedRunIsResumedInItsOwnFile();
    void recordedRunOpensAndNothingIsWrittenBesideIt();
    void brokenFileIsToldAndTheWindowGoesOn_data();
    void brokenFileIsToldAndTheWindowGoesOn();
    void anotherFileIsRefusedWhileARunIsOn();
    void closingAsksStopsAndKeepsWhatWasMeasured();
    void aDatabaseThatLooksInUseIsAskedFor();
    void mainThreadIsNeverHeld();
    void planFoldsIntoADrawerInASmallWindow();
    void goneRunsAreGreyed();
};

void TestWindow::inboxAddsSamplesOfOneTrialUp()
{
    Inbox inbox;
    inbox.put(TrialStarted{});
    inbox.put(SamplesTaken{0, 0, {{1, 10, 10}}, 0.1});
    inbox.put(SamplesTaken{0, 0, {{2, 20, 10}}, 0.2});
    inbox.put(SamplesTaken{0, 1, {{1, 10, 10}}, 0.1});
    const std::vector<RunEvent> events = inbox.take();
    QCOMPARE(events.size(), 3U);
    const auto& samples = std::get<SamplesTaken>(events[1]);
    QCOMPARE(samples.samples.size(), 2U);
    QCOMPARE(samples.samples.back().rows, 20);
    QCOMPARE(samples.fraction, 0.2);
    QCOMPARE(std::get<SamplesTaken>(events[2]).n, 1);
    QVERIFY(inbox.take().empty());
}

void TestWindow::fileNamesSurviveEveryFileSystem_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    QTest::newRow("spaces and punctuation become hyphens") << "Rowid or clustered?" << "rowid-or-clustered";
    QTest::newRow("accents are dropped, their letters stay") << QString::fromUtf8("Größe à la carte") << "gro-e-a-la-carte";
    QTest::newRow("a path is no path any more") << "../../etc/passwd" << "etc-passwd";
    QTest::newRow("nothing usable has a name all the same") << QString::fromUtf8("试") << "run";
}

void TestWindow::fileNamesSurviveEveryFileSystem()
{
    QFETCH(QString, name);
    QTEST(fileNamePart(name), "part");
}

void TestWindow::aFileToWriteIsNamedByWhatItHolds()
{
    const std::unique_ptr<QFileDialog> dialog(makeSaveDialog(nullptr, u"Export"_qs, u"Insert rate: rows/s"_qs, {u"PNG picture (*.png)"_qs, u"SVG drawing (*.svg)"_qs}));
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), u"insert-rate-rows-s.png"_qs);
    emit dialog->filterSelected(u"SVG drawing (*.svg)"_qs);
    QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), u"insert-rate-rows-s.svg"_qs);
}

void TestWindow::databasesAreNamedWithoutTheirUser()
{
    EnvironmentTarget target;
    target.target = "postgresql://ann@db.example:5432/shop?sslmode=require";
    target.info.engine = "PostgreSQL";
    target.info.serverVersion = "17.2";
    QCOMPARE(words::database(target), QString::fromUtf8("PostgreSQL 17.2 · db.example"));
    QCOMPARE(words::databaseOfUrl("sqlite:?cache_size=-2000"), QString::fromUtf8("SQLite · embedded"));
}

void TestWindow::oneLibraryReadsAndWritesRunFiles()
{
    QCOMPARE(TrialsModel::sqliteSourceId(), QString::fromLatin1(sqlite3_sourceid()));
    std::set<QByteArray> libraries;
    QFile maps(QStringLiteral("/proc/self/maps"));
    QVERIFY(maps.open(QIODevice::ReadOnly));
    for (const QByteArray& line : maps.readAll().split('\n')) {
        if (line.contains("libsqlite3"))
            libraries.insert(line.mid(line.indexOf('/')));
    }
    QCOMPARE(libraries.size(), 1U);
}

void TestWindow::startPageListsWhatThisBuildCanRun()
{
    const Desk desk;
    QVERIFY(desk.onCard("card:quick-look", "run"));
    QVERIFY(desk.onCard("card:quick-look", "run")->property("primary").toBool());
    QVERIFY(desk.onCard("card:empty", "open"));
    const auto* rowid = desk.window.findChild<QFrame*>(QStringLiteral("card:sqlite-rowid"));
    QVERIFY(rowid);
    QCOMPARE(rowid->findChild<QComboBox*>()->count(), 2);
    QVERIFY(!desk.window.findChild<QFrame*>(QStringLiteral("card:sqlite-rowid@published")));
}

void TestWindow::quickLookRunsToItsEndByClicking()
{
    Desk desk;
    QTest::mouseClick(desk.onCard("card:quick-look", "open"), Qt::LeftButton);
    desk.window.work().plan().setPlan(smallPlan(400));
    QVERIFY(desk.window.windowTitle().contains(QStringLiteral("Quick look")));
    desk.click("run");
    QVERIFY(desk.model().isOn());
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Ended, kRunTimeout);
    const auto results = desk.model().results();
    QCOMPARE(results->state(), RunState::Done);
    QCOMPARE(results->cells().size(), 12U);
    QVERIFY(std::all_of(results->cells().begin(), results->cells().end(),
                        [](const CellResult& cell) { return cell.state == CellState::Done && cell.finishedTrials() == 3; }));
    QCOMPARE(desk.runFiles().size(), 1); // neither -wal nor -shm
    QVERIFY(desk.runFiles().front().startsWith(QStringLiteral("quick-look-at-embedded-sqlite-")));
    QTRY_VERIFY(!desk.model().findings().empty());
    QCOMPARE(desk.window.findChild<RecentRuns*>()->rowCount(), 1);
    auto* card = desk.window.findChild<FindingCard*>(QStringLiteral("finding0"));
    QVERIFY(card && card->isVisible());
    QTest::mouseClick(card, Qt::LeftButton);
    QVERIFY(card->isChecked());
    QTest::keyClick(card, Qt::Key_Escape);
    QVERIFY(!card->isChecked());

    desk.window.work().showTab(1);
    auto* figures = desk.window.findChild<FiguresModel*>();
    QTRY_COMPARE(figures->rowCount(), 12);
    const QAbstractItemModelTester tester(figures, QAbstractItemModelTester::FailureReportingMode::QtTest);
    desk.click("tableTrials");
    auto* trials = desk.window.findChild<TrialsModel*>();
    QCOMPARE(trials->rowCount(), 36);
    trials->sort(9, Qt::DescendingOrder); // the rate
    double before = 1e300;
    for (int row = 0; row < trials->rowCount(); ++row) {
        const double rate = trials->QSqlQueryModel::data(trials->index(row, 9), Qt::DisplayRole).toDouble();
        QVERIFY(rate > 0 && rate <= before);
        before = rate;
    }
    QCOMPARE(desk.runFiles().size(), 1);
}

void TestWindow::cardStartsItsRunAtOnce()
{
    Desk desk;
    QTest::mouseClick(desk.onCard("card:quick-look", "run"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Running, kRunTimeout);
    QVERIFY(desk.window.work().isVisible());
    desk.click("stop");
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Ended, kRunTimeout);
    QCOMPARE(desk.model().results()->state(), RunState::Cancelled);
}

void TestWindow::runIsPausedResumedSkippedAndStoppedByButtons()
{
    Desk desk;
    desk.window.runPlan(smallPlan(60'000, 7));
    QTRY_VERIFY_WITH_TIMEOUT(desk.model().phase() == RunModel::Phase::Running && desk.model().progress().cell, kRunTimeout);
    QVERIFY(desk.button("pause")->isVisible());
    desk.click("pause");
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Paused, kRunTimeout);
    QCOMPARE(desk.button("pause")->text(), QStringLiteral("Resume"));
    desk.click("pause");
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Running, kRunTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(desk.model().progress().cell, kRunTimeout);
    desk.click("skip");
    const auto isSkipped = [](const CellResult& cell) { return cell.state == CellState::Skipped; };
    QTRY_VERIFY_WITH_TIMEOUT(std::any_of(desk.model().results()->cells().begin(), desk.model().results()->cells().end(), isSkipped),
                             kRunTimeout);
    QElapsedTimer stopping;
    stopping.start();
    desk.click("stop");
    QCOMPARE(desk.model().phase(), RunModel::Phase::Stopping);
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Ended, kRunTimeout);
    QCOMPARE(desk.model().results()->state(), RunState::Cancelled);
    QVERIFY(desk.notice().startsWith(QStringLiteral("Stopped.")));
    QVERIFY(desk.button("run")->isVisible());
}

void TestWindow::stoppedRunIsResumedInItsOwnFile()
{
    Desk desk;
    desk.window.runPlan(smallPlan(60'000, 3));
    QTRY_VERIFY_WITH_TIMEOUT(desk.model().phase() == RunModel::Phase::Running && desk.model().progress().cell, kRunTimeout);
    desk.click("stop");
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Ended, kRunTimeout);
    const QString file = desk.model().file();
    desk.window.openFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(desk.model().phase() == RunModel::Phase::Ended && desk.model().isRecorded(), kRunTimeout);
    QVERIFY(desk.button("resume")->isVisible());
    desk.click("resume");
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Ended, kRunTimeout);
    QCOMPARE(desk.model().results()->state(), RunState::Done);
    QCOMPARE(desk.model().file(), file);
    QVERIFY(!desk.button("resume")->isVisible());
    QCOMPARE(desk.runFiles().size(), 1);
}

void TestWindow::recordedRunOpensAndNothingIsWrittenBesideIt()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("made before.keyrace"));
    {
        RunOptions options;
        options.file = file.toStdString();
        Run run(smallPlan(300), options, [](const RunEvent&) {});
        run.wait();
    }
    Desk desk;
    desk.window.openFile(file);
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Ended, kRunTimeout);
    QVERIFY(desk.model().isRecorded());
    QVERIFY(desk.window.work().isVisible());
    QCOMPARE(desk.window.work().plan().plan().name, desk.model().results()->plan().name);
    desk.window.work().showTab(1);
    desk.click("tableTrials");
    QCOMPARE(desk.window.findChild<TrialsModel*>()->rowCount(), 36);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("made before.keyrace")});
    // Its plan can be changed and run anew.
    desk.click("changePlan");
    QCOMPARE(desk.model().phase(), RunModel::Phase::Empty);
    QVERIFY(desk.button("run")->isEnabled());
}

void TestWindow::brokenFileIsToldAndTheWindowGoesOn_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("an empty run file") << "a.keyrace" << QByteArray();
    QTest::newRow("a run file that is none") << "a.keyrace" << QByteArray(5'000, 'x');
    QTest::newRow("a plan that is no JSON") << "a.keyplan" << QByteArray("{\"keyrace\": 1,");
    QTest::newRow("a plan with an unknown member") << "a.keyplan" << QByteArray("{\"keyrace\": 1, \"colour\": \"red\"}");
    QTest::newRow("a file that is not there") << "gone.keyrace" << QByteArray("-");
}

void TestWindow::brokenFileIsToldAndTheWindowGoesOn()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    Desk desk;
    const QString file = desk.folder.filePath(name);
    if (content != "-") {
        QFile target(file);
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write(content);
    }
    desk.window.openFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(desk.box(), kRunTimeout);
    QVERIFY(!desk.box()->text().isEmpty());
    QCOMPARE(desk.model().phase(), RunModel::Phase::Empty);
    desk.box()->close();
    QTRY_VERIFY(!desk.box());
    QTest::mouseClick(desk.onCard("card:quick-look", "open"), Qt::LeftButton);
    QVERIFY(desk.window.work().isVisible());
}

void TestWindow::anotherFileIsRefusedWhileARunIsOn()
{
    Desk desk;
    desk.window.runPlan(smallPlan(60'000));
    desk.window.openFile(desk.folder.filePath(QStringLiteral("other.keyrace")));
    QVERIFY(desk.box());
    QVERIFY(desk.model().isOn());
    desk.model().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.model().isOn(), kRunTimeout);
}

void TestWindow::aDatabaseThatLooksInUseIsAskedFor()
{
    Desk desk;
    const QString file = desk.folder.filePath(QStringLiteral("theirs.db"));
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(file.toUtf8(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, "CREATE TABLE customers(x); INSERT INTO customers VALUES(zeroblob(2000000))", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    Plan plan = smallPlan(100);
    plan.sandbox.reset();
    plan.targets = {"sqlite:" + file.toStdString()};
    const auto answer = [&desk](QMessageBox::ButtonRole role) {
        auto* question = desk.window.findChild<QMessageBox*>(QStringLiteral("concernQuestion"));
        for (QAbstractButton* button : question->buttons()) {
            if (question->buttonRole(button) == role)
                QTest::mouseClick(button, Qt::LeftButton);
        }
    };
    for (const auto role : {QMessageBox::RejectRole, QMessageBox::AcceptRole}) {
        desk.window.runPlan(plan);
        QTRY_VERIFY_WITH_TIMEOUT(desk.window.findChild<QMessageBox*>(QStringLiteral("concernQuestion")), kRunTimeout);
        QVERIFY(desk.window.findChild<QMessageBox*>(QStringLiteral("concernQuestion"))->text().contains(QStringLiteral("customers")));
        QVERIFY(!desk.model().isOn());
        QVERIFY(desk.runFiles().isEmpty());
        answer(role);
        QTRY_VERIFY(!desk.window.findChild<QMessageBox*>(QStringLiteral("concernQuestion")));
        QCOMPARE(desk.model().isOn(), role == QMessageBox::AcceptRole);
    }
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Ended, kRunTimeout);
    QCOMPARE(desk.model().results()->state(), RunState::Done);
}

void TestWindow::closingAsksStopsAndKeepsWhatWasMeasured()
{
    Desk desk;
    desk.window.runPlan(smallPlan(3'000, 50));
    QTRY_VERIFY_WITH_TIMEOUT(desk.model().progress().finished >= 2, kRunTimeout);
    QVERIFY(!desk.window.close());
    QVERIFY(desk.window.isVisible());
    const auto* question = desk.window.findChild<QMessageBox*>(QStringLiteral("closeQuestion"));
    QVERIFY(question);
    for (QAbstractButton* button : question->buttons()) {
        if (question->buttonRole(button) == QMessageBox::AcceptRole)
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!desk.window.isVisible(), kRunTimeout);
    QCOMPARE(desk.runFiles().size(), 1);
    const auto kept = readRunFile(desk.folder.filePath(QStringLiteral("runs/") + desk.runFiles().front()).toStdString());
    QCOMPARE(kept->state(), RunState::Cancelled);
    int finished = 0;
    for (const CellResult& cell : kept->cells())
        finished += cell.finishedTrials();
    QVERIFY(finished >= 2);
}

void TestWindow::mainThreadIsNeverHeld()
{
    Desk desk;
    desk.window.openPlan(smallPlan(20'000));
    QTest::qWait(200); // the window's first frame
    const Heartbeat heart;
    desk.click("run");
    int tab = 0;
    while (desk.model().isOn()) {
        QTest::qWait(700);
        desk.window.work().showTab(++tab % 3);
    }
    QTest::qWait(300);
    qInfo("worst hold %.1f ms (%.1f ms with the time the machine had no core for it), %d beats", heart.worst(), heart.worstWall(),
          heart.beats());
    QCOMPARE(desk.model().results()->state(), RunState::Done);
    QVERIFY(heart.beats() > 50);
    QVERIFY2(heart.worst() < kLongestHold, qPrintable(QStringLiteral("held for %1 ms").arg(heart.worst())));
}

void TestWindow::planFoldsIntoADrawerInASmallWindow()
{
    Desk desk;
    desk.window.resize(1'024, 640);
    QTest::mouseClick(desk.onCard("card:quick-look", "run"), Qt::LeftButton);
    WorkPage& work = desk.window.work();
    QTRY_VERIFY(work.isCompact());
    QVERIFY(!work.plan().isVisible());
    QVERIFY(desk.button("plan")->isVisible());
    desk.click("plan");
    QVERIFY(work.plan().isVisible());
    QTest::keyClick(&work, Qt::Key_Escape);
    QVERIFY(!work.plan().isVisible());
    QVERIFY(!desk.button("plan")->isChecked());
    desk.window.resize(1'440, 900);
    QTRY_VERIFY(!work.isCompact());
    QVERIFY(work.plan().isVisible());
    QVERIFY(!desk.button("plan")->isVisible());
    desk.click("stop");
    QTRY_COMPARE_WITH_TIMEOUT(desk.model().phase(), RunModel::Phase::Ended, kRunTimeout);
}

void TestWindow::goneRunsAreGreyed()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    const Theme theme(Theme::Mode::Light);
    {
        RecentRuns runs(settings, theme);
        runs.add({folder.filePath(QStringLiteral("settings.ini")), "here", "SQLite", "done", QDateTime::currentDateTime()});
        runs.add({folder.filePath(QStringLiteral("gone.keyrace")), "gone", "SQLite", "done", QDateTime::currentDateTime().addDays(-1)});
        settings.sync();
    }
    RecentRuns runs(settings, theme);
    const QAbstractItemModelTester tester(&runs, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(runs.rowCount(), 2);
    runs.checkFiles();
    QTRY_VERIFY(!runs.at(1));
    QVERIFY(runs.at(0));
    QCOMPARE(runs.data(runs.index(1, 0), Qt::ForegroundRole).value<QColor>(), theme.disabledText());
}

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
