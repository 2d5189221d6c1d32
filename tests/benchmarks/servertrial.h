// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/connectors.h"
#include "engine/sandbox/privateserver.h"
#include "engine/targets/serverurl.h"
#include "engine/workloads/clientteam.h"
#include "engine/workloads/rowmaker.h"
#include "tests/benchmarks/costpairs.h"

#include <QtCore/QProcess>

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/resource.h>

// What is shared by the benchmarks that load one server by Keyrace and by another program in turn. A benchmark that goes wrong
// ends with what was wrong: it has nothing to tell.

namespace keyrace {

/// CPU time of the programs that have ended.
inline double cpuOfPrograms()
{
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

[[noreturn]] inline void giveUp(const std::string& what)
{
    std::fprintf(stderr, "%s\n", what.c_str());
    std::exit(1);
}

/// A private server, and the table that both sides load.
class ServerBench {
public:
    ServerBench(const SandboxChoice& choice, const std::filesystem::path& place)
        : m_server(choice, place)
        , m_place(parseServerUrl(m_server.url()))
        , m_connectors({place, [this](const std::string&) { return std::optional(m_server.password()); }, true})
    {
    }

    [[nodiscard]] const std::string& password() const { return m_server.password(); }
    [[nodiscard]] std::string host() const { return m_place.hosts.front().name; }
    [[nodiscard]] int port() const { return m_place.hosts.front().port.value(); }
    [[nodiscard]] const std::string& user() const { return m_place.user; }
    [[nodiscard]] const std::string& database() const { return m_place.database; }

    /// Events of `key`: id, user_id, created_at, without further indexes.
    [[nodiscard]] Cell cell(const std::string& key, const std::string& method, std::size_t batch, int clients, std::int64_t rows)
    {
        const Cell cell = cellsOf(parsePlan(R"({"keyrace": 1, "target": ")" + m_server.url() + R"(", "table": {"shape": "events", "payload_bytes": 0},
            "workload": {"kind": "load", "rows": )" + std::to_string(rows) + R"(}, "factors": {"key": [")" + key + R"("], "clients": [)"
            + std::to_string(clients) + R"(], "insert": [{"method": ")" + method + R"(", "batch": )" + std::to_string(batch) + "}]}}"), m_connectors).front();
        if (cell.unavailable)
            giveUp(cell.unavailable->english());
        return cell;
    }

    [[nodiscard]] static TableSpec spec(const Cell& cell) { return tableSpec(cell, "keyrace_bench"); }
    [[nodiscard]] std::unique_ptr<TestTable> table(const Cell& cell) { return m_connectors.find(cell.target).createTable(spec(cell)); }

    /// The cell's rows in the form in which its method sends them; rivals send the same octets.
    [[nodiscard]] static RowSet rows(TestTable& table, const Cell& cell)
    {
        RowMaker maker(cell, spec(cell), cell.rows, 0, 0);
        RowSet rows = maker.make(cell.rows);
        table.encode(rows, cell.insert);
        return rows;
    }

    /// As a run loads, sampler and all; everything is made and encoded before the clock starts.
    [[nodiscard]] Cost load(const Cell& cell)
    {
        const auto table = this->table(cell);
        const RowSet rows = this->rows(*table, cell);
        RunControl control;
        Sampler sampler(cell.rows, {}, control, [](const std::vector<Sample>&, std::optional<double>) {});
        ClientTeam team(*table, cell, control);
        const double cpu = cpuNow();
        team.insert(rows, sampler, true);
        const double spent = cpuNow() - cpu;
        expectRows(*table, cell);
        return {static_cast<double>(cell.rows) / team.seconds(), spent};
    }

    static double secondsSince(std::chrono::steady_clock::time_point begun)
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    }
    static void expectRows(TestTable& table, const Cell& cell)
    {
        if (table.count() != cell.rows)
            giveUp("the table holds " + std::to_string(table.count()) + " rows, not " + std::to_string(cell.rows));
    }

private:
    PrivateServer m_server;
    ServerUrl m_place;
    Connectors m_connectors;
};

/// The text of rows [first, first + count), without the separator behind the last.
inline std::string textOf(const RowSet& rows, std::size_t first, std::size_t count)
{
    const EncodedRows& encoded = rows.encoded();
    return {encoded.bytes.data() + encoded.starts[first], encoded.starts[first + count] - encoded.starts[first] - 1};
}

/// What a program prints; it must end well. `environment`: "NAME=value".
inline std::string outputOf(const QString& program, const QStringList& arguments, const QStringList& environment = {})
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setEnvironment(QProcess::systemEnvironment() + environment);
    process.start(program, arguments);
    if (!process.waitForFinished(-1) || process.exitCode() != 0)
        giveUp(program.toStdString() + ": " + (process.error() == QProcess::FailedToStart ? "is it installed?" : process.readAll().toStdString()));
    return process.readAll().toStdString();
}

/// The number that follows these words.
inline double numberAfter(const std::string& text, const std::string& words)
{
    const std::size_t at = text.find(words);
    if (at == std::string::npos)
        giveUp("no \"" + words + "\" in: " + text);
    return std::strtod(text.c_str() + at + words.size(), nullptr);
}

} // namespace keyrace
