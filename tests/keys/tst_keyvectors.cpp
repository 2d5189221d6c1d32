// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/keys/keytext.h"
#include "engine/keys/keytype.h"
#include "engine/keys/snowflake.h"
#include "engine/keys/ulid.h"
#include "engine/keys/uuidfields.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cctype>

using namespace keyrace;

namespace {

// The instant of RFC 9562's appendix A: 2022-02-22T19:22:22.000Z.
constexpr std::uint64_t kTicks = 138'648'505'420'000'000;
constexpr std::uint64_t kClockSeq = 0x33C8;
constexpr std::uint64_t kNode = 0x9F6BDECED846;

std::string field(const DecodedKey& decoded, const std::string& name)
{
    const auto found = std::find_if(decoded.fields.begin(), decoded.fields.end(), [&](const KeyField& f) { return f.first == name; });
    return found == decoded.fields.end() ? "absent" : found->second;
}

const DecodedKey* flavour(const std::vector<DecodedKey>& decoded, const std::string& name)
{
    const auto found = std::find_if(decoded.begin(), decoded.end(), [&](const DecodedKey& d) { return field(d, "flavour") == name; });
    return found == decoded.end() ? nullptr : &*found;
}

std::string inCapitals(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

} // namespace

/// Published vectors, both ways.
class TestKeyVectors : public QObject {
    Q_OBJECT

private slots:
    void uuidsFromTheirFields_data();
    void uuidsFromTheirFields();
    void uuidFieldsReadBack();
    void uuidsDecode_data();
    void uuidsDecode();
    void octetsAreBigEndian();
    void v1AndV6ArePermutationsOfEachOther();
    void swappingAsMySqlDoes_data();
    void swappingAsMySqlDoes();
    void snowflakesDecode_data();
    void snowflakesDecode();
    void snowflakesFromTheirFields();
    void hexadecimalIntegersAreRead();
    void anIntegerWithItsTopBitSetIsNoTwitterSnowflake();
    void ulids();
    void ulidsReadInEitherCase();
    void badKeysAreRefused_data();
    void badKeysAreRefused();
    void namesReadBack();
    void theRegistryIsInOrder();
    void storagesHaveTheirWidths();
    void cardsCountRandomBits();
};

void TestKeyVectors::uuidsFromTheirFields_data()
{
    QTest::addColumn<QString>("made");
    QTest::addColumn<QString>("expected");
    const std::uint64_t tail = uuid::clockSeqAndNode(kClockSeq, kNode);
    const auto row = [](const char* name, Key key, const char* expected) {
        QTest::newRow(name) << QString::fromStdString(uuidText(key)) << QString(expected);
    };
    row("v1 from ticks, clock sequence and node", uuid::v1(kTicks, tail), "c232ab00-9414-11ec-b3c8-9f6bdeced846");
    row("v4 from raw random octets", uuid::v4({0x919108f752d13320, 0x5bacf847db4148a8}), "919108f7-52d1-4320-9bac-f847db4148a8");
    row("v6 from ticks, clock sequence and node", uuid::v6(kTicks, tail), "1ec9414c-232a-6b00-b3c8-9f6bdeced846");
    row("v7 from milliseconds and random fields", uuid::v7(0x017F22E279B0, 0xCC3, 0x18C4DC0C0C07398F),
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
}

void TestKeyVectors::uuidsFromTheirFields()
{
    QFETCH(QString, made);
    QFETCH(QString, expected);
    QCOMPARE(made, expected);
}

void TestKeyVectors::uuidFieldsReadBack()
{
    const Key v1 = uuidFromText("c232ab00-9414-11ec-b3c8-9f6bdeced846");
    const Key v6 = uuidFromText("1ec9414c-232a-6b00-b3c8-9f6bdeced846");
    const Key v7 = uuidFromText("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    QCOMPARE(uuid::v1Ticks(v1), kTicks);
    QCOMPARE(uuid::v6Ticks(v6), kTicks);
    QCOMPARE(uuid::clockSeq(v1), kClockSeq);
    QCOMPARE(uuid::node(v6), kNode);
    QCOMPARE(uuid::v7Milliseconds(v7), std::uint64_t{1'645'557'742'000});
    QCOMPARE(uuid::v7RandA(v7), std::uint64_t{0xCC3});
    QCOMPARE(uuid::v7RandB(v7), std::uint64_t{0x18C4DC0C0C07398F});
    QCOMPARE(uuid::version(v7), 7U);
    QVERIFY(uuid::hasRfcVariant(v7));
}

void TestKeyVectors::uuidsDecode_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("time");
    QTest::newRow("v1") << "c232ab00-9414-11ec-b3c8-9f6bdeced846" << "uuidv1" << "2022-02-22T19:22:22.000Z";
    QTest::newRow("v1, one tick later") << "c232ab01-9414-11ec-b3c8-9f6bdeced846" << "uuidv1" << "2022-02-22T19:22:22.0000001Z";
    QTest::newRow("v3 of www.example.com") << "5df41881-3aed-3515-88a7-2f4a814cf09e" << "uuidv3" << "absent";
    QTest::newRow("v4") << "919108f7-52d1-4320-9bac-f847db4148a8" << "uuidv4" << "absent";
    QTest::newRow("v5 of www.example.com") << "2ed6657d-e927-568b-95e1-2665a8aea6a2" << "uuidv5" << "absent";
    QTest::newRow("v6") << "1ec9414c-232a-6b00-b3c8-9f6bdeced846" << "uuidv6" << "2022-02-22T19:22:22.000Z";
    QTest::newRow("v7") << "017f22e2-79b0-7cc3-98c4-dc0c0c07398f" << "uuidv7" << "2022-02-22T19:22:22.000Z";
    QTest::newRow("v7 in capitals") << "017F22E2-79B0-7CC3-98C4-DC0C0C07398F" << "uuidv7" << "2022-02-22T19:22:22.000Z";
    QTest::newRow("v7 without hyphens") << "017f22e279b07cc398c4dc0c0c07398f" << "uuidv7" << "2022-02-22T19:22:22.000Z";
    QTest::newRow("v7 as 0x and 16 octets") << "0x017f22e279b07cc398c4dc0c0c07398f" << "uuidv7" << "2022-02-22T19:22:22.000Z";
    QTest::newRow("v7 at the end of its time") << "ffffffff-ffff-7000-8000-000000000000" << "uuidv7" << "10889-08-02T05:31:50.655Z";
    QTest::newRow("nil") << "00000000-0000-0000-0000-000000000000" << "uuid-nil" << "absent";
    QTest::newRow("max") << "ffffffff-ffff-ffff-ffff-ffffffffffff" << "uuid-max" << "absent";
}

void TestKeyVectors::uuidsDecode()
{
    QFETCH(QString, text);
    QFETCH(QString, type);
    QFETCH(QString, time);
    const std::vector<DecodedKey> decoded = decodeKey(text.toStdString());
    QCOMPARE(decoded.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(decoded.front().type), type);
    QCOMPARE(QString::fromStdString(field(decoded.front(), "time")), time);
}

void TestKeyVectors::octetsAreBigEndian()
{
    const Key key = uuidFromText("00112233-4455-6677-8899-aabbccddeeff");
    const KeyBytes bytes = toBytes(key);
    for (std::size_t i = 0; i < 16; ++i)
        QCOMPARE(int{bytes[i]}, static_cast<int>(0x11 * i));
    QVERIFY(keyFromBytes(bytes) == key);
    QCOMPARE(hexText({0, 4198401}, 8), std::string("0000000000401001"));
    QCOMPARE(hexText(key, 16), std::string("00112233445566778899aabbccddeeff"));
}

void TestKeyVectors::v1AndV6ArePermutationsOfEachOther()
{
    const Key v1 = uuidFromText("c232ab00-9414-11ec-b3c8-9f6bdeced846");
    QCOMPARE(uuidText(uuid::v6FromV1(v1)), std::string("1ec9414c-232a-6b00-b3c8-9f6bdeced846"));
    for (std::uint64_t ticks = 1; ticks < std::uint64_t{1} << 60; ticks = ticks * 3 + 7) {
        const Key made = uuid::v1(ticks, uuid::clockSeqAndNode(ticks, ~ticks));
        QVERIFY(uuid::v1FromV6(uuid::v6FromV1(made)) == made);
        QCOMPARE(uuid::v6Ticks(uuid::v6FromV1(made)), ticks);
    }
}

void TestKeyVectors::swappingAsMySqlDoes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("stored");
    QTest::newRow("the manual's example") << "6ccd780c-baba-1026-9564-5b8c656024db" << "1026baba6ccd780c95645b8c656024db";
    QTest::newRow("RFC 9562's v1") << "c232ab00-9414-11ec-b3c8-9f6bdeced846" << "11ec9414c232ab00b3c89f6bdeced846";
}

void TestKeyVectors::swappingAsMySqlDoes()
{
    QFETCH(QString, text);
    QFETCH(QString, stored);
    const Key key = uuidFromText(text.toStdString());
    QCOMPARE(QString::fromStdString(hexText(swapped(key), 16)), stored);
    QVERIFY(unswapped(swapped(key)) == key);
    QVERIFY(swapped(unswapped(key)) == key);
}

void TestKeyVectors::snowflakesDecode_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QStringList>("expected"); // name, value, name, value, …
    QTest::newRow("Discord, October 2015") << "105484726235607040" << "discord"
                                           << QStringList{"time", "2015-10-19T01:58:38.546Z", "worker", "0", "process", "11", "increment", "0"};
    QTest::newRow("Discord, January 2022") << "937847820382261308" << "discord"
                                           << QStringList{"time", "2022-01-31T23:12:24.749Z", "worker", "1", "process", "5", "increment", "60"};
    QTest::newRow("Twitter, one of each") << "4198401" << "twitter"
                                          << QStringList{"time", "2010-11-04T01:42:54.658Z", "datacenter", "0", "worker", "1", "sequence", "1"};
    QTest::newRow("Twitter, the last") << "9223372036854775807" << "twitter"
                                       << QStringList{"time", "2080-07-10T17:30:30.208Z", "datacenter", "31", "worker", "31", "sequence", "4095"};
    QTest::newRow("Instagram, as published") << "11637205501278089" << "instagram"
                                             << QStringList{"time", "2011-09-09T22:28:04.721Z", "shard", "1341", "sequence", "905"};
}

