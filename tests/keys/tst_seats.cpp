// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/keys/keystream.h"
#include "engine/keys/keytext.h"
#include "engine/keys/uuidfields.h"
#include "tests/keys/testclocks.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <cmath>
#include <thread>

using namespace keyrace;

namespace {

constexpr std::int64_t kStartMs = SimulatedClock::kStart / kMillisecond;

std::string streamOf(const KeyStreamRequest& request)
{
    std::string all;
    writeKeys(request, [&](std::string_view piece) { all += piece; });
    return all;
}

QStringList linesOf(const KeyStreamRequest& request)
{
    return QString::fromStdString(streamOf(request)).split(u'\n', Qt::SkipEmptyParts);
}

void addClientTypes()
{
    QTest::addColumn<QString>("type");
    for (const KeyType* type : keyTypes()) {
        if (type->generator({}, {}))
            QTest::newRow(type->name().data()) << QString::fromUtf8(type->name().data());
    }
}

// Types that promise each client's keys in ascending order, also within a millisecond.
bool promisesOrder(const QString& type)
{
    return QStringList{"uuidv1", "uuidv6", "uuidv7", "snowflake", "ulid"}.contains(type);
}

} // namespace

/// Clocks, seeds, clients side by side, and the stream of keys that the command line prints.
class TestSeats : public QObject {
    Q_OBJECT

private slots:
    void theSimulatedClockFollowsItsPlaces();
    void theSimulatedClockNeverGoesBehindAWait();
    void theSimulatedClockEndsWithinSixtyFourBits();
    void theRealClockWaits();
    void theSameSeatMakesTheSameKeys_data();
    void theSameSeatMakesTheSameKeys();
    void cuttingFillsDoesNotChangeKeys_data();
    void cuttingFillsDoesNotChangeKeys();
    void clientsSideBySideNeverMeet_data();
    void clientsSideBySideNeverMeet();
    void clockErrorsAreFixedPerClientAndUniform();
    void aClockErrorOutOfRangeIsRefused();
    void seededStreamsRepeatAndBeginIn2024();
    void unseededStreamsUseTheRealClock();
    void streamsHaveFormats_data();
    void streamsHaveFormats();
    void rawStreamsHaveNoLineEnds();
    void countersEndWhereTheirTypeDoes();
    void formatsHaveNames();
};

