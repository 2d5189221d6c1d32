// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/record/runfile.h"
#include "tests/record/sampleresult.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sqlite3.h>

#include <fstream>
#include <iterator>
#include <random>

using namespace keyrace;
using std::filesystem::path;

namespace {

std::string contents(const path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

void execute(const path& file, const QString& sql)
{
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    char* error = nullptr;
    sqlite3_exec(database, qPrintable(sql), nullptr, nullptr, &error);
    QVERIFY2(!error, error);
    sqlite3_close(database);
}

enum class Outcome { Whole, Damaged, Refused };

// Whatever the file holds, it is read, read in part, or refused; and every view can be asked for its figures.
Outcome outcome(const path& file)
{
    try {
        const auto results = readRunFile(file);
        for (const CellResult& cell : results->cells()) {
            (void)cell.rowsPerS();
            (void)cell.queries();
            (void)cell.counters();
            (void)cell.latency().percentile(0.99);
            (void)cell.isNoisy();
        }
        (void)results->progress(0);
        return results->damage.isEmpty() ? Outcome::Whole : Outcome::Damaged;
    } catch (const Error& error) {
        return error.kind() == ErrorKind::BadInput ? Outcome::Refused : throw;
    }
}

} // namespace

class TestRunFileDamage : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    path m_whole;
    path at(const char* name) const { return m_folder.filePath(name).toStdString(); }

    QString refusal(const path& file)
    {
        try {
            (void)readRunFile(file);
        } catch (const Error& error) {
            return error.kind() == ErrorKind::BadInput ? QString::fromStdString(error.what()) : QString();
        }
        return {};
    }

private slots:
    void initTestCase()
    {
        m_whole = at("whole.keyrace");
        const auto writer = RunFileWriter::create(m_whole);
        for (const RunEvent& event : SampleResult::run())
            writer->append(event);
        QCOMPARE(outcome(m_whole), Outcome::Whole);
    }

    void whatIsNoRunFileIsRefusedInWords()
    {
        QVERIFY(refusal(at("nothing")).contains("does not exist"));
        QVERIFY(refusal(m_folder.path().toStdString()).contains("is a folder"));
        put(at("empty"), "");
        QVERIFY(refusal(at("empty")).contains("is empty"));
        put(at("text"), "{\"keyrace\": 1}");
        QVERIFY(refusal(at("text")).contains("no run file"));
        put(at("short"), "SQLite format 3");
        QVERIFY(refusal(at("short")).contains("no run file"));
        execute(at("foreign"), "CREATE TABLE run (id); PRAGMA application_id = 1");
        QVERIFY(refusal(at("foreign")).contains("another program"));
        QVERIFY(refusal("/dev/null").contains("cannot be read"));
    }

    void aNewerVersionIsRefusedWithBothNumbers()
    {
        std::filesystem::copy_file(m_whole, at("newer"));
        execute(at("newer"), "PRAGMA user_version = 7");
        const QString text = refusal(at("newer"));
        QVERIFY2(text.contains("format is 7") && text.contains("reads format 1"), qPrintable(text));
    }

