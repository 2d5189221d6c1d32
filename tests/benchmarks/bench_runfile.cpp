// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a run file of a million samples (2,000 trials of 500, each with a latency histogram) and opens it:
// bench_runfile [FOLDER], by default the system's temporary one. Times are the best of five.
#include "engine/record/runfile.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace keyrace;

namespace {

constexpr int kCells = 200;
constexpr int kRepeats = 10;
constexpr int kSamples = 500;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

RunStarted started()
{
    RunStarted event;
    event.name = "benchmark";
    event.plan = parsePlan(R"json({"keyrace": 1, "target": "sqlite:", "table": "six-columns", "workload": {"kind": "load", "rows": 1000000},
                                   "factors": {"key": ["uuidv7"]}})json");
    for (int i = 0; i < kCells; ++i) {
        Cell cell;
        cell.index = i;
        cell.target = "sqlite:";
        cell.key = "uuidv7";
        cell.label = "uuidv7 " + std::to_string(i);
        cell.layout.type = "rowid";
        cell.indexes.name = "none";
        cell.workload.rows = {1'000'000};
        cell.rows = 1'000'000;
        cell.protocol.repeats = kRepeats;
        event.cells.push_back(std::move(cell));
    }
    return event;
}

std::shared_ptr<const Trial> trial(int cell, int n, std::mt19937_64& random)
{
    auto result = std::make_shared<Trial>();
    result->cell = cell;
    result->n = result->round = n;
    result->state = TrialState::Done;
    result->rows = 1'000'000;
    std::lognormal_distribution<double> milliseconds(1, 0.3);
    LatencyHistogram latency;
    for (int i = 1; i <= kSamples; ++i) {
        result->seconds += milliseconds(random) / 1'000;
        result->samples.push_back({result->seconds, 2'000 * i, 1e6 / milliseconds(random)});
        latency.record(static_cast<std::int64_t>(1e6 * milliseconds(random)));
    }
    result->latency = latency;
    result->rowsPerS = 1e6 / result->seconds;
    result->counters.values = {{"leaf_fill", 0.69}, {"pk_bytes", 1e8}, {"index_bytes", 2e8}, {"index_depth", 3}, {"wal_bytes_per_row", 120}};
    return result;
}

double write(const std::filesystem::path& file)
{
    std::mt19937_64 random(1);
    const auto writer = RunFileWriter::create(file);
    const auto start = Clock::now();
    writer->append(started());
    for (int n = 0; n < kRepeats; ++n) {
        for (int cell = 0; cell < kCells; ++cell)
            writer->append(TrialFinished{trial(cell, n, random)});
    }
    writer->append(RunFinished{RunState::Done, 1, {}});
    return millisecondsSince(start);
}

// In a process of its own, so that its memory is that of opening alone.
void open(const std::filesystem::path& file)
{
    double best = 1e9;
    std::size_t samples = 0;
    for (int i = 0; i < 5; ++i) {
        const auto start = Clock::now();
        const auto results = readRunFile(file);
        best = std::min(best, millisecondsSince(start));
        samples = 0;
        for (const CellResult& cell : results->cells()) {
            for (const auto& trial : cell.trials)
                samples += trial->samples.size();
        }
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        if (i == 0)
            std::printf("opened once: %zu samples, peak of memory %ld MB\n", samples, usage.ru_maxrss / 1'024);
    }
    std::printf("opened in %.0f ms\n", best);
}

} // namespace

int main(int argc, char** argv)
{
    const std::filesystem::path folder = argc > 1 ? std::filesystem::path(argv[1]) : std::filesystem::temp_directory_path();
    const std::filesystem::path file = folder / ("bench_runfile-" + std::to_string(getpid()) + ".keyrace");
    const pid_t writer = fork();
    if (writer == 0) {
        std::printf("written in %.0f ms\n", write(file));
        std::fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(writer, &status, 0);
    std::printf("file of %ju kB\n", static_cast<std::uintmax_t>(std::filesystem::file_size(file) / 1'024));
    open(file);
    std::filesystem::remove(file);
    return 0;
}