void TestSeats::theSimulatedClockFollowsItsPlaces()
{
    SimulatedClock clock(1'000, 2.5);
    QCOMPARE(clock.next(), std::int64_t{1'000});
    QCOMPARE(clock.next(), std::int64_t{1'003});
    QCOMPARE(clock.next(), std::int64_t{1'005});
    clock.seek(1'000'000);
    QCOMPARE(clock.next(), std::int64_t{2'501'000});
    // Seven keys a row: the first key of every row stands where the row does.
    SimulatedClock rows(SimulatedClock::kStart, 1'000.0);
    SimulatedClock keys(SimulatedClock::kStart, 1'000.0 / 7);
    for (int row = 0; row < 100'000; ++row) {
        const std::int64_t first = keys.next();
        for (int i = 1; i < 7; ++i)
            keys.next();
        QCOMPARE(first, rows.next());
    }
}

void TestSeats::theSimulatedClockNeverGoesBehindAWait()
{
    SimulatedClock clock(0, 10);
    clock.waitUntil(25);
    QCOMPARE(clock.next(), std::int64_t{25});
    QCOMPARE(clock.next(), std::int64_t{25});
    QCOMPARE(clock.next(), std::int64_t{25});
    QCOMPARE(clock.next(), std::int64_t{30});
}

void TestSeats::theSimulatedClockEndsWithinSixtyFourBits()
{
    SimulatedClock clock(SimulatedClock::kStart, 1e18);
    clock.seek(1'000'000);
    QCOMPARE(clock.next(), std::int64_t{9'000'000'000'000'000'000});
}

void TestSeats::theRealClockWaits()
{
    RealClock clock;
    const std::int64_t goal = clock.next() + 3 * kMillisecond;
    clock.waitUntil(goal);
    QVERIFY(clock.next() >= goal);
    clock.waitUntil(goal); // has passed: returns
}

void TestSeats::theSameSeatMakesTheSameKeys_data()
{
    addClientTypes();
}

void TestSeats::theSameSeatMakesTheSameKeys()
{
    QFETCH(QString, type);
    const auto made = [&](GeneratorSeat seat) {
        SimulatedClock clock;
        return keysOf(type.toUtf8().constData(), {}, clock, 3'000, seat);
    };
    QVERIFY(made({7, 3, 2}) == made({7, 3, 2}));
    QVERIFY(made({7, 3, 2}) != made({7, 4, 2}));
    if (type == "snowflake")
        return; // nothing in it is random
    QVERIFY(made({7, 3, 2}) != made({8, 3, 2}));
    QVERIFY(made({7, 3, 2}) != made({7, 3, 1}));
}

void TestSeats::cuttingFillsDoesNotChangeKeys_data()
{
    addClientTypes();
}

void TestSeats::cuttingFillsDoesNotChangeKeys()
{
    QFETCH(QString, type);
    SimulatedClock clock;
    const std::vector<Key> whole = keysOf(type.toUtf8().constData(), {}, clock, 5'000);
    SimulatedClock again;
    const auto generator = findKeyType(type.toStdString())->generator({}, {});
    std::vector<Key> parts(5'000);
    for (std::size_t first = 0, size = 1; first < parts.size(); first += size, size = size * 2 + 1) {
        size = std::min(size, parts.size() - first);
        generator->fill(std::span(parts).subspan(first, size), again);
    }
    QVERIFY(whole == parts);
}

void TestSeats::clientsSideBySideNeverMeet_data()
{
    addClientTypes();
}

void TestSeats::clientsSideBySideNeverMeet()
{
    QFETCH(QString, type);
    constexpr std::size_t kClients = 4;
    constexpr std::size_t kEach = 100'000;
    std::vector<std::vector<Key>> streams(kClients);
    {
        std::vector<std::jthread> threads;
        for (std::size_t client = 0; client < kClients; ++client) {
            threads.emplace_back([&, client] {
                RealClock clock;
                streams[client] = keysOf(type.toUtf8().constData(), {}, clock, kEach, {1, static_cast<int>(client)});
            });
        }
    }
    std::vector<Key> all;
    for (const std::vector<Key>& stream : streams) {
        // The fast bits of v1 begin anew every 429.5 s; swapped, they do not lead.
        std::vector<Key> ordered = stream;
        if (type == "uuidv1")
            std::transform(ordered.begin(), ordered.end(), ordered.begin(), swapped);
        QVERIFY(!promisesOrder(type) || isAscending(ordered));
        all.insert(all.end(), stream.begin(), stream.end());
    }
    QCOMPARE(all.size(), kClients * kEach);
    QVERIFY(!hasDuplicates(all));
}

void TestSeats::clockErrorsAreFixedPerClientAndUniform()
{
    KeyOptions skewed;
    skewed.skewMs = 500;
    constexpr int kClients = 2'000;
    double sum = 0;
    int outerHalf = 0;
    for (int client = 0; client < kClients; ++client) {
        ScriptedClock clock([](std::int64_t i) { return SimulatedClock::kStart + i * 1'000 * kMillisecond; });
        const std::vector<Key> keys = keysOf("uuidv7", skewed, clock, 3, {1, client, 5});
        const auto offset = static_cast<std::int64_t>(uuid::v7Milliseconds(keys[0])) - kStartMs;
        QVERIFY(offset >= -500 && offset <= 500);
        QCOMPARE(static_cast<std::int64_t>(uuid::v7Milliseconds(keys[2])) - kStartMs, offset + 2'000);
        ScriptedClock other = frozenClock();
        const Key inAnotherTrial = keysOf("uuidv7", skewed, other, 1, {1, client, 6})[0];
        QCOMPARE(static_cast<std::int64_t>(uuid::v7Milliseconds(inAnotherTrial)) - kStartMs, offset);
        sum += static_cast<double>(offset);
        outerHalf += std::abs(offset) > 250 ? 1 : 0;
    }
    // Uniform within ± 500: mean 0 ± 6.5 (one deviation), half of them in the outer half ± 22.
    QVERIFY(std::abs(sum / kClients) < 30);
    QVERIFY(std::abs(outerHalf - kClients / 2) < 100);
}

void TestSeats::aClockErrorOutOfRangeIsRefused()
{
    KeyOptions options;
    options.skewMs = -1;
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(findKeyType("ulid")->generator(options, {})));
    options.skewMs = std::nan("");
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(findKeyType("ulid")->generator(options, {})));
}

void TestSeats::seededStreamsRepeatAndBeginIn2024()
{
    const KeyStreamRequest request{findKeyType("uuidv7"), 10'000, 42, KeyFormat::Text, {}};
    const QStringList lines = linesOf(request);
    QCOMPARE(lines.size(), 10'000);
    QCOMPARE(lines, linesOf(request));
    QCOMPARE(uuid::v7Milliseconds(uuidFromText(lines[0].toStdString())), std::uint64_t{1'704'067'200'000});
    QVERIFY(std::is_sorted(lines.begin(), lines.end()));
    KeyStreamRequest other = request;
    other.seed = 43;
    QVERIFY(linesOf(other) != lines);
}

void TestSeats::unseededStreamsUseTheRealClock()
{
    const std::int64_t before = RealClock().next() / kMillisecond;
    const QStringList lines = linesOf({findKeyType("uuidv7"), 2, std::nullopt, KeyFormat::Text, {}});
    const std::int64_t after = RealClock().next() / kMillisecond;
    const auto time = static_cast<std::int64_t>(uuid::v7Milliseconds(uuidFromText(lines[1].toStdString())));
    QVERIFY(time >= before && time <= after);
    QVERIFY(linesOf({findKeyType("uuidv4"), 2, std::nullopt, KeyFormat::Text, {}})
            != linesOf({findKeyType("uuidv4"), 2, std::nullopt, KeyFormat::Text, {}}));
}

void TestSeats::streamsHaveFormats_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("hex");
    QTest::newRow("int-auto counts from 1") << "int-auto" << "^[12]$" << "^0000000[12]$";
    QTest::newRow("bigint-auto counts from 1") << "bigint-auto" << "^[12]$" << "^000000000000000[12]$";
    QTest::newRow("a UUID") << "uuidv4" << "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$" << "^[0-9a-f]{32}$";
    QTest::newRow("a Snowflake") << "snowflake" << "^[0-9]{19}$" << "^[0-9a-f]{16}$";
    QTest::newRow("a ULID") << "ulid" << "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" << "^[0-9a-f]{32}$";
}

void TestSeats::streamsHaveFormats()
{
    QFETCH(QString, type);
    QFETCH(QString, text);
    QFETCH(QString, hex);
    const KeyType* found = findKeyType(type.toStdString());
    const QStringList texts = linesOf({found, 2, 1, KeyFormat::Text, {}});
    const QStringList hexes = linesOf({found, 2, 1, KeyFormat::Hex, {}});
    QCOMPARE(texts.size(), 2);
    QCOMPARE(texts.filter(QRegularExpression(text)).size(), 2);
    QCOMPARE(hexes.filter(QRegularExpression(hex)).size(), 2);
}

void TestSeats::rawStreamsHaveNoLineEnds()
{
    const KeyStreamRequest request{findKeyType("uuidv4"), 5'000, 1, KeyFormat::Raw, {}};
    const std::string raw = streamOf(request);
    QCOMPARE(raw.size(), std::size_t{5'000 * 16});
    KeyStreamRequest hex = request;
    hex.format = KeyFormat::Hex;
    QCOMPARE(QByteArray::fromStdString(raw.substr(4'999 * 16)).toHex(), linesOf(hex)[4'999].toUtf8());
    QCOMPARE(streamOf({findKeyType("int-auto"), 2, 1, KeyFormat::Raw, {}}), std::string("\0\0\0\1\0\0\0\2", 8));
    QCOMPARE(streamOf({findKeyType("snowflake"), 2, 1, KeyFormat::Raw, {}}).size(), std::size_t{16});
}

void TestSeats::countersEndWhereTheirTypeDoes()
{
    QCOMPARE(linesOf({findKeyType("int-auto"), 5'000, std::nullopt, KeyFormat::Text, {}}).last(), QString("5000"));
    QVERIFY_THROWS_EXCEPTION(Error, streamOf({findKeyType("int-auto"), 2'147'483'648, std::nullopt, KeyFormat::Text, {}}));
}

void TestSeats::formatsHaveNames()
{
    QCOMPARE(std::string(name(KeyFormat::Raw)), std::string("raw"));
    QVERIFY(keyFormatFromName("hex") == KeyFormat::Hex);
    QVERIFY(!keyFormatFromName("json"));
}

QTEST_APPLESS_MAIN(TestSeats)
#include "tst_seats.moc"
