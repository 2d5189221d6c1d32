// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/trialtables.h"

#include "engine/record/numberlist.h"
#include "engine/record/states.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace keyrace {

namespace {

// More than a plan can ask for; sums of such numbers stay far from the limits of 64 bits.
constexpr std::int64_t kMostRows = 1'000'000'000'000'000;
constexpr int kMostRepeats = 1'000'000;
constexpr std::size_t kMostBuckets = 100'000;

struct Loaded {
    std::int64_t id = 0;
    std::shared_ptr<Trial> trial;
};
using LoadedTrials = std::vector<Loaded>; // ascending ids

// Rows of one trial follow each other: the search is needed only where the next trial begins.
class Finder {
public:
    explicit Finder(const LoadedTrials& trials)
        : m_trials(trials)
    {
    }
    Trial* operator()(std::int64_t id)
    {
        if (id != m_id) {
            const auto found = std::lower_bound(m_trials.begin(), m_trials.end(), id, [](const Loaded& trial, std::int64_t wanted) { return trial.id < wanted; });
            m_id = id;
            m_found = found != m_trials.end() && found->id == id ? found->trial.get() : nullptr;
        }
        return m_found;
    }

private:
    const LoadedTrials& m_trials;
    std::int64_t m_id = INT64_MIN;
    Trial* m_found = nullptr;
};

bool isCount(std::int64_t value)
{
    return value >= 0 && value <= kMostRows;
}

bool isDuration(double value)
{
    return std::isfinite(value) && value >= 0;
}

enum TrialColumn {
    kId, kCell, kN, kRound, kPlace, kState, kReason, kStarted, kStartRows, kRows, kSeconds, kRate, kConnect, kKeys, kPaused, kStatements,
    kRoundTrips, kRowsPerStatement
};
constexpr std::string_view kTrialSql =
    "SELECT id, cell_id, n, round, place, state, reason, started_ms, start_rows, rows, seconds, rows_per_s, connect_seconds, key_seconds, "
    "paused_seconds, statements, round_trips, rows_per_statement FROM main.trial ORDER BY id";

// Null where a value is none that a trial can have.
std::shared_ptr<Trial> trialFrom(const SqliteStatement& row, std::size_t cells)
{
    const auto isIndex = [&](TrialColumn column, std::int64_t limit) { return row.integer(column) >= 0 && row.integer(column) < limit; };
    const std::optional<TrialState> state = trialStateFromName(row.text(kState));
    if (!state || !isIndex(kCell, static_cast<std::int64_t>(cells)) || !isIndex(kN, kMostRepeats) || !isIndex(kPlace, kMaxCells * kMostRepeats / 1'000)
        || row.integer(kRound) < -1 || row.integer(kRound) >= kMostRepeats || !isCount(row.integer(kStartRows)) || !isCount(row.integer(kRows)))
        return nullptr;
    for (const TrialColumn column : {kSeconds, kConnect, kKeys, kPaused}) {
        if (!isDuration(row.real(column)))
            return nullptr;
    }
    auto trial = std::make_shared<Trial>();
    trial->cell = static_cast<int>(row.integer(kCell));
    trial->n = static_cast<int>(row.integer(kN));
    trial->round = static_cast<int>(row.integer(kRound));
    trial->place = static_cast<int>(row.integer(kPlace));
    trial->state = *state;
    trial->reason = Message::verbatim(row.string(kReason));
    trial->startedMs = row.integer(kStarted);
    trial->startRows = row.integer(kStartRows);
    trial->rows = row.integer(kRows);
    trial->seconds = row.real(kSeconds);
    trial->connectSeconds = row.real(kConnect);
    trial->keySeconds = row.real(kKeys);
    trial->pausedSeconds = row.real(kPaused);
    if (!row.isNull(kRate) && isDuration(row.real(kRate)))
        trial->rowsPerS = row.real(kRate);
    trial->sent = {row.integer(kStatements), {}, row.integer(kRowsPerStatement)};
    if (!row.isNull(kRoundTrips))
        trial->sent.roundTrips = row.integer(kRoundTrips);
    return trial;
}

void readRows(const SqliteFile& file, std::size_t cells, LoadedTrials& trials, Damage& damage)
{
    SqliteStatement row = file.prepare(kTrialSql);
    while (row.step()) {
        if (auto trial = trialFrom(row, cells))
            trials.push_back({row.integer(kId), std::move(trial)});
        else
            damage.note("trial " + std::to_string(row.integer(kId)), "values out of range");
    }
}

// A million rows: one pass in the order of the primary key, one buffer for all trials.
void readSamples(const SqliteFile& file, const LoadedTrials& trials, Damage& damage)
{
    Finder find(trials);
    SqliteStatement row = file.prepare("SELECT trial_id, t, rows, rows_per_s FROM main.sample ORDER BY trial_id, n");
    std::vector<Sample> buffer;
    Trial* current = nullptr;
    const auto flush = [&] {
        if (current)
            current->samples.assign(buffer.begin(), buffer.end());
        buffer.clear();
    };
    try {
        while (row.step()) {
            Trial* const trial = find(row.integer(0));
            if (trial != current) {
                flush();
                current = trial;
            }
            const Sample sample{row.real(1), row.integer(2), row.real(3)};
            if (trial && isDuration(sample.t) && isCount(sample.rows) && isDuration(sample.rowsPerS))
                buffer.push_back(sample);
            else
                damage.note("sample", "values out of range");
        }
    } catch (const SqliteFault&) {
        flush();
        throw;
    }
    flush();
}

void readCounters(const SqliteFile& file, const LoadedTrials& trials)
{
    Finder find(trials);
    SqliteStatement row = file.prepare("SELECT trial_id, name, value, absent FROM main.counter");
    while (row.step()) {
        Trial* const trial = find(row.integer(0));
        if (!trial)
            continue;
        Counters& counters = trial->counters;
        if (!row.isNull(2) && std::isfinite(row.real(2)))
            counters.values.insert_or_assign(row.string(1), row.real(2));
        else
            counters.absent.insert_or_assign(row.string(1), Message::verbatim(row.string(3)));
    }
}

bool isHistogram(const std::vector<std::int64_t>& numbers)
{
    if (numbers.size() % 2 != 0 || numbers.size() > 2 * kMostBuckets)
        return false;
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        const bool isAscending = i == 0 ? numbers[i] >= 0 : numbers[i] > numbers[i - 2];
        if (!isAscending || numbers[i + 1] <= 0 || numbers[i + 1] > kMostRows / static_cast<std::int64_t>(kMostBuckets))
            return false;
    }
    return true;
}

void readLatencies(const SqliteFile& file, const LoadedTrials& trials, Damage& damage)
{
    Finder find(trials);
    SqliteStatement row = file.prepare("SELECT trial_id, max_ns, histogram FROM main.latency");
    std::vector<std::int64_t> numbers;
    while (row.step()) {
        Trial* const trial = find(row.integer(0));
        if (!trial)
            continue;
        if (!parseNumberList(row.text(2), numbers) || !isHistogram(numbers)) {
            damage.note("latency of trial " + std::to_string(row.integer(0)), "no histogram");
            continue;
        }
        std::vector<LatencyCounts::Bucket> buckets;
        buckets.reserve(numbers.size() / 2);
        for (std::size_t i = 0; i < numbers.size(); i += 2)
            buckets.emplace_back(numbers[i], numbers[i + 1]);
        trial->latency = LatencyCounts::restore(std::move(buckets), row.integer(1));
    }
}

void readQueries(const SqliteFile& file, const LoadedTrials& trials, Damage& damage)
{
    Finder find(trials);
    SqliteStatement row = file.prepare("SELECT trial_id, name, failed, rows_returned, error, milliseconds FROM main.query ORDER BY trial_id, place");
    while (row.step()) {
        Trial* const trial = find(row.integer(0));
        if (!trial)
            continue;
        QueryTrial read;
        read.query = row.string(1);
        read.failed = row.integer(2);
        read.rowsReturned = row.integer(3);
        read.error = row.string(4);
        const bool isWhole = parseNumberList(row.text(5), read.milliseconds) && std::all_of(read.milliseconds.begin(), read.milliseconds.end(), isDuration);
        if (isWhole && isCount(read.failed) && isCount(read.rowsReturned))
            trial->queries.push_back(std::move(read));
        else
            damage.note("query of trial " + std::to_string(row.integer(0)), "values out of range");
    }
}

void readPlanNodes(const SqliteFile& file, const LoadedTrials& trials)
{
    constexpr std::int64_t kDeepest = 1'000;
    Finder find(trials);
    SqliteStatement row = file.prepare("SELECT trial_id, query, depth, text FROM main.plan_node ORDER BY trial_id, query, place");
    while (row.step()) {
        Trial* const trial = find(row.integer(0));
        const std::int64_t query = row.integer(1);
        if (trial && query >= 0 && query < static_cast<std::int64_t>(trial->queries.size())) {
            const auto depth = static_cast<int>(std::clamp<std::int64_t>(row.integer(2), 0, kDeepest));
            trial->queries[static_cast<std::size_t>(query)].plan.push_back({depth, row.string(3)});
        }
    }
}

// A file of an earlier version has no such table.
void readNodes(const SqliteFile& file, const LoadedTrials& trials, Damage& damage)
{
    if (!file.prepare("SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = 'node'").step())
        return;
    Finder find(trials);
    SqliteStatement row = file.prepare("SELECT trial_id, host, clients, rows, retries FROM main.node ORDER BY trial_id, place");
    while (row.step()) {
        Trial* const trial = find(row.integer(0));
        if (!trial)
            continue;
        NodeShare node{row.string(1), row.integer(2), row.integer(3), std::nullopt};
        if (!row.isNull(4))
            node.retries = row.integer(4);
        if (isCount(node.clients) && isCount(node.rows) && isCount(node.retries.value_or(0)))
            trial->nodes.push_back(std::move(node));
        else
            damage.note("node of trial " + std::to_string(row.integer(0)), "values out of range");
    }
}

bool isUnfinished(const Trial& trial)
{
    return trial.state == TrialState::Running || trial.state == TrialState::Pending;
}

} // namespace

