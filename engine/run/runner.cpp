// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/runner.h"

#include "engine/error.h"
#include "engine/run/host.h"
#include "engine/workloads/insertrun.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace keyrace {

/// What the runner remembers of a cell between its turns.
struct Runner::CellProgress {
    std::shared_ptr<TestTable> table; ///< of a workload that goes on with one table
    bool warmedUp = false;
    bool isOver = false; ///< skipped, or it can no longer get enough trials
    int failed = 0;
    int turnsLeft = 0;
};

namespace {

TrialState stateOf(EndRequest request)
{
    switch (request) {
    case EndRequest::None:
        return TrialState::Failed;
    case EndRequest::Stop:
        return TrialState::Stopped;
    case EndRequest::Skip:
        return TrialState::Skipped;
    case EndRequest::TimeOut:
        return TrialState::TimedOut;
    }
    return TrialState::Failed;
}

/// Gives a count that is under way, or starts, when somebody asks for the end a moment to finish: it is what makes the rows
/// count. Then it is cancelled.
class CountLimit {
public:
    CountLimit(TestTable& table, const std::stop_token& person)
        : m_thread([this, &table](const std::stop_token& counted) { watch(table, counted); })
        , m_onPerson(person, Note{this})
    {
    }

private:
    void note()
    {
        const std::lock_guard lock(m_mutex);
        m_asked = true;
        m_changed.notify_all();
    }
    void watch(TestTable& table, const std::stop_token& counted)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, counted, [this] { return m_asked; });
        m_changed.wait_for(lock, counted, kMoment, [] { return false; });
        if (!counted.stop_requested())
            table.cancel();
    }

    static constexpr std::chrono::milliseconds kMoment{600};
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_asked = false; ///< guarded by m_mutex
    std::jthread m_thread;
    struct Note {
        CountLimit* limit;
        void operator()() const { limit->note(); }
    };
    std::stop_callback<Note> m_onPerson;
};

} // namespace

Runner::Runner(Connectors& connectors, RunControl& control, RunListener listener, Options options)
    : m_connectors(connectors)
    , m_control(control)
    , m_listener(std::move(listener))
    , m_options(std::move(options))
{
}

Runner::~Runner() = default;

void Runner::run(const std::vector<Cell>& cells, const std::set<TurnKey>& done)
{
    m_cells = cells;
    std::vector<Turn> turns = schedule(cells);
    std::erase_if(turns, [&done](const Turn& turn) { return done.contains({turn.cell, turn.n}); });
    for (const Turn& turn : turns)
        ++m_progress[turn.cell].turnsLeft;
    for (const Turn& turn : turns) {
        waitBetweenTrials();
        if (m_control.isStopped())
            break;
        if (!m_progress[turn.cell].isOver)
            take(turn);
        if (--m_progress[turn.cell].turnsLeft == 0)
            m_progress[turn.cell].table.reset();
    }
    m_progress.clear();
}

void Runner::take(const Turn& turn)
{
    m_control.beginTrial();
    Trial trial;
    trial.cell = turn.cell;
    trial.n = turn.n;
    trial.round = turn.round;
    trial.place = turn.place;
    trial.startedMs = nowMs();
    try {
        checkSpace(m_cells[static_cast<std::size_t>(turn.cell)]);
        enterLevel(turn);
        warmUp(turn);
        trial.startedMs = nowMs();
        m_listener(TrialStarted{turn.cell, turn.n, turn.round, turn.place, trial.startedMs, false});
        execute(turn, trial);
        if (m_control.endRequest() == EndRequest::Skip) // after the clock; a stop keeps what was measured whole
            m_control.throwIfEnded();
        trial.state = TrialState::Done;
    } catch (const Error& error) {
        trial.state = error.kind() == ErrorKind::Cancelled ? stateOf(m_control.endRequest()) : TrialState::Failed;
        trial.reason = error.whole();
    } catch (const std::exception& error) {
        trial.state = TrialState::Failed;
        trial.reason = Message::verbatim(error.what());
    }
    settle(turn, trial);
}

