// SPDX-License-Identifier: GPL-3.0-or-later
// What watching a trial costs: the same rows through the same SQLite target, once as a run does it (clients, sampler, run
// file, a listener that builds the result), once by a bare loop over the inserter. Alternating pairs within one run.
// Prints the paired ratio of rates with its interval, and the CPU time of both. The goal is under 1 %.
#include "engine/run/connectors.h"
#include "engine/workloads/rowmaker.h"
#include "tests/benchmarks/costpairs.h"

#include <chrono>
#include <thread>

using namespace keyrace;

namespace {

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

Cost bare(const Plan& plan, const std::filesystem::path& folder)
{
    const double before = cpuNow();
    std::vector<double> rates;
    // Beside the main thread, as a run is: memory for rows is handed out differently there.
    std::thread trials([&] {
        Connectors connectors({folder});
        const Cell cell = cellsOf(plan, connectors).front();
        for (int round = 0; round < cell.protocol.repeats; ++round)
            rates.push_back(bareTrial(connectors, cell, round));
    });
    trials.join();
    return {*summarise(rates, 0).median, cpuNow() - before};
}

} // namespace

int main(int argc, char** argv)
{
    const CostSize size(argc, argv);
    const CostFolder folder;
    const Plan plan = costPlan(size.repeats);
    comparePairs(size.pairs, "with sampler and run file ÷ bare loop",
                 [&] { return plainRun(plan, folder.path); }, [&] { return bare(plan, folder.path); });
    return 0;
}
