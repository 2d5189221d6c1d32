// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/keys/gregorian.h"
#include "engine/keys/uuidfields.h"
#include "engine/keys/uuidv7.h"
#include "tests/keys/testclocks.h"

#include <QtTest/QTest>

#include <array>
#include <cmath>

using namespace keyrace;

namespace {

constexpr std::size_t kMillion = 1'000'000;
constexpr std::int64_t kStartMs = SimulatedClock::kStart / kMillisecond;

KeyOptions withMethod(V7Method method)
{
    KeyOptions options;
    options.method = method;
    return options;
}

std::int64_t milliseconds(Key key)
{
    return static_cast<std::int64_t>(uuid::v7Milliseconds(key));
}

} // namespace

/// What UUID generators promise, under clocks that stand still, step back and run out.
class TestUuidGenerators : public QObject {
    Q_OBJECT

private slots:
    void everyKeyHasVersionAndVariant_data();
    void everyKeyHasVersionAndVariant();
    void v4BitsAreHalfSet();
    void v4DoesNotRepeatInTenMillion();
    void v6FollowsTimeAndV1Wraps();
    void v1AndV6CountOnWithinATick_data();
    void v1AndV6CountOnWithinATick();
    void nodesLookAsAsked();
    void v7KeepsOrder_data();
    void v7KeepsOrder();
    void v7EmbedsTheClocksMillisecond_data();
    void v7EmbedsTheClocksMillisecond();
    void v7CounterStartsWithItsGuardClear();
    void v7CounterThatRunsOverGoesAhead();
    void v7SubmillisecondFollowsTheFormula_data();
    void v7SubmillisecondFollowsTheFormula();
    void v7SubmillisecondStepsAtLeast245Nanoseconds();
    void v7RandomFollowsTheClockBack();
    void v7RefusesTimesBefore1970_data();
    void v7RefusesTimesBefore1970();
};

void TestUuidGenerators::everyKeyHasVersionAndVariant_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<unsigned>("version");
    QTest::addColumn<int>("method");
    QTest::newRow("v1") << "uuidv1" << 1U << 0;
    QTest::newRow("v4") << "uuidv4" << 4U << 0;
    QTest::newRow("v6") << "uuidv6" << 6U << 0;
    QTest::newRow("v7 counter") << "uuidv7" << 7U << static_cast<int>(V7Method::Counter);
    QTest::newRow("v7 submillisecond") << "uuidv7" << 7U << static_cast<int>(V7Method::Submillisecond);
    QTest::newRow("v7 random") << "uuidv7" << 7U << static_cast<int>(V7Method::Random);
}

void TestUuidGenerators::everyKeyHasVersionAndVariant()
{
    QFETCH(QString, type);
    QFETCH(unsigned, version);
    QFETCH(int, method);
    SimulatedClock clock;
    const KeyOptions options = withMethod(static_cast<V7Method>(method));
    const std::vector<Key> keys = keysOf(type.toUtf8().constData(), options, clock, kMillion);
    const auto wrong = std::find_if(keys.begin(), keys.end(), [&](Key key) { return uuid::version(key) != version || key.low >> 62 != 2; });
    QVERIFY(wrong == keys.end());
    QVERIFY(!hasDuplicates(keys));
}

