// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/keys/snowflake.h"
#include "engine/keys/ulid.h"
#include "tests/keys/testclocks.h"

#include <QtTest/QTest>

using namespace keyrace;

namespace {

KeyOptions withFlavour(const SnowflakeLayout& layout)
{
    KeyOptions options;
    options.flavour = layout;
    return options;
}

SnowflakeFields fieldsOf(const SnowflakeLayout& layout, Key key)
{
    return *snowflakeFields(layout, key.low);
}

ErrorKind kindOfErrorIn(const std::function<void()>& work)
{
    try {
        work();
    } catch (const Error& error) {
        return error.kind();
    }
    return ErrorKind::Cancelled; // none of the expected ones
}

const SnowflakeLayout& twitter()
{
    return *findSnowflakeFlavour("twitter");
}

} // namespace

/// Snowflake and ULID: sequences that end, clocks that step back, fields that run out.
class TestCountedGenerators : public QObject {
    Q_OBJECT

private slots:
    void snowflakeWaitsForTheNextMillisecond();
    void snowflakeKeepsItsMillisecondWhenTheClockStepsBack();
    void snowflakeFieldsComeBack();
    void snowflakeNodesNeverMeet();
    void snowflakeSequencesThatRunOn_data();
    void snowflakeSequencesThatRunOn();
    void snowflakeKnowsItsNodes_data();
    void snowflakeKnowsItsNodes();
    void snowflakeRefusesNodesItDoesNotHave();
    void snowflakeRefusesBadLayouts_data();
    void snowflakeRefusesBadLayouts();
    void snowflakeRefusesTimesOutsideItsField_data();
    void snowflakeRefusesTimesOutsideItsField();
    void ulidCountsUpWithinAMillisecond();
    void ulidKeepsItsMillisecondWhenTheClockStepsBack();
    void ulidTextIsInTheOrderOfItsOctets();
    void ulidRefusesTimesBefore1970();
};

