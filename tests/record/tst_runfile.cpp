// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/record/runfile.h"
#include "tests/record/sampleresult.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QLocale>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <clocale>
#include <csignal>
#include <fstream>
#include <random>

#include <sys/wait.h>
#include <unistd.h>

using namespace keyrace;
using std::filesystem::path;

namespace {

void writeAll(const path& file, const std::vector<RunEvent>& events)
{
    const auto writer = RunFileWriter::create(file);
    for (const RunEvent& event : events)
        writer->append(event);
}

std::vector<RunEvent> unfinished(int trials)
{
    std::vector<RunEvent> events = SampleResult::run();
    events.resize(static_cast<std::size_t>(2 + 3 * trials));
    return events;
}

// Writes in a process of its own, which then kills itself: nothing is closed or flushed.
void writeAndDie(const path& file, const std::vector<RunEvent>& events)
{
    const pid_t child = fork();
    if (child == 0) {
        try {
            const auto writer = RunFileWriter::create(file);
            for (const RunEvent& event : events)
                writer->append(event);
            std::raise(SIGKILL);
        } catch (const std::exception&) {
        }
        _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    QVERIFY(WIFSIGNALED(status));
}

void execute(const path& file, const char* sql)
{
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
}

struct Refused {
    bool thrown = false;
    ErrorKind kind = ErrorKind::Target;
    QString text;
};

template <typename Function>
Refused refused(Function function)
{
    try {
        function();
    } catch (const Error& error) {
        return {true, error.kind(), QString::fromStdString(error.what())};
    }
    return {};
}

// Everything that a reader could leave behind.
QStringList traces(const QString& folder)
{
    QStringList lines;
    for (const QFileInfo& info : QDir(folder).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name)) {
        QFile file(info.filePath());
        (void)file.open(QIODevice::ReadOnly);
        lines << info.fileName() + ' ' + QString::number(info.size()) + ' ' + QString::number(info.lastModified().toMSecsSinceEpoch()) + ' '
                + QString::fromLatin1(QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256).toHex());
    }
    return lines;
}

} // namespace

class TestRunFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    path at(const QString& name) const { return (m_folder.path() + u'/' + name).toStdString(); }

