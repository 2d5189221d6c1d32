// SPDX-License-Identifier: GPL-3.0-or-later
// Loads of a private PostgreSQL server by Keyrace and, in turn, by what people would use instead: `single` with 16 clients
// against pgbench with the same prepared statement, `bulk` against psql's \copy of the same rows in binary, `multi-row` and
// `pipeline` of 1,000 rows against plain loops over libpq. Prints the paired ratios of rows per second and of the client's CPU
// time with their intervals. Commits do not wait for the disk, so that clients are what is compared.
//   bench_postgresql [PAIRS [FOLDER OF THE SERVER'S PROGRAMS]]
#include "tests/benchmarks/servertrial.h"

#include <libpq-fe.h>

#include <fstream>

using namespace keyrace;

namespace {

constexpr std::size_t kBatch = 1'000;

struct Closed {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, Closed>;
using Result = std::unique_ptr<PGresult, Closed>;

void expectResult(PGconn* connection, PGresult* raw, ExecStatusType status)
{
    const Result result(raw);
    if (PQresultStatus(result.get()) != status)
        giveUp(PQerrorMessage(connection));
}

Connection connectTo(const ServerBench& server)
{
    Connection connection(PQconnectdb(("host=" + server.host() + " port=" + std::to_string(server.port()) + " user=" + server.user() + " dbname="
                                       + server.database() + " password=" + server.password()).c_str()));
    if (PQstatus(connection.get()) != CONNECTION_OK)
        giveUp(PQerrorMessage(connection.get()));
    // As Keyrace's own sessions begin. Any statement before the first INSERT, SELECT 1 as well, changes how a server process gives
    // memory back between two of them: by a fifth of the rate of multi-row here, so neither side goes without.
    expectResult(connection.get(), PQexec(connection.get(), "SET TimeZone = 'UTC'"), PGRES_COMMAND_OK);
    return connection;
}

Cost byMultiRow(ServerBench& server, const Cell& cell)
{
    const auto table = server.table(cell);
    const RowSet rows = ServerBench::rows(*table, cell);
    std::vector<std::string> statements;
    for (std::size_t first = 0; first < rows.size(); first += kBatch)
        statements.push_back("INSERT INTO keyrace_bench (id, user_id, created_at) VALUES " + textOf(rows, first, kBatch));
    const Connection connection = connectTo(server);
    const double cpu = cpuNow();
    const auto begun = std::chrono::steady_clock::now();
    for (const std::string& statement : statements)
        expectResult(connection.get(), PQexec(connection.get(), statement.c_str()), PGRES_COMMAND_OK);
    const Cost cost{static_cast<double>(cell.rows) / ServerBench::secondsSince(begun), cpuNow() - cpu};
    ServerBench::expectRows(*table, cell);
    return cost;
}

Cost byPipeline(ServerBench& server, const Cell& cell)
{
    const auto table = server.table(cell);
    const RowSet rows = ServerBench::rows(*table, cell);
    // As COPY has a row: the count of its fields, then each field with its length.
    constexpr std::size_t kFields = 3;
    constexpr std::size_t kField = sizeof(std::int32_t) + sizeof(std::int64_t);
    constexpr std::size_t kRow = sizeof(std::int16_t) + kFields * kField;
    const char* octets = rows.encoded().bytes.data() + sizeof(std::int16_t) + sizeof(std::int32_t);
    const Connection connection = connectTo(server);
    PGconn* raw = connection.get();
    expectResult(raw, PQprepare(raw, "i", "INSERT INTO keyrace_bench (id, user_id, created_at) VALUES ($1, $2, $3)", 3, nullptr), PGRES_COMMAND_OK);
    static constexpr int kLengths[kFields] = {8, 8, 8};
    static constexpr int kBinary[kFields] = {1, 1, 1};
    const double cpu = cpuNow();
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t first = 0; first < rows.size(); first += kBatch) {
        PQenterPipelineMode(raw);
        for (std::size_t n = first; n < first + kBatch; ++n) {
            const char* values[kFields];
            for (std::size_t i = 0; i < kFields; ++i)
                values[i] = octets + n * kRow + i * kField;
            if (PQsendQueryPrepared(raw, "i", kFields, values, kLengths, kBinary, 0) != 1)
                giveUp(PQerrorMessage(raw));
        }
        PQpipelineSync(raw);
        for (std::size_t n = 0; n < kBatch; ++n) {
            expectResult(raw, PQgetResult(raw), PGRES_COMMAND_OK);
            (void)PQgetResult(raw); // null: the end of one statement's results
        }
        expectResult(raw, PQgetResult(raw), PGRES_PIPELINE_SYNC);
        PQexitPipelineMode(raw);
    }
    const Cost cost{static_cast<double>(cell.rows) / ServerBench::secondsSince(begun), cpuNow() - cpu};
    ServerBench::expectRows(*table, cell);
    return cost;
}

class Programs {
public:
    Programs(ServerBench& server, std::filesystem::path folder)
        : m_server(server)
        , m_folder(std::move(folder))
        , m_environment{QString::fromStdString("PGPASSWORD=" + server.password()), QString::fromStdString("PGHOST=" + server.host()),
                        QStringLiteral("PGPORT=%1").arg(server.port()), QString::fromStdString("PGUSER=" + server.user()),
                        QString::fromStdString("PGDATABASE=" + server.database())}
    {
    }

