// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

namespace {

/// The texts of a .ts file as "context: source", and those of them that have no translation.
struct Texts {
    QStringList all;
    QStringList unfinished;
};

Texts textsOf(const QString& path)
{
    Texts texts;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return texts;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            texts.all += context + QLatin1String(": ") + xml.readElementText();
        else if (xml.name() == QLatin1String("translation") && xml.attributes().hasAttribute(QLatin1String("type")))
            texts.unfinished += texts.all.value(texts.all.size() - 1);
    }
    texts.all.sort();
    return texts;
}

QString english()
{
    return QDir(KEYRACE_SOURCE_DIR).filePath("translations/keyrace_en.ts");
}

} // namespace

/// The file of each language holds every text of the sources, translated. The target update_translations mends what is missing.
class TestTranslations : public QObject {
    Q_OBJECT

private slots:
    void noTextIsUnfinished()
    {
        const Texts texts = textsOf(english());
        QVERIFY(!texts.all.isEmpty());
        QCOMPARE(texts.unfinished, QStringList());
    }

    void everyPluralOfTheSourcesIsThere()
    {
        const QTemporaryDir folder;
        const QString fresh = folder.filePath("keyrace_en.ts");
        QProcess lupdate;
        lupdate.start(KEYRACE_LUPDATE, {"-silent", "-no-obsolete", "-locations", "none", "-pluralonly", "-I", KEYRACE_SOURCE_DIR,
                                        QStringLiteral("@") + KEYRACE_SOURCE_LIST, "-ts", fresh});
        QVERIFY(lupdate.waitForFinished(120'000));
        QCOMPARE(lupdate.exitCode(), 0);
        QCOMPARE(textsOf(english()).all, textsOf(fresh).all);
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