void TestUuidGenerators::v4BitsAreHalfSet()
{
    SimulatedClock clock;
    std::array<int, 128> set{};
    for (const Key key : keysOf("uuidv4", {}, clock, kMillion)) {
        for (std::size_t bit = 0; bit < 64; ++bit) {
            set[bit] += static_cast<int>(key.low >> bit & 1);
            set[64 + bit] += static_cast<int>(key.high >> bit & 1);
        }
    }
    int random = 0;
    for (const int count : set)
        random += std::abs(count - 500'000) <= 3'000 ? 1 : 0;
    QCOMPARE(random, 122);
    // The fixed ones: variant 10 on top of the low half, version 0100 in bits 12 to 15 of the high one.
    QCOMPARE(set[63], 1'000'000);
    QCOMPARE(set[62], 0);
    QCOMPARE(set[64 + 14], 1'000'000);
    QCOMPARE(set[64 + 15] + set[64 + 13] + set[64 + 12], 0);
}

void TestUuidGenerators::v4DoesNotRepeatInTenMillion()
{
    SimulatedClock clock;
    QVERIFY(!hasDuplicates(keysOf("uuidv4", {}, clock, 10 * kMillion)));
}

void TestUuidGenerators::v6FollowsTimeAndV1Wraps()
{
    // A key every 100 ms over a quarter of an hour: the lower 32 bits of the ticks begin anew every 429.4967296 s.
    constexpr double kStep = 100.0 * kMillisecond;
    SimulatedClock clockOfV1(SimulatedClock::kStart, kStep);
    SimulatedClock clockOfV6(SimulatedClock::kStart, kStep);
    const std::vector<Key> v1 = keysOf("uuidv1", {}, clockOfV1, 9'000);
    const std::vector<Key> v6 = keysOf("uuidv6", {}, clockOfV6, 9'000);
    QVERIFY(isAscending(v6));

    std::vector<std::int64_t> falls;
    for (std::size_t i = 1; i < v1.size(); ++i) {
        QVERIFY(uuid::v6FromV1(v1[i]) == v6[i]);
        if (v1[i] < v1[i - 1])
            falls.push_back(static_cast<std::int64_t>(i));
        QVERIFY(swapped(v1[i]) > swapped(v1[i - 1]));
    }
    // 2024-01-01 is 139,233,600,000,000,000 ticks after 1582-10-15, of which 3,033,300,992 in the lower 32 bits: the first
    // wrap is 126.1666304 s later.
    QVERIFY((falls == std::vector<std::int64_t>{1'262, 5'557}));
}

void TestUuidGenerators::v1AndV6CountOnWithinATick_data()
{
    QTest::addColumn<QString>("type");
    QTest::newRow("v1") << "uuidv1";
    QTest::newRow("v6") << "uuidv6";
}

void TestUuidGenerators::v1AndV6CountOnWithinATick()
{
    QFETCH(QString, type);
    // 15 keys within a microsecond, which has ten ticks; then the clock is ten seconds back; then a second ahead.
    ScriptedClock clock([](std::int64_t i) {
        return SimulatedClock::kStart + (i < 15 ? 0 : i < 20 ? -10'000 * kMillisecond : 1'000 * kMillisecond);
    });
    const std::vector<Key> keys = keysOf(type.toUtf8().constData(), {}, clock, 21);
    const auto ticks = [&](std::size_t i) { return type == "uuidv1" ? uuid::v1Ticks(keys[i]) : uuid::v6Ticks(keys[i]); };
    for (std::size_t i = 1; i < 20; ++i)
        QCOMPARE(ticks(i), ticks(0) + i);
    QCOMPARE(ticks(20), ticks(0) + 10'000'000);
    QCOMPARE(ticks(0), static_cast<std::uint64_t>(SimulatedClock::kStart / 100) + 122'192'928'000'000'000);
}

void TestUuidGenerators::nodesLookAsAsked()
{
    constexpr std::uint64_t kMulticast = std::uint64_t{1} << 40;
    KeyOptions mac;
    mac.node = NodeKind::Mac;
    SimulatedClock clock;
    for (int client = 0; client < 50; ++client) {
        QVERIFY((uuid::node(keysOf("uuidv1", {}, clock, 1, {1, client})[0]) & kMulticast) != 0);
        QVERIFY((uuid::node(keysOf("uuidv6", mac, clock, 1, {1, client})[0]) & kMulticast) == 0);
        QCOMPARE(nodeOf(NodeKind::Mac, {1, client, 1}), nodeOf(NodeKind::Mac, {1, client, 2}));
    }
    QVERIFY(nodeOf(NodeKind::Random, {1, 0}) != nodeOf(NodeKind::Random, {1, 1}));
}

void TestUuidGenerators::v7KeepsOrder_data()
{
    QTest::addColumn<int>("method");
    QTest::addColumn<qint64>("back"); // nanoseconds, at the 500,000th key
    for (const V7Method method : {V7Method::Counter, V7Method::Submillisecond}) {
        const QString name = QString::fromUtf8(keyrace::name(method).data());
        QTest::newRow(qPrintable(name + ", the clock stands still")) << static_cast<int>(method) << qint64{0};
        QTest::newRow(qPrintable(name + ", the clock steps back 1 ms")) << static_cast<int>(method) << qint64{kMillisecond};
        QTest::newRow(qPrintable(name + ", the clock steps back 10 s")) << static_cast<int>(method) << qint64{10'000 * kMillisecond};
        QTest::newRow(qPrintable(name + ", the millisecond changes")) << static_cast<int>(method) << qint64{-kMillisecond};
    }
}

void TestUuidGenerators::v7KeepsOrder()
{
    QFETCH(int, method);
    QFETCH(qint64, back);
    ScriptedClock clock([back](std::int64_t i) { return SimulatedClock::kStart - (i < 500'000 ? 0 : back); });
    const auto generator = findKeyType("uuidv7")->generator(withMethod(static_cast<V7Method>(method)), {});
    const std::vector<Key> keys = keysOf(*generator, clock, kMillion);
    QVERIFY(isAscending(keys));
    QCOMPARE(clock.asked(), std::int64_t{kMillion});
    QCOMPARE(clock.waits(), std::int64_t{0});
    QCOMPARE(generator->stalled(), std::int64_t{0});
}

void TestUuidGenerators::v7EmbedsTheClocksMillisecond_data()
{
    QTest::addColumn<int>("method");
    QTest::newRow("counter") << static_cast<int>(V7Method::Counter);
    QTest::newRow("submillisecond") << static_cast<int>(V7Method::Submillisecond);
    QTest::newRow("random") << static_cast<int>(V7Method::Random);
}

void TestUuidGenerators::v7EmbedsTheClocksMillisecond()
{
    QFETCH(int, method);
    SimulatedClock clock; // a key a microsecond
    const std::vector<Key> keys = keysOf("uuidv7", withMethod(static_cast<V7Method>(method)), clock, 100'000);
    for (std::size_t i = 0; i < keys.size(); ++i)
        QCOMPARE(milliseconds(keys[i]), kStartMs + static_cast<std::int64_t>(i / 1'000));
}

void TestUuidGenerators::v7CounterStartsWithItsGuardClear()
{
    SimulatedClock clock(SimulatedClock::kStart, kMillisecond);
    std::uint64_t seen = 0;
    for (const Key key : keysOf("uuidv7", {}, clock, 10'000)) {
        const std::uint64_t counter = uuid::v7RandA(key) << 14 | uuid::v7RandB(key) >> 48;
        QVERIFY(counter < std::uint64_t{1} << 25);
        seen |= counter;
    }
    QCOMPARE(seen, (std::uint64_t{1} << 25) - 1);
}

void TestUuidGenerators::v7CounterThatRunsOverGoesAhead()
{
    // Twelve bits that begin below 2,048 end after 2,049 to 4,096 keys.
    ScriptedClock clock = frozenClock();
    V7CounterGenerator generator({}, {}, 12);
    const std::vector<Key> keys = keysOf(generator, clock, 100'000);
    QVERIFY(isAscending(keys));
    std::int64_t inMillisecond = 0;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        ++inMillisecond;
        const std::int64_t step = milliseconds(keys[i]) - milliseconds(keys[i - 1]);
        QVERIFY(step == 0 || step == 1);
        if (step == 1) {
            QVERIFY(inMillisecond > 2'048 && inMillisecond <= 4'096);
            inMillisecond = 0;
        }
    }
    QVERIFY(milliseconds(keys.back()) > kStartMs + 20);
    QCOMPARE(clock.waits(), std::int64_t{0});
}

void TestUuidGenerators::v7SubmillisecondFollowsTheFormula_data()
{
    QTest::addColumn<qint64>("nanoseconds");
    QTest::addColumn<quint64>("randA");
    QTest::newRow("the begin of a millisecond") << qint64{0} << quint64{0};
    QTest::newRow("0.4567 of a millisecond, RFC 9562's example") << qint64{456'700} << quint64{0x74E};
    QTest::newRow("just below one step") << qint64{244} << quint64{0};
    QTest::newRow("one step") << qint64{245} << quint64{1};
    QTest::newRow("the end of a millisecond") << qint64{999'999} << quint64{4'095};
}

void TestUuidGenerators::v7SubmillisecondFollowsTheFormula()
{
    QFETCH(qint64, nanoseconds);
    QFETCH(quint64, randA);
    ScriptedClock clock = frozenClock(SimulatedClock::kStart + nanoseconds);
    const Key key = keysOf("uuidv7", withMethod(V7Method::Submillisecond), clock, 1)[0];
    QCOMPARE(quint64{uuid::v7RandA(key)}, randA);
    QCOMPARE(milliseconds(key), kStartMs);
}

void TestUuidGenerators::v7SubmillisecondStepsAtLeast245Nanoseconds()
{
    // A nanosecond at a time: the embedded times go on in steps of 245 ns, ahead of the clock.
    ScriptedClock clock([](std::int64_t i) { return SimulatedClock::kStart + i; });
    const std::vector<Key> keys = keysOf("uuidv7", withMethod(V7Method::Submillisecond), clock, 100'000);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto time = static_cast<std::int64_t>(245 * i);
        QCOMPARE(milliseconds(keys[i]), kStartMs + time / kMillisecond);
        QCOMPARE(uuid::v7RandA(keys[i]), static_cast<std::uint64_t>(time % kMillisecond * 4'096 / kMillisecond));
    }
}

void TestUuidGenerators::v7RandomFollowsTheClockBack()
{
    ScriptedClock clock([](std::int64_t i) { return SimulatedClock::kStart - i * kMillisecond; });
    const std::vector<Key> keys = keysOf("uuidv7", withMethod(V7Method::Random), clock, 10);
    QCOMPARE(milliseconds(keys[9]), kStartMs - 9);
}

void TestUuidGenerators::v7RefusesTimesBefore1970_data()
{
    v7EmbedsTheClocksMillisecond_data();
}

void TestUuidGenerators::v7RefusesTimesBefore1970()
{
    QFETCH(int, method);
    ScriptedClock clock = frozenClock(-1);
    try {
        static_cast<void>(keysOf("uuidv7", withMethod(static_cast<V7Method>(method)), clock, 1));
        QFAIL("no error");
    } catch (const Error& error) {
        QVERIFY(error.kind() == ErrorKind::Limit);
    }
}

QTEST_APPLESS_MAIN(TestUuidGenerators)
#include "tst_uuidgenerators.moc"
