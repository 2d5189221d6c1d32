// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/keys/keytext.h"
#include "engine/keys/uuidfields.h"
#include "engine/workloads/rowmaker.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cstring>
#include <set>

using namespace keyrace;

namespace {

constexpr std::int64_t kStartMicroseconds = 1'704'067'200'000'000;

Cell cellOf(const char* key, Storage storage = Storage::Binary, TableShape shape = TableShape::SixColumns)
{
    Cell cell;
    cell.key = key;
    cell.storage = storage;
    cell.table.shape = shape;
    cell.insert.batch = 100;
    cell.clients = 4;
    cell.rows = 10'000;
    return cell;
}

RowSet rowsOf(const Cell& cell, std::int64_t total, std::int64_t prefilled = 0, int round = 1)
{
    return RowMaker(cell, tableSpec(cell, "t"), total, prefilled, round).make(total);
}

std::size_t columnNamed(const std::vector<Column>& columns, const char* name)
{
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& column) { return column.name == name; });
    return static_cast<std::size_t>(found - columns.begin());
}

Key keyAt(const RowSet& rows, std::size_t row, std::size_t column = 0)
{
    const std::span<const char> bytes = rows.bytes(column, row);
    std::array<std::uint8_t, 16> octets{};
    std::memcpy(octets.data(), bytes.data(), 16);
    return keyFromBytes(octets);
}

std::string textAt(const RowSet& rows, std::size_t row, std::size_t column = 0)
{
    const std::span<const char> bytes = rows.bytes(column, row);
    return {bytes.begin(), bytes.end()};
}

/// One row as octets, so that rows of different cuts can be compared.
std::string rowAt(const RowSet& rows, std::size_t row)
{
    std::string all;
    for (std::size_t column = 0; column < rows.columns().size(); ++column) {
        if (!rows.columns()[column].isSent())
            continue;
        all += rows.columns()[column].isInteger() ? std::to_string(rows.integer(column, row)) + ' ' : textAt(rows, row, column);
    }
    return all;
}

std::vector<std::string> allRows(RowMaker& maker, std::initializer_list<std::int64_t> cuts)
{
    std::vector<std::string> all;
    for (const std::int64_t count : cuts) {
        const RowSet rows = maker.make(count);
        for (std::size_t row = 0; row < rows.size(); ++row)
            all.push_back(rowAt(rows, row));
    }
    return all;
}

std::string described(const TableSpec& spec)
{
    static const char* const kKinds[] = {"auto32", "auto64", "unaliased", "int32", "int64", "uuid", "bytes", "old", "text", "time"};
    std::string all;
    for (const Column& column : spec.columns)
        all += column.name + ":" + kKinds[static_cast<int>(column.kind)] + std::to_string(column.width) + " ";
    return all;
}

} // namespace

/// The table of a cell and the rows that go into it.
class TestRowMaker : public QObject {
    Q_OBJECT

private slots:
    void tablesHaveTheirColumns_data();
    void tablesHaveTheirColumns();
    void serverKeysAreNotSent();
    void aSpecHoldsWhatTheCellSays();
    void cutsDoNotChangeRows_data();
    void cutsDoNotChangeRows();
    void seedRoundAndPrefillMakeOtherRows();
    void independentColumnsAreTheSameInEveryCell();
    void columnsAsKeyComeFromTheKeysGenerator();
    void integersStayWithinTheirRange_data();
    void integersStayWithinTheirRange();
    void storagesHoldTheSameKeys();
    void createdAtFollowsTheSimulatedClock_data();
    void createdAtFollowsTheSimulatedClock();
    void keyTimesFollowTheirPlace_data();
    void keyTimesFollowTheirPlace();
    void sharedTakesGeneratorsInTurn();
    void splitGivesEachGeneratorOnePart();
    void sortingByBatchAndByTrial_data();
    void sortingByBatchAndByTrial();
    void sortingKeepsRowsTogether();
    void snowflakeStallsAreCounted();
    void moreClientsThanNodesAreRefused();
    void payloadsAreRandomOrConstant();
    void bytesPerRowCountWhatIsSent_data();
    void bytesPerRowCountWhatIsSent();
};