void readTrials(const SqliteFile& file, ResultSet& results, bool withRunning, Damage& damage)
{
    LoadedTrials trials;
    damage.guard("trial", [&] { readRows(file, results.cells().size(), trials, damage); });
    // A damaged tree may hand out its rows in another order than it promised.
    std::sort(trials.begin(), trials.end(), [](const Loaded& a, const Loaded& b) { return a.id < b.id; });
    damage.guard("sample", [&] { readSamples(file, trials, damage); });
    damage.guard("counter", [&] { readCounters(file, trials); });
    damage.guard("latency", [&] { readLatencies(file, trials, damage); });
    damage.guard("query", [&] { readQueries(file, trials, damage); });
    damage.guard("plan_node", [&] { readPlanNodes(file, trials); });
    damage.guard("node", [&] { readNodes(file, trials, damage); });
    for (const Loaded& loaded : trials) {
        const Trial& trial = *loaded.trial;
        if (!isUnfinished(trial)) {
            results.append(TrialFinished{loaded.trial});
        } else if (withRunning) {
            results.append(TrialStarted{trial.cell, trial.n, trial.round, trial.place, trial.startedMs, false});
            results.append(SamplesTaken{trial.cell, trial.n, trial.samples, 0});
        }
    }
}

} // namespace keyrace
