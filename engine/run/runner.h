// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"
#include "engine/run/connectors.h"
#include "engine/run/schedule.h"
#include "engine/workloads/procedure.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace keyrace {

/// Carries out cells in the order of their schedule and announces what happens. Knows no window and no file. A trial that
/// fails is told with the server's own words, and the run goes on. Used by the run's thread.
class Runner {
public:
    struct Options {
        bool keep = false; ///< leave the tables under test in place
        std::string prefix; ///< of table names, unique to the run: "keyrace_1a2b3c"
    };
    using TurnKey = std::pair<int, int>; ///< cell, n

    Runner(Connectors& connectors, RunControl& control, RunListener listener, Options options);
    ~Runner();

    /// Measures every turn of the cells that is not in `done`. Announces everything between RunStarted and RunFinished.
    void run(const std::vector<Cell>& cells, const std::set<TurnKey>& done);

private:
    struct CellProgress;

    void take(const Turn& turn);
    void enterLevel(const Turn& turn);
    void warmUp(const Turn& turn);
    void execute(const Turn& turn, Trial& trial);
    void conclude(TestTable& table, Trial& trial);
    std::int64_t countRows(TestTable& table);
    void lookAtStructure(TestTable& table, Trial& trial);
    void settle(const Turn& turn, const Trial& trial);
    std::shared_ptr<TestTable> tableFor(const Turn& turn, const TableSpec& spec, Trial& trial);
    void checkSpace(const Cell& cell);
    void waitBetweenTrials();
    Sampler::Announce announcer(const Turn& turn);
    void announcePause();
    void log(const std::string& kind, std::optional<int> cell, Message text);

    Connectors& m_connectors;
    RunControl& m_control;
    RunListener m_listener;
    Options m_options;
    std::vector<Cell> m_cells;
    std::map<int, CellProgress> m_progress;
    bool m_announcedPause = false;
    int m_tables = 0; ///< made so far, for their names
};

} // namespace keyrace