void TestRowMaker::tablesHaveTheirColumns_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("storage");
    QTest::addColumn<int>("shape");
    QTest::addColumn<int>("fill");
    QTest::addColumn<qint64>("payload");
    QTest::addColumn<QString>("columns");
    const auto row = [](const char* name, const char* key, Storage storage, TableShape shape, ColumnFill fill, qint64 payload, const char* columns) {
        QTest::newRow(name) << key << static_cast<int>(storage) << static_cast<int>(shape) << static_cast<int>(fill) << payload << columns;
    };
    using enum TableShape;
    using enum ColumnFill;
    const char* const sixOf8 = "col_a:int648 col_b:int648 col_c:int648 col_d:int648 col_e:int648 col_f:int648 created_at:time8 ";
    const std::string auto64 = std::string("id:auto648 ") + sixOf8;
    const std::string snowflake = std::string("id:int648 ") + sixOf8;
    row("six columns, independent", "bigint-auto", Storage::Native, SixColumns, Independent, 0, auto64.c_str());
    row("six columns as a Snowflake key", "snowflake", Storage::Native, SixColumns, AsKey, 0, snowflake.c_str());
    row("six columns as an automatic key", "int-auto", Storage::Native, SixColumns, AsKey, 0,
        "id:auto324 col_a:int324 col_b:int324 col_c:int324 col_d:int324 col_e:int324 col_f:int324 created_at:time8 ");
    row("six columns as a native UUID", "uuidv7", Storage::Native, SixColumns, AsKey, 0,
        "id:uuid16 col_a:uuid16 col_b:uuid16 col_c:uuid16 col_d:uuid16 col_e:uuid16 col_f:uuid16 created_at:time8 ");
    row("six columns as a ULID's text", "ulid", Storage::Text, SixColumns, AsKey, 0,
        "id:text26 col_a:text26 col_b:text26 col_c:text26 col_d:text26 col_e:text26 col_f:text26 created_at:time8 ");
    row("six columns of text and a payload", "uuidv1", Storage::Swapped, SixColumns, Text, 7,
        "id:bytes16 col_a:text36 col_b:text36 col_c:text36 col_d:text36 col_e:text36 col_f:text36 created_at:time8 payload:bytes7 ");
    row("six columns of int", "uuidv4", Storage::BinaryOld, SixColumns, Int, 0,
        "id:old16 col_a:int324 col_b:int324 col_c:int324 col_d:int324 col_e:int324 col_f:int324 created_at:time8 ");
    row("events", "uuidv4", Storage::Text, Events, Independent, 100, "id:text36 user_id:int648 created_at:time8 payload:bytes100 ");
    row("users", "bigint-auto", Storage::Unaliased, Users, Independent, 0, "id:unaliased8 username:text20 password:text60 ");
    row("key and value", "int-auto", Storage::Unaliased, KeyValue, Independent, 50, "id:unaliased8 data:bytes50 ");
    row("the key alone", "uuidv6", Storage::Binary, KeyOnly, Independent, 0, "id:bytes16 ");
    row("the key and a payload", "uuidv6", Storage::Binary, KeyOnly, Independent, 5, "id:bytes16 payload:bytes5 ");
}

void TestRowMaker::tablesHaveTheirColumns()
{
    QFETCH(QString, key);
    QFETCH(int, storage);
    QFETCH(int, shape);
    QFETCH(int, fill);
    QFETCH(qint64, payload);
    QFETCH(QString, columns);
    Cell cell = cellOf(key.toUtf8().constData(), static_cast<Storage>(storage), static_cast<TableShape>(shape));
    cell.columns = static_cast<ColumnFill>(fill);
    cell.table.payloadBytes = payload;
    QCOMPARE(QString::fromStdString(described(tableSpec(cell, "t"))), columns);
}

void TestRowMaker::serverKeysAreNotSent()
{
    Cell cell = cellOf("uuidv7", Storage::Native, TableShape::Events);
    cell.source = KeySource::Server;
    const TableSpec spec = tableSpec(cell, "t");
    QVERIFY(spec.columns[0].kind == ColumnKind::Uuid);
    QVERIFY(spec.columns[0].isMadeByServer);
    QVERIFY(!spec.columns[0].isSent());
    const RowSet rows = rowsOf(cell, 10);
    QVERIFY(rows.values(0).bytes.empty());
    QCOMPARE(rows.values(1).integers.size(), std::size_t{10});

    Cell counted = cellOf("bigint-auto", Storage::Native);
    counted.source = KeySource::Server;
    QVERIFY(!tableSpec(counted, "t").columns[0].isSent());
    QVERIFY(!tableSpec(counted, "t").columns[0].isMadeByServer); // its kind says so
}