    void truncatedAtEveryPage()
    {
        const std::string bytes = contents(m_whole);
        QVERIFY(bytes.size() >= 15 * 4'096);
        int damaged = 0;
        for (std::size_t size = 0; size < bytes.size(); size += 4'096) {
            put(at("cut"), bytes.substr(0, size));
            const Outcome result = outcome(at("cut"));
            QVERIFY2(result != Outcome::Whole, qPrintable(QString::number(size)));
            damaged += result == Outcome::Damaged ? 1 : 0;
        }
        QVERIFY(damaged > 0); // something was saved
    }

    void flippedBytes()
    {
        const std::string bytes = contents(m_whole);
        std::mt19937_64 random(7);
        for (int i = 0; i < 400; ++i) {
            std::string flipped = bytes;
            for (std::size_t flips = 1 + random() % 8; flips > 0; --flips)
                flipped[random() % flipped.size()] = static_cast<char>(random());
            put(at("flipped"), flipped);
            (void)outcome(at("flipped"));
        }
    }

    void aBrokenWalIsNoObstacle()
    {
        std::filesystem::copy_file(m_whole, at("walled"));
        put(at("walled-wal"), std::string(5'000, 'x'));
        QCOMPARE(outcome(at("walled")), Outcome::Whole);
    }

    void hostileContents_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<Outcome>("expected");
        using enum Outcome;
        QTest::newRow("a plan that is no JSON") << "UPDATE run SET plan = '{'" << Damaged;
        QTest::newRow("a plan nested too deeply") << "UPDATE run SET plan = printf('%.*c', 100000, '[')" << Damaged;
        QTest::newRow("a cell that is no JSON") << "UPDATE cell SET levels = 'x' WHERE id = 0" << Damaged;
        QTest::newRow("a cell that is a number") << "UPDATE cell SET levels = '5' WHERE id = 0" << Damaged;
        QTest::newRow("a cell that is a blob") << "UPDATE cell SET levels = zeroblob(1000000)" << Damaged;
        QTest::newRow("a cell far outside") << "PRAGMA foreign_keys = OFF; UPDATE cell SET id = 9223372036854775807 WHERE id = 1" << Damaged;
        QTest::newRow("a missing cell") << "PRAGMA foreign_keys = OFF; DELETE FROM cell WHERE id = 0" << Damaged;
        QTest::newRow("a negative cell") << "PRAGMA foreign_keys = OFF; UPDATE cell SET id = -1 WHERE id = 0" << Damaged;
        QTest::newRow("a trial of no cell") << "PRAGMA foreign_keys = OFF; UPDATE trial SET cell_id = 77 WHERE id = 1" << Damaged;
        QTest::newRow("a trial with 2^62 repeats") << "UPDATE trial SET n = 4611686018427387904 WHERE id = 1" << Damaged;
        QTest::newRow("an unknown state") << "UPDATE trial SET state = 'glad' WHERE id = 1" << Damaged;
        QTest::newRow("text for a number") << "UPDATE trial SET rows = 'many', seconds = 'x' WHERE id = 1" << Whole;
        QTest::newRow("infinite seconds") << "UPDATE trial SET seconds = 9e999" << Damaged;
        QTest::newRow("negative rows") << "UPDATE trial SET rows = -9223372036854775808" << Damaged;
        QTest::newRow("samples beyond all rows") << "UPDATE sample SET rows = 9223372036854775807" << Damaged;
        QTest::newRow("samples of no trial") << "INSERT INTO sample VALUES (99, 0, 1, 1, 1)" << Damaged;
        QTest::newRow("a histogram that is no list") << "UPDATE latency SET histogram = 'null'" << Damaged;
        QTest::newRow("a histogram of odd length") << "UPDATE latency SET histogram = '[1,2,3]'" << Damaged;
        QTest::newRow("a histogram with huge counts") << "UPDATE latency SET histogram = '[1,9223372036854775807,2,9223372036854775807]'" << Damaged;
        QTest::newRow("a histogram out of order") << "UPDATE latency SET histogram = '[5,1,4,1]'" << Damaged;
        QTest::newRow("executions that are text") << "UPDATE query SET milliseconds = '[1,\"a\"]'" << Damaged;
        QTest::newRow("executions that are no numbers") << "UPDATE query SET milliseconds = '[nan,inf]'" << Damaged;
        QTest::newRow("a plan node far outside") << "UPDATE plan_node SET query = 4611686018427387904 WHERE place = 0" << Whole;
        QTest::newRow("no tables but run and cell") << "DROP TABLE plan_node; DROP TABLE query; DROP TABLE latency; DROP TABLE counter; "
                                                       "DROP TABLE sample; DROP TABLE trial; DROP TABLE event; DROP TABLE environment; DROP TABLE part" << Damaged;
        QTest::newRow("no cells") << "DROP TABLE cell" << Refused;
        QTest::newRow("no run") << "DROP TABLE run" << Refused;
        QTest::newRow("a view that counts for ever") << "DROP TABLE event; CREATE VIEW event AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "
                                                        "SELECT n AS id, n AS time_ms, 'x' AS kind, NULL AS cell_id, 'x' AS text FROM c" << Refused;
    }
    void hostileContents()
    {
        QFETCH(QString, sql);
        std::filesystem::copy_file(m_whole, at("hostile"), std::filesystem::copy_options::overwrite_existing);
        execute(at("hostile"), sql);
        QTEST(outcome(at("hostile")), "expected");
    }

    void whatIsLostIsNamed()
    {
        std::filesystem::copy_file(m_whole, at("named"));
        execute(at("named"), "DROP TABLE counter");
        const auto results = readRunFile(at("named"));
        const QString text = QString::fromStdString(results->damage.english());
        QVERIFY2(text.contains("counter (no such table"), qPrintable(text));
        QCOMPARE(results->cells()[0].finishedTrials(), 3);
        QCOMPARE(results->cells()[0].trials[0]->samples.size(), std::size_t{2});
    }
};

QTEST_APPLESS_MAIN(TestRunFileDamage)
#include "tst_runfiledamage.moc"
