// SPDX-License-Identifier: GPL-3.0-or-later
// Loads of a private MariaDB or MySQL server by Keyrace and, in turn, by what people would use instead: `single` with 16 clients
// against sysbench with a script for the same statement, `multi-row` of 5,000 rows and `bulk` against plain loops over the C
// client. Prints the paired ratios of rows per second and of the client's CPU time with their intervals. Commits do not wait for
// the disk, so that clients are what is compared.
//   bench_mysql [PAIRS [mariadb|mysql [FOLDER OF THE SERVER'S PROGRAMS]]]
#include "tests/benchmarks/servertrial.h"

#include <mysql.h>

#include <cstring>
#include <fstream>

using namespace keyrace;

namespace {

constexpr std::size_t kBatch = 5'000;

struct Closed {
    void operator()(MYSQL* connection) const { mysql_close(connection); }
};
using Connection = std::unique_ptr<MYSQL, Closed>;

Connection connectTo(const ServerBench& server)
{
    Connection connection(mysql_init(nullptr));
    const unsigned int on = 1;
    mysql_options(connection.get(), MYSQL_OPT_LOCAL_INFILE, &on);
    if (mysql_real_connect(connection.get(), server.host().c_str(), server.user().c_str(), server.password().c_str(), server.database().c_str(),
                           static_cast<unsigned int>(server.port()), nullptr, 0)
        == nullptr)
        giveUp(mysql_error(connection.get()));
    return connection;
}

void execute(MYSQL* connection, const std::string& statement)
{
    if (mysql_real_query(connection, statement.data(), statement.size()) != 0)
        giveUp(mysql_error(connection));
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
        execute(connection.get(), statement);
    const Cost cost{static_cast<double>(cell.rows) / ServerBench::secondsSince(begun), cpuNow() - cpu};
    ServerBench::expectRows(*table, cell);
    return cost;
}

/// Rows as LOAD DATA reads them, and how far they were read.
struct LocalData {
    std::string_view text;
    std::size_t at = 0;
};

int beginRead(void** state, const char*, void* data)
{
    *state = data;
    return 0;
}

int readSome(void* state, char* buffer, unsigned int size)
{
    auto* data = static_cast<LocalData*>(state);
    const std::size_t count = std::min<std::size_t>(size, data->text.size() - data->at);
    std::memcpy(buffer, data->text.data() + data->at, count);
    data->at += count;
    return static_cast<int>(count);
}

void endRead(void*) { }

int tellFailure(void*, char* buffer, unsigned int size)
{
    std::snprintf(buffer, size, "the rows could not be read");
    return 1;
}

Cost byLocalData(ServerBench& server, const Cell& cell)
{
    const auto table = server.table(cell);
    const RowSet rows = ServerBench::rows(*table, cell);
    const EncodedRows& encoded = rows.encoded();
    const Connection connection = connectTo(server);
    const double cpu = cpuNow();
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t first = 0; first < rows.size(); first += kBatch) {
        LocalData data{{encoded.bytes.data() + encoded.starts[first], encoded.starts[first + kBatch] - encoded.starts[first]}};
        mysql_set_local_infile_handler(connection.get(), beginRead, readSome, endRead, tellFailure, &data);
        execute(connection.get(), "LOAD DATA LOCAL INFILE 'rows' INTO TABLE keyrace_bench (id, user_id, created_at)");
    }
    const Cost cost{static_cast<double>(cell.rows) / ServerBench::secondsSince(begun), cpuNow() - cpu};
    ServerBench::expectRows(*table, cell);
    return cost;
}

constexpr auto kSysbenchScript = R"lua(
function thread_init()
  local connection = sysbench.sql.driver():connect()
  statement = connection:prepare("INSERT INTO keyrace_bench (user_id, created_at) VALUES (?, '2025-05-08 12:00:00.123456')")
  user = statement:bind_create(sysbench.sql.type.BIGINT)
  statement:bind_param(user)
end

function event()
  user:set(sysbench.rand.uniform(0, 999999))
  statement:execute()
end
)lua";

Cost bySysbench(ServerBench& server, const Cell& cell, const std::filesystem::path& folder)
{
    const auto script = folder / "single.lua";
    const auto options = folder / "sysbench.cnf"; // the password stands in no list of processes
    std::ofstream(script) << kSysbenchScript;
    std::ofstream(options) << "db-driver=mysql\nmysql-host=" << server.host() << "\nmysql-port=" << server.port() << "\nmysql-user=" << server.user()
                           << "\nmysql-password=" << server.password() << "\nmysql-db=" << server.database() << "\nthreads=" << cell.clients
                           << "\nevents=" << cell.rows << "\ntime=0\n";
    const auto table = server.table(cell);
    const double cpu = cpuOfPrograms();
    const std::string text = outputOf(QStringLiteral("sysbench"), {QString::fromStdString("--config-file=" + options.string()), QString::fromStdString(script.string()), "run"});
    ServerBench::expectRows(*table, cell);
    return {static_cast<double>(cell.rows) / numberAfter(text, "total time:"), cpuOfPrograms() - cpu};
}

} // namespace

int main(int argc, char** argv)
{
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 15;
    const std::string engine = argc > 2 ? argv[2] : "mariadb";
    const CostFolder folder;
    ServerBench server({engine, argc > 3 ? argv[3] : "", {{"innodb_flush_log_at_trx_commit", "2"}, {"innodb_buffer_pool_size", "512M"}}, false, {}}, folder.path);

    const Cell single = server.cell("bigint-auto", "single", 1, 16, 160'000);
    comparePairs(pairs, "single, 16 clients ÷ sysbench", [&] { return server.load(single); }, [&] { return bySysbench(server, single, folder.path); });
    const Cell multiRow = server.cell("snowflake", "multi-row", kBatch, 1, 500'000);
    comparePairs(pairs, "multi-row 5,000 ÷ C client", [&] { return server.load(multiRow); }, [&] { return byMultiRow(server, multiRow); });
    const Cell bulk = server.cell("snowflake", "bulk", kBatch, 1, 500'000);
    comparePairs(pairs, "bulk 5,000 ÷ C client", [&] { return server.load(bulk); }, [&] { return byLocalData(server, bulk); });
    return 0;
}