void Runner::enterLevel(const Turn& turn)
{
    const Cell& cell = m_cells[static_cast<std::size_t>(turn.cell)];
    m_connectors.find(cell.target).enterLevel(cell.settings ? cell.settings->set : std::map<std::string, std::string>(), m_control.personToken());
}

void Runner::warmUp(const Turn& turn)
{
    Cell cell = m_cells[static_cast<std::size_t>(turn.cell)];
    CellProgress& progress = m_progress[turn.cell];
    if (progress.warmedUp || cell.protocol.warmupRows == 0 || !findProcedure(cell.workload.kind)->warmsUp())
        return;
    m_listener(TrialStarted{turn.cell, turn.n, turn.round, turn.place, nowMs(), true});
    cell.rows = cell.protocol.warmupRows;
    cell.protocol.maxSeconds.reset();
    Trial discarded;
    discarded.round = -1;
    TableSpec spec = tableSpec(cell, m_options.prefix + "_w" + std::to_string(++m_tables));
    spec.stop = m_control.personToken();
    const auto table = m_connectors.find(cell.target).createTable(spec);
    TrialScope scope{cell, spec, *table, m_control, discarded, [this](std::vector<Sample>, std::optional<double>) { announcePause(); }};
    InsertRun(scope, cell.rows, 0, InsertRun::Samples::None).insert(cell.rows);
    progress.warmedUp = true;
}

std::shared_ptr<TestTable> Runner::tableFor(const Turn& turn, const TableSpec& spec, Trial& trial)
{
    const Cell& cell = m_cells[static_cast<std::size_t>(turn.cell)];
    const Procedure& procedure = *findProcedure(cell.workload.kind);
    CellProgress& progress = m_progress[turn.cell];
    if (progress.table)
        return progress.table;
    std::shared_ptr<TestTable> table = m_connectors.find(cell.target).createTable(spec);
    if (m_options.keep)
        table->keep();
    if (!procedure.goesOn())
        return table;
    Trial filling = trial;
    TrialScope scope{cell, spec, *table, m_control, filling, [this](std::vector<Sample>, std::optional<double>) { announcePause(); }};
    procedure.prepare(scope);
    const std::int64_t count = countRows(*table);
    if (count != cell.rows)
        throw Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "The table holds %1 rows where %2 were inserted."), {count, cell.rows}));
    progress.table = table;
    return table;
}

void Runner::execute(const Turn& turn, Trial& trial)
{
    const Cell& cell = m_cells[static_cast<std::size_t>(turn.cell)];
    TableSpec spec = tableSpec(cell, m_options.prefix + "_t" + std::to_string(++m_tables));
    spec.stop = m_control.personToken();
    const std::shared_ptr<TestTable> table = tableFor(turn, spec, trial);
    TrialScope scope{cell, spec, *table, m_control, trial, announcer(turn)};
    try {
        findProcedure(cell.workload.kind)->execute(scope);
    } catch (const Error& error) {
        // What was committed before is still counted and told; the Error says why it is not more.
        try {
            conclude(*table, trial);
        } catch (const Error& uncounted) {
            trial.rowsPerS.reset();
            throw Error(error.kind(), Message::joined({error.message(), uncounted.message()}, " "), error.serverText());
        }
        throw;
    }
    conclude(*table, trial);
}

std::int64_t Runner::countRows(TestTable& table)
{
    const CountLimit limit(table, m_control.personToken());
    try {
        return table.count();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Cancelled)
            throw;
        throw Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "The run was asked to end before its rows could be counted: they do not count.")));
    }
}

