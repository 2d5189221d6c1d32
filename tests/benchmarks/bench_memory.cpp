// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of Keyrace while a table grows: a private PostgreSQL server is loaded with a million rows, then with ten million, by
// COPY and by statements with literals, which take the most. Prints the peak after each; it only ever rises, so equal figures
// mean that memory is flat. The goal is under 200 MB.
//   bench_memory [ROWS OF THE LARGE TABLE]
#include "tests/benchmarks/costpairs.h"

#include <sys/resource.h>

using namespace keyrace;

namespace {

Plan planOf(std::int64_t rows, const std::string& insert)
{
    return parsePlan(R"({"keyrace": 1, "name": "Memory", "sandbox": {"engine": "postgresql", "settings": {"synchronous_commit": "off", "max_wal_size": "4GB"}},
        "table": "events", "workload": {"kind": "load", "rows": )" + std::to_string(rows) + R"(},
        "factors": {"key": ["uuidv7"], "indexes": ["none"], "insert": [)" + insert + R"(]},
        "protocol": {"repeats": 1, "trim": 0, "warmup_rows": 0}})");
}

} // namespace

int main(int argc, char** argv)
{
    const std::int64_t large = argc > 1 ? std::atoll(argv[1]) : 10'000'000;
    const CostFolder folder;
    for (const char* insert : {R"({"method": "bulk", "batch": 10000})", R"({"method": "multi-row", "batch": 5000})"}) {
        for (const std::int64_t rows : {large / 10, large}) {
            const Cost cost = plainRun(planOf(rows, insert), folder.path);
            rusage usage{};
            getrusage(RUSAGE_SELF, &usage);
            std::printf("%s, %lld rows: peak %ld MB (%.0f rows/s)\n", insert, static_cast<long long>(rows), usage.ru_maxrss / 1'024, cost.rowsPerS);
            std::fflush(stdout);
        }
    }
    return 0;
}
