// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run.h"

#include "engine/error.h"
#include "engine/record/runfile.h"
#include "engine/run/host.h"
#include "engine/run/runner.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <random>
#include <thread>

namespace keyrace {

namespace {

std::string uniquePrefix()
{
    std::random_device device;
    char text[32];
    std::snprintf(text, sizeof text, "keyrace_%08x", device());
    return text;
}

std::filesystem::path folderOf(const std::filesystem::path& file)
{
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

ConnectorContext contextOf(const RunOptions& options, std::stop_token stop)
{
    ConnectorContext context{folderOf(options.file)};
    context.password = options.password;
    context.askPassword = options.askPassword;
    context.consent = options.consent;
    context.stop = std::move(stop);
    return context;
}

} // namespace

class Run::Private {
public:
    Private(Plan plan, RunOptions options, RunListener listener);

    RunControl control;
    std::thread thread;

private:
    void live();
    void takeOver(const CellResult& before);
    void announce(const RunEvent& event);
    void describeTargets();
    void describeLevel(TargetInfo& info, const Cell& cell);
    void settleLoans(const std::string& target);
    void giveBack();
    void tidyUp();
    void judgeEnd(RunFinished& end) const;
    void replay();

    Plan m_plan;
    const RunOptions m_options;
    const RunListener m_listener;
    Connectors m_connectors;
    std::vector<Cell> m_cells;
    std::shared_ptr<const ResultSet> m_before; ///< of a run that is resumed
    std::set<Runner::TurnKey> m_done;
    Environment m_environment;
    std::unique_ptr<RunFileWriter> m_writer;
    std::map<int, Message> m_failed; ///< cells that failed, and why
    Message m_writeFailure; ///< why the run file cannot be written any more
    std::vector<Message> m_unreachable; ///< one a target
    std::vector<Message> m_settled; ///< what was given back for runs that are gone, and what could not be
};

Run::Private::Private(Plan plan, RunOptions options, RunListener listener)
    : m_plan(std::move(plan))
    , m_options(std::move(options))
    , m_listener(std::move(listener))
    , m_connectors(contextOf(m_options, control.trialToken()))
{
    if (m_options.resume) {
        m_before = readRunFile(m_options.file);
        m_plan = m_before->plan();
        for (const CellResult& cell : m_before->cells())
            takeOver(cell);
        m_writer = RunFileWriter::resume(m_options.file);
    } else {
        m_cells = cellsOf(m_plan, m_connectors);
        m_writer = RunFileWriter::create(m_options.file);
    }
    thread = std::thread([this] { live(); });
}

// Of a run that is resumed: what can be measured is asked anew, since a target may have come back. A cell that somebody
// skipped stays so.
void Run::Private::takeOver(const CellResult& before)
{
    Cell cell = before.cell;
    cell.unavailable = before.state == CellState::Skipped ? before.reason : m_connectors.rules(cell.target).unavailable(cell);
    for (const auto& trial : before.trials) {
        if (trial->state == TrialState::Done)
            m_done.emplace(trial->cell, trial->n);
    }
    m_cells.push_back(std::move(cell));
}

void Run::Private::live()
{
    RunFinished end;
    try {
        describeTargets();
        announce(RunStarted{m_plan.name, m_before ? m_before->startedMs() : nowMs(), m_plan, m_cells, m_environment});
        replay();
        for (const Message& why : m_unreachable)
            announce(Logged{{nowMs(), kUnreachable, std::nullopt, why}});
        for (const Message& settled : m_settled)
            announce(Logged{{nowMs(), "warning", std::nullopt, settled}});
        tidyUp();
        Runner runner(m_connectors, control, [this](const RunEvent& event) { announce(event); }, {m_options.keep, uniquePrefix()});
        runner.run(m_cells, m_done);
        end.state = control.isStopped() ? RunState::Cancelled : RunState::Done;
        judgeEnd(end);
    } catch (const std::exception& error) {
        end.state = RunState::Failed;
        end.reason = Message::verbatim(error.what());
    }
    if (!m_writeFailure.isEmpty()) {
        end.state = RunState::Failed;
        end.reason = m_writeFailure;
    }
    giveBack();
    m_connectors.clear();
    end.timeMs = nowMs();
    announce(end);
    m_writer.reset();
}

// A run that measured nothing of what it could have measured has failed, with the reason of its first cell.
void Run::Private::judgeEnd(RunFinished& end) const
{
    if (!m_unreachable.empty() && m_environment.targets.empty()) {
        end.state = RunState::Failed;
        end.reason = m_unreachable.front();
        return;
    }
    const auto hasFailed = [this](const Cell& cell) { return cell.unavailable || m_failed.contains(cell.index); };
    if (end.state == RunState::Done && !m_failed.empty() && std::all_of(m_cells.begin(), m_cells.end(), hasFailed)) {
        end.state = RunState::Failed;
        end.reason = Message(QT_TRANSLATE_NOOP("Engine", "No cell could be measured"));
        end.reason = Message::joined({end.reason, m_failed.begin()->second}, ": ");
    }
}

// Everything is written before it is shown. A file that can no longer be written ends the run: what it holds stays.
void Run::Private::announce(const RunEvent& event)
{
    if (m_writeFailure.isEmpty()) {
        try {
            m_writer->append(event);
        } catch (const Error& error) {
            m_writeFailure = error.whole();
            control.stop();
        }
    }
    if (const auto* change = std::get_if<CellChanged>(&event); change && change->state == CellState::Failed)
        m_failed[change->cell] = change->reason;
    m_listener(event);
}

// What the process that was killed in this run left on its targets and beside the run file.
void Run::Private::tidyUp()
{
    if (!m_writer->deadWriter() || m_options.keep)
        return;
    const ProcessMark& dead = *m_writer->deadWriter();
    std::vector<Message> dropped;
    for (const auto& [target, info] : m_environment.targets) {
        try {
            Connector& connector = m_connectors.find(target);
            for (const LeftTable& left : connector.leftovers()) {
                const bool isOfRun = left.maker == dead || (left.maker.started == 0 && left.maker.id == dead.id);
                if (left.doubt || !isOfRun)
                    continue;
                connector.dropLeftover(left.name);
                dropped.push_back(Message::verbatim(left.name));
            }
        } catch (const Error& error) { // it stays, where cleanup finds it
            announce(Logged{{nowMs(), "warning", std::nullopt, error.whole()}});
        }
    }
    if (!dropped.empty())
        announce(Logged{{nowMs(), "resume", std::nullopt,
                         Message::joined({Message(QT_TRANSLATE_NOOP("Engine", "Dropped what the killed run had left behind")), Message::joined(dropped, ", ")}, ": ")}});
}

// A target that cannot be reached makes its cells not available; the others are measured.
void Run::Private::describeTargets()
{
    m_environment.keyrace = QCoreApplication::applicationVersion().toStdString();
    m_environment.host = describeHost(folderOf(m_options.file));
    std::map<std::string, std::optional<Message>> seen;
    for (Cell& cell : m_cells) {
        const auto [place, isNew] = seen.try_emplace(cell.target);
        if (isNew) {
            settleLoans(cell.target);
            try {
                m_environment.targets.push_back({cell.target, m_connectors.find(cell.target).describe()});
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::Cancelled)
                    return;
                place->second = error.whole();
                m_unreachable.push_back(error.whole());
            }
        }
        for (EnvironmentTarget& known : m_environment.targets) {
            if (known.target == cell.target)
                describeLevel(known.info, cell);
        }
        // A server that is known now may be too old for a cell, or have too few connections.
        if (!cell.unavailable)
            cell.unavailable = place->second ? place->second : m_connectors.rules(cell.target).unavailable(cell);
    }
}

// Before the settings are read: what a killed run left changed would be taken for the server's own.
void Run::Private::settleLoans(const std::string& target)
{
    try {
        Connector& connector = m_connectors.find(target);
        for (const Loan& loan : connector.leftLoans()) {
            connector.settle(loan);
            m_settled.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Gave back the settings that a run which is gone had borrowed from %1."), {loan.server}));
        }
    } catch (const Error& error) { // they stay in the journal
        m_settled.push_back(error.whole());
    }
}

void Run::Private::giveBack()
{
    for (const auto& [target, info] : m_environment.targets) {
        try {
            m_connectors.find(target).giveBack();
        } catch (const Error& error) {
            announce(Logged{{nowMs(), "warning", std::nullopt,
                             Message::joined({Message(QT_TRANSLATE_NOOP("Engine", "Settings of a server were not given back; keyrace cleanup, or the next run there, does it.")), error.whole()}, " ")}});
        }
    }
}

void Run::Private::describeLevel(TargetInfo& info, const Cell& cell)
{
    if (!cell.settings || cell.unavailable || info.levels.contains(settingsText(cell.settings->set)))
        return;
    try {
        info.levels[settingsText(cell.settings->set)] = m_connectors.find(cell.target).durability(cell.settings->set);
    } catch (const Error&) { // its trials fail with the same words
    }
}

// A resumed run first tells its listener what was measured before; the file has it already.
void Run::Private::replay()
{
    if (!m_before)
        return;
    for (const CellResult& cell : m_before->cells()) {
        for (const auto& trial : cell.trials) {
            if (trial->state == TrialState::Done)
                m_listener(TrialFinished{trial});
        }
    }
    for (const LogEntry& entry : m_before->log())
        m_listener(Logged{entry});
}

Run::Run(Plan plan, RunOptions options, RunListener listener)
    : m_private(std::make_unique<Private>(std::move(plan), std::move(options), std::move(listener)))
{
}

Run::~Run()
{
    stop();
    wait();
}

void Run::stop()
{
    m_private->control.stop();
}

void Run::setPaused(bool paused)
{
    m_private->control.setPaused(paused);
}

void Run::skipCell()
{
    m_private->control.skip();
}

void Run::wait()
{
    if (m_private->thread.joinable())
        m_private->thread.join();
}

} // namespace keyrace