// Reading every page takes long on a large table, so it is left out where somebody waits for the end.
void Runner::lookAtStructure(TestTable& table, Trial& trial)
{
    const std::stop_token person = m_control.personToken();
    const std::stop_callback cancel(person, [&table] { table.cancel(); });
    try {
        if (person.stop_requested())
            throw Error(ErrorKind::Cancelled, Message());
        const Counters structure = table.structure();
        trial.counters.values.insert(structure.values.begin(), structure.values.end());
        trial.counters.absent.insert(structure.absent.begin(), structure.absent.end());
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Cancelled)
            throw;
        for (const char* name : {"pk_bytes", "index_bytes", "table_bytes", "leaf_fill", "leaf_fragmentation", "index_depth"})
            trial.counters.absent.emplace(name, Message(QT_TRANSLATE_NOOP("Engine", "The run was asked to end before the structure was read.")));
    }
}

void Runner::conclude(TestTable& table, Trial& trial)
{
    const std::int64_t count = countRows(table);
    const std::int64_t expected = trial.startRows + trial.rows;
    if (count != expected)
        throw Error(ErrorKind::Target,
                    Message(QT_TRANSLATE_NOOP("Engine", "The table holds %1 rows where %2 were committed: this trial does not count."), {count, expected}));
    if (trial.rows > 0 && trial.seconds > 0)
        trial.rowsPerS = static_cast<double>(trial.rows) / trial.seconds;
    lookAtStructure(table, trial);
}

void Runner::settle(const Turn& turn, const Trial& trial)
{
    const Protocol& protocol = m_cells[static_cast<std::size_t>(turn.cell)].protocol;
    CellProgress& progress = m_progress[turn.cell];
    m_listener(TrialFinished{std::make_shared<const Trial>(trial)});
    if (trial.pausedSeconds > 0)
        log("pause", turn.cell, Message(QT_TRANSLATE_NOOP("Engine", "Paused inside a trial for %1 s; that time is in no rate."), {trial.pausedSeconds}));
    if (trial.state == TrialState::Failed || trial.state == TrialState::TimedOut) {
        log("failure", turn.cell, trial.reason);
        ++progress.failed;
    }
    if (trial.state == TrialState::Skipped) {
        log("skip", turn.cell, trial.reason);
        progress.isOver = true;
        m_listener(CellChanged{turn.cell, CellState::Skipped, trial.reason});
    } else if (progress.failed > protocol.repeats - (2 * protocol.trim + 1)) {
        progress.isOver = true;
        m_listener(CellChanged{turn.cell, CellState::Failed, trial.reason});
    }
    if (progress.isOver || trial.state == TrialState::Failed)
        progress.table.reset();
}

void Runner::checkSpace(const Cell& cell)
{
    Cell one = cell;
    one.protocol.repeats = 1;
    one.protocol.trim = 0;
    const std::int64_t needed = estimate({one}).diskBytes;
    const auto free = m_connectors.find(cell.target).freeBytes();
    if (free && *free < needed)
        throw Error(ErrorKind::Disk,
                    Message(QT_TRANSLATE_NOOP("Engine", "This trial needs about %1 MB on disk, and %2 MB are free."), {needed / 1'000'000, *free / 1'000'000}));
}

void Runner::waitBetweenTrials()
{
    if (!m_control.isPaused())
        return;
    log("pause", std::nullopt, Message(QT_TRANSLATE_NOOP("Engine", "Paused between two trials.")));
    announcePause();
    m_control.waitWhilePaused();
    announcePause();
    log("resume", std::nullopt, Message(QT_TRANSLATE_NOOP("Engine", "Went on after a pause.")));
}

Sampler::Announce Runner::announcer(const Turn& turn)
{
    return [this, turn, fraction = 0.0](std::vector<Sample> samples, std::optional<double> done) mutable {
        announcePause();
        fraction = done.value_or(fraction);
        m_listener(SamplesTaken{turn.cell, turn.n, std::move(samples), fraction});
    };
}

void Runner::announcePause()
{
    const bool paused = m_control.isPaused();
    if (paused == m_announcedPause)
        return;
    m_announcedPause = paused;
    m_listener(RunPaused{paused});
}

void Runner::log(const std::string& kind, std::optional<int> cell, Message text)
{
    m_listener(Logged{{nowMs(), kind, cell, std::move(text)}});
}

} // namespace keyrace
