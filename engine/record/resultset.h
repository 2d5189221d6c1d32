// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "engine/stats/counters.h"
#include "engine/stats/latencycounts.h"
#include "engine/stats/summary.h"
#include "engine/targets/connector.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace keyrace {

enum class RunState { Running, Done, Failed, Cancelled, Interrupted };
enum class CellState { Pending, Running, Done, Failed, Skipped, NotAvailable };
enum class TrialState { Pending, Running, Done, Failed, Stopped, TimedOut, Skipped };

[[nodiscard]] std::string_view name(RunState state); ///< "running", "done", … as in files
[[nodiscard]] std::string_view name(CellState state);
[[nodiscard]] std::string_view name(TrialState state);

/// One interval inside a trial; `t` (seconds since the clock started, pauses left out) and `rows` stand at its end.
/// In growth exactly one step.
struct Sample {
    double t = 0;
    std::int64_t rows = 0; ///< in the table since the clock started
    double rowsPerS = 0;   ///< of the interval
};

/// What the executions of one read gave in one trial.
struct QueryTrial {
    std::string query;             ///< "pk_lookup"
    std::vector<double> milliseconds; ///< successful executions, discarded ones left out
    std::int64_t failed = 0;
    std::int64_t rowsReturned = 0; ///< of one execution: the median over executions
    std::vector<PlanNode> plan;
    std::string error;             ///< the first failure's words
};

/// What one node of a cluster did in a trial.
struct NodeShare {
    std::string host;         ///< as NodeInfo::host
    std::int64_t clients = 0;
    std::int64_t rows = 0;    ///< committed by them
    std::optional<std::int64_t> retries; ///< Retries::count of them
};

/// One repeat of one cell.
struct Trial {
    int cell = 0;  ///< Cell::index
    int n = 0;     ///< repeat, from 0
    int round = 0;
    int place = 0; ///< position in the drawn order of its round
    TrialState state = TrialState::Pending;
    std::int64_t startRows = 0; ///< in the table when the clock started
    std::int64_t rows = 0;      ///< inserted within the clock, as counted in the database afterwards
    double seconds = 0;         ///< from the release to the last commit, pauses left out
    double connectSeconds = 0;
    double keySeconds = 0;      ///< making keys and rows, outside the clock
    double pausedSeconds = 0;
    std::int64_t startedMs = 0; ///< Unix time in milliseconds
    std::optional<double> rowsPerS; ///< absent for reads and for trials without a rate
    LatencyCounts latency;      ///< of transactions, in nanoseconds
    InsertReport sent;
    std::vector<NodeShare> nodes; ///< over which its clients were spread; empty for one server
    Counters counters;          ///< flows as differences over the clock, structure as it stood at the end
    std::vector<Sample> samples;
    std::vector<QueryTrial> queries;
    Message reason;             ///< why it failed, was stopped or timed out
};

struct HostInfo {
    int cores = 0;
    std::int64_t memoryBytes = 0;
    std::string filesystem; ///< of the run file's folder
    std::string governor;   ///< of the frequency; empty where there is none
    std::string system;     ///< "Debian GNU/Linux 12", kernel
    std::string processor;
};

struct EnvironmentTarget {
    std::string target;
    TargetInfo info;
};

struct Environment {
    std::string keyrace; ///< version
    HostInfo host;
    std::vector<EnvironmentTarget> targets;
};

/// What happened besides: pauses, warnings, skipped cells, failures. Shown in order.
struct LogEntry {
    std::int64_t timeMs = 0; ///< Unix time in milliseconds
    std::string kind;        ///< "warning", "failure", "pause", "resume", "skip", "stop"
    std::optional<int> cell;
    Message text;
};

// ---- what a run announces, in order; the only thing that leaves the run's thread ---------------------------------

struct RunStarted {
    std::string name;
    std::int64_t timeMs = 0;
    Plan plan;
    std::vector<Cell> cells;
    Environment environment;
};
struct TrialStarted {
    int cell = 0;
    int n = 0;
    int round = 0;
    int place = 0;
    std::int64_t timeMs = 0;
    bool warmup = false; ///< a cell's warm-up rows: no trial is counted
};
/// The trial that it starts, before anything of it was measured.
[[nodiscard]] Trial startedTrial(const TrialStarted& event);
/// A few times a second while a trial's clock runs: new samples since the last one.
struct SamplesTaken {
    int cell = 0;
    int n = 0;
    std::vector<Sample> samples;
    double fraction = 0; ///< of the trial's work, 0–1
};
/// Replaces all samples that were announced for it.
struct TrialFinished {
    std::shared_ptr<const Trial> trial;
};
struct CellChanged {
    int cell = 0;
    CellState state = CellState::Pending;
    Message reason;
};
struct Logged {
    LogEntry entry;
};
struct RunPaused {
    bool paused = false;
};
struct RunFinished {
    RunState state = RunState::Done;
    std::int64_t timeMs = 0;
    Message reason;
};

using RunEvent = std::variant<RunStarted, TrialStarted, SamplesTaken, TrialFinished, CellChanged, Logged, RunPaused, RunFinished>;
using RunListener = std::function<void(const RunEvent&)>;

