// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/levels.h"
#include "engine/plan/procedure.h"
#include "engine/plan/targeturl.h"

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

/// What things cost, in microseconds where nothing else is said. Fitted to SQLite 3.40 in WAL mode on two cores of a
/// virtual machine whose files stay in the system's cache: a million prepared rows in one transaction (an id, an integer,
/// 24 characters) take 0.7 µs a row with integer keys, 1.1 with v7, 10 with v4 and a 2 MB cache, 3.3 with v4 and a large
/// one; 30,000 rows of six columns, a commit per 1,000 and per 5,000: v4 5.6 and 3.1, v4 with nine indexes 57 and 38,
/// integers with nine 30 and 21; a million rows of 50 bytes, a commit per 100,000, a 6.4 MB
/// cache and synchronous FULL: integers 1.5, v7 2.1, v4 9.8. Meant to be right within a factor of 2, not to be exact.
namespace cost {
constexpr double kRow = 0.6;              // a row appended to a table
constexpr double kColumn = 0.08;          // each column's value
constexpr double kByte = 0.004;           // each byte of it
constexpr double kOrderedEntry = 0.5;     // an entry at the right edge of another tree
constexpr double kRandomEntry = 0.9;      // an entry anywhere in a tree that is in memory
constexpr double kMissedPage = 2.4;       // a page fetched into the cache again, and another one written to make room
constexpr double kMissedFar = 9.0;        // more of it where the trees are ten times as large as the processor's cache
constexpr double kWrittenPage = 8.5;      // a changed page written to the log, and from there to its place
constexpr double kCommit = 40;            // a commit that waits for no disk
constexpr double kFlush = 700;            // one that does
constexpr double kRoundTrip = 45;         // a statement sent to a server
constexpr double kServerRow = 4;          // a server's own work on a row
constexpr double kScannedRow = 0.15;      // a row read in passing
constexpr double kPointRead = 15;         // a row found by an index
constexpr double kTrialSeconds = 0.05;    // table made, rows counted, table dropped
} // namespace cost

constexpr double kPageBytes = 4'096;
constexpr double kProcessorCache = 10'000'000;
constexpr double kPageEntryOverhead = 6;  // bytes of an entry beyond its values
constexpr double kOrderedFill = 0.95;
constexpr double kRandomFill = 0.69;
constexpr double kEmbeddedCache = 2'000'000;
constexpr double kServerCache = 128'000'000;
constexpr int kParallel = 2;              // clients beyond the machine's cores add nothing

/// One B-tree of the table under test.
struct Tree {
    double entryBytes = 0;
    bool random = false;
};

double valueBytes(const Cell& cell, std::string_view column)
{
    const KeyType& type = *findKeyType(cell.key);
    if (column == "id")
        return storedBytes(type, cell.storage);
    if (column == "payload" || column == "data")
        return static_cast<double>(cell.table.payloadBytes);
    if (column == "username")
        return 20;
    if (column == "password")
        return 60;
    if (column == "created_at" || column == "user_id" || cell.columns == ColumnFill::Independent)
        return 8;
    if (cell.columns == ColumnFill::Int)
        return 4;
    if (cell.columns == ColumnFill::Text)
        return 36;
    return type.shape() == KeyShape::Bytes16 ? storedBytes(type, cell.storage) : 8;
}

/// Keys that do not ascend. UUID v1 ascends within its seven minutes, which is all that a trial without a span covers.
bool isRandomKey(const Cell& cell)
{
    return findKeyType(cell.key)->card(cell.keyOptions).randomBits > 100 || (cell.key == "uuidv1" && cell.keyOptions.spanS.value_or(0) > 430);
}

bool isRandomColumn(const Cell& cell, std::string_view column)
{
    if (column == "created_at")
        return false;
    const bool ownKeys = cell.columns == ColumnFill::AsKey && findKeyType(cell.key)->shape() == KeyShape::Bytes16;
    return column == "id" || (ownKeys && column != "user_id") ? isRandomKey(cell) : true;
}

/// The table's own tree, or heap, first.
std::vector<Tree> treesOf(const Cell& cell)
{
    const double key = valueBytes(cell, "id");
    double row = kPageEntryOverhead;
    for (const std::string& column : columnsOf(cell.table))
        row += valueBytes(cell, column);
    const bool sorted = cell.insert.sorted == Sorting::Trial;
    const bool random = isRandomKey(cell) && !sorted;
    const bool clustered = cell.layout.type == "clustered";
    const bool rowidAlias = cell.layout.type == "rowid" && cell.storage == Storage::Native;
    std::vector<Tree> trees{{row, clustered && random}};
    const bool ownIndex = !clustered && !rowidAlias && cell.indexMethod != IndexMethod::None;
    if (ownIndex)
        trees.push_back({key + 8 + kPageEntryOverhead, random});
    for (const std::vector<std::string>& index : cell.indexes.columns) {
        Tree tree{(clustered ? key : 8) + kPageEntryOverhead, isRandomColumn(cell, index.front())};
        for (const std::string& column : index)
            tree.entryBytes += valueBytes(cell, column);
        trees.push_back(tree);
    }
    return trees;
}

