// SPDX-License-Identifier: GPL-3.0-or-later
// What Keyrace costs above SQLite: `prepared` inserts with 1,000 rows per commit against a loop written by hand, in
// alternating pairs within one run. Ends with 1 where the ratio of rates lies below 0.95 with its whole interval.
#include "engine/stats/summary.h"
#include "engine/targets/connector.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <sqlite3.h>
#include <string>
#include <vector>

using namespace keyrace;

namespace {

constexpr std::size_t kRows = 100'000;
constexpr std::size_t kBatch = 1'000;
constexpr double kGoal = 0.95;

TableSpec tableUnderTest()
{
    TableSpec spec;
    spec.name = "keyrace_bench";
    spec.columns = {{"id", ColumnKind::Bytes, 16}, {"n", ColumnKind::Int64, 8}, {"data", ColumnKind::Text, 24}};
    spec.layout.type = "clustered";
    return spec;
}

RowSet ascendingRows(const TableSpec& spec)
{
    RowSet rows(spec.columns, 0, kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
        for (std::size_t i = 0; i < 8; ++i)
            rows.values(0).bytes[row * 16 + i] = static_cast<char>(row >> (56 - 8 * i));
        rows.values(1).integers[row] = static_cast<std::int64_t>(row * 7'919);
        for (std::size_t i = 0; i < 24; ++i)
            rows.values(2).bytes[row * 24 + i] = static_cast<char>('a' + (row + i) % 26);
    }
    return rows;
}

/// Seconds on the clock, and of the processor: the latter hardly see what else the machine does.
struct Cost {
    double clock = 0;
    double processor = 0;
};

template <typename Work>
Cost costOf(Work work)
{
    const auto before = std::chrono::steady_clock::now();
    const std::clock_t processorBefore = std::clock();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count(),
        static_cast<double>(std::clock() - processorBefore) / CLOCKS_PER_SEC};
}

void must(bool done)
{
    if (!done) {
        std::fputs("the loop written by hand failed\n", stderr);
        std::exit(2);
    }
}

Cost byHand(const std::filesystem::path& folder, const RowSet& rows)
{
    const std::string file = (folder / "byhand.db").string();
    sqlite3* db = nullptr;
    must(sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr) == SQLITE_OK);
    must(sqlite3_exec(db,
             "PRAGMA journal_mode=wal; PRAGMA synchronous=normal;"
             "CREATE TABLE t (id BLOB PRIMARY KEY, n INTEGER, data TEXT) WITHOUT ROWID",
             nullptr, nullptr, nullptr)
        == SQLITE_OK);
    sqlite3_stmt* begin = nullptr;
    sqlite3_stmt* insert = nullptr;
    sqlite3_stmt* commit = nullptr;
    sqlite3_prepare_v2(db, "BEGIN IMMEDIATE", -1, &begin, nullptr);
    sqlite3_prepare_v2(db, "INSERT INTO t VALUES (?,?,?)", -1, &insert, nullptr);
    sqlite3_prepare_v2(db, "COMMIT", -1, &commit, nullptr);
    const char* keys = rows.values(0).bytes.data();
    const std::int64_t* numbers = rows.values(1).integers.data();
    const char* texts = rows.values(2).bytes.data();
    const Cost cost = costOf([&] {
        for (std::size_t first = 0; first < kRows; first += kBatch) {
            must(sqlite3_step(begin) == SQLITE_DONE);
            sqlite3_reset(begin);
            for (std::size_t row = first; row < first + kBatch; ++row) {
                sqlite3_bind_blob(insert, 1, keys + row * 16, 16, SQLITE_STATIC);
                sqlite3_bind_int64(insert, 2, numbers[row]);
                sqlite3_bind_text(insert, 3, texts + row * 24, 24, SQLITE_STATIC);
                must(sqlite3_step(insert) == SQLITE_DONE);
                sqlite3_reset(insert);
            }
            must(sqlite3_step(commit) == SQLITE_DONE);
            sqlite3_reset(commit);
        }
    });
    for (sqlite3_stmt* statement : {begin, insert, commit})
        sqlite3_finalize(statement);
    sqlite3_close(db);
    std::filesystem::remove(file);
    return cost;
}

Cost byKeyrace(const std::filesystem::path& folder, const TableSpec& spec, const RowSet& rows)
{
    const auto target = makeConnector("sqlite:?journal_mode=wal&synchronous=normal", {folder});
    const auto table = target->createTable(spec);
    const auto session = table->connect();
    const auto inserter = session->inserter({InsertMethod::Prepared, kBatch, Sorting::None, false});
    CommitLog log;
    log.start();
    return costOf([&] {
        for (std::size_t first = 0; first < kRows; first += kBatch)
            inserter->send(rows, first, kBatch, log);
    });
}

// Prints the ratio of rates by one measure; true where its whole interval lies below the goal.
bool isBelowGoal(const char* title, const std::vector<Cost>& keyrace, const std::vector<Cost>& hand, double Cost::*seconds)
{
    std::vector<RoundValue> ours;
    std::vector<RoundValue> theirs;
    std::vector<double> ratios;
    for (std::size_t i = 0; i < keyrace.size(); ++i) {
        ours.emplace_back(static_cast<int>(i), kRows / (keyrace[i].*seconds));
        theirs.emplace_back(static_cast<int>(i), kRows / (hand[i].*seconds));
        ratios.push_back(hand[i].*seconds / (keyrace[i].*seconds));
    }
    const int trim = static_cast<int>(ratios.size()) / 5;
    const Ratio ratio = pairedRatio(ours, theirs, trim);
    std::printf("  %-9s median %.3f, trimmed mean %.3f", title, summarise(ratios, trim).median.value_or(0), ratio.value.value_or(0));
    if (ratio.ci95)
        std::printf(", 95 %% interval %.3f to %.3f", ratio.ci95->low, ratio.ci95->high);
    std::printf("\n");
    return ratio.ci95 && ratio.ci95->high < kGoal;
}

} // namespace

int main(int argc, char** argv)
{
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 15;
    std::string pattern = (std::filesystem::temp_directory_path() / "keyrace-bench-XXXXXX").string();
    if (pairs < 3 || !mkdtemp(pattern.data())) {
        std::fputs("usage: bench_sqlite [PAIRS], at least 3\n", stderr);
        return 2;
    }
    const TableSpec spec = tableUnderTest();
    const RowSet rows = ascendingRows(spec);
    std::vector<Cost> keyrace;
    std::vector<Cost> hand;
    for (int pair = 0; pair < pairs; ++pair) {
        // Which goes first changes with each pair, so that neither always finds the warmer disk.
        if (pair % 2 == 0)
            keyrace.push_back(byKeyrace(pattern, spec, rows));
        hand.push_back(byHand(pattern, rows));
        if (pair % 2 != 0)
            keyrace.push_back(byKeyrace(pattern, spec, rows));
    }
    std::filesystem::remove_all(pattern);

    std::printf("prepared, %zu rows a commit, rate of Keyrace / by hand, %d pairs\n", kBatch, pairs);
    const bool slower = isBelowGoal("clock", keyrace, hand, &Cost::clock);
    const bool dearer = isBelowGoal("processor", keyrace, hand, &Cost::processor);
    return slower || dearer ? 1 : 0;
}