    [[nodiscard]] Cost pgbench(const Cell& cell) const
    {
        const auto script = m_folder / "single.sql";
        std::ofstream(script) << "\\set user random(0, 999999)\nINSERT INTO keyrace_bench (user_id, created_at) VALUES (:user, '2025-05-08 12:00:00.123456+00');\n";
        const auto table = m_server.table(cell);
        const double cpu = cpuOfPrograms();
        const std::string text = outputOf(QStringLiteral("pgbench"), {"-n", "-M", "prepared", "-c", QString::number(cell.clients), "-j", "2", "-t",
            QString::number(cell.rows / cell.clients), "-f", QString::fromStdString(script.string())}, m_environment);
        ServerBench::expectRows(*table, cell);
        return {numberAfter(text, "tps = "), cpuOfPrograms() - cpu};
    }

    /// The rows as Keyrace loads them, in psql's binary format.
    void writeRows(const Cell& cell) const
    {
        const auto table = m_server.table(cell);
        const auto session = table->connect();
        const RowSet rows = ServerBench::rows(*table, cell);
        CommitLog log;
        log.start();
        session->inserter(cell.insert)->send(rows, 0, rows.size(), log);
        (void)psql("\\copy keyrace_bench TO '" + rowsFile() + "' (FORMAT binary)");
    }

    [[nodiscard]] Cost copy(const Cell& cell) const
    {
        const auto table = m_server.table(cell);
        const double cpu = cpuOfPrograms();
        const std::string text = psql("\\copy keyrace_bench FROM '" + rowsFile() + "' (FORMAT binary)");
        ServerBench::expectRows(*table, cell);
        return {static_cast<double>(cell.rows) / (numberAfter(text, "Time: ") / 1'000), cpuOfPrograms() - cpu};
    }

private:
    [[nodiscard]] std::string rowsFile() const { return (m_folder / "rows").string(); }
    [[nodiscard]] std::string psql(const std::string& command) const
    {
        return outputOf(QStringLiteral("psql"), {"-X", "-v", "ON_ERROR_STOP=1", "-c", "\\timing on", "-c", QString::fromStdString(command)}, m_environment);
    }

    ServerBench& m_server;
    std::filesystem::path m_folder;
    QStringList m_environment;
};

} // namespace

int main(int argc, char** argv)
{
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 15;
    const CostFolder folder;
    ServerBench server({"postgresql", argc > 2 ? argv[2] : "", {{"synchronous_commit", "off"}, {"shared_buffers", "512MB"}, {"max_wal_size", "4GB"}}, false, {}}, folder.path);
    const Programs programs(server, folder.path);

    const Cell single = server.cell("bigint-auto", "single", 1, 16, 160'000);
    comparePairs(pairs, "single, 16 clients ÷ pgbench -M prepared", [&] { return server.load(single); }, [&] { return programs.pgbench(single); });
    const Cell bulk = server.cell("snowflake", "bulk", 1'000'000, 1, 1'000'000);
    programs.writeRows(bulk);
    comparePairs(pairs, "bulk ÷ psql's \\copy", [&] { return server.load(bulk); }, [&] { return programs.copy(bulk); });
    const Cell multiRow = server.cell("snowflake", "multi-row", kBatch, 1, 300'000);
    comparePairs(pairs, "multi-row 1,000 ÷ libpq", [&] { return server.load(multiRow); }, [&] { return byMultiRow(server, multiRow); });
    const Cell pipeline = server.cell("snowflake", "pipeline", kBatch, 1, 300'000);
    comparePairs(pairs, "pipeline 1,000 ÷ libpq", [&] { return server.load(pipeline); }, [&] { return byPipeline(server, pipeline); });
    return 0;
}
