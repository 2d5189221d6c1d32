// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/tablemark.h"

#include <QtTest>

using namespace keyrace;

namespace {

constexpr const char* kName = "keyrace_1a2b3c4d_t5";
// No process can have this number: https://man7.org/linux/man-pages/man5/proc_sys_kernel.5.html, pid_max.
constexpr std::int64_t kNoProcess = 4'194'305;

} // namespace

/// By what a table is known as ours, and as left behind.
class TableMarkTest : public QObject {
    Q_OBJECT

private slots:
    void itSaysWhoMadeTheTable()
    {
        const TableMark mark{kName, "2026-01-02T03:04:05Z", "db-1.example", {12, 345, "6f1c-9"}};
        QCOMPARE(mark.text(), std::string("made by keyrace, table keyrace_1a2b3c4d_t5, 2026-01-02T03:04:05Z, on db-1.example, process 12 started 345 boot 6f1c-9"));
        const auto read = TableMark::parse(mark.text());
        QVERIFY(read.has_value());
        QCOMPARE(read->table, mark.table);
        QCOMPARE(read->time, mark.time);
        QCOMPARE(read->host, mark.host);
        QVERIFY(read->process == mark.process);
    }

    void itFitsIntoAnyComment()
    {
        const std::string text = TableMark::ofThisProcess(kName).text();
        QVERIFY(TableMark::parse(text).has_value());
        QVERIFY(text.size() < 400);
        QVERIFY(text.find_first_of("'\"\\`;*/") == std::string::npos);
    }

    void otherWordsAreNoMark_data()
    {
        QTest::addColumn<QString>("text");
        const QString text = QString::fromStdString(TableMark::ofThisProcess(kName).text());
        QTest::newRow("nothing") << QString();
        QTest::newRow("somebody's comment") << "orders of 2019";
        QTest::newRow("a comment that begins alike") << "made by keyrace, table keyrace_1a2b3c4d_t5";
        QTest::newRow("with something behind it") << text + "; keep!";
        QTest::newRow("with something before it") << "was " + text;
        QTest::newRow("a table of another name") << QString(text).replace("keyrace_1", "customers_1");
    }
    void otherWordsAreNoMark()
    {
        QFETCH(const QString, text);
        QVERIFY(!TableMark::parse(text.toStdString()));
        QVERIFY(!leftTable(kName, text.toStdString()));
    }

    void whatIsLeftBehind_data()
    {
        QTest::addColumn<std::int64_t>("process");
        QTest::addColumn<qint64>("startedLater");
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("boot");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const std::int64_t own = ProcessMark::ofThisProcess().id;
        QTest::newRow("the process runs") << own << 0LL << "" << "" << kName << "no";
        QTest::newRow("the process is gone") << kNoProcess << 0LL << "" << "" << kName << "yes";
        QTest::newRow("another process has its number by now") << own << -1LL << "" << "" << kName << "yes";
        QTest::newRow("the machine was started anew") << own << 0LL << "" << "0000" << kName << "yes";
        QTest::newRow("made on another machine") << own << 0LL << "elsewhere" << "0000" << kName << "in doubt";
        QTest::newRow("made in a container of this machine") << kNoProcess << 0LL << "elsewhere" << "" << kName << "in doubt";
        QTest::newRow("made on some localhost") << own << 0LL << "localhost" << "0000" << kName << "in doubt";
        QTest::newRow("a copy of the table") << kNoProcess << 0LL << "" << "" << "keyrace_1a2b3c4d_t6" << "no";
    }
    void whatIsLeftBehind()
    {
        QFETCH(const std::int64_t, process);
        QFETCH(const qint64, startedLater);
        QFETCH(const QString, host);
        QFETCH(const QString, boot);
        QFETCH(const QString, name);
        QFETCH(const QString, expected);
        TableMark mark = TableMark::ofThisProcess(kName);
        mark.process.id = process;
        mark.process.started += startedLater;
        if (!host.isEmpty())
            mark.host = host.toStdString();
        if (!boot.isEmpty())
            mark.process.boot = boot.toStdString();
        const auto left = leftTable(name.toStdString(), mark.text());
        QCOMPARE(left ? (left->doubt ? "in doubt" : "yes") : "no", expected);
        if (left)
            QVERIFY(left->name == kName && left->maker == mark.process);
    }
};

QTEST_GUILESS_MAIN(TableMarkTest)
#include "tst_tablemark.moc"
