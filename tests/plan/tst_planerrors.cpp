// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/plan/plan.h"

#include <nlohmann/json.hpp>

#include <QtCore/QFile>
#include <QtTest/QTest>

#include <random>

using namespace keyrace;

namespace {

/// A right plan with one thing changed: PATH=VALUE, as --set does.
Json changed(const QString& path, const QString& value)
{
    Json plan = Json::parse(R"({
        "keyrace": 1, "target": "sqlite:", "table": "six-columns", "workload": {"kind": "load", "rows": 1000},
        "factors": {"key": ["uuidv4", {"type": "uuidv7"}], "indexes": ["none"], "layout": ["rowid"], "clients": [1],
                    "insert": [{"method": "multi-row", "batch": 100}], "settings": [{"set": {"a": "b"}}]},
        "protocol": {"repeats": 7},
        "expect": [{"id": "x", "metric": "rows_per_s", "where": {"key": "uuidv4"}, "over": {}, "min": 1}]})");
    if (!path.isEmpty())
        setMember(plan, path.toStdString(), value.toStdString());
    return plan;
}

QString errorOf(const Json& plan)
{
    try {
        (void)planFromJson(plan);
    } catch (const Error& error) {
        return error.kind() == ErrorKind::BadInput ? QString::fromStdString(error.message().english()) : QStringLiteral("another kind");
    }
    return QStringLiteral("no error");
}

QString errorOfText(const std::string& text)
{
    try {
        (void)parsePlan(text);
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return QStringLiteral("no error");
}

} // namespace

class TestPlanErrors : public QObject {
    Q_OBJECT

private slots:
    void theSampleItselfIsRight() { QCOMPARE(errorOf(changed({}, {})), QStringLiteral("no error")); }

    void texts_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("nothing") << QByteArray() << "The plan is not JSON: line 1, column 1: ";
        QTest::newRow("a comma too many, in its line") << QByteArray("{\n  \"keyrace\": 1,\n}") << "The plan is not JSON: line 3, column 1: ";
        QTest::newRow("not UTF-8") << QByteArray("{\"a\": \"\xff\"}") << "The plan is not JSON: line 1, column 8: ";
        QTest::newRow("a number that no machine holds") << QByteArray("{\"keyrace\": 1e999}") << "The plan is not JSON: ";
        QTest::newRow("a list") << QByteArray("[]") << "plan is []; an object is expected";
        QTest::newRow("a member twice") << QByteArray("{\"keyrace\": 1, \"keyrace\": 1}") << "The plan has the member “keyrace” twice in one object.";
        QTest::newRow("deep nesting") << QByteArray(1'000'000, '[') << "The plan is nested more than 40 levels deep.";
        QTest::newRow("deep nesting of objects") << QByteArray("{\"a\":").repeated(500'000) << "The plan is nested more than 40 levels deep.";
        QTest::newRow("endless text") << QByteArray(16'000'001, ' ') << "The plan is 16000001 bytes long; at most 16000000 are read.";
    }