void TestCountedGenerators::snowflakeWaitsForTheNextMillisecond()
{
    // The clock stands still at the middle of a millisecond; only waiting moves it.
    constexpr std::int64_t kHalf = kMillisecond / 2;
    ScriptedClock clock = frozenClock(SimulatedClock::kStart + kHalf);
    const auto generator = findKeyType("snowflake")->generator({}, {});
    const std::vector<Key> keys = keysOf(*generator, clock, 4'096 * 3);
    QVERIFY(isAscending(keys));
    const std::uint64_t first = fieldsOf(twitter(), keys[0]).time;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const SnowflakeFields fields = fieldsOf(twitter(), keys[i]);
        QCOMPARE(fields.time, first + i / 4'096);
        QCOMPARE(fields.sequence, std::uint64_t{i % 4'096});
        QVERIFY(static_cast<std::int64_t>(keys[i].low) > 0);
    }
    QCOMPARE(clock.waits(), std::int64_t{2});
    QCOMPARE(clock.asked(), std::int64_t{4'096 * 3});
    QCOMPARE(generator->stalled(), kHalf + kMillisecond);
}

void TestCountedGenerators::snowflakeKeepsItsMillisecondWhenTheClockStepsBack()
{
    ScriptedClock clock([](std::int64_t i) { return SimulatedClock::kStart - (i < 10 ? 0 : 10'000 * kMillisecond); });
    const auto generator = findKeyType("snowflake")->generator({}, {});
    const std::vector<Key> keys = keysOf(*generator, clock, 4'097);
    QVERIFY(isAscending(keys));
    const std::uint64_t first = fieldsOf(twitter(), keys[0]).time;
    QCOMPARE(fieldsOf(twitter(), keys[4'095]).time, first);
    QCOMPARE(fieldsOf(twitter(), keys[4'096]).time, first + 1);
    QCOMPARE(generator->stalled(), 10'001 * kMillisecond);
}

void TestCountedGenerators::snowflakeFieldsComeBack()
{
    // The study's own layout.
    const SnowflakeLayout layout{"", 1'700'000'000'000, {41, 10, 12}};
    ScriptedClock clock = frozenClock(1'700'000'000'123 * kMillisecond);
    const std::vector<Key> keys = keysOf("snowflake", withFlavour(layout), clock, 2, {1, 1'023});
    QVERIFY((fieldsOf(layout, keys[1]) == SnowflakeFields{123, 1'023, 1}));
    QCOMPARE(keys[1].low, snowflake(layout, {123, 1'023, 1}));
}

void TestCountedGenerators::snowflakeNodesNeverMeet()
{
    std::vector<Key> all;
    for (int client = 0; client < 8; ++client) {
        ScriptedClock clock = frozenClock();
        const std::vector<Key> keys = keysOf("snowflake", {}, clock, 10'000, {1, client});
        all.insert(all.end(), keys.begin(), keys.end());
    }
    QVERIFY(!hasDuplicates(all));
}

void TestCountedGenerators::snowflakeSequencesThatRunOn_data()
{
    QTest::addColumn<QString>("flavour");
    QTest::addColumn<quint64>("capacity");
    QTest::newRow("Discord's increment of 12 bits") << "discord" << quint64{4'096};
    QTest::newRow("Instagram's sequence modulo 1,024") << "instagram" << quint64{1'024};
}

void TestCountedGenerators::snowflakeSequencesThatRunOn()
{
    QFETCH(QString, flavour);
    QFETCH(quint64, capacity);
    const SnowflakeLayout& layout = *findSnowflakeFlavour(flavour.toStdString());
    const auto generator = findKeyType("snowflake")->generator(withFlavour(layout), {});

    SimulatedClock clock; // a key a microsecond: 1,000 a millisecond
    const std::vector<Key> keys = keysOf(*generator, clock, 20'000);
    for (std::size_t i = 0; i < keys.size(); ++i)
        QCOMPARE(quint64{fieldsOf(layout, keys[i]).sequence}, quint64{i} % capacity);
    QCOMPARE(generator->stalled(), std::int64_t{0});

    ScriptedClock frozen = frozenClock(SimulatedClock::kStart + 1'000 * kMillisecond);
    const std::vector<Key> more = keysOf(*generator, frozen, 3 * capacity);
    QVERIFY(!hasDuplicates(more));
    QCOMPARE(generator->stalled(), 2 * kMillisecond);
}

void TestCountedGenerators::snowflakeKnowsItsNodes_data()
{
    QTest::addColumn<QString>("flavour");
    QTest::addColumn<int>("nodes");
    QTest::newRow("Twitter") << "twitter" << 1'024;
    QTest::newRow("Discord") << "discord" << 1'024;
    QTest::newRow("Instagram") << "instagram" << 8'192;
}

void TestCountedGenerators::snowflakeKnowsItsNodes()
{
    QFETCH(QString, flavour);
    QFETCH(int, nodes);
    QCOMPARE(findKeyType("snowflake")->maxClients(withFlavour(*findSnowflakeFlavour(flavour.toStdString()))), nodes);
}

void TestCountedGenerators::snowflakeRefusesNodesItDoesNotHave()
{
    const KeyType& type = *findKeyType("snowflake");
    QVERIFY(type.generator({}, {1, 1'023}) != nullptr);
    QVERIFY(kindOfErrorIn([&] { static_cast<void>(type.generator({}, {1, 1'024})); }) == ErrorKind::Limit);
}

void TestCountedGenerators::snowflakeRefusesBadLayouts_data()
{
    QTest::addColumn<int>("time");
    QTest::addColumn<int>("node");
    QTest::addColumn<int>("sequence");
    QTest::newRow("62 bits in all") << 40 << 10 << 12;
    QTest::newRow("65 bits in all") << 43 << 10 << 12;
    QTest::newRow("a negative width") << 70 << -7 << 0;
    QTest::newRow("no time") << 0 << 32 << 32;
    QTest::newRow("time alone, 64 bits") << 64 << 0 << 0;
}

void TestCountedGenerators::snowflakeRefusesBadLayouts()
{
    QFETCH(int, time);
    QFETCH(int, node);
    QFETCH(int, sequence);
    const KeyOptions options = withFlavour({"", 0, {time, node, sequence}});
    QVERIFY(kindOfErrorIn([&] { static_cast<void>(findKeyType("snowflake")->generator(options, {})); }) == ErrorKind::BadInput);
}

void TestCountedGenerators::snowflakeRefusesTimesOutsideItsField_data()
{
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<bool>("refused");
    QTest::newRow("a millisecond before the epoch") << qint64{1'288'834'974'656} << true;
    QTest::newRow("the epoch") << qint64{1'288'834'974'657} << false;
    QTest::newRow("2080-07-10T17:30:30.208Z, the last") << qint64{3'487'858'230'208} << false;
    QTest::newRow("a millisecond later") << qint64{3'487'858'230'209} << true;
}

void TestCountedGenerators::snowflakeRefusesTimesOutsideItsField()
{
    QFETCH(qint64, milliseconds);
    QFETCH(bool, refused);
    ScriptedClock clock = frozenClock(milliseconds * kMillisecond);
    const bool limit = kindOfErrorIn([&] { static_cast<void>(keysOf("snowflake", {}, clock, 1)); }) == ErrorKind::Limit;
    QCOMPARE(limit, refused);
}

void TestCountedGenerators::ulidCountsUpWithinAMillisecond()
{
    SimulatedClock clock;
    const std::vector<Key> keys = keysOf("ulid", {}, clock, 1'000'000);
    QVERIFY(isAscending(keys));
    for (std::size_t i = 1; i < keys.size(); ++i) {
        QCOMPARE(keys[i].high >> 16, static_cast<std::uint64_t>(SimulatedClock::kStart / kMillisecond) + i / 1'000);
        if (i % 1'000 != 0)
            QVERIFY(keys[i] == ulidSuccessor(keys[i - 1]));
    }
}

void TestCountedGenerators::ulidKeepsItsMillisecondWhenTheClockStepsBack()
{
    ScriptedClock clock([](std::int64_t i) { return SimulatedClock::kStart - (i < 10 ? 0 : 10'000 * kMillisecond); });
    const std::vector<Key> keys = keysOf("ulid", {}, clock, 1'000);
    QVERIFY(isAscending(keys));
    QCOMPARE(keys.back().high >> 16, keys.front().high >> 16);
    QCOMPARE(clock.waits(), std::int64_t{0});
}

void TestCountedGenerators::ulidTextIsInTheOrderOfItsOctets()
{
    const KeyType& type = *findKeyType("ulid");
    SimulatedClock clock(SimulatedClock::kStart, 300'000.0);
    const std::vector<Key> keys = keysOf("ulid", {}, clock, 10'000);
    for (std::size_t i = 1; i < keys.size(); ++i)
        QVERIFY(type.text(keys[i - 1]) < type.text(keys[i]));
}

void TestCountedGenerators::ulidRefusesTimesBefore1970()
{
    ScriptedClock clock = frozenClock(-1);
    QVERIFY(kindOfErrorIn([&] { static_cast<void>(keysOf("ulid", {}, clock, 1)); }) == ErrorKind::Limit);
}

QTEST_APPLESS_MAIN(TestCountedGenerators)
#include "tst_countedgenerators.moc"
