// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"
#include "engine/record/sqlitefile.h"

#include <map>
#include <utility>
#include <vector>

namespace keyrace {

/// Puts a run's events into its tables with statements prepared once. Begins and commits nothing: that is the writer's.
/// Throws SqliteFault. Used by one thread at a time.
class RunFileStatements {
public:
    explicit RunFileStatements(const SqliteFile& file);

    /// `results` already holds the event: it knows what state a cell is in now.
    void write(const RunEvent& event, const ResultSet& results);
    void log(const LogEntry& entry);
    /// A run goes on: its circumstances now, and those of trials that were measured before.
    void resume(const RunStarted& event, const ResultSet& results);

private:
    void put(const RunStarted& event);
    void put(const TrialStarted& event);
    void put(const SamplesTaken& event);
    void put(const TrialFinished& event);
    void put(const CellChanged&) {}
    void put(const Logged& event) { log(event.entry); }
    void put(const RunPaused&) {}
    void put(const RunFinished& event);

    void putEnvironment(const Environment& environment);
    void putFact(const std::string& target, const char* kind, const std::string& name, const std::string& value);
    void putCell(const Cell& cell);
    void putTrial(const Trial& trial);
    void putSamples(std::int64_t trial, const std::vector<Sample>& samples, std::int64_t first);
    void putCounters(std::int64_t trial, const Counters& counters);
    void putLatency(std::int64_t trial, const LatencyCounts& latency);
    void putQueries(std::int64_t trial, const std::vector<QueryTrial>& queries);
    void putNodes(std::int64_t trial, const std::vector<NodeShare>& nodes);
    void putStates(const ResultSet& results);

    struct Written {
        CellState state = CellState::Pending;
        Message reason;
    };

    struct Running {
        std::int64_t trial = 0; ///< trial.id
        std::int64_t samples = 0;
    };

    const SqliteFile& m_file;
    std::vector<Written> m_cells; ///< as they stand in the file
    std::map<std::pair<int, int>, Running> m_running; ///< by cell and repeat; in a race several take turns
    SqliteStatement m_state;
    SqliteStatement m_removeTrial;
    SqliteStatement m_trial;
    SqliteStatement m_sample;
    SqliteStatement m_counter;
    SqliteStatement m_latency;
    SqliteStatement m_query;
    SqliteStatement m_planNode;
    SqliteStatement m_node;
    SqliteStatement m_event;
};

} // namespace keyrace
