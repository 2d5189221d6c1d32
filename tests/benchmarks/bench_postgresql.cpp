// SPDX-License-Identifier: GPL-3.0-or-later
// Loads of a private PostgreSQL server by Keyrace and, in turn, by what people would use instead: `single` with 16 clients
// against pgbench with the same prepared statement, `bulk` against psql's \copy of the same rows in binary, `multi-row` and
// `pipeline` of 1,000 rows against plain loops over libpq. Prints the paired ratios of rows per second and of the client's CPU
// time with their intervals. Commits do not wait for the disk, so that clients are what is compared.
//   bench_postgresql [PAIRS [FOLDER OF THE SERVER'S PROGRAMS]]
#include "tests/benchmarks/servertrial.h"

#include <libpq-fe.h>

#include <array>
#include <fstream>

#include <endian.h>

using namespace keyrace;

namespace {

constexpr int kBatch = 1'000;

struct Closed {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, Closed>;
using Result = std::unique_ptr<PGresult, Closed>;

Connection connectTo(const ServerBench& server)
{
    Connection connection(PQconnectdb(("host=" + server.host() + " port=" + std::to_string(server.port()) + " user=" + server.user() + " dbname="
                                       + server.database() + " password=" + server.password()).c_str()));
    if (PQstatus(connection.get()) != CONNECTION_OK)
        giveUp(PQerrorMessage(connection.get()));
    return connection;
}

void expectResult(PGconn* connection, PGresult* raw, ExecStatusType status)
{
    const Result result(raw);
    if (PQresultStatus(result.get()) != status)
        giveUp(PQerrorMessage(connection));
}

/// id, user_id and created_at of row n, as both loops send them: any distinct keys in order.
struct Row {
    std::int64_t id;
    std::int64_t user;
    std::int64_t microseconds; ///< since 2000, as PostgreSQL counts

    explicit Row(std::int64_t n) : id(4'000'000'000'000'000'000 + n), user(n * 7'919 % 1'000'000), microseconds(800'000'000'000'000 + n * 1'000) { }
};

Cost byMultiRow(ServerBench& server, const Cell& cell)
{
    const auto table = server.table(cell);
    std::vector<std::string> statements;
    for (std::int64_t first = 0; first < cell.rows; first += kBatch) {
        std::string& text = statements.emplace_back("INSERT INTO keyrace_bench (id, user_id, created_at) VALUES ");
        for (std::int64_t n = first; n < first + kBatch; ++n) {
            const Row row(n);
            char line[128];
            std::snprintf(line, sizeof line, "%s(%lld,%lld,'2025-05-08 %02d:%02d:%02d.%06d+00')", n > first ? "," : "", static_cast<long long>(row.id),
                          static_cast<long long>(row.user), static_cast<int>(n / 3'600'000 % 24), static_cast<int>(n / 60'000 % 60),
                          static_cast<int>(n / 1'000 % 60), static_cast<int>(n % 1'000 * 1'000));
            text += line;
        }
    }
    const Connection connection = connectTo(server);
    const double cpu = cpuNow();
    const auto begun = std::chrono::steady_clock::now();
    for (const std::string& statement : statements)
        expectResult(connection.get(), PQexec(connection.get(), statement.c_str()), PGRES_COMMAND_OK);
    const Cost cost{static_cast<double>(cell.rows) / ServerBench::secondsSince(begun), cpuNow() - cpu};
    ServerBench::expectRows(*table, cell);
    return cost;
}

std::uint64_t bigEndian(std::int64_t value)
{
    return htobe64(static_cast<std::uint64_t>(value));
}

Cost byPipeline(ServerBench& server, const Cell& cell)
{
    const auto table = server.table(cell);
    std::vector<std::array<std::uint64_t, 3>> rows;
    for (std::int64_t n = 0; n < cell.rows; ++n) {
        const Row row(n);
        rows.push_back({bigEndian(row.id), bigEndian(row.user), bigEndian(row.microseconds)});
    }
    const Connection connection = connectTo(server);
    PGconn* raw = connection.get();
    expectResult(raw, PQprepare(raw, "i", "INSERT INTO keyrace_bench (id, user_id, created_at) VALUES ($1, $2, $3)", 3, nullptr), PGRES_COMMAND_OK);
    static constexpr int kLengths[3] = {8, 8, 8};
    static constexpr int kBinary[3] = {1, 1, 1};
    const double cpu = cpuNow();
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t first = 0; first < rows.size(); first += kBatch) {
        PQenterPipelineMode(raw);
        for (std::size_t n = first; n < first + kBatch; ++n) {
            const char* values[3];
            for (std::size_t i = 0; i < 3; ++i)
                values[i] = reinterpret_cast<const char*>(&rows[n][i]);
            if (PQsendQueryPrepared(raw, "i", 3, values, kLengths, kBinary, 0) != 1)
                giveUp(PQerrorMessage(raw));
        }
        PQpipelineSync(raw);
        for (int n = 0; n < kBatch; ++n) {
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
        RowMaker maker(cell, ServerBench::spec(cell), cell.rows, 0, 0);
        RowSet rows = maker.make(cell.rows);
        table->encode(rows, cell.insert);
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