private slots:
    void everyFieldSurvives()
    {
        const path file = at("whole.keyrace");
        writeAll(file, SampleResult::run());
        const auto results = readRunFile(file);
        QVERIFY(results->damage.isEmpty());
        QCOMPARE(results->name(), std::string("Größe – 크기"));
        QCOMPARE(results->state(), RunState::Done);
        QCOMPARE(results->startedMs(), std::int64_t{1'704'067'200'000});
        QCOMPARE(*results->finishedMs(), std::int64_t{1'704'067'218'000});
        QVERIFY(results->plan() == SampleResult::plan());
        QCOMPARE(results->log().front().cell, std::optional<int>(1));
        QCOMPARE(results->log().front().text.english(), std::string("a warning"));
        for (std::size_t cell = 0; cell < 2; ++cell) {
            QCOMPARE(toJson(results->cells()[cell].cell).dump(), toJson(SampleResult::cells()[cell]).dump());
            QCOMPARE(results->cells()[cell].state, CellState::Done);
            QCOMPARE(results->cells()[cell].trials.size(), std::size_t{3});
            for (int n = 0; n < 3; ++n)
                compareTrials(*results->cells()[cell].trials[static_cast<std::size_t>(n)], SampleResult::trial(static_cast<int>(cell), n));
        }
        compareEnvironments(results->environment(), SampleResult::environment());
    }

    void aFinishedFileStandsAlone()
    {
        const path file = at("alone/x.keyrace");
        QVERIFY(QDir(m_folder.path()).mkdir("alone"));
        writeAll(file, SampleResult::run());
        QCOMPARE(QDir(m_folder.filePath("alone")).entryList(QDir::Files), QStringList{"x.keyrace"});
        QFile bytes(m_folder.filePath("alone/x.keyrace"));
        QVERIFY(bytes.open(QIODevice::ReadOnly));
        const QByteArray header = bytes.read(100);
        QCOMPARE(header.mid(68, 4), QByteArray("KRCE"));
        QCOMPARE(header.mid(60, 4), QByteArray("\0\0\0\1", 4));
        QCOMPARE(header.mid(18, 2), QByteArray("\1\1", 2)); // no WAL any more
    }

    void stateOfACellIsWrittenForPeople()
    {
        const path file = at("states.keyrace");
        RunStarted started = SampleResult::started();
        started.cells[1].unavailable = Message::verbatim("cannot be done here");
        writeAll(file, {started, CellChanged{0, CellState::Skipped, Message::verbatim("skipped")}, RunFinished{RunState::Cancelled, 5, Message::verbatim("Stop")}});
        const auto results = readRunFile(file);
        QCOMPARE(results->cells()[0].state, CellState::Skipped);
        QCOMPARE(results->cells()[0].reason.english(), std::string("skipped"));
        QCOMPARE(results->cells()[1].state, CellState::NotAvailable);
        QCOMPARE(results->cells()[1].cell.unavailable->english(), std::string("cannot be done here"));
        QCOMPARE(results->reason().english(), std::string("Stop"));
        QCOMPARE(results->state(), RunState::Cancelled);
    }

    void oddNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("a blank") << "two words.keyrace";
        QTest::newRow("quotes") << "it's \"quoted\".keyrace";
        QTest::newRow("umlauts") << QString::fromUtf8("Größe.keyrace");
        QTest::newRow("Hangul") << QString::fromUtf8("실행.keyrace");
        QTest::newRow("marks of a URI") << "a?b=c#d%20&immutable=0.keyrace";
        QTest::newRow("a scheme") << "file:x.keyrace";
        QTest::newRow("memory") << ":memory:";
        QTest::newRow("a hyphen in front") << "-o.keyrace";
        QTest::newRow("a line break") << "two\nlines.keyrace";
        QTest::newRow("no text at all") << QString::fromUtf8("\xc2\xa0.keyrace");
    }
    void oddNames()
    {
        QFETCH(QString, name);
        const path file = at(name);
        writeAll(file, SampleResult::run());
        QVERIFY(std::filesystem::is_regular_file(file));
        QCOMPARE(readRunFile(file)->cells()[0].finishedTrials(), 3);
        const path live = at(name + "2");
        writeAndDie(live, unfinished(2));
        QCOMPARE(readRunFile(live)->state(), RunState::Interrupted);
    }

    void aRelativeNameWorks()
    {
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder.path()));
        writeAll("relative.keyrace", SampleResult::run());
        QCOMPARE(readRunFile("relative.keyrace")->state(), RunState::Done);
        QVERIFY(QDir::setCurrent(before));
    }

    void creatingIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<ErrorKind>("kind");
        QTest::addColumn<QString>("words");
        QTest::newRow("a file that exists") << "there.keyrace" << ErrorKind::BadInput << "exists already";
        QTest::newRow("a folder") << "" << ErrorKind::BadInput << "exists already";
        QTest::newRow("a WAL of another file of that name") << "orphan.keyrace" << ErrorKind::BadInput << "orphan.keyrace-wal exists already";
        QTest::newRow("no folder") << "nowhere/x.keyrace" << ErrorKind::Disk << "nowhere does not exist";
        QTest::newRow("a folder that takes no files") << "../../../../../../../../proc/x.keyrace" << ErrorKind::Disk << "x.keyrace cannot be written";
        QTest::newRow("a file in place of the folder") << "there.keyrace/x.keyrace" << ErrorKind::Disk << "does not exist";
        QTest::newRow("a name that is too long") << QString(300, 'x') << ErrorKind::Disk << "cannot be written";
    }
    void creatingIsRefused()
    {
        QFETCH(QString, name);
        std::ofstream(at("there.keyrace")) << "mine";
        std::ofstream(at("orphan.keyrace-wal")) << "mine";
        const Refused result = refused([&] { (void)RunFileWriter::create(at(name)); });
        QVERIFY(result.thrown);
        QTEST(result.kind, "kind");
        QFETCH(QString, words);
        QVERIFY2(result.text.contains(words), qPrintable(result.text));
        std::ifstream there(at("there.keyrace"));
        std::string content;
        there >> content;
        QCOMPARE(content, std::string("mine"));
    }

    void withoutANameNothingIsDone()
    {
        QCOMPARE(refused([] { (void)RunFileWriter::create({}); }).kind, ErrorKind::BadInput);
        QCOMPARE(refused([] { (void)RunFileWriter::resume({}); }).kind, ErrorKind::BadInput);
        QCOMPARE(refused([] { (void)readRunFile({}); }).kind, ErrorKind::BadInput);
    }

    void aFolderThatTakesNoFiles()
    {
        const Refused result = refused([&] { (void)RunFileWriter::create("/proc/x.keyrace"); });
        QCOMPARE(result.kind, ErrorKind::Disk);
        QVERIFY2(result.text.contains("/proc"), qPrintable(result.text));
    }

    void anErrorWhileWritingKeepsWhatWasCommitted()
    {
        const path file = at("limited.keyrace");
        const pid_t child = fork();
        if (child == 0)
            _exit(writeUntilFull(file));
        int status = 0;
        waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        const auto results = readRunFile(file);
        QCOMPARE(results->state(), RunState::Interrupted);
        QVERIFY(results->damage.isEmpty());
        QVERIFY(results->cells()[0].finishedTrials() >= 1);
    }

    void aKilledRunKeepsItsFinishedTrialsAndGoesOn_data()
    {
        QTest::addColumn<int>("trials");
        for (int trials = 0; trials <= 6; ++trials)
            QTest::addRow("killed after %d trials", trials) << trials;
    }
    void aKilledRunKeepsItsFinishedTrialsAndGoesOn()
    {
        QFETCH(int, trials);
        const path file = at(QString("killed%1.keyrace").arg(trials));
        std::vector<RunEvent> events = unfinished(trials);
        if (trials < 6)
            events.push_back(TrialStarted{trials % 2, trials / 2, trials / 2, 0, 5, false});
        writeAndDie(file, events);
        const auto results = readRunFile(file);
        QCOMPARE(results->state(), RunState::Interrupted);
        QVERIFY(!results->finishedMs());
        QCOMPARE(results->progress(0).finished, std::int64_t{trials});

        const auto writer = RunFileWriter::resume(file);
        writer->append(SampleResult::started());
        QCOMPARE(readRunFile(file)->state(), RunState::Running);
        const std::vector<RunEvent> all = SampleResult::run();
        for (std::size_t i = static_cast<std::size_t>(2 + 3 * trials); i < all.size(); ++i)
            writer->append(all[i]);
        const auto whole = readRunFile(file);
        QCOMPARE(whole->state(), RunState::Done);
        QCOMPARE(whole->cells()[0].state, CellState::Done);
        QCOMPARE(whole->cells()[1].finishedTrials(), 3);
        compareTrials(*whole->cells()[1].trials[2], SampleResult::trial(1, 2));
        QCOMPARE(whole->log().back().kind, std::string("resume"));
    }

    void resumingIsRefused()
    {
        const path done = at("done.keyrace");
        writeAll(done, SampleResult::run());
        QVERIFY(refused([&] { (void)RunFileWriter::resume(done); }).text.contains("is done"));
        QCOMPARE(readRunFile(done)->state(), RunState::Done);

        const path live = at("live.keyrace");
        const auto writer = RunFileWriter::create(live);
        writer->append(SampleResult::started());
        const Refused second = refused([&] { (void)RunFileWriter::resume(live); });
        QCOMPARE(second.kind, ErrorKind::BadInput);
        QVERIFY2(second.text.contains("still going on"), qPrintable(second.text));
        writer->append(TrialFinished{std::make_shared<const Trial>(SampleResult::trial(0, 0))}); // the first one is not disturbed
        QCOMPARE(readRunFile(live)->state(), RunState::Running);
        QVERIFY(refused([&] { (void)RunFileWriter::resume(at("nothing.keyrace")); }).text.contains("does not exist"));
    }

    void onlyOneOfTwoProcessesMayWrite()
    {
        const path file = at("two.keyrace");
        const auto writer = RunFileWriter::create(file);
        writer->append(SampleResult::started());
        const pid_t child = fork();
        if (child == 0)
            _exit(refused([&] { (void)RunFileWriter::resume(file); }).text.contains("still going on") ? 0 : 1);
        int status = 0;
        waitpid(child, &status, 0);
        QCOMPARE(status, 0);
        QVERIFY(refused([&] { (void)RunFileWriter::create(file); }).text.contains("exists already"));
    }

    void aCancelledRunGoesOnWithoutItsStoppedTrial()
    {
        const path file = at("cancelled.keyrace");
        std::vector<RunEvent> events = unfinished(2);
        Trial stopped = SampleResult::trial(0, 1);
        stopped.state = TrialState::Stopped;
        events.push_back(TrialFinished{std::make_shared<const Trial>(stopped)});
        events.push_back(RunFinished{RunState::Cancelled, 9, {}});
        writeAll(file, events);
        QCOMPARE(readRunFile(file)->progress(0).finished, std::int64_t{3});
        RunFileWriter::resume(file).reset();
        QCOMPARE(readRunFile(file)->progress(0).finished, std::int64_t{2});
        QCOMPARE(readRunFile(file)->state(), RunState::Interrupted); // this process lives, but writes no more
    }

    void aRunIsReadWhileItIsWritten()
    {
        const path file = at("read-live.keyrace");
        const auto writer = RunFileWriter::create(file);
        for (const RunEvent& event : unfinished(1)) {
            writer->append(event);
            const auto results = readRunFile(file);
            QVERIFY(results->damage.isEmpty());
        }
        QCOMPARE(readRunFile(file)->state(), RunState::Running);
        QCOMPARE(readRunFile(file)->cells()[0].finishedTrials(), 1);
        // Reading in the writer's own process must not have dropped its locks: another program finds the file in use.
        QCOMPARE(lockedForOthers(file), true);
    }

    void readingLeavesNoTrace_data()
    {
        QTest::addColumn<bool>("finished");
        QTest::newRow("a finished run") << true;
        QTest::newRow("a killed run with its WAL") << false;
    }
    void readingLeavesNoTrace()
    {
        QFETCH(bool, finished);
        const QString name = finished ? "trace1" : "trace2";
        QVERIFY(QDir(m_folder.path()).mkdir(name));
        const QString folder = m_folder.filePath(name);
        const path file = (folder + "/x.keyrace").toStdString();
        if (finished)
            writeAll(file, SampleResult::run());
        else
            writeAndDie(file, unfinished(4));
        const QStringList temporary = QDir::temp().entryList({"keyrace-*"}, QDir::Dirs);
        const QStringList before = traces(folder);
        QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::ExeOwner));
        QVERIFY(readRunFile(file)->damage.isEmpty());
        QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QCOMPARE(traces(folder), before);
        QCOMPARE(QDir::temp().entryList({"keyrace-*"}, QDir::Dirs), temporary);
    }

    void numbersDoNotFollowTheLocale()
    {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        std::setlocale(LC_ALL, "de_DE.UTF-8");
        const path file = at("german.keyrace");
        writeAll(file, SampleResult::run());
        const auto results = readRunFile(file);
        std::setlocale(LC_ALL, "C");
        QLocale::setDefault(QLocale::c());
        compareTrials(*results->cells()[0].trials[1], SampleResult::trial(0, 1));
        QCOMPARE(results->environment().host.memoryBytes, std::int64_t{8'000'000'000});
    }

    void nodesOfAClusterSurvive()
    {
        const path file = at("nodes.keyrace");
        RunStarted started = SampleResult::started();
        const std::vector<NodeInfo> nodes{{"db1:3306", "Percona XtraDB Cluster", "8.0.35", {}}, {"[::1]:3307", "", "", Message::verbatim("it cannot be reached")}};
        started.environment.targets[0].info.nodes = nodes;
        Trial trial = SampleResult::trial(0, 0);
        trial.nodes = {{"db1:3306", 3, 1'500, 2}, {"db2:3306", 2, 500, std::nullopt}};
        writeAll(file, {started, TrialFinished{std::make_shared<const Trial>(trial)}, RunFinished{RunState::Cancelled, 1, {}}});
        const auto results = readRunFile(file);
        QVERIFY(results->environment().targets[0].info.nodes == nodes);
        const std::vector<NodeShare>& shares = results->cells()[0].trials.at(0)->nodes;
        QCOMPARE(shares.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(shares[i].host, trial.nodes[i].host);
            QCOMPARE(shares[i].clients, trial.nodes[i].clients);
            QCOMPARE(shares[i].rows, trial.nodes[i].rows);
            QVERIFY(shares[i].retries == trial.nodes[i].retries);
        }
    }

    void aFileThatKnowsNoNodesIsReadAndGoesOn()
    {
        const path file = at("without-nodes.keyrace");
        std::vector<RunEvent> events = SampleResult::run();
        events.back() = RunFinished{RunState::Cancelled, 1, {}};
        writeAll(file, events);
        execute(file, "DROP TABLE node");
        QVERIFY(readRunFile(file)->damage.isEmpty());
        QVERIFY(readRunFile(file)->cells()[0].trials.at(0)->nodes.empty());
        const auto writer = RunFileWriter::resume(file);
        Trial trial = SampleResult::trial(0, 0);
        trial.nodes = {{"db1:3306", 1, 2'000, 0}};
        writer->append(TrialFinished{std::make_shared<const Trial>(trial)});
        writer->append(RunFinished{RunState::Cancelled, 1, {}});
        QCOMPARE(readRunFile(file)->cells()[0].trials.at(0)->nodes.size(), std::size_t{1});
    }

    void itsTablesCanBeAskedByName()
    {
        const path file = at("schema.keyrace");
        writeAll(file, SampleResult::run());
        execute(file, "SELECT c.label, c.indexes, t.rows_per_s, l.p99_ns FROM trial t JOIN cell c ON c.id = t.cell_id JOIN latency l ON l.trial_id = t.id;"
                      "SELECT count(*) FROM plan_node; SELECT count(*) FROM part");
    }

private:
    static void compareTrials(const Trial& a, const Trial& b)
    {
        QCOMPARE(a.cell, b.cell);
        QCOMPARE(a.n, b.n);
        QCOMPARE(a.round, b.round);
        QCOMPARE(a.place, b.place);
        QCOMPARE(a.state, b.state);
        QCOMPARE(a.startRows, b.startRows);
        QCOMPARE(a.rows, b.rows);
        QVERIFY(a.seconds == b.seconds && a.connectSeconds == b.connectSeconds && a.keySeconds == b.keySeconds && a.pausedSeconds == b.pausedSeconds);
        QCOMPARE(a.startedMs, b.startedMs);
        QVERIFY(a.rowsPerS == b.rowsPerS);
        QVERIFY(a.latency == b.latency);
        QVERIFY(a.sent.statements == b.sent.statements && a.sent.roundTrips == b.sent.roundTrips && a.sent.rowsPerStatement == b.sent.rowsPerStatement);
        QVERIFY(a.counters.values == b.counters.values);
        QCOMPARE(a.counters.absent.at("page_splits").english(), b.counters.absent.at("page_splits").english());
        QCOMPARE(a.samples.size(), b.samples.size());
        for (std::size_t i = 0; i < a.samples.size(); ++i)
            QVERIFY(a.samples[i].t == b.samples[i].t && a.samples[i].rows == b.samples[i].rows && a.samples[i].rowsPerS == b.samples[i].rowsPerS);
        QCOMPARE(a.queries.size(), std::size_t{1});
        QVERIFY(a.queries[0].milliseconds == b.queries[0].milliseconds);
        QCOMPARE(a.queries[0].query, b.queries[0].query);
        QCOMPARE(a.queries[0].failed, b.queries[0].failed);
        QCOMPARE(a.queries[0].rowsReturned, b.queries[0].rowsReturned);
        QCOMPARE(a.queries[0].error, b.queries[0].error);
        QCOMPARE(a.queries[0].plan.size(), b.queries[0].plan.size());
        QCOMPARE(a.queries[0].plan[1].depth, b.queries[0].plan[1].depth);
        QCOMPARE(a.queries[0].plan[1].text, b.queries[0].plan[1].text);
        QCOMPARE(a.reason.english(), b.reason.english());
    }

    static void compareEnvironments(const Environment& a, const Environment& b)
    {
        QCOMPARE(a.keyrace, b.keyrace);
        QCOMPARE(a.host.cores, b.host.cores);
        QCOMPARE(a.host.memoryBytes, b.host.memoryBytes);
        QCOMPARE(a.host.filesystem, b.host.filesystem);
        QCOMPARE(a.host.governor, b.host.governor);
        QCOMPARE(a.host.system, b.host.system);
        QCOMPARE(a.host.processor, b.host.processor);
        QCOMPARE(a.targets.size(), std::size_t{1});
        const TargetInfo& x = a.targets[0].info;
        const TargetInfo& y = b.targets[0].info;
        QCOMPARE(a.targets[0].target, b.targets[0].target);
        QCOMPARE(x.engine, y.engine);
        QCOMPARE(x.serverVersion, y.serverVersion);
        QCOMPARE(x.clientLibrary, y.clientLibrary);
        QVERIFY(x.settings == y.settings);
        QCOMPARE(x.durability, y.durability);
        QCOMPARE(x.weakDurability, y.weakDurability);
        QVERIFY(x.levels == y.levels);
        QCOMPARE(x.filesystem, y.filesystem);
        QCOMPARE(x.encryption, y.encryption);
        QVERIFY(x.notes == y.notes);
    }

    // The process may not write files beyond a megabyte: as on a full disk, every further write fails.
    static int writeUntilFull(const path& file);
    static bool lockedForOthers(const path& file);
};

#include <sys/resource.h>

int TestRunFile::writeUntilFull(const path& file)
{
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1'000'000, 1'000'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
        const auto writer = RunFileWriter::create(file);
        writer->append(SampleResult::started());
        for (int n = 0; n < 3; ++n) {
            Trial trial = SampleResult::trial(0, n);
            trial.samples.resize(n == 0 ? 10 : 40'000, {1, 1, 1});
            writer->append(TrialFinished{std::make_shared<const Trial>(trial)});
        }
        writer->append(RunFinished{RunState::Done, 1, {}});
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Disk ? 0 : 2;
    }
    return 1;
}

bool TestRunFile::lockedForOthers(const path& file)
{
    const pid_t child = fork();
    if (child == 0) {
        sqlite3* database = nullptr;
        sqlite3_open(file.c_str(), &database);
        // Only the last connection of all may leave WAL mode.
        const int code = sqlite3_exec(database, "PRAGMA journal_mode = DELETE", nullptr, nullptr, nullptr);
        _exit(code == SQLITE_BUSY ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0;
}

QTEST_APPLESS_MAIN(TestRunFile)
#include "tst_runfile.moc"
