// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/keytype.h"

#include <benchmark/benchmark.h>

#include <random>

namespace keyrace {
namespace {

constexpr std::size_t kBatch = 4'096;

// The rival: what two numbers of the standard library's generator cost, with nothing done to them.
void standardRandom(benchmark::State& state)
{
    std::mt19937_64 random(1);
    std::vector<Key> keys(kBatch);
    for (auto _ : state) {
        for (Key& key : keys) {
            const std::uint64_t high = random();
            key = {high, random()};
        }
        benchmark::DoNotOptimize(keys.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kBatch));
}

// Batches as rows are made: a key a quarter of a microsecond, so that Snowflake never waits (4,096 a millisecond).
void generate(benchmark::State& state, const KeyType& type, const KeyOptions& options)
{
    const auto generator = type.generator(options, {});
    SimulatedClock clock(SimulatedClock::kStart, 250.0);
    std::vector<Key> keys(kBatch);
    for (auto _ : state) {
        generator->fill(keys, clock);
        benchmark::DoNotOptimize(keys.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kBatch));
}

void generateByRealClock(benchmark::State& state, const KeyType& type)
{
    const auto generator = type.generator({}, {});
    RealClock clock;
    std::vector<Key> keys(kBatch);
    for (auto _ : state) {
        generator->fill(keys, clock);
        benchmark::DoNotOptimize(keys.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kBatch));
}

void registerBenchmarks()
{
    benchmark::RegisterBenchmark("std::mt19937_64, two numbers a key", standardRandom);
    for (const KeyType* type : keyTypes()) {
        if (!type->generator({}, {}))
            continue;
        const std::string name(type->name());
        benchmark::RegisterBenchmark(name.c_str(), [type](benchmark::State& state) { generate(state, *type, {}); });
        if (name == "uuidv7") {
            for (const V7Method method : {V7Method::Submillisecond, V7Method::Random}) {
                KeyOptions options;
                options.method = method;
                const std::string full = name + " " + std::string(keyrace::name(method));
                benchmark::RegisterBenchmark(full.c_str(), [type, options](benchmark::State& state) { generate(state, *type, options); });
            }
        }
        const std::string real = name + " by the machine's clock";
        benchmark::RegisterBenchmark(real.c_str(), [type](benchmark::State& state) { generateByRealClock(state, *type); });
    }
}

} // namespace
} // namespace keyrace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    keyrace::registerBenchmarks();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
