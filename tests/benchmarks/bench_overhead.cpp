// SPDX-License-Identifier: GPL-3.0-or-later
// What watching a trial costs: the same rows through the same SQLite target, once as a run does it (clients, sampler, run
// file, a listener that builds the result), once by a bare loop over the inserter. Alternating pairs within one run.
// Prints the paired ratio of rates with its interval, and the CPU time of both. The goal is under 1 %.
#include "engine/run/run.h"
#include "engine/run/connectors.h"
#include "engine/stats/summary.h"
#include "engine/workloads/rowmaker.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <thread>
#include <vector>

using namespace keyrace;

namespace {

constexpr auto kPlan = R"({
  "keyrace": 1, "name": "Overhead", "target": "sqlite:?journal_mode=wal&synchronous=off&cache_size=-64000",
  "table": "six-columns", "workload": { "kind": "load", "rows": 400000 },
  "factors": { "key": ["uuidv7"], "insert": [{ "method": "prepared", "batch": 1000 }] },
  "protocol": { "repeats": 5, "trim": 0, "warmup_rows": 0 } })";

struct Cost {
    double rowsPerS = 0;
    double cpuSeconds = 0;
};

double cpuNow()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Cost watched(const std::filesystem::path& folder)
{
    const auto file = folder / "overhead.keyrace";
    std::filesystem::remove(file);
    ResultSet results;
    const double before = cpuNow();
    Run run(parsePlan(kPlan), {file, false, false}, [&results](const RunEvent& event) { results.append(event); });
    run.wait();
    return {*results.cells().at(0).rowsPerS().median, cpuNow() - before};
}

double bareTrial(Connectors& connectors, const Cell& cell, int round)
{
    const TableSpec spec = tableSpec(cell, "keyrace_bare");
    const auto table = connectors.find(cell.target).createTable(spec);
    RowMaker maker(cell, spec, cell.rows, 0, round);
    RowSet rows = maker.make(cell.rows);
    table->encode(rows, cell.insert);
    double seconds = 0;
    // In a thread of its own, as a run's client is: a new thread allocates from memory that was not used before.
    std::thread client([&] {
        const auto session = table->connect();
        const auto inserter = session->inserter(cell.insert);
        CommitLog log;
        log.start();
        const auto begun = std::chrono::steady_clock::now();
        for (std::size_t first = 0; first < rows.size(); first += static_cast<std::size_t>(cell.insert.batch))
            inserter->send(rows, first, static_cast<std::size_t>(cell.insert.batch), log);
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    });
    client.join();
    if (table->count() != cell.rows)
        std::abort();
    (void)table->structure();
    return static_cast<double>(cell.rows) / seconds;
}

Cost bare(const std::filesystem::path& folder)
{
    Connectors connectors({folder});
    const Cell cell = cellsOf(parsePlan(kPlan), connectors).front();
    const double before = cpuNow();
    std::vector<double> rates;
    for (int round = 0; round < cell.protocol.repeats; ++round)
        rates.push_back(bareTrial(connectors, cell, round));
    return {*summarise(rates, 0).median, cpuNow() - before};
}

} // namespace

int main(int argc, char** argv)
{
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 15;
    const auto folder = std::filesystem::temp_directory_path() / ("keyrace-overhead-" + std::to_string(std::time(nullptr)));
    std::filesystem::create_directory(folder);
    (void)watched(folder);
    (void)bare(folder);
    std::vector<RoundValue> run;
    std::vector<RoundValue> loop;
    std::vector<RoundValue> runCpu;
    std::vector<RoundValue> loopCpu;
    for (int pair = 0; pair < pairs; ++pair) {
        const bool isRunFirst = pair % 2 == 0;
        const Cost first = isRunFirst ? watched(folder) : bare(folder);
        const Cost second = isRunFirst ? bare(folder) : watched(folder);
        const Cost& mine = isRunFirst ? first : second;
        const Cost& rival = isRunFirst ? second : first;
        run.emplace_back(pair, mine.rowsPerS);
        loop.emplace_back(pair, rival.rowsPerS);
        runCpu.emplace_back(pair, mine.cpuSeconds);
        loopCpu.emplace_back(pair, rival.cpuSeconds);
    }
    std::filesystem::remove_all(folder);
    const Ratio rate = pairedRatio(run, loop, pairs / 8);
    const Ratio cpu = pairedRatio(runCpu, loopCpu, pairs / 8);
    std::printf("rate with sampler and run file ÷ bare loop: %.4f", rate.value.value());
    if (rate.ci95)
        std::printf(" (95 %% interval %.4f–%.4f, pairs: %d)", rate.ci95->low, rate.ci95->high, rate.n);
    std::printf("\nCPU time, the whole trial: %.4f", cpu.value.value());
    if (cpu.ci95)
        std::printf(" (95 %% interval %.4f–%.4f)", cpu.ci95->low, cpu.ci95->high);
    std::printf("\n");
    return 0;
}
