// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run.h"
#include "engine/stats/summary.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

// What is shared by the benchmarks that ask what something costs a run: alternating pairs, the ratio of rates and of CPU time.

namespace keyrace {

/// A load of 400,000 rows, so often.
inline Plan costPlan(int repeats)
{
    Plan plan = parsePlan(R"({
      "keyrace": 1, "name": "Overhead", "target": "sqlite:?journal_mode=wal&synchronous=off&cache_size=-64000",
      "table": "six-columns", "workload": { "kind": "load", "rows": 400000 },
      "factors": { "key": ["uuidv7"], "insert": [{ "method": "prepared", "batch": 1000 }] },
      "protocol": { "trim": 0, "warmup_rows": 0 } })");
    plan.parts.front().protocol.repeats = repeats;
    return plan;
}

struct Cost {
    double rowsPerS = 0;
    double cpuSeconds = 0; ///< of the process
};

inline double cpuNow()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The plan as a run without a window carries it out.
inline Cost plainRun(const Plan& plan, const std::filesystem::path& folder)
{
    const auto file = folder / "overhead.keyrace";
    std::filesystem::remove(file);
    ResultSet results;
    const double before = cpuNow();
    Run run(plan, {file, false, false}, [&results](const RunEvent& event) { results.append(event); });
    run.wait();
    return {*results.cells().at(0).rowsPerS().median, cpuNow() - before};
}

inline void printRatio(const char* what, const std::vector<RoundValue>& over, const std::vector<RoundValue>& under)
{
    const Ratio ratio = pairedRatio(over, under, static_cast<int>(over.size()) / 8);
    std::printf("%s: %.4f", what, ratio.value.value());
    if (ratio.ci95)
        std::printf(" (95 %% interval %.4f–%.4f, pairs: %d)", ratio.ci95->low, ratio.ci95->high, ratio.n);
    std::printf("\n");
}

/// How much is measured: arguments of the program, where they are given.
struct CostSize {
    int pairs;
    int repeats; ///< trials of each side in a pair
    CostSize(int argc, char** argv) : pairs(argc > 1 ? std::atoi(argv[1]) : 15), repeats(argc > 2 ? std::atoi(argv[2]) : 10) {}
};

/// Pairs of both, each first in turn, after one of each that does not count.
inline void comparePairs(int pairs, const char* what, const std::function<Cost()>& mine, const std::function<Cost()>& rival)
{
    (void)mine();
    (void)rival();
    std::vector<RoundValue> rates[2];
    std::vector<RoundValue> cpu[2];
    for (int pair = 0; pair < pairs; ++pair) {
        for (int turn = 0; turn < 2; ++turn) {
            const int who = (pair + turn) % 2;
            const Cost cost = who == 0 ? mine() : rival();
            rates[who].emplace_back(pair, cost.rowsPerS);
            cpu[who].emplace_back(pair, cost.cpuSeconds);
        }
    }
    printRatio((std::string("rate, ") + what).c_str(), rates[0], rates[1]);
    printRatio((std::string("CPU time, ") + what).c_str(), cpu[0], cpu[1]);
}

/// A folder for one benchmark's files, gone with this object.
struct CostFolder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / ("keyrace-cost-" + std::to_string(std::time(nullptr)));
    CostFolder() { std::filesystem::create_directory(path); }
    ~CostFolder() { std::filesystem::remove_all(path); }
    CostFolder(const CostFolder&) = delete;
    CostFolder& operator=(const CostFolder&) = delete;
};

} // namespace keyrace