void TestRowMaker::aSpecHoldsWhatTheCellSays()
{
    Cell cell = cellOf("uuidv4");
    cell.prefill = 500;
    cell.layout = {"clustered", "", 0};
    cell.indexMethod = IndexMethod::Btree;
    cell.indexes = {"few", {{"col_a"}, {"col_b"}}};
    cell.settings = SettingsChoice{"big", {{"cache_size", "-2000"}}};
    const TableSpec spec = tableSpec(cell, "keyrace_x");
    QCOMPARE(spec.name, std::string("keyrace_x"));
    QCOMPARE(spec.expectedRows, std::int64_t{10'500});
    QVERIFY(spec.layout == cell.layout);
    QVERIFY(spec.indexMethod == IndexMethod::Btree);
    QVERIFY(spec.indexes == cell.indexes.columns);
    QVERIFY(spec.settings == cell.settings->set);
}

void TestRowMaker::cutsDoNotChangeRows_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("arrival");
    QTest::addColumn<int>("sorted");
    for (const char* key : {"bigint-auto", "uuidv1", "uuidv4", "uuidv6", "uuidv7", "snowflake", "ulid"}) {
        for (const Arrival arrival : {Arrival::Shared, Arrival::Split}) {
            for (const Sorting sorted : {Sorting::None, Sorting::Batch}) {
                const QString name = QString("%1, %2, %3").arg(key, arrival == Arrival::Split ? "split" : "shared",
                                                               sorted == Sorting::Batch ? "sorted by batch" : "as made");
                QTest::newRow(qPrintable(name)) << key << static_cast<int>(arrival) << static_cast<int>(sorted);
            }
        }
    }
}

void TestRowMaker::cutsDoNotChangeRows()
{
    QFETCH(QString, key);
    QFETCH(int, arrival);
    QFETCH(int, sorted);
    Cell cell = cellOf(key.toUtf8().constData());
    cell.columns = ColumnFill::AsKey;
    cell.arrival = static_cast<Arrival>(arrival);
    cell.insert.sorted = static_cast<Sorting>(sorted);
    const TableSpec spec = tableSpec(cell, "t");
    RowMaker whole(cell, spec, 2'000, 300, 2);
    RowMaker halves(cell, spec, 2'000, 300, 2);
    RowMaker pieces(cell, spec, 2'000, 300, 2);
    const std::vector<std::string> expected = allRows(whole, {2'000});
    QCOMPARE(expected.size(), std::size_t{2'000});
    QVERIFY(allRows(halves, {1'000, 1'000}) == expected);
    QVERIFY(allRows(pieces, {100, 700, 300, 900}) == expected);
}

void TestRowMaker::seedRoundAndPrefillMakeOtherRows()
{
    const Cell cell = cellOf("uuidv4");
    Cell seeded = cell;
    seeded.protocol.seed = 2;
    std::set<Key> keys;
    std::size_t made = 0;
    for (const RowSet& rows : {rowsOf(cell, 1'000), rowsOf(seeded, 1'000), rowsOf(cell, 1'000, 0, 2), rowsOf(cell, 1'000, 1'000), rowsOf(cell, 1'000, 0, -1)}) {
        for (std::size_t row = 0; row < rows.size(); ++row, ++made)
            keys.insert(keyAt(rows, row));
    }
    QCOMPARE(keys.size(), made);
    QVERIFY(rowsOf(cell, 10).values(1).integers == rowsOf(cell, 10).values(1).integers);
    QVERIFY(rowsOf(cell, 10).values(1).integers != rowsOf(seeded, 10).values(1).integers);
    QVERIFY(rowsOf(cell, 10).values(1).integers != rowsOf(cell, 10).values(2).integers);
}

void TestRowMaker::independentColumnsAreTheSameInEveryCell()
{
    const RowSet automatic = rowsOf(cellOf("bigint-auto", Storage::Native), 1'000);
    for (const char* key : {"uuidv4", "snowflake", "ulid"}) {
        Cell cell = cellOf(key);
        cell.clients = 1;
        cell.insert.batch = 7;
        const RowSet rows = rowsOf(cell, 1'000);
        for (std::size_t column = 1; column < 8; ++column)
            QVERIFY(rows.values(column).integers == automatic.values(column).integers);
    }
}

void TestRowMaker::columnsAsKeyComeFromTheKeysGenerator()
{
    Cell cell = cellOf("uuidv7");
    cell.columns = ColumnFill::AsKey;
    cell.clients = 1;
    const RowSet rows = rowsOf(cell, 1'000);
    Key last;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < 7; ++column) {
            const Key key = keyAt(rows, row, column);
            QCOMPARE(uuid::version(key), 7U);
            QVERIFY(key > last);
            last = key;
        }
    }
}

void TestRowMaker::integersStayWithinTheirRange_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("fill");
    QTest::newRow("as an automatic key") << "bigint-auto" << static_cast<int>(ColumnFill::AsKey);
    QTest::newRow("as a Snowflake key") << "snowflake" << static_cast<int>(ColumnFill::AsKey);
    QTest::newRow("int") << "uuidv4" << static_cast<int>(ColumnFill::Int);
}

void TestRowMaker::integersStayWithinTheirRange()
{
    QFETCH(QString, key);
    QFETCH(int, fill);
    Cell cell = cellOf(key.toUtf8().constData(), Storage::Native);
    cell.columns = static_cast<ColumnFill>(fill);
    const RowSet rows = rowsOf(cell, 100'000);
    double sum = 0;
    for (const std::int64_t value : rows.values(3).integers) {
        QVERIFY(value >= 1 && value <= 1'000'000);
        sum += static_cast<double>(value);
    }
    QVERIFY(std::abs(sum / 100'000 - 500'000) < 5'000); // five deviations
}

void TestRowMaker::storagesHoldTheSameKeys()
{
    const RowSet binary = rowsOf(cellOf("uuidv1"), 500);
    const RowSet swappedRows = rowsOf(cellOf("uuidv1", Storage::Swapped), 500);
    const RowSet text = rowsOf(cellOf("uuidv1", Storage::Text), 500);
    const RowSet ulids = rowsOf(cellOf("ulid"), 500);
    const RowSet ulidTexts = rowsOf(cellOf("ulid", Storage::Text), 500);
    for (std::size_t row = 0; row < 500; ++row) {
        QVERIFY(unswapped(keyAt(swappedRows, row)) == keyAt(binary, row));
        QCOMPARE(textAt(text, row), uuidText(keyAt(binary, row)));
        QCOMPARE(textAt(ulidTexts, row), ulidText(keyAt(ulids, row)));
    }
}

void TestRowMaker::createdAtFollowsTheSimulatedClock_data()
{
    QTest::addColumn<double>("span");
    QTest::addColumn<qint64>("cellPrefill");
    QTest::addColumn<qint64>("prefilled");
    QTest::addColumn<qint64>("first"); // microseconds after the start
    QTest::addColumn<qint64>("step");
    QTest::newRow("all made now: a row a microsecond") << 0.0 << qint64{0} << qint64{0} << qint64{0} << qint64{1};
    QTest::newRow("all made now, after a prefill") << 0.0 << qint64{500} << qint64{500} << qint64{500} << qint64{1};
    QTest::newRow("an hour over the rows") << 3'600.0 << qint64{0} << qint64{0} << qint64{0} << qint64{3'600'000};
    QTest::newRow("the prefill itself") << 3'600.0 << qint64{1'000} << qint64{0} << qint64{0} << qint64{3'600'000};
    QTest::newRow("the first row after an hour of prefill") << 3'600.0 << qint64{500} << qint64{500} << qint64{3'600'000'000} << qint64{7'200'000};
    QTest::newRow("a later trial on the same table") << 3'600.0 << qint64{500} << qint64{1'500} << qint64{10'800'000'000} << qint64{7'200'000};
    QTest::newRow("rows loaded again, after as many") << 3'600.0 << qint64{0} << qint64{1'000} << qint64{3'600'000'000} << qint64{3'600'000};
}

void TestRowMaker::createdAtFollowsTheSimulatedClock()
{
    QFETCH(double, span);
    QFETCH(qint64, cellPrefill);
    QFETCH(qint64, prefilled);
    QFETCH(qint64, first);
    QFETCH(qint64, step);
    Cell cell = cellOf("bigint-auto", Storage::Native, TableShape::Events);
    cell.keyOptions.spanS = span;
    cell.prefill = cellPrefill;
    const RowSet rows = rowsOf(cell, 1'000, prefilled);
    const std::size_t createdAt = columnNamed(rows.columns(), "created_at");
    for (std::size_t row = 0; row < rows.size(); ++row)
        QCOMPARE(rows.integer(createdAt, row), kStartMicroseconds + first + static_cast<std::int64_t>(row) * step);
}

void TestRowMaker::keyTimesFollowTheirPlace_data()
{
    QTest::addColumn<int>("arrival");
    QTest::addColumn<int>("fill");
    QTest::newRow("shared") << static_cast<int>(Arrival::Shared) << static_cast<int>(ColumnFill::Independent);
    QTest::newRow("split") << static_cast<int>(Arrival::Split) << static_cast<int>(ColumnFill::Independent);
    QTest::newRow("shared, seven keys a row") << static_cast<int>(Arrival::Shared) << static_cast<int>(ColumnFill::AsKey);
}

void TestRowMaker::keyTimesFollowTheirPlace()
{
    QFETCH(int, arrival);
    QFETCH(int, fill);
    Cell cell = cellOf("uuidv7");
    cell.keyOptions.spanS = 10;
    cell.arrival = static_cast<Arrival>(arrival);
    cell.columns = static_cast<ColumnFill>(fill);
    const RowSet rows = rowsOf(cell, 2'000); // 5 ms a row
    for (std::size_t row = 0; row < rows.size(); ++row)
        QCOMPARE(uuid::v7Milliseconds(keyAt(rows, row)), std::uint64_t{1'704'067'200'000} + row * 5);
}

void TestRowMaker::sharedTakesGeneratorsInTurn()
{
    const Cell cell = cellOf("snowflake", Storage::Native, TableShape::KeyOnly);
    const RowSet rows = rowsOf(cell, 1'050);
    for (std::size_t row = 0; row < rows.size(); ++row)
        QCOMPARE(rows.integer(0, row) >> 12 & 1'023, static_cast<std::int64_t>(row / 100 % 4));
}

void TestRowMaker::splitGivesEachGeneratorOnePart()
{
    Cell cell = cellOf("snowflake", Storage::Native, TableShape::KeyOnly);
    cell.arrival = Arrival::Split;
    const RowSet rows = rowsOf(cell, 1'002); // parts end at 250, 501, 751, 1002
    for (std::size_t row = 0; row < rows.size(); ++row)
        QCOMPARE(rows.integer(0, row) >> 12 & 1'023, row < 250 ? 0 : row < 501 ? 1 : row < 751 ? 2 : 3);
}

void TestRowMaker::sortingByBatchAndByTrial_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("storage");
    QTest::newRow("v4 in binary") << "uuidv4" << static_cast<int>(Storage::Binary);
    QTest::newRow("v4 as text") << "uuidv4" << static_cast<int>(Storage::Text);
    QTest::newRow("Snowflake") << "snowflake" << static_cast<int>(Storage::Native);
}

void TestRowMaker::sortingByBatchAndByTrial()
{
    QFETCH(QString, key);
    QFETCH(int, storage);
    Cell cell = cellOf(key.toUtf8().constData(), static_cast<Storage>(storage), TableShape::KeyOnly);
    cell.keyOptions.skewMs = 5'000; // so that clients' Snowflakes are out of order as well
    const auto inOrder = [](const RowSet& rows, std::size_t row) {
        return rows.columns()[0].isInteger() ? rows.integer(0, row - 1) < rows.integer(0, row) : textAt(rows, row - 1) < textAt(rows, row);
    };
    cell.insert.sorted = Sorting::Batch;
    const RowSet batches = rowsOf(cell, 1'050);
    int falls = 0;
    for (std::size_t row = 1; row < batches.size(); ++row) {
        if (row % 100 != 0)
            QVERIFY(inOrder(batches, row));
        else
            falls += inOrder(batches, row) ? 0 : 1;
    }
    QVERIFY(falls > 3); // between batches there is no order

    cell.insert.sorted = Sorting::Trial;
    const RowSet trial = rowsOf(cell, 1'050);
    for (std::size_t row = 1; row < trial.size(); ++row)
        QVERIFY(inOrder(trial, row));
}

void TestRowMaker::sortingKeepsRowsTogether()
{
    Cell cell = cellOf("uuidv4", Storage::Binary, TableShape::Events);
    cell.table.payloadBytes = 13;
    const RowSet made = rowsOf(cell, 1'000);
    cell.insert.sorted = Sorting::Trial;
    const RowSet sorted = rowsOf(cell, 1'000);
    std::multiset<std::string> before;
    std::multiset<std::string> after;
    for (std::size_t row = 0; row < 1'000; ++row) {
        before.insert(rowAt(made, row));
        after.insert(rowAt(sorted, row));
    }
    QVERIFY(before == after);
    QVERIFY(rowAt(made, 0) != rowAt(sorted, 0));
}

void TestRowMaker::snowflakeStallsAreCounted()
{
    Cell cell = cellOf("snowflake", Storage::Native, TableShape::KeyOnly);
    cell.clients = 1;
    cell.keyOptions.flavour = SnowflakeLayout{"", 1'700'000'000'000, {43, 12, 8}}; // 256 a millisecond; 1,000 are asked for
    RowMaker maker(cell, tableSpec(cell, "t"), 1'000, 0, 1);
    const RowSet rows = maker.make(1'000);
    // Keys 256, 512 and 768 are due in the first millisecond, and wait for the begin of the next three. Waiting moves the
    // clock, so that 512 is due at 1 ms and 768 at 2 ms.
    QCOMPARE(maker.stalled(), std::int64_t{744'000 + 1'000'000 + 1'000'000});
    for (std::size_t row = 1; row < rows.size(); ++row)
        QVERIFY(rows.integer(0, row) > rows.integer(0, row - 1));
}

void TestRowMaker::moreClientsThanNodesAreRefused()
{
    Cell cell = cellOf("snowflake", Storage::Native, TableShape::KeyOnly);
    cell.clients = 1'025;
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(rowsOf(cell, 10)));
}

void TestRowMaker::payloadsAreRandomOrConstant()
{
    Cell events = cellOf("uuidv4", Storage::Binary, TableShape::Events);
    events.table.payloadBytes = 100;
    Cell values = cellOf("uuidv4", Storage::Binary, TableShape::KeyValue);
    values.table.payloadBytes = 50;
    const RowSet random = rowsOf(events, 1'000);
    const RowSet constant = rowsOf(values, 1'000);
    std::set<std::string> payloads;
    std::set<char> octets;
    for (std::size_t row = 0; row < 1'000; ++row) {
        payloads.insert(textAt(random, row, 3));
        for (const char octet : random.bytes(3, row))
            octets.insert(octet);
        QCOMPARE(textAt(constant, row, 1), textAt(constant, 0, 1));
    }
    QCOMPARE(payloads.size(), std::size_t{1'000});
    QCOMPARE(octets.size(), std::size_t{256});

    const RowSet users = rowsOf(cellOf("uuidv4", Storage::Binary, TableShape::Users), 1'000);
    std::set<std::string> names;
    for (std::size_t row = 0; row < 1'000; ++row) {
        names.insert(textAt(users, row, 1));
        QVERIFY(std::all_of(users.bytes(2, row).begin(), users.bytes(2, row).end(), [](char letter) { return letter > ' ' && letter < '\x7f'; }));
    }
    QCOMPARE(names.size(), std::size_t{1'000});
}

void TestRowMaker::bytesPerRowCountWhatIsSent_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("shape");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("16 octets and seven integers") << "uuidv4" << static_cast<int>(TableShape::SixColumns) << qint64{16 + 7 * 8};
    QTest::newRow("seven integers under an automatic key") << "bigint-auto" << static_cast<int>(TableShape::SixColumns) << qint64{7 * 8};
    QTest::newRow("users") << "snowflake" << static_cast<int>(TableShape::Users) << qint64{8 + 20 + 60};
    QTest::newRow("nothing sent at all") << "bigint-auto" << static_cast<int>(TableShape::KeyOnly) << qint64{1};
}

void TestRowMaker::bytesPerRowCountWhatIsSent()
{
    QFETCH(QString, key);
    QFETCH(int, shape);
    QFETCH(qint64, bytes);
    const Cell cell = cellOf(key.toUtf8().constData(), Storage::Binary, static_cast<TableShape>(shape));
    QCOMPARE(qint64{bytesPerRow(tableSpec(cell, "t"))}, bytes);
}

QTEST_APPLESS_MAIN(TestRowMaker)
#include "tst_rowmaker.moc"