double bytesPerRow(const std::vector<Tree>& trees)
{
    double bytes = 0;
    for (const Tree& tree : trees)
        bytes += tree.entryBytes / (tree.random ? kRandomFill : kOrderedFill);
    return bytes;
}

double number(const std::map<std::string, std::string>& settings, const std::string& name, double fallback)
{
    const auto found = settings.find(name);
    char* end = nullptr;
    const double value = found == settings.end() ? 0 : std::strtod(found->second.c_str(), &end);
    return found == settings.end() || end == found->second.c_str() || !std::isfinite(value) ? fallback : value;
}

std::map<std::string, std::string> settingsOf(const Cell& cell)
{
    std::map<std::string, std::string> settings = urlOptions(cell.target);
    if (cell.settings) {
        for (const auto& [setting, value] : cell.settings->set)
            settings[setting] = value;
    }
    return settings;
}

/// `cache_size` as SQLite counts it: pages, or KiB where negative.
double cacheBytes(const Cell& cell)
{
    if (leadsToServer(cell.target))
        return kServerCache;
    const std::map<std::string, std::string> settings = settingsOf(cell);
    const double size = number(settings, "cache_size", -2'000);
    if (size == 0)
        return kEmbeddedCache;
    return size < 0 ? -size * 1'024 : size * number(settings, "page_size", 4'096);
}

/// The share of random entries whose page is not in the cache, while what they fall on grows from `begin` to `end` bytes.
double missedShare(double begin, double end, double cache)
{
    const double from = std::max(begin, cache);
    if (end <= from)
        return 0;
    return (end - from - cache * std::log(end / from)) / (end - begin);
}

/// Microseconds of one row while the table grows from `before` rows by `rows`: random entries miss the cache the more
/// often the more of the trees lies outside it, and a commit writes each page that it touched once.
double rowCost(const Cell& cell, const std::vector<Tree>& trees, double before, double rows)
{
    const std::vector<std::string> columns = columnsOf(cell.table);
    const double batch = std::min(static_cast<double>(cell.insert.batch), rows);
    double randomBytes = 0;
    double written = 0; // pages a commit
    double us = cost::kRow + cost::kColumn * static_cast<double>(columns.size());
    for (const std::string& column : columns)
        us += cost::kByte * valueBytes(cell, column);
    for (std::size_t i = 0; i < trees.size(); ++i) {
        const double bytes = trees[i].entryBytes / (trees[i].random ? kRandomFill : kOrderedFill);
        const double pages = bytes * (before + rows / 2) / kPageBytes;
        if (trees[i].random && pages > 1)
            written += pages * (1 - std::exp(-batch / pages)); // pages hit by at least one of the batch's rows
        else
            written += 1 + bytes * batch / kPageBytes;
        if (i > 0 || trees[i].random)
            us += trees[i].random ? cost::kRandomEntry : cost::kOrderedEntry;
        randomBytes += trees[i].random ? bytes : 0;
    }
    const auto randomTrees = static_cast<double>(std::count_if(trees.begin(), trees.end(), [](const Tree& tree) { return tree.random; }));
    // A sorted batch meets the page of its last key again while it is in the cache.
    const double together = cell.insert.sorted == Sorting::Batch ? 0.4 : 1;
    const double missed =
        missedShare(randomBytes * before, randomBytes * (before + rows), cacheBytes(cell)) * randomTrees * together;
    const double far = std::clamp(std::log10(randomBytes * (before + rows / 2) / kProcessorCache), 0.0, 1.0);
    us += missed * (cost::kMissedPage + cost::kMissedFar * (missed > 0 ? far : 0));
    us += cost::kWrittenPage * std::min(written, cacheBytes(cell) / kPageBytes) / batch; // the rest was written before
    return leadsToServer(cell.target) ? us + cost::kServerRow : us;
}

double commitCost(const Cell& cell)
{
    const std::map<std::string, std::string> settings = settingsOf(cell);
    const auto synchronous = settings.find("synchronous");
    const auto journal = settings.find("journal_mode");
    const bool relaxed = synchronous != settings.end() && (synchronous->second == "off" || synchronous->second == "OFF"
                                                           || synchronous->second == "0");
    const bool normal = synchronous != settings.end() && (synchronous->second == "normal" || synchronous->second == "NORMAL"
                                                          || synchronous->second == "1");
    const bool wal = journal != settings.end() && (journal->second == "wal" || journal->second == "WAL");
    return relaxed || (normal && wal) ? cost::kCommit : cost::kFlush;
}

double insertSeconds(const Cell& cell, const std::vector<Tree>& trees, double before, double rows)
{
    if (rows <= 0)
        return 0;
    const double batch = static_cast<double>(cell.insert.batch);
    double us = rows * rowCost(cell, trees, before, rows) + std::ceil(rows / batch) * commitCost(cell);
    if (!leadsToServer(cell.target))
        return us / 1e6; // one writer at a time
    const bool rowByRow = cell.insert.method == InsertMethod::Single || cell.insert.method == InsertMethod::Prepared;
    us += (rowByRow ? rows : std::ceil(rows / batch)) * cost::kRoundTrip;
    return us / 1e6 / std::min(cell.clients, kParallel);
}