    void texts()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const QString error = errorOfText(text.toStdString());
        QVERIFY2(error.startsWith(message), qPrintable(error));
    }

    void members_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* path, const char* value, const char* message) {
            QTest::newRow(name) << path << value << QString::fromUtf8(message);
        };
        row("a newer format", "keyrace", "2",
            "keyrace is 2: the plan is written in a newer format than this version of Keyrace reads; accepted: 1.");
        row("a format that is none", "keyrace", "\"one\"", "keyrace is \"one\"; accepted are whole numbers from 1 to 9223372036854775807.");
        row("no format", "keyrace", "null", "keyrace must be given.");
        row("an unknown member of the plan", "reapeats", "3",
            "reapeats (3) is not known here; accepted members: keyrace, name, text, target, targets, sandbox, table, workload, factors, protocol, "
            "parts, hypotheses, expect.");
        row("an unknown member of factors", "factors.kye", "[\"ulid\"]",
            "factors.kye ([…]) is not known here; accepted members: key, columns, layout, indexes, index_method, insert, arrival, clients, settings.");
        row("an unknown key type", "factors.key.0", "uuid4",
            "factors.key[0] is \"uuid4\"; accepted: int-auto, bigint-auto, uuidv1, uuidv4, uuidv6, uuidv7, snowflake, ulid.");
        row("an unknown key type in an object", "factors.key.1.type", "5",
            "factors.key[1].type is 5; accepted: int-auto, bigint-auto, uuidv1, uuidv4, uuidv6, uuidv7, snowflake, ulid.");
        row("no key", "factors.key", "null", "factors.key must be given.");
        row("an empty list of keys", "factors.key", "[]",
            "factors.key is []; at least one level is expected, or leave the member out.");
        row("the same key twice", "factors.key.0", "uuidv7",
            "factors.key[1] ({…}) repeats an earlier level: equal cells need key levels of different label.");
        row("a storage of no name", "factors.key.1.storage", "blob",
            "factors.key[1].storage is \"blob\"; accepted: native, binary, binary-old, text, swapped, unaliased.");
        row("a storage that the key cannot have", "factors.key.1.storage", "swapped",
            "factors.key[1].storage is \"swapped\", which uuidv7 cannot have; accepted: binary, native, binary-old, text.");
        row("an auto key made by the client", "factors.key.1", R"({"type": "int-auto", "source": "client"})",
            "factors.key[1].source is \"client\", but the server makes the keys of int-auto; accepted: server.");
        row("an option of another key", "factors.key.1.flavour", "twitter",
            "factors.key[1].flavour (\"twitter\") means nothing to uuidv7; it belongs to: snowflake.");
        row("an unknown flavour", "factors.key.1", R"({"type": "snowflake", "flavour": "x"})",
            R"(factors.key[1].flavour is "x"; accepted: twitter, discord, instagram, {"epoch_ms": 0, "bits": [41, 10, 12]}.)");
        row("bits that do not add up", "factors.key.1", R"({"type": "snowflake", "flavour": {"epoch_ms": 0, "bits": [41, 10, 10]}})",
            "factors.key[1].flavour.bits is […]; three numbers are expected, the bits of time, node and sequence, 63 in all or 64 with the sign.");
        row("an epoch in the future", "factors.key.1", R"({"type": "snowflake", "flavour": {"epoch_ms": 1704067200001, "bits": [41, 10, 12]}})",
            "factors.key[1].flavour.epoch_ms is 1704067200001; accepted are whole numbers from 0 to 1704067200000.");
        row("a negative skew", "factors.key.1.skew_ms", "-1", "factors.key[1].skew_ms is -1; accepted are numbers from 0 to 1000000000.");
        row("an unknown table", "table", "person", "table is \"person\"; accepted: six-columns, events, users, key-value, key-only.");
        row("an unknown scenario", "factors.indexes.0", "lots",
            R"(factors.indexes[0] is "lots"; accepted: none, few, medium, many, [["col_a"], ["col_a", "col_b"]].)");
        row("a key that brings its own impossible scenario", "factors.key.1.indexes", "[[\"id\", \"id\"]]",
            "factors.key[1].indexes[0][1] (\"id\") names a column twice in one index.");
        row("a column that the table does not have", "factors.indexes.0", R"([["col_z"]])",
            "factors.indexes[0] names the column \"col_z\"; the table six-columns has: id, col_a, col_b, col_c, col_d, col_e, col_f, created_at.");
        row("a partitioned layout without its members", "factors.layout.0", "partitioned",
            R"(factors.layout[0] is "partitioned"; accepted: {"type": "partitioned", "by": "id" or "created_at", "count": 24}.)");
        row("an unknown layout", "factors.layout.0", "hip", "factors.layout[0] is \"hip\"; accepted: heap, clustered, rowid, partitioned.");
        row("no clients", "factors.clients.0", "0", "factors.clients[0] is 0; accepted are whole numbers from 1 to 4096.");
        row("too many clients", "factors.clients.0", "4097", "factors.clients[0] is 4097; accepted are whole numbers from 1 to 4096.");
        row("the same number of clients twice", "factors.clients", "[4, 4]",
            "factors.clients[1] (4) repeats an earlier level: equal cells need key levels of different label.");
        row("half a row", "workload.rows", "0.5", "workload.rows is 0.5; accepted are whole numbers from 1 to 1000000000000.");
        row("rows below one in a list", "workload.rows", "[5, -1]",
            "workload.rows[1] is -1; accepted are whole numbers from 1 to 1000000000000.");
        row("more rows than any table", "workload.rows", "1000000000001",
            "workload.rows is 1000000000001; accepted are whole numbers from 1 to 1000000000000.");
        row("more rows than 64 bits", "workload.rows", "18446744073709551615",
            "workload.rows is 18446744073709551615; accepted are whole numbers from 1 to 1000000000000.");
        row("a member of another workload", "workload.seconds", "5",
            "workload.seconds (5) is not known here; accepted members: kind, rows, checkpoint.");
        row("an unknown workload", "workload.kind", "read",
            "workload.kind is \"read\"; accepted: load, growth, append, sustained, select, churn, lookup, replay.");
        row("a step beyond the rows", "workload", R"({"kind": "growth", "rows": [500, 100], "step": 200})",
            "workload.step is 200, more than the table's 100 rows; accepted: at most the rows.");
        row("growth without a step", "workload", R"({"kind": "growth", "rows": 500})", "workload.step must be given.");
        row("reads that trim everything", "workload", R"({"kind": "select", "rows": 5, "executions": 4})",
            "workload.trim is 2: dropped at each end of 4 executions, nothing is left; accepted: less than half of them.");
        row("an unknown read", "workload", R"({"kind": "select", "rows": 5, "queries": ["scan"]})",
            "workload.queries[0] is \"scan\"; accepted: pk_lookup, point_lookup, range_scan, order_by_pk, order_by_column, count_group_by, "
            "full_scan_count.");
        row("a fraction above one", "workload", R"({"kind": "churn", "rows": 5, "fraction": 1.5, "which": "oldest"})",
            "workload.fraction is 1.5; accepted are numbers above 0, up to 1.");
        row("an insert by several under sustained", "workload", R"({"kind": "sustained", "seconds": 5})",
            "factors.insert: clients of the workload sustained insert one row per transaction; accepted: single.");
        row("an unknown insert", "factors.insert.0.method", "copy",
            "factors.insert[0].method is \"copy\"; accepted: single, prepared, multi-row, array, bulk, pipeline.");
        row("a batch of none", "factors.insert.0.batch", "0", "factors.insert[0].batch is 0; accepted are whole numbers from 1 to 10000000.");
        row("a batch of singles", "factors.insert.0.method", "single", "factors.insert[0].batch is 100; accepted are whole numbers from 1 to 1.");
        row("sorted by what", "factors.insert.0.sorted", "true", R"(factors.insert[0].sorted is true; accepted: false, "trial", "batch".)");
        row("an insert that is no object", "factors.insert.0", "bulk",
            "factors.insert[0] is \"bulk\"; an object is expected, with the members: method, batch, sorted, staging.");
        row("too many repeats", "protocol.repeats", "1001", "protocol.repeats is 1001; accepted are whole numbers from 1 to 1000.");
        row("all repeats trimmed", "protocol.repeats", "2",
            "protocol.trim is 1: dropped at each end of 2 repeats, nothing is left; accepted: 2 · trim < repeats.");
        row("an order of no name", "protocol.order", "random",
            "protocol.order is \"random\"; accepted: rounds, alternating, sequential, race.");
        row("a negative seed", "protocol.seed", "-1", "protocol.seed is -1; accepted are whole numbers from 0 to 18446744073709551615.");
        row("no time at all", "protocol.max_seconds", "0", "protocol.max_seconds is 0; accepted are numbers above 0, up to 1000000.");
        row("a setting that is a list", "factors.settings.0.set.a", "[1]", "factors.settings[0].set.a is […]; a text or a number is expected.");
        row("no target but a path", "target", "results.db",
            "target is not the URL of a target; accepted are such as sqlite:results.db?journal_mode=wal.");
        row("two targets in two members", "targets", R"(["sqlite:"])", "targets and target are both given; accepted: one of them.");
        row("a target and a sandbox", "sandbox", R"({"engine": "sqlite"})", "sandbox and a target are both given; accepted: one of them.");
        row("a metric of no name", "expect.0.metric", "latency_us.p42",
            "expect[0].metric is \"latency_us.p42\"; accepted: rows_per_s, latency_us.p99, queries.range_scan.mean_ms, or a counter's name such as "
            "wal_bytes_per_row.");
        row("an unknown factor in where", "expect.0.where.kye", "uuidv4",
            "expect[0].where.kye (\"uuidv4\") is not known here; accepted members: part, target, table, key, storage, source, columns, layout, "
            "indexes, index_method, insert, arrival, clients, rows, prefill, settings, steps, pick.");
        row("steps the wrong way round", "expect.0.where.steps", "[10, 8]",
            "expect[0].where.steps[1] is 8; accepted are whole numbers from 10 to 1000000.");
        row("an expectation without bounds", "expect.0.min", "null", "expect[0] has neither min nor max: one of them must be given.");
        row("bounds the wrong way round", "expect.0.max", "0.5", "expect[0].min is 1, above max.");
        row("parts that are none", "parts", "[]", "parts is []; at least one part is expected.");
        row("a member of a part", "parts", R"([{"name": "a", "rows": 4}])",
            "parts[0].rows (4) is not known here; accepted members: name, table, workload, factors, protocol.");
        row("a level of a part", "parts", R"([{}, {"factors": {"key": ["ulid", {"type": "ulid2"}]}}])",
            "parts[1].factors.key[1].type is \"ulid2\"; accepted: int-auto, bigint-auto, uuidv1, uuidv4, uuidv6, uuidv7, snowflake, ulid.");
        row("two parts of one name", "parts", R"([{"name": "a"}, {"name": "a"}])", "parts[1] has the name of an earlier part: a.");
        row("a merged protocol that trims everything", "parts", R"([{"protocol": {"trim": 4}}])",
            "parts[0].protocol.trim is 4: dropped at each end of 7 repeats, nothing is left; accepted: 2 · trim < repeats.");
        row("a part's table without the plan's indexes", "parts", R"([{"table": "key-only", "factors": {"indexes": ["few"]}}])",
            "parts[0].factors.indexes[0] is \"few\"; the table key-only knows: none.");
        row("a name that is a list", "name", "[1]", "name is […]; a text is expected.");
    }

    void members()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, message);
        const QString error = errorOf(changed(path, value));
        QVERIFY2(error.startsWith(message), qPrintable(error));
    }

    void passwords_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::newRow("beside the user") << "target" << "postgresql://me:hunter2@host/db";
        QTest::newRow("with a slash in it") << "target" << "mysql://me:hunter2/x@host/db";
        QTest::newRow("of digits alone") << "target" << "mysql://me:12345@host/db";
        QTest::newRow("among the options") << "target" << "postgresql://host/db?sslmode=require&Password=hunter2";
        QTest::newRow("of a data source") << "target" << "odbc:DSN=x;UID=me;PWD=hunter2";
        QTest::newRow("in a list") << "targets" << R"(["mysql://me:hunter2@host"])";
        QTest::newRow("in a member of its own") << "password" << "hunter2";
        QTest::newRow("among settings") << "factors.settings.0.set.password" << "hunter2";
    }

    void passwords()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        Json plan = changed({}, {});
        plan.erase("target");
        setMember(plan, path.toStdString(), value.toStdString());
        const QString error = errorOf(plan);
        QVERIFY2(error.contains("holds a password") && error.contains("KEYRACE_PASSWORD"), qPrintable(error));
        QVERIFY2(!error.contains("hunter2") && !error.contains("12345"), qPrintable(error));
    }

    void addressesThatOnlyLookLikePasswords_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("several hosts with ports") << "postgresql://me@h1:5432,h2:5433/db";
        QTest::newRow("an at sign in an option") << "postgresql://h1:5432/db?application_name=a@b";
        QTest::newRow("a passfile") << "postgresql://h1/db?passfile=/home/me/.pgpass";
        QTest::newRow("a file with a colon") << "sqlite:a:b@c.db";
    }

    void addressesThatOnlyLookLikePasswords()
    {
        QFETCH(QString, url);
        QCOMPARE(errorOf(changed("target", url)), QStringLiteral("no error"));
    }

    void aDamagedPlanIsReadOrRefused()
    {
        QFile file(QStringLiteral(KEYRACE_SOURCE_DIR "/tests/plan/everymember.keyplan"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string whole = file.readAll().toStdString();
        std::mt19937 random(7);
        int refused = 0;
        for (int i = 0; i < 2000; ++i) {
            std::string damaged = whole;
            for (int change = 0; change < 2; ++change) { // one character for another of the same plan
                const std::size_t from = random() % whole.size();
                damaged[random() % damaged.size()] = whole[from];
            }
            try {
                const Plan plan = parsePlan(damaged);
                QVERIFY(parsePlan(toJson(plan).dump()) == plan);
            } catch (const Error& error) {
                QVERIFY(error.kind() == ErrorKind::BadInput);
                ++refused;
            }
        }
        QVERIFY(refused > 500 && refused < 2000);
    }

    void aLongValueIsCutWithinNoCharacter()
    {
        const QString error = errorOf(changed("table", QString(1000, QChar(0x00e4))));
        QVERIFY2(error.contains("…; accepted:") && error.size() < 200 && !error.contains(QChar::ReplacementCharacter), qPrintable(error));
    }
};

QTEST_APPLESS_MAIN(TestPlanErrors)
#include "tst_planerrors.moc"
