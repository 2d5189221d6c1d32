// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QSet>
#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtTest/QTest>

#include <csignal>
#include <sqlite3.h>

namespace {

struct Answer {
    int status = -1;
    QString out;
    QString err;
};

constexpr auto kSmallPlan = R"({
  "keyrace": 1, "name": "Small", "target": "sqlite:?journal_mode=wal&synchronous=off",
  "table": "key-value", "workload": { "kind": "load", "rows": 3000 },
  "factors": { "key": ["bigint-auto", "uuidv7"], "insert": [{ "method": "prepared", "batch": 500 }] },
  "protocol": { "repeats": 3, "trim": 0, "warmup_rows": 500 } })";

} // namespace

/// The program as a script uses it: arguments in, exit status, standard output and standard error out. No display.
class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        write("small.keyplan", kSmallPlan);
        const Answer run = keyrace({"run", "small.keyplan", "-o", "first.keyrace"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
    }

    void helpAndVersion()
    {
        const Answer help = keyrace({"--help"});
        QCOMPARE(help.status, 0);
        QVERIFY(help.out.contains("keyrace run quick-look"));
        for (const char* command : {"run", "presets", "show", "export", "compare", "keys", "target", "cleanup"}) {
            const Answer answer = keyrace({command, "--help"});
            QCOMPARE(answer.status, 0);
            QVERIFY2(!answer.out.isEmpty(), command);
        }
        QCOMPARE(keyrace({"--version"}).status, 0);
    }

    void wrongCommands_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("word");
        QTest::newRow("neither a command nor a file") << QStringList{"nonsense"} << "neither a command nor a file";
        QTest::newRow("unknown option") << QStringList{"run", "quick-look", "--fast"} << "--fast";
        QTest::newRow("no plan") << QStringList{"run"} << "preset";
        QTest::newRow("no such plan") << QStringList{"run", "none.keyplan"} << "quick-look";
        QTest::newRow("a folder as a plan") << QStringList{"run", "."} << "neither a plan file nor a preset";
        QTest::newRow("unknown member set") << QStringList{"run", "small.keyplan", "--set", "protocol.repeat=3"} << "repeat";
        QTest::newRow("set without a value") << QStringList{"run", "small.keyplan", "--set", "protocol.repeats"} << "PATH=VALUE";
        QTest::newRow("a number out of range") << QStringList{"run", "small.keyplan", "--set", "workload.rows=0"} << "workload.rows";
        QTest::newRow("a file that exists") << QStringList{"run", "small.keyplan", "-o", "first.keyrace"} << "first.keyrace";
        QTest::newRow("a folder that is missing") << QStringList{"run", "small.keyplan", "-o", "nowhere/x.keyrace"} << "nowhere";
        QTest::newRow("no such key type") << QStringList{"keys", "uuidv9"} << "uuidv7";
        QTest::newRow("no key") << QStringList{"keys"} << "--decode";
        QTest::newRow("zero keys") << QStringList{"keys", "uuidv7", "-n", "0"} << "-n";
        QTest::newRow("an ULID with an U") << QStringList{"keys", "--decode", "01ARZ3NDEKTSV4RRFFQ69G5FAU"} << "U";
        QTest::newRow("an unknown view") << QStringList{"export", "first.keyrace", "--view", "pie", "--to", "x.png"} << "curve, heatmap, table, all";
        QTest::newRow("a picture without size") << QStringList{"export", "first.keyrace", "--view", "curve", "--to", "x.png", "--size", "0x0"} << "0";
        QTest::newRow("a size of one number") << QStringList{"export", "first.keyrace", "--view", "curve", "--to", "x.png", "--size", "800"} << "1200x750";
        QTest::newRow("a picture of a table") << QStringList{"export", "first.keyrace", "--view", "table", "--to", "x.png"} << ".csv";
        QTest::newRow("an unknown ending") << QStringList{"export", "first.keyrace", "--view", "curve", "--to", "x.gif"} << ".gif";
        QTest::newRow("an unknown factor") << QStringList{"export", "first.keyrace", "--view", "curve", "--to", "x.png", "--where", "colour=red"} << "index_method";
        QTest::newRow("a level that no cell has") << QStringList{"export", "first.keyrace", "--view", "curve", "--to", "x.png", "--where", "key=ulid"} << "--where";
        QTest::newRow("an unknown metric") << QStringList{"export", "first.keyrace", "--view", "heatmap", "--to", "x.png", "--metric", "Speed!"} << "Speed!";
        QTest::newRow("a run file that is missing") << QStringList{"show", "none.keyrace"} << "none.keyrace";
        QTest::newRow("a plan as a run file") << QStringList{"show", "small.keyplan"} << "small.keyplan";
        QTest::newRow("resuming what is done") << QStringList{"run", "--resume", "first.keyrace"} << "first.keyrace";
        QTest::newRow("a password in a URL") << QStringList{"run", "small.keyplan", "--target", "sqlite://me:secret@host/x"} << "password";
    }
    void wrongCommands()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QString, word);
        const Answer answer = keyrace(arguments);
        QCOMPARE(answer.status, 2);
        QVERIFY2(answer.err.contains(word), qPrintable(answer.err));
        QVERIFY(!answer.err.contains("secret"));
        QVERIFY(answer.out.isEmpty());
    }

    void targetsThatCannotBeReached_data()
    {
        QTest::addColumn<QString>("url");
        write("text.db", QByteArray("this is not a database, whatever its name says\n").repeated(50));
        QTest::newRow("a folder that is missing") << "sqlite:" + m_folder.filePath("missing/x.db");
        QTest::newRow("a file as a folder") << "sqlite:" + m_folder.filePath("text.db/x.db");
        QTest::newRow("no database") << "sqlite:" + m_folder.filePath("text.db");
    }
    void targetsThatCannotBeReached()
    {
        QFETCH(const QString, url);
        QFile::remove(m_folder.filePath("unreached.keyrace"));
        QCOMPARE(keyrace({"target", url}).status, 3);
        const Answer run = keyrace({"run", "small.keyplan", "--target", url, "-o", "unreached.keyrace"});
        QVERIFY2(run.status == 3, qPrintable(QString::number(run.status) + run.err));
        QCOMPARE(json(keyrace({"show", "unreached.keyrace", "--format", "json"}))["run"].toObject()["state"].toString(), QString("failed"));
    }

    void aRunPrintsWhatShowPrints()
    {
        const Answer run = keyrace({"run", "small.keyplan", "-o", "second.keyrace", "--format", "json", "--quiet"});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.err.isEmpty(), qPrintable(run.err));
        const QJsonObject document = json(run);
        QCOMPARE(document, json(keyrace({"show", "second.keyrace", "--format", "json"})));
        QCOMPARE(document["run"].toObject()["state"].toString(), QString("done"));
        const QJsonArray cells = document["cells"].toArray();
        QCOMPARE(cells.size(), 2);
        for (const QJsonValue& cell : cells) {
            QCOMPARE(cell["state"].toString(), QString("done"));
            QCOMPARE(cell["trials"].toArray().size(), 3);
            QCOMPARE(cell["trials"][0]["rows"].toInt(), 3000);
            QCOMPARE(cell["rows_per_s"]["n"].toInt(), 3);
            QVERIFY(cell["rows_per_s"]["trimmed_mean"].toDouble() > 0);
            QVERIFY(cell["counters"]["leaf_fill"].toDouble() > 0.5);
            QVERIFY(!cell.toObject().contains("samples"));
        }
        QVERIFY(json(keyrace({"show", "second.keyrace", "--format", "json", "--samples"}))["cells"][0].toObject().contains("samples"));
    }

    void numbersArePlainInEveryLocale()
    {
        const Answer answer = keyrace({"show", "first.keyrace", "--format", "json"}, {{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE.UTF-8"}});
        QCOMPARE(json(answer), json(keyrace({"show", "first.keyrace", "--format", "json"})));
        const QString csv = keyrace({"show", "first.keyrace", "--format", "csv"}, {{"LC_ALL", "de_DE.UTF-8"}}).out;
        QCOMPARE(csv, keyrace({"show", "first.keyrace", "--format", "csv"}).out);
        QCOMPARE(csv.count('\n'), 3);
    }

    void progressWithoutATerminalIsALineARound()
    {
        const Answer run = keyrace({"run", "small.keyplan", "--set", "workload.rows=200000", "-o", "rounds.keyrace"});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.err.contains("round 3 of 3"), qPrintable(run.err));
        QVERIFY(!run.err.contains('\r'));
    }

    void allViewsAreWritten()
    {
        QCOMPARE(keyrace({"export", "first.keyrace", "--view", "all", "--to", "pictures"}).status, 0);
        for (const char* name : {"curve.png", "curve.svg", "curve.csv", "heatmap.png", "heatmap.svg", "heatmap.csv", "table.csv", "samples.csv", "run.json"})
            QVERIFY2(QFile(m_folder.filePath(QString("pictures/") + name)).size() > 100, name);
        QCOMPARE(keyrace({"export", "first.keyrace", "--view", "curve", "--to", "small.png", "--size", "640x400", "--theme", "dark"}).status, 0);
        QCOMPARE(QImage(m_folder.filePath("small.png")).size(), QSize(640, 400));
    }

    void aRunAgainstItselfShowsNoDifference()
    {
        const Answer same = keyrace({"compare", "first.keyrace", "first.keyrace", "--format", "json", "--fail-under", "0.9"});
        QCOMPARE(same.status, 0);
        QVERIFY(json(same)["cells"].toArray().size() == 2);
        QCOMPARE(keyrace({"compare", "first.keyrace", "first.keyrace", "--fail-under", "5"}).status, 4);
    }

    void anExpectationThatIsNotMetIsStatus4()
    {
        const QString expect = R"([{"id": "impossible", "text": "a billion rows a second", "metric": "rows_per_s", "where": {"key": "uuidv7"}, "min": 1e9}])";
        const Answer run = keyrace({"run", "small.keyplan", "--set", "expect=" + expect, "-o", "gate.keyrace"});
        QCOMPARE(run.status, 4);
        QVERIFY2(run.out.contains("not met: a billion rows a second"), qPrintable(run.out));
    }

    void anInterruptIsACancelledRunThatCanBeResumed()
    {
        const QSet<QString> before = filesNow();
        QProcess process;
        start(process, {"run", "small.keyplan", "--set", "workload.rows=400000", "-o", "stopped.keyrace"});
        QVERIFY(waitForWords(process, "round 2 of 3"));
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(10'000));
        QCOMPARE(process.exitCode(), 130);
        const QJsonObject stopped = json(keyrace({"show", "stopped.keyrace", "--format", "json"}));
        QCOMPARE(stopped["run"].toObject()["state"].toString(), QString("cancelled"));
        const Answer resumed = keyrace({"run", "--resume", "stopped.keyrace", "--format", "json"});
        QVERIFY2(resumed.status == 0, qPrintable(resumed.err));
        const QJsonObject whole = json(resumed);
        QCOMPARE(whole, json(keyrace({"show", "stopped.keyrace", "--format", "json"})));
        QCOMPARE(whole["cells"][0]["trials"][0], stopped["cells"][0]["trials"][0]);
        for (const QJsonValue& cell : whole["cells"].toArray())
            QCOMPARE(cell["rows_per_s"]["n"].toInt(), 3);
        QCOMPARE(filesNow() - before, QSet<QString>{"stopped.keyrace"});
    }

    void aKilledProgramLosesNoFinishedTrial()
    {
        QProcess process;
        start(process, {"run", "small.keyplan", "--set", "workload.rows=400000", "-o", "killed.keyrace"});
        QVERIFY(waitForWords(process, "round 2 of 3"));
        process.kill();
        QVERIFY(process.waitForFinished(10'000));
        const QJsonObject killed = json(keyrace({"show", "killed.keyrace", "--format", "json"}));
        QCOMPARE(killed["run"].toObject()["state"].toString(), QString("interrupted"));
        int finished = 0;
        for (const QJsonValue& cell : killed["cells"].toArray())
            finished += cell["rows_per_s"]["n"].toInt();
        QVERIFY2(finished >= 2, qPrintable(QString::number(finished)));
        const auto privateFiles = [this] { return QDir(m_folder.path()).entryList({"keyrace_private_*"}, QDir::Files).size(); };
        QVERIFY(privateFiles() > 0);
        QCOMPARE(keyrace({"run", "--resume", "killed.keyrace"}).status, 0);
        QCOMPARE(privateFiles(), 0);
    }

    void aRunOnAPrivateServerLeavesNothingOfIt()
    {
        const Answer run = keyrace({"run", "small.keyplan", "--sandbox", "mariadb:innodb_buffer_pool_size=16777216", "-o", "private.keyrace", "--format", "json"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        const QJsonObject document = QJsonDocument::fromJson(run.out.toUtf8()).object();
        const QJsonObject target = document["environment"].toObject()["targets"].toArray().first().toObject();
        QCOMPARE(target["target"].toString(), "sandbox:mariadb?innodb_buffer_pool_size=16777216");
        QCOMPARE(target["engine"].toString(), "MariaDB");
        QCOMPARE(target["settings"].toObject()["innodb_buffer_pool_size"].toString(), "16777216");
        QVERIFY(target["settings"].toObject()["private_server"].toString().endsWith("mariadbd"));
        QCOMPARE(QDir(m_folder.path()).entryList({"keyrace-server-*"}, QDir::AllEntries), QStringList());
    }

    void aPrivateServerThatDoesNotStartIsStatus3()
    {
        const Answer run = keyrace({"run", "small.keyplan", "--sandbox", "postgresql:shared_bufers=16MB", "-o", "none.keyrace"});
        QCOMPARE(run.status, 3);
        QVERIFY2(run.err.contains("unrecognized configuration parameter \"shared_bufers\""), qPrintable(run.err));
    }

    void aRunInWhichEveryCellFailedHasFailed()
    {
        const QString url = "sqlite:" + m_folder.filePath("locked.db") + "?busy_timeout=20";
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(m_folder.filePath("locked.db").toUtf8(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database, "CREATE TABLE theirs(x); BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
        const Answer run = keyrace({"run", "small.keyplan", "--target", url, "-o", "locked.keyrace", "--quiet"});
        sqlite3_close(database);
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("No cell could be measured") && run.err.contains("locked by another connection"), qPrintable(run.err));
        const QJsonObject document = json(keyrace({"show", "locked.keyrace", "--format", "json"}));
        QCOMPARE(document["run"].toObject()["state"].toString(), QString("failed"));
        QVERIFY(keyrace({"show", "locked.keyrace"}).out.contains("Small: failed"));
        QCOMPARE(keyrace({"run", "--resume", "locked.keyrace"}).status, 0);
    }

    void whatLooksInUseIsAskedFor()
    {
        const QString url = "sqlite:" + m_folder.filePath("theirs.db");
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(m_folder.filePath("theirs.db").toUtf8(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database, "CREATE TABLE customers(x); INSERT INTO customers VALUES(zeroblob(2000000))", nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(database);
        const Answer refused = keyrace({"run", "small.keyplan", "--target", url, "-o", "asked.keyrace"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.contains("customers") && refused.err.contains("--yes"), qPrintable(refused.err));
        QVERIFY(!QFile::exists(m_folder.filePath("asked.keyrace")));
        QCOMPARE(keyrace({"run", "small.keyplan", "--target", url, "-o", "asked.keyrace", "--yes"}).status, 0);
        QVERIFY(keyrace({"target", url}).out.contains("customers"));
    }

    void namesOfEveryKind_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("spaces") << "a run with spaces";
        QTest::newRow("quotes") << "it's \"quoted\"";
        QTest::newRow("umlauts") << QString::fromUtf8("Müßiggänger");
        QTest::newRow("Hangul") << QString::fromUtf8("한글");
        QTest::newRow("marks of a URL") << "50%25?x#y&z=1";
    }
    void namesOfEveryKind()
    {
        QFETCH(const QString, name);
        QVERIFY(QDir(m_folder.path()).mkpath(name));
        const QString file = name + "/" + name + ".keyrace";
        const Answer run = keyrace({"run", "small.keyplan", "-o", file});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        QCOMPARE(keyrace({"show", file}).status, 0);
        QCOMPARE(keyrace({"export", file, "--view", "curve", "--to", name + "/" + name + ".svg"}).status, 0);
        QCOMPARE(QDir(m_folder.filePath(name)).entryList(QDir::Files | QDir::Hidden).size(), 2);
    }

    void tablesLeftBehindAreDroppedOnRequestOnly()
    {
        const QString url = "sqlite:" + m_folder.filePath("kept.db");
        QVERIFY(keyrace({"run", "small.keyplan", "--target", url, "--keep", "--set", "protocol.warmup_rows=0", "-o", "kept.keyrace"}).status == 0);
        const Answer refused = keyrace({"cleanup", url});
        QCOMPARE(refused.status, 2);
        QCOMPARE(refused.out.count("keyrace_"), 6);
        QCOMPARE(keyrace({"cleanup", url, "--yes"}).status, 0);
        const Answer clean = keyrace({"cleanup", url});
        QCOMPARE(clean.status, 0);
        QCOMPARE(clean.out.count("keyrace_"), 0);
    }

    void whatARunLeftIsFoundByItsFile()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("left"));
        QVERIFY(keyrace({"run", "small.keyplan", "--keep", "--set", "protocol.warmup_rows=0", "-o", "left/kept.keyrace"}).status == 0);
        QCOMPARE(keyrace({"cleanup", "sqlite:"}).out.count("keyrace_private_"), 0);
        QCOMPARE(keyrace({"cleanup", "left/kept.keyrace", "--yes"}).out.count("keyrace_private_"), 6);
        QCOMPARE(QDir(m_folder.filePath("left")).entryList(QDir::Files | QDir::Hidden), QStringList("kept.keyrace"));
    }

    void doubtfulTablesNeedAWordOfTheirOwn()
    {
        const QString url = "sqlite:" + m_folder.filePath("doubt.db");
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(m_folder.filePath("doubt.db").toUtf8(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database,
                              "CREATE TABLE \"keyrace_0123abcd_t1\" (/* made by keyrace, table keyrace_0123abcd_t1, 2026-01-02T03:04:05Z, "
                              "on elsewhere, process 12 started 345 boot 6f1c-9 */ x)",
                              nullptr, nullptr, nullptr),
                 SQLITE_OK);
        sqlite3_close(database);
        const Answer listed = keyrace({"cleanup", url, "--yes"});
        QCOMPARE(listed.status, 0);
        QVERIFY(listed.out.contains("keyrace_0123abcd_t1") && listed.out.contains("elsewhere") && !listed.out.contains("Dropped"));
        QVERIFY(listed.err.contains("--doubtful"));
        QVERIFY(keyrace({"cleanup", url, "--yes", "--doubtful"}).out.contains("Dropped 1"));
        QVERIFY(keyrace({"cleanup", url}).out.contains("Nothing was left behind"));
    }

    void presetsAsJson()
    {
        const QJsonArray presets = json(keyrace({"presets", "--format", "json"}))["presets"].toArray();
        QStringList names;
        for (const QJsonValue& preset : presets) {
            names << preset["name"].toString();
            QVERIFY(preset["cells"].toInt() > 0);
            QVERIFY(preset["seconds"].toDouble() > 0);
            QVERIFY(!preset["text"].toString().isEmpty());
        }
        for (const char* name : {"quick-look", "sqlite-rowid", "sqlite-rowid@published"})
            QVERIFY2(names.contains(name), name);
    }

    void keysAreRepeatableWithASeed()
    {
        const Answer first = keyrace({"keys", "uuidv7", "-n", "1000", "--seed", "7"});
        QCOMPARE(first.status, 0);
        QCOMPARE(first.out.count('\n'), 1000);
        QVERIFY(first.out.startsWith("018cc251-f400-7")); // 2024-01-01T00:00:00Z is 0x018cc251f400 ms
        QCOMPARE(keyrace({"keys", "uuidv7", "-n", "1000", "--seed", "7"}).out, first.out);
        QVERIFY(keyrace({"keys", "uuidv7", "-n", "1000", "--seed", "8"}).out != first.out);
        const Answer decoded = keyrace({"keys", "--decode", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"});
        QVERIFY2(decoded.out.contains("2022-02-22T19:22:22.000Z"), qPrintable(decoded.out));
    }

    void keysEndWhenNobodyReadsThem()
    {
        QProcess reader;
        QProcess process;
        process.setStandardOutputProcess(&reader);
        start(process, {"keys", "uuidv7", "-n", "1000000000000"});
        reader.start("head", {"-n", "1"});
        QVERIFY(reader.waitForFinished(60'000));
        const bool ended = process.waitForFinished(20'000);
        process.kill();
        process.waitForFinished();
        QVERIFY(ended);
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(process.readAllStandardError(), QByteArray());
    }

    void outputThatIsLostIsAnError()
    {
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        start(process, {"keys", "uuidv7", "-n", "1000000000000"});
        const bool ended = process.waitForFinished(20'000);
        process.kill();
        process.waitForFinished();
        QVERIFY(ended);
        QCOMPARE(process.exitCode(), 2);
        QCOMPARE(process.readAllStandardError().count("cannot be written: No space left on device"), 1);
    }

    void withoutADisplayTheWindowSaysSo()
    {
        const Answer answer = keyrace({});
        QCOMPARE(answer.status, 2);
        QVERIFY(answer.err.contains("display"));
    }

private:
    using Variables = QList<std::pair<QString, QString>>;

    void start(QProcess& process, const QStringList& arguments, const Variables& variables = {})
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(name);
        for (const auto& [name, value] : variables)
            environment.insert(name, value);
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.path());
        process.start(KEYRACE_PROGRAM, arguments);
    }

    Answer keyrace(const QStringList& arguments, const Variables& variables = {})
    {
        QProcess process;
        start(process, arguments, variables);
        if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
            return {-1, {}, process.errorString()};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
    }

    // Until the program says so on standard error.
    static bool waitForWords(QProcess& process, const QByteArray& words)
    {
        QByteArray said;
        while (!said.contains(words)) {
            process.setReadChannel(QProcess::StandardError);
            if (!process.waitForReadyRead(60'000))
                return false;
            said += process.readAllStandardError();
        }
        return true;
    }

    QSet<QString> filesNow() const
    {
        const QStringList names = QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden);
        return {names.begin(), names.end()};
    }

    static QJsonObject json(const Answer& answer)
    {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(answer.out.toUtf8(), &error);
        if (error.error != QJsonParseError::NoError)
            qWarning() << error.errorString() << answer.out.left(200) << answer.err;
        return document.object();
    }

    void write(const QString& name, const QByteArray& content)
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
