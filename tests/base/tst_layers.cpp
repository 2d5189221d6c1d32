// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

namespace {

struct Include {
    QString file; ///< from the repository's root
    QString what; ///< "engine/keys/key.h", "QtCore/QString"
};

QList<Include> includesBelow(const QString& folder)
{
    static const QRegularExpression pattern("^\\s*#include\\s*[<\"]([^>\"]+)[>\"]", QRegularExpression::MultilineOption);
    QList<Include> includes;
    const QDir root(KEYRACE_SOURCE_DIR);
    QDirIterator files(root.filePath(folder), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        auto matches = pattern.globalMatch(QString::fromUtf8(file.readAll()));
        while (matches.hasNext())
            includes.append({root.relativeFilePath(file.fileName()), matches.next().captured(1)});
    }
    return includes;
}

} // namespace

/// The arrows of the architecture, read from the includes.
class TestLayers : public QObject {
    Q_OBJECT

private slots:
    void noIncludeAgainstTheArrows_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("forbidden");
        const QString screen = "^(QtGui|QtWidgets|QtCharts|QtSvg|QtSql)/|^Q(Widget|Application|Painter|Image|Pixmap|Color)|^ui/|^app/";
        QTest::newRow("the engine needs no screen") << "engine" << screen;
        QTest::newRow("the window knows no database") << "ui" << "^(sqlite3|libpq|pqxx|mysql|sql\\.h|sqlext\\.h)|^engine/targets/[a-z]+/|^app/";
        QTest::newRow("neither does the program") << "app" << "^(sqlite3|libpq|pqxx|mysql|sql\\.h|sqlext\\.h)|^engine/targets/[a-z]+/";
        QTest::newRow("keys know nothing else") << "engine/keys" << "^engine/(plan|targets|stats|record|workloads|run|findings|sandbox)/";
        QTest::newRow("plans know keys") << "engine/plan" << "^engine/(targets|record|workloads|run|findings|sandbox)/";
        QTest::newRow("statistics know numbers") << "engine/stats" << "^engine/(keys|plan|targets|record|workloads|run|findings|sandbox)/";
        QTest::newRow("targets know plans and counters") << "engine/targets" << "^engine/(record|workloads|run|findings|sandbox)/";
        QTest::newRow("private servers are made for targets") << "engine/sandbox" << "^engine/(record|workloads|run|findings|targets/[a-z]+)/";
        QTest::newRow("records know no procedure") << "engine/record" << "^engine/(workloads|run|findings|sandbox|targets/[a-z]+)/";
        QTest::newRow("workloads know no run") << "engine/workloads" << "^engine/(run|findings|sandbox|targets/[a-z]+)/";
        QTest::newRow("a run draws no conclusion") << "engine/run" << "^engine/(findings|targets/[a-z]+)/";
        QTest::newRow("findings come from records") << "engine/findings" << "^engine/(workloads|run|sandbox|targets/[a-z]+)/";
    }
    void noIncludeAgainstTheArrows()
    {
        QFETCH(const QString, folder);
        QFETCH(const QString, forbidden);
        const QRegularExpression pattern(forbidden);
        const QList<Include> includes = includesBelow(folder);
        QVERIFY(includes.size() > 5);
        for (const Include& include : includes)
            QVERIFY2(!pattern.match(include.what).hasMatch(), qPrintable(include.file + " includes " + include.what));
    }

    void chartsStayInTheirFolder()
    {
        for (const Include& include : includesBelow("ui"))
            QVERIFY2(!include.what.startsWith("QtCharts") || include.file.startsWith("ui/charts/"), qPrintable(include.file));
    }

    void onlyATargetsFolderKnowsItsLibrary()
    {
        for (const Include& include : includesBelow("engine")) {
            if (include.what == "mysql.h")
                QVERIFY2(include.file.startsWith("engine/targets/mysql/"), qPrintable(include.file));
            if (include.what == "sqlite3.h")
                QVERIFY2(include.file.startsWith("engine/targets/sqlite/") || include.file.startsWith("engine/record/"), qPrintable(include.file));
            if (include.what == "libpq-fe.h" || include.what.startsWith("pqxx"))
                QVERIFY2(include.file.startsWith("engine/targets/postgresql/"), qPrintable(include.file));
        }
    }
};

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_layers.moc"
