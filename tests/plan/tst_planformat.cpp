// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/plan/plan.h"

#include <nlohmann/json.hpp>

#include <QtCore/QFile>
#include <QtTest/QTest>

using namespace keyrace;

class TestPlanFormat : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QFile file(QStringLiteral(KEYRACE_SOURCE_DIR "/tests/plan/everymember.keyplan"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_plan = parsePlan(file.readAll().toStdString());
    }

    void headIsRead()
    {
        QCOMPARE(m_plan.name, std::string("Every member"));
        QCOMPARE(m_plan.text, std::string("A plan that uses all that the format knows."));
        QCOMPARE(m_plan.targets.size(), std::size_t{2});
        QCOMPARE(m_plan.hypotheses, std::vector<std::string>{"v7 wins"});
        QCOMPARE(m_plan.parts.size(), std::size_t{8});
    }

    void keyLevelsAreRead()
    {
        const std::vector<KeyLevel>& keys = m_plan.parts[0].factors.key;
        QCOMPARE(keys.size(), std::size_t{6});
        QCOMPARE(keys[0].type, std::string("bigint-auto"));
        QVERIFY(keys[1].storage == Storage::Swapped && keys[1].options.spanS == 7200 && keys[1].options.node == NodeKind::Mac);
        QVERIFY(keys[2].label == "skewed" && keys[2].source == KeySource::Client && keys[2].options.skewMs == 60000.5);
        QVERIFY(keys[2].options.method == V7Method::Submillisecond);
        QVERIFY(keys[3].options.flavour->epochMs == 1'700'000'000'000 && keys[3].options.flavour->name.empty());
        QCOMPARE(keys[3].options.flavour->bits[1], 10);
        QCOMPARE(keys[4].options.flavour->name, std::string("discord"));
        const KeyLevel& fixed = keys[5];
        QVERIFY(fixed.columns == ColumnFill::Text && fixed.layout->type == "clustered" && fixed.indexMethod == IndexMethod::Btree);
        QVERIFY((fixed.indexes->columns == std::vector<std::vector<std::string>>{{"col_a"}, {"col_a", "col_b"}}));
        QVERIFY((fixed.insert == InsertChoice{InsertMethod::Prepared, 10, Sorting::Batch, false}));
        QVERIFY(fixed.arrival == Arrival::Split && fixed.clients == 3 && fixed.rows == 4000);
        QCOMPARE(fixed.settings->label, std::string("fsync=false, work_mem=4096"));
    }

    void otherFactorsAreRead()
    {
        const Factors& factors = m_plan.parts[0].factors;
        QCOMPARE(factors.columns.size(), std::size_t{4});
        QVERIFY((factors.layout[1] == LayoutChoice{"partitioned", "created_at", 24}));
        QCOMPARE(factors.indexes[3].columns.size(), std::size_t{9});
        QVERIFY((factors.indexes[4].columns == std::vector<std::vector<std::string>>{{"col_c"}, {"col_c", "created_at"}}));
        QVERIFY((factors.indexMethod == std::vector{IndexMethod::Primary, IndexMethod::Btree, IndexMethod::Hash, IndexMethod::None}));
        QVERIFY((factors.insert[0] == InsertChoice{InsertMethod::Bulk, 5000, Sorting::None, true}));
        QVERIFY((factors.insert[1] == InsertChoice{InsertMethod::Array, 1000, Sorting::Trial, false}));
        QVERIFY((factors.arrival == std::vector{Arrival::Shared, Arrival::Split}));
        QVERIFY((factors.clients == std::vector{1, 4}));
        QCOMPARE(factors.settings[0].set.at("checkpoint_timeout"), std::string("30min"));
    }

    void workloadsAreRead()
    {
        const auto workload = [this](int part) { return m_plan.parts[static_cast<std::size_t>(part)].workload; };
        QVERIFY((workload(0).rows == std::vector<std::int64_t>{1'000'000, 50'000}) && workload(0).checkpointBefore);
        QVERIFY(workload(1).step == 1000 && !workload(1).checkpointBefore);
        QVERIFY(workload(2).prefillKey == "uuidv4" && workload(2).reindex);
        QVERIFY(workload(3).seconds == 1.5 && workload(3).ratePerS == 100.0 && workload(3).prefill == std::vector<std::int64_t>{10});
        QVERIFY(workload(4).executions == 20 && workload(4).discard == 1 && workload(4).trim == 3 && workload(4).queries.size() == 2);
        QVERIFY(workload(4).rangeBy == RangeBy::Sampled && workload(4).rangeFraction == 0.2);
        QVERIFY(workload(5).fraction == 0.3 && workload(5).which == "random" && workload(5).vacuums == 1);
        QVERIFY(workload(6).kind == WorkloadKind::Lookup && workload(6).seconds == 2);
        QVERIFY(workload(7).kind == WorkloadKind::Replay && workload(7).prefill == std::vector<std::int64_t>{0});
    }

    void factorsAndProtocolOfAPartMergeMemberByMember()
    {
        const Part& growth = m_plan.parts[1];
        QVERIFY(growth.protocol.order == TrialOrder::Alternating && growth.protocol.repeats == 9 && growth.protocol.seed == UINT64_MAX);
        QCOMPARE(growth.protocol.maxSeconds, std::optional<double>(12.5));
        const Part& append = m_plan.parts[2];
        QCOMPARE(append.factors.key.size(), std::size_t{1});
        QCOMPARE(append.factors.clients.size(), std::size_t{2});
        QVERIFY(append.table.shape == TableShape::Users && append.table.payloadBytes == 0);
        QCOMPARE(m_plan.parts[1].table.payloadBytes, std::int64_t{200});
    }

    void levelsOfExpectationsBecomeNames()
    {
        const Expectation& first = m_plan.expect[0];
        QCOMPARE(first.where.levels.at("clients"), std::string("4"));
        QCOMPARE(first.where.levels.at("indexes"), std::string("col_a+col_b,col_c"));
        QCOMPARE(first.where.levels.at("insert"), std::string("single:1"));
        QCOMPARE(first.where.levels.at("layout"), std::string("partitioned:id:2"));
        QCOMPARE(first.over->levels.at("key"), std::string("uuidv4 storage=text"));
        QCOMPARE(first.over->metric, std::optional<std::string>("pk_bytes"));
        QVERIFY((first.where.steps == std::pair{8, 10}));
        QVERIFY(first.min == 0.5 && first.max == 2.0 && !m_plan.expect[1].min);
    }

    void aPlanReadsBackEqual()
    {
        const Plan again = parsePlan(toJson(m_plan).dump());
        QVERIFY(again == m_plan);
    }

    void whatAPlanLeavesOutIsTheDefault()
    {
        const Plan plan = parsePlan(R"({"keyrace": 1, "workload": {"kind": "load", "rows": 10}, "factors": {"key": ["ulid"]}})");
        QCOMPARE(plan.parts.size(), std::size_t{1});
        QVERIFY(plan.targets.empty() && !plan.sandbox);
        QVERIFY(plan.parts[0].table == TableChoice());
        QVERIFY((plan.parts[0].protocol == Protocol{7, 1, 10'000, TrialOrder::Rounds, 1'000, 1, {}}));
        QVERIFY(plan.parts[0].factors.insert.empty());
    }

    void defaultsOfAWorkloadAreShownInFull()
    {
        const Json json = toJson(workloadFromJson({{"kind", "select"}, {"rows", 10}}));
        QCOMPARE(QString::fromStdString(json.dump()),
                 QStringLiteral(R"({"kind":"select","rows":10,"executions":50,"discard":5,"trim":2,"queries":"all",)"
                                R"("range":{"by":"rank","fraction":0.1}})"));
        QVERIFY(workloadFromJson(json) == workloadFromJson({{"kind", "select"}, {"rows", 10}}));
    }

    void aSandboxOfSqliteIsAPrivateFileWithPragmas()
    {
        const Plan plan = parsePlan(R"({"keyrace": 1, "sandbox": {"engine": "sqlite", "settings": {"cache_size": -2000, "journal_mode": "w&l"}},
            "workload": {"kind": "load", "rows": 10}, "factors": {"key": ["ulid"]}})");
        QCOMPARE(targetUrls(plan), std::vector<std::string>{"sqlite:?cache_size=-2000&journal_mode=w%26l"});
        QVERIFY(parsePlan(toJson(plan).dump()) == plan);
    }

    void aSandboxOfAServerKeepsAllItsMembers()
    {
        const Plan plan = parsePlan(R"({"keyrace": 1, "sandbox": {"engine": "postgresql", "bin": "/opt/pg/bin", "standby": true, "memory_bytes": 5,
            "settings": {"fsync": "off"}}, "workload": {"kind": "load", "rows": 10}, "factors": {"key": ["ulid"]}})");
        const SandboxChoice choice{"postgresql", "/opt/pg/bin", {{"fsync", "off"}}, true, 5};
        QVERIFY(plan.sandbox == choice);
        QCOMPARE(targetUrls(plan), std::vector<std::string>{"sandbox:postgresql?bin=/opt/pg/bin&memory=5&standby=true&fsync=off"});
        QVERIFY(sandboxOf(targetUrls(plan).front()) == choice);
        QVERIFY(parsePlan(toJson(plan).dump()) == plan);
    }

    void aChosenTargetReplacesTheSandboxInFiles()
    {
        Plan plan = parsePlan(R"({"keyrace": 1, "sandbox": {"engine": "sqlite"}, "workload": {"kind": "load", "rows": 10}, "factors": {"key": ["ulid"]}})");
        plan.targets = {"sqlite:x.db"};
        QCOMPARE(targetUrls(plan), plan.targets);
        QCOMPARE(parsePlan(toJson(plan).dump()).targets, plan.targets);
    }

    void aSustainedPartDoesNotInheritAnotherInsert()
    {
        QVERIFY(m_plan.parts[3].factors.insert.empty());
        QVERIFY(!m_plan.parts[4].factors.insert.empty());
    }

private:
    Plan m_plan;
};

QTEST_APPLESS_MAIN(TestPlanFormat)
#include "tst_planformat.moc"