double readSeconds(const Cell& cell)
{
    const Workload& workload = cell.workload;
    const double rows = static_cast<double>(cell.rows);
    const double executions = workload.executions + workload.discard;
    double us = 0;
    for (const std::string_view read : kReads) {
        if (!workload.queries.empty() && std::find(workload.queries.begin(), workload.queries.end(), read) == workload.queries.end())
            continue;
        const bool point = read == "pk_lookup" || (read == "point_lookup" && !cell.indexes.columns.empty());
        const double share = read == "range_scan" ? workload.rangeFraction : 1;
        us += executions * (point ? cost::kPointRead : cost::kScannedRow * rows * share);
    }
    return us / 1e6;
}

/// One cell's part of the bill.
struct CellCost {
    double onceRows = 0;     ///< before the first trial: prefill
    double onceSeconds = 0;
    double trialRows = 0;
    double trialSeconds = 0;
    double largestRows = 0;  ///< that stand in its table at one time
    bool persists = false;   ///< the table goes on from trial to trial
};

CellCost costOf(const Cell& cell, const std::vector<Tree>& trees)
{
    const Workload& workload = cell.workload;
    const double rows = static_cast<double>(cell.rows);
    const double prefill = static_cast<double>(cell.prefill);
    const double repeats = cell.protocol.repeats;
    CellCost bill;
    const auto prefilled = [&](double count) {
        bill.onceRows = count;
        bill.onceSeconds = insertSeconds(cell, trees, 0, count);
        bill.persists = count > 0;
    };
    switch (workload.kind) {
    case WorkloadKind::Load:
    case WorkloadKind::Growth:
        bill.trialRows = rows;
        bill.trialSeconds = insertSeconds(cell, trees, 0, rows);
        bill.largestRows = rows;
        break;
    case WorkloadKind::Append:
    case WorkloadKind::Replay:
        prefilled(prefill);
        bill.persists = true;
        bill.trialRows = rows;
        bill.trialSeconds = insertSeconds(cell, trees, prefill + rows * repeats / 2, rows);
        bill.largestRows = prefill + rows * repeats;
        break;
    case WorkloadKind::Sustained: {
        prefilled(prefill);
        const double perSecond = 1000 / std::max(1e-9, insertSeconds(cell, trees, prefill, 1000));
        bill.trialRows = workload.seconds * std::min(perSecond, workload.ratePerS.value_or(perSecond));
        bill.trialSeconds = workload.seconds;
        bill.largestRows = prefill + bill.trialRows * (bill.persists ? repeats : 1);
        break;
    }
    case WorkloadKind::Select:
        prefilled(rows);
        bill.trialSeconds = readSeconds(cell);
        bill.largestRows = rows;
        break;
    case WorkloadKind::Churn:
        bill.trialRows = rows * (1 + workload.fraction);
        bill.trialSeconds = insertSeconds(cell, trees, 0, bill.trialRows) + rows * (1 + workload.vacuums) * cost::kScannedRow / 1e6;
        bill.largestRows = bill.trialRows;
        break;
    case WorkloadKind::Lookup:
        prefilled(rows);
        bill.trialSeconds = workload.seconds;
        bill.largestRows = rows;
        break;
    }
    if (cell.protocol.maxSeconds)
        bill.trialSeconds = std::min(bill.trialSeconds, *cell.protocol.maxSeconds);
    bill.trialSeconds += cost::kTrialSeconds;
    return bill;
}

std::int64_t rounded(double value)
{
    return value < 9e18 ? static_cast<std::int64_t>(std::llround(value)) : INT64_MAX;
}

} // namespace

Estimate estimate(const std::vector<Cell>& cells)
{
    Estimate total;
    double rows = 0;
    std::map<int, double> persisting; // by part: its tables stand side by side
    std::map<int, double> largest;    // the one table beside them, with its log
    for (const Cell& cell : cells) {
        if (cell.unavailable)
            continue;
        const std::vector<Tree> trees = treesOf(cell);
        const CellCost bill = costOf(cell, trees);
        const int repeats = cell.protocol.repeats;
        const double warmup = static_cast<double>(cell.protocol.warmupRows);
        ++total.cells;
        total.trials += repeats;
        rows += bill.onceRows + bill.trialRows * repeats + warmup;
        total.seconds += bill.onceSeconds + bill.trialSeconds * repeats + insertSeconds(cell, trees, 0, warmup);
        const double bytes = std::max(bill.largestRows, warmup) * bytesPerRow(trees);
        if (bill.persists)
            persisting[cell.partIndex] += bytes;
        largest[cell.partIndex] = std::max(largest[cell.partIndex], bill.persists ? bytes : 2 * bytes);
    }
    total.rows = rounded(rows);
    for (const auto& [part, bytes] : largest)
        total.diskBytes = std::max(total.diskBytes, rounded(bytes + persisting[part]));
    return total;
}

} // namespace keyrace
