// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"

#include <QtTest/QTest>

using namespace keyrace;

class TestMessage : public QObject {
    Q_OBJECT

private slots:
    void fillsNumberedPlacesPlainly()
    {
        const Message message("%2 rows into %1", {std::string("file"), std::int64_t{1234567}});
        QCOMPARE(message.english(), std::string("1234567 rows into file"));
    }

    void aValueThatLooksLikeAPlaceStays()
    {
        const Message message("path %1, reason %2", {std::string("a%2b"), std::string("full")});
        QCOMPARE(message.english(), std::string("path a%2b, reason full"));
    }

    void aPlaceWithoutValueStays() { QCOMPARE(Message("50 %3", {std::string("x")}).english(), std::string("50 %3")); }

    void numbersFollowTheLocaleOnScreenOnly()
    {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const Message message("%1", {std::int64_t{1234567}});
        QCOMPARE(message.translated(), QStringLiteral("1.234.567"));
        QCOMPARE(message.english(), std::string("1234567"));
        QLocale::setDefault(QLocale::c());
    }

    void aFixedNumberKeepsItsZeros()
    {
        const Message message("%1–%2", {Message::Fixed{0.1, 2}, Message::Fixed{0.1391, 2}});
        QCOMPARE(message.english(), std::string("0.10–0.14"));
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(message.translated(), QStringLiteral("0,10–0,14"));
        QLocale::setDefault(QLocale::c());
    }

    void theServersWordsFollowUntranslated()
    {
        const Message message = Message("cannot open %1", {std::string("x.db")}).withDetail("%1 is locked");
        QCOMPARE(message.english(), std::string("cannot open x.db: %1 is locked"));
        QCOMPARE(message.translated(), QStringLiteral("cannot open x.db: %1 is locked"));
        const Message sentence = Message("%1 cannot be opened.", {std::string("x.db")}).withDetail("it is locked");
        QCOMPARE(sentence.english(), std::string("x.db cannot be opened: it is locked"));
        QCOMPARE(sentence.translated(), QStringLiteral("x.db cannot be opened: it is locked"));
    }

    void joinedSentencesKeepTheirOwnArguments()
    {
        const Message joined = Message::joined({Message("fill %1", {0.5}), Message(), Message("hits %1", {std::int64_t{7}})});
        QCOMPARE(joined.english(), std::string("fill 0.5; hits 7"));
        QCOMPARE(joined.translated(), QStringLiteral("fill 0.5; hits 7"));
        QVERIFY(Message::joined({Message(), Message()}).isEmpty());
        QCOMPARE(Message::joined({Message(), Message("one")}), Message("one"));
    }

    void anErrorSaysBothSides()
    {
        const Error error(ErrorKind::Disk, Message("cannot write %1", {std::string("x.db")}), "database or disk is full");
        QCOMPARE(std::string(error.what()), std::string("cannot write x.db: database or disk is full"));
        QCOMPARE(error.serverText(), std::string("database or disk is full"));
    }
};

QTEST_APPLESS_MAIN(TestMessage)
#include "tst_message.moc"
