// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/plan/plan.h"

#include <nlohmann/json.hpp>

#include <QtTest/QTest>

using namespace keyrace;

class TestSetMember : public QObject {
    Q_OBJECT

private slots:
    void members_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("after");
        QTest::newRow("a member is replaced") << "name" << "b" << R"({"name":"b","list":[1,{"x":2}]})";
        QTest::newRow("a value is JSON where it can be") << "name" << "[1, true]" << R"({"name":[1,true],"list":[1,{"x":2}]})";
        QTest::newRow("a URL is a text") << "target" << "sqlite:x.db" << R"({"name":"a","list":[1,{"x":2}],"target":"sqlite:x.db"})";
        QTest::newRow("objects on the way are made") << "a.b.c" << "3" << R"({"name":"a","list":[1,{"x":2}],"a":{"b":{"c":3}}})";
        QTest::newRow("an item is replaced") << "list.0" << "7" << R"({"name":"a","list":[7,{"x":2}]})";
        QTest::newRow("a member of an item is replaced") << "list.1.x" << "\"y\"" << R"({"name":"a","list":[1,{"x":"y"}]})";
    }

    void members()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, after);
        Json plan = sample();
        setMember(plan, path.toStdString(), value.toStdString());
        QCOMPARE(QString::fromStdString(plan.dump()), after);
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("message");
        QTest::newRow("an item beyond the end") << "list.2" << "7" << "list.2: the list has no item 2; items are numbered from 0, and there are 2.";
        QTest::newRow("an item by name") << "list.x" << "7" << "list.x: the list has no item x; items are numbered from 0, and there are 2.";
        QTest::newRow("a number far beyond any list") << "list.99999999999999999999" << "7"
                                                      << "list.99999999999999999999: the list has no item 99999999999999999999; items are numbered "
                                                         "from 0, and there are 2.";
        QTest::newRow("through a text") << "name.x" << "7" << "name.x leads nowhere: what stands before \"x\" is \"a\", neither an object nor a list.";
        QTest::newRow("an empty path") << "" << "7" << "\"\" is no path of a member; accepted are such as protocol.repeats or factors.key.0.";
        QTest::newRow("an empty step") << "a..b" << "7" << "\"a..b\" is no path of a member; accepted are such as protocol.repeats or factors.key.0.";
        QTest::newRow("a value nested too deeply") << "a" << QString(100'000, u'[') + QString(100'000, u']')
                                                   << "The value is nested more than 40 levels deep.";
    }

    void mistakes()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, message);
        Json plan = sample();
        try {
            setMember(plan, path.toStdString(), value.toStdString());
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QCOMPARE(QString::fromStdString(error.message().english()), message);
        }
    }

    void aProtocolCanBeGivenToAPlanWithout()
    {
        Json plan = Json::parse(R"({"keyrace": 1, "workload": {"kind": "load", "rows": 10}, "factors": {"key": ["ulid"]}})");
        setMember(plan, "protocol.repeats", "3");
        QCOMPARE(planFromJson(plan).parts[0].protocol.repeats, 3);
    }

private:
    static Json sample() { return Json::parse(R"({"name": "a", "list": [1, {"x": 2}]})"); }
};

QTEST_APPLESS_MAIN(TestSetMember)
#include "tst_setmember.moc"