// ---- what every view draws ------------------------------------------------------------------------------------------

/// One node of a cluster over a cell's finished trials.
struct NodeResult {
    std::string host;
    std::int64_t clients = 0; ///< in the last of them
    Summary rowsPerS;
    std::optional<std::int64_t> retries; ///< of all of them together
};

/// All executions of one read over a cell's finished trials.
struct QueryResult {
    Summary milliseconds;
    std::optional<double> perS;
    std::int64_t n = 0; ///< successful executions
    std::int64_t failed = 0;
    std::int64_t rowsReturned = 0;
    std::vector<PlanNode> plan;
};

struct CellResult {
    Cell cell;
    CellState state = CellState::Pending;
    Message reason;
    std::vector<std::shared_ptr<const Trial>> trials; ///< ended ones, in the order of n
    std::optional<Trial> running;                     ///< the one that runs now, with the samples so far
    double runningFraction = 0;

    /// Of trials(): those that are done, and whose figures stand together, since they ran over nodeCount() nodes.
    [[nodiscard]] std::vector<const Trial*> finished() const;
    [[nodiscard]] int finishedTrials() const { return static_cast<int>(finished().size()); }
    /// Over how many nodes most of the finished trials ran, of equally many the greater; 0 where the target is one server. Trials over
    /// another number are in no mean: they measured another cluster.
    [[nodiscard]] std::size_t nodeCount() const;
    /// Trials that are done, but over another number of nodes.
    [[nodiscard]] int trialsApart() const;
    /// (round, rows per second) of the finished trials.
    [[nodiscard]] std::vector<RoundValue> rates() const;
    [[nodiscard]] Summary rowsPerS() const;
    [[nodiscard]] std::map<std::string, QueryResult> queries() const;
    /// What each node of a cluster did, in the order of the target's URL; empty where the target is one server.
    [[nodiscard]] std::vector<NodeResult> nodes() const;
    /// Medians over finished trials; absent ones with the reason of the last trial.
    [[nodiscard]] Counters counters() const;
    /// (round, value) of one counter over the finished trials.
    [[nodiscard]] std::vector<RoundValue> counterValues(const std::string& name) const;
    /// Merged over finished trials.
    [[nodiscard]] LatencyCounts latency() const;
    [[nodiscard]] std::optional<std::int64_t> effectiveBatch() const;
    /// Its variation exceeds kNoisy.
    [[nodiscard]] bool isNoisy() const;
};

/// A run as it stands: live, recorded, replayed or published. Fed by append() alone, in the order of announcement.
/// A value of one thread; shared ones are const.
class ResultSet {
public:
    void append(const RunEvent& event);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] RunState state() const { return m_state; }
    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] std::int64_t startedMs() const { return m_startedMs; }
    [[nodiscard]] std::optional<std::int64_t> finishedMs() const { return m_finishedMs; }
    [[nodiscard]] const Message& reason() const { return m_reason; }
    [[nodiscard]] const Plan& plan() const;
    [[nodiscard]] const Environment& environment() const;
    [[nodiscard]] const std::vector<CellResult>& cells() const { return m_cells; }
    [[nodiscard]] const std::vector<LogEntry>& log() const { return m_log; }
    /// Null where that target is not in the environment.
    [[nodiscard]] const TargetInfo* targetInfo(const std::string& target) const;

    struct Progress {
        std::int64_t finished = 0; ///< trials that have ended
        std::int64_t total = 0;    ///< trials of all available cells, skipped ones left out
        double fraction = 0;       ///< of the estimated time, 0–1
        std::optional<double> secondsLeft; ///< absent until there is something to tell it from
        std::optional<int> cell;   ///< that runs now
        int round = 0;
    };
    [[nodiscard]] Progress progress(std::int64_t nowMs) const;

    /// Where the run file could be read in part only: what was lost. Empty otherwise.
    Message damage;

private:
    void apply(const RunStarted& event);
    void apply(const TrialStarted& event);
    void apply(const SamplesTaken& event);
    void apply(const TrialFinished& event);
    void apply(const CellChanged& event);
    void apply(const Logged& event);
    void apply(const RunPaused& event);
    void apply(const RunFinished& event);
    [[nodiscard]] CellResult* cellAt(int index);
    void noteTurn(const std::shared_ptr<const Trial>& trial);

    std::string m_name;
    RunState m_state = RunState::Running;
    bool m_paused = false;
    std::int64_t m_startedMs = 0;
    std::optional<std::int64_t> m_finishedMs;
    Message m_reason;
    std::shared_ptr<const Plan> m_plan; ///< shared between copies, as the trials are
    std::shared_ptr<const Environment> m_environment;
    std::vector<CellResult> m_cells;
    std::vector<LogEntry> m_log;
    std::shared_ptr<const Trial> m_last; ///< that ended
    double m_trialSeconds = 0; ///< of trials that were followed by another, their own clocks
    double m_turnSeconds = 0;  ///< of the same, from one's start to the next one's
};

} // namespace keyrace