void TestKeyVectors::snowflakesDecode()
{
    QFETCH(QString, text);
    QFETCH(QString, layout);
    QFETCH(QStringList, expected);
    const std::vector<DecodedKey> decoded = decodeKey(text.toStdString());
    QCOMPARE(decoded.size(), std::size_t{3});
    const DecodedKey* found = flavour(decoded, layout.toStdString());
    QVERIFY(found != nullptr);
    QCOMPARE(found->type, std::string("snowflake"));
    for (qsizetype i = 0; i < expected.size(); i += 2)
        QCOMPARE(QString::fromStdString(field(*found, expected[i].toStdString())), expected[i + 1]);
}

void TestKeyVectors::snowflakesFromTheirFields()
{
    QCOMPARE(snowflake(*findSnowflakeFlavour("twitter"), {1, 1, 1}), std::uint64_t{4'198'401});
    QCOMPARE(snowflake(*findSnowflakeFlavour("instagram"), {1'387'263'000, 1341, 905}), std::uint64_t{11'637'205'501'278'089});
    const SnowflakeFields discord = *snowflakeFields(*findSnowflakeFlavour("discord"), 937'847'820'382'261'308);
    QCOMPARE(snowflake(*findSnowflakeFlavour("discord"), discord), std::uint64_t{937'847'820'382'261'308});
    QVERIFY(findSnowflakeFlavour("facebook") == nullptr);
}

void TestKeyVectors::hexadecimalIntegersAreRead()
{
    const std::vector<DecodedKey> decoded = decodeKey("0x401001");
    QCOMPARE(field(decoded.front(), "text"), std::string("4198401"));
    QCOMPARE(field(decodeKey(" 4198401\n").front(), "text"), std::string("4198401"));
}

void TestKeyVectors::anIntegerWithItsTopBitSetIsNoTwitterSnowflake()
{
    const std::vector<DecodedKey> decoded = decodeKey("18446744073709551615");
    QVERIFY(flavour(decoded, "twitter") == nullptr);
    QVERIFY(flavour(decoded, "discord") != nullptr);
    QCOMPARE(field(*flavour(decoded, "discord"), "text"), std::string("18446744073709551615"));
}

void TestKeyVectors::ulids()
{
    const Key key = ulidFromText("01BX5ZZKBKACTAV9WEVGEMMVRZ");
    QCOMPARE(ulidText(ulidSuccessor(key)), std::string("01BX5ZZKBKACTAV9WEVGEMMVS0"));
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(ulidSuccessor(ulidFromText("01BX5ZZKBKZZZZZZZZZZZZZZZZ"))));
    QCOMPARE(ulidText(ulidSuccessor(ulidFromText("01BX5ZZKBK0007ZZZZZZZZZZZZ"))), std::string("01BX5ZZKBK0008000000000000"));

    const DecodedKey decoded = decodeKey("01ARZ3NDEKTSV4RRFFQ69G5FAV").front();
    QCOMPARE(decoded.type, std::string("ulid"));
    QCOMPARE(field(decoded, "octets"), std::string("01563e3ab5d3d6764c61efb99302bd5b"));
    QCOMPARE(field(decoded, "time"), std::string("2016-07-30T23:54:10.259Z"));
    QCOMPARE(ulidText(keyFromBytes(toBytes(ulidFromText("01ARZ3NDEKTSV4RRFFQ69G5FAV")))), std::string("01ARZ3NDEKTSV4RRFFQ69G5FAV"));

    QCOMPARE(ulidText(ulid(1'469'918'176'385, 0, 0)).substr(0, 10), std::string("01ARYZ6S41"));
    const Key last = ulidFromText("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    QVERIFY((last == Key{~std::uint64_t{0}, ~std::uint64_t{0}}));
    QCOMPARE(ulidText(last), std::string("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
}

void TestKeyVectors::ulidsReadInEitherCase()
{
    const std::string text = "01arz3ndektsv4rrffq69g5fav";
    QVERIFY(ulidFromText(text) == ulidFromText(inCapitals(text)));
}

void TestKeyVectors::badKeysAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); // words in the message
    QTest::newRow("nothing") << "" << "expected";
    QTest::newRow("a word") << "hello" << "a ULID (26 characters)";
    QTest::newRow("a UUID with a digit too few") << "017f22e2-79b0-7cc3-98c4-dc0c0c07398" << "32 hexadecimal digits";
    QTest::newRow("a UUID with a wrong letter") << "017f22e2-79b0-7cc3-98c4-dc0c0c07398g" << "8-4-4-4-12";
    QTest::newRow("a UUID with hyphens elsewhere") << "017f22e27-9b0-7cc3-98c4-dc0c0c07398f" << "8-4-4-4-12";
    QTest::newRow("32 characters with hyphens") << "017f22e2-79b0-7cc3-98c4-dc0c0c07" << "8-4-4-4-12";
    QTest::newRow("a ULID with an I") << "01ARZ3NDEKTSV4RRFFQ69G5FAI" << "without I, L, O and U";
    QTest::newRow("a ULID with an L") << "01ARZ3NDEKTSV4RRFFQ69G5FAL" << "without I, L, O and U";
    QTest::newRow("a ULID with an O") << "O1ARZ3NDEKTSV4RRFFQ69G5FAV" << "without I, L, O and U";
    QTest::newRow("a ULID with a u") << "01ARZ3NDEKTSV4RRFFQ69G5FAu" << "without I, L, O and U";
    QTest::newRow("a ULID above 128 bits") << "80000000000000000000000000" << "0 to 7";
    QTest::newRow("a ULID of 25 characters") << "01ARZ3NDEKTSV4RRFFQ69G5FA" << "expected";
    QTest::newRow("an integer above 64 bits") << "18446744073709551616" << "18446744073709551615";
    QTest::newRow("a negative integer") << "-1" << "expected";
    QTest::newRow("0x and nothing") << "0x" << "1 to 16 hexadecimal digits";
    QTest::newRow("0x and 17 digits") << "0x1ffffffffffffffff" << "1 to 16 hexadecimal digits";
    QTest::newRow("0x and a sign") << "0x-1" << "1 to 16 hexadecimal digits";
}

void TestKeyVectors::badKeysAreRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    try {
        static_cast<void>(decodeKey(text.toStdString()));
        QFAIL("no error");
    } catch (const Error& error) {
        QVERIFY(error.kind() == ErrorKind::BadInput);
        QVERIFY2(QString::fromUtf8(error.what()).contains(expected), error.what());
    }
}

void TestKeyVectors::namesReadBack()
{
    for (const Storage storage : {Storage::Native, Storage::Binary, Storage::BinaryOld, Storage::Text, Storage::Swapped, Storage::Unaliased})
        QVERIFY(storageFromName(name(storage)) == storage);
    for (const V7Method method : {V7Method::Counter, V7Method::Submillisecond, V7Method::Random})
        QVERIFY(v7MethodFromName(name(method)) == method);
    for (const NodeKind node : {NodeKind::Random, NodeKind::Mac})
        QVERIFY(nodeKindFromName(name(node)) == node);
    for (const KeySource source : {KeySource::Client, KeySource::Server})
        QVERIFY(keySourceFromName(name(source)) == source);
    QCOMPARE(std::string(name(Storage::BinaryOld)), std::string("binary-old"));
    QVERIFY(!storageFromName("blob"));
}

void TestKeyVectors::theRegistryIsInOrder()
{
    QStringList names;
    for (const KeyType* type : keyTypes()) {
        names << QString::fromUtf8(type->name().data(), static_cast<qsizetype>(type->name().size()));
        QVERIFY(findKeyType(type->name()) == type);
        QVERIFY(!type->label().isEmpty());
        QVERIFY(!type->storages().empty());
        QVERIFY(!type->card({}).guessability.isEmpty());
        QVERIFY(!type->card({}).order.isEmpty());
    }
    // A type's place gives it its colour: later ones stand behind these.
    QCOMPARE(names.mid(0, 8), QStringList({"int-auto", "bigint-auto", "uuidv1", "uuidv4", "uuidv6", "uuidv7", "snowflake", "ulid"}));
    QCOMPARE(names.removeDuplicates(), qsizetype{0});
    QVERIFY(findKeyType("no-such-type") == nullptr);
}

void TestKeyVectors::storagesHaveTheirWidths()
{
    QCOMPARE(storedBytes(*findKeyType("int-auto"), Storage::Native), 4);
    QCOMPARE(storedBytes(*findKeyType("bigint-auto"), Storage::Native), 8);
    QCOMPARE(storedBytes(*findKeyType("bigint-auto"), Storage::Unaliased), 8);
    QCOMPARE(storedBytes(*findKeyType("snowflake"), Storage::Native), 8);
    QCOMPARE(storedBytes(*findKeyType("uuidv4"), Storage::Text), 36);
    QCOMPARE(storedBytes(*findKeyType("uuidv1"), Storage::Swapped), 16);
    QCOMPARE(storedBytes(*findKeyType("ulid"), Storage::Text), 26);
    QCOMPARE(storedBytes(*findKeyType("ulid"), Storage::BinaryOld), 16);
}

void TestKeyVectors::cardsCountRandomBits()
{
    const auto bits = [](const char* type, const KeyOptions& options) { return findKeyType(type)->card(options).randomBits; };
    KeyOptions submillisecond;
    submillisecond.method = V7Method::Submillisecond;
    KeyOptions random;
    random.method = V7Method::Random;
    QCOMPARE(bits("uuidv4", {}), 122.0);
    QCOMPARE(bits("uuidv7", {}), 48.0);
    QCOMPARE(bits("uuidv7", submillisecond), 62.0);
    QCOMPARE(bits("uuidv7", random), 74.0);
    QCOMPARE(bits("uuidv1", {}), 0.0);
    QCOMPARE(bits("uuidv6", {}), 0.0);
    QCOMPARE(bits("snowflake", {}), 0.0);
    QCOMPARE(bits("ulid", {}), 80.0);
    QCOMPARE(bits("bigint-auto", {}), 0.0);
    KeyOptions mac;
    mac.node = NodeKind::Mac;
    QVERIFY(findKeyType("uuidv1")->card(mac).revealsMachine);
    QVERIFY(!findKeyType("uuidv1")->card({}).revealsMachine);
}

QTEST_APPLESS_MAIN(TestKeyVectors)
#include "tst_keyvectors.moc"
