// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runmodel.h"

#include "engine/error.h"
#include "engine/record/runfile.h"
#include "engine/run/concerns.h"
#include "ui/runfolder.h"

#include <QtCore/QDateTime>
#include <QtCore/QDir>
#include <QtCore/QFile>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <utility>
#include <variant>

namespace keyrace {

namespace {

std::filesystem::path toPath(const QString& file)
{
    return std::filesystem::path(QFile::encodeName(file).toStdString());
}

/// What an analysis depends on: it is made anew when one of these is another.
struct Extent {
    std::size_t trials = 0;
    RunState state = RunState::Running;

    friend bool operator==(const Extent&, const Extent&) = default;
};

Extent extentOf(const ResultSet& results)
{
    Extent extent{0, results.state()};
    for (const CellResult& cell : results.cells())
        extent.trials += cell.trials.size();
    return extent;
}

/// CPU time of the calling thread.
std::chrono::nanoseconds mainThreadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

RunModel::RunModel(PasswordSource passwords, QObject* parent)
    : QObject(parent)
    , m_passwords(std::move(passwords))
{
    m_frames.setInterval(kShortestFrame);
    connect(&m_frames, &QTimer::timeout, this, &RunModel::frame);
}

RunModel::~RunModel() = default;

bool RunModel::isOn() const
{
    switch (m_phase) {
    case Phase::Preparing:
    case Phase::Running:
    case Phase::Paused:
    case Phase::Stopping:
        return true;
    case Phase::Empty:
    case Phase::Opening:
    case Phase::Ended:
        return false;
    }
    return false;
}

ResultSet::Progress RunModel::progress() const
{
    return m_results ? m_results->progress(QDateTime::currentMSecsSinceEpoch()) : ResultSet::Progress{};
}

// ---- start ---------------------------------------------------------------------------------------------------------

void RunModel::start(const Plan& plan, const QString& folder, bool consented)
{
    if (isOn() || m_worker.isBusy())
        return;
    prepare();
    m_worker.start(
        this,
        [plan, folder, consented, passwords = m_passwords, inbox = m_inbox] {
            return attempt([&](Started& result) { startRun(result, plan, folder, consented, passwords, inbox); });
        },
        [this, plan](Started result) { started(plan, std::move(result)); });
}

bool RunModel::canBeResumed() const
{
    return m_phase == Phase::Ended && m_recorded && m_results
        && (m_results->state() == RunState::Interrupted || m_results->state() == RunState::Cancelled);
}

void RunModel::resume()
{
    if (!canBeResumed() || m_worker.isBusy())
        return;
    const QString file = m_file;
    const Plan plan = m_results->plan();
    prepare();
    m_worker.start(
        this,
        [plan, file, passwords = m_passwords, inbox = m_inbox] {
            return attempt([&](Started& result) {
                result.file = file;
                RunOptions options;
                options.file = toPath(file);
                options.resume = true;
                options.password = passwords.known;
                options.askPassword = passwords.ask;
                result.run = std::make_unique<Run>(plan, options, [inbox](const RunEvent& event) { inbox->put(event); });
            });
        },
        [this, plan](Started result) { started(plan, std::move(result)); });
}

void RunModel::prepare()
{
    clear();
    m_inbox = std::make_shared<Inbox>();
    m_live = {};
    m_spent = mainThreadTime();
    setPhase(Phase::Preparing);
}

void RunModel::startRun(Started& result, const Plan& plan, const QString& folder, bool consented, const PasswordSource& passwords,
                        const std::shared_ptr<Inbox>& inbox)
{
    if (!QDir().mkpath(folder)) {
        result.what = tr("The folder %1 for run files cannot be made. Choose another one, or check its rights.")
                          .arg(QDir::toNativeSeparators(folder));
        return;
    }
    if (!consented) {
        ConnectorContext context{toPath(folder), passwords.known};
        context.askPassword = passwords.ask;
        const Concerns concerns = concernsOf(plan, std::move(context));
        for (const Message& concern : concerns.serious)
            result.concerns << concern.translated();
        if (!result.concerns.isEmpty()) {
            // A question is asked anyway: what could be measured as well is part of it.
            for (const Message& wish : concerns.wishes)
                result.concerns << wish.translated();
            return;
        }
    }
    result.file = freeRunFile(folder, QString::fromStdString(plan.name), QDateTime::currentDateTime());
    RunOptions options;
    options.file = toPath(result.file);
    options.consent = {consented, consented};
    options.password = passwords.known;
    options.askPassword = passwords.ask;
    result.run = std::make_unique<Run>(plan, options, [inbox](const RunEvent& event) { inbox->put(event); });
}

RunModel::Started RunModel::attempt(const std::function<void(Started&)>& work)
{
    Started result;
    try {
        work(result);
    } catch (const Error& error) {
        result.what = error.message().translated();
        result.detail = QString::fromStdString(error.serverText());
    } catch (const std::exception& error) {
        result.what = tr("The run could not be started.");
        result.detail = QString::fromUtf8(error.what());
    }
    return result;
}

void RunModel::started(const Plan& plan, Started result)
{
    if (!result.run) {
        const bool stopped = std::exchange(m_stopWanted, false);
        setPhase(Phase::Empty);
        if (result.concerns.isEmpty())
            emit failed(result.what, result.detail);
        else if (stopped)
            emit failed(tr("The run was stopped before it began."), {});
        else
            emit asked(plan, result.concerns);
        return;
    }
    m_run = std::move(result.run);
    m_file = result.file;
    m_frames.start();
    if (m_stopWanted)
        m_run->stop();
    emit changed();
}

// ---- while it is on ------------------------------------------------------------------------------------------------

void RunModel::setPaused(bool paused)
{
    if (m_run && (m_phase == Phase::Running || m_phase == Phase::Paused))
        m_run->setPaused(paused);
}

void RunModel::skipCell()
{
    if (m_run && (m_phase == Phase::Running || m_phase == Phase::Paused))
        m_run->skipCell();
}

void RunModel::stop()
{
    if (!isOn() || m_phase == Phase::Stopping)
        return;
    m_stopWanted = true;
    if (m_run)
        m_run->stop();
    setPhase(Phase::Stopping);
}

void RunModel::frame()
{
    const std::vector<RunEvent> events = m_inbox->take();
    bool finished = false;
    for (const RunEvent& event : events) {
        m_live.append(event);
        finished = finished || std::holds_alternative<RunFinished>(event);
    }
    if (!events.empty())
        m_results = std::make_shared<const ResultSet>(m_live);
    if (finished) {
        finish();
        return;
    }
    if (m_phase != Phase::Stopping && m_results)
        m_phase = m_results->isPaused() ? Phase::Paused : Phase::Running;
    analyse();
    emit changed(); // also without events: the time left goes on
    adjustFrames();
}

/// Drawing must not skew what is drawn: what the main thread took since the last frame, painting and all, decides when the
/// next one comes.
void RunModel::adjustFrames()
{
    using namespace std::chrono;
    const nanoseconds now = mainThreadTime();
    const auto needed = duration_cast<milliseconds>((now - std::exchange(m_spent, now)) / kDrawingShare);
    const milliseconds next = std::clamp(needed, kShortestFrame, kLongestFrame);
    if (next != frameInterval())
        m_frames.setInterval(next);
}

/// Closing the run's thread and file may take a moment, and happens in the worker.
void RunModel::finish()
{
    m_frames.stop();
    m_frames.setInterval(kShortestFrame);
    setPhase(Phase::Stopping);
    m_worker.start(
        this,
        [run = std::shared_ptr<Run>(std::move(m_run))]() mutable {
            run->wait();
            run.reset();
            return true;
        },
        [this](bool) { finished(); });
}

void RunModel::finished()
{
    m_stopWanted = false;
    m_phase = Phase::Ended;
    if (m_results->cells().empty()) {
        // It failed before there was anything to measure, such as at a server that does not answer.
        const QString reason = m_results->reason().translated();
        clear();
        emit failed(reason.isEmpty() ? tr("The run ended before it had begun.") : reason, {});
        return;
    }
    analyse();
    emit changed();
}

void RunModel::analyse()
{
    if (!m_results || m_results->cells().empty() || m_analyst.isBusy())
        return;
    if (m_analysed && (m_analysed == m_results || extentOf(*m_analysed) == extentOf(*m_results)))
        return;
    m_analysed = m_results;
    m_analyst.start(
        this, [results = m_results] { return Analysis{findingsOf(*results), judge(*results)}; },
        [this, results = m_results](Analysis analysis) {
            if (m_analysed != results)
                return; // another result is shown by now
            m_analysis = std::move(analysis);
            analyse();
            emit changed();
        });
}

// ---- recorded ------------------------------------------------------------------------------------------------------

void RunModel::open(const QString& file)
{
    if (isOn() || m_worker.isBusy())
        return;
    clear();
    setPhase(Phase::Opening);
    m_worker.start(
        this, [file] { return readFile(file); }, [this, file](Opened result) { opened(file, std::move(result)); });
}

RunModel::Opened RunModel::readFile(const QString& file)
{
    Opened result;
    try {
        result.results = readRunFile(toPath(file));
    } catch (const Error& error) {
        result.what = error.message().translated();
        result.detail = QString::fromStdString(error.serverText());
    } catch (const std::exception& error) {
        result.what = tr("%1 could not be read.").arg(QDir::toNativeSeparators(file));
        result.detail = QString::fromUtf8(error.what());
    }
    return result;
}

void RunModel::opened(const QString& file, Opened result)
{
    if (!result.results) {
        setPhase(Phase::Empty);
        emit failed(result.what, result.detail);
        return;
    }
    m_file = file;
    m_recorded = true;
    m_results = result.results;
    m_phase = Phase::Ended;
    analyse();
    emit changed();
}

void RunModel::clear()
{
    m_file.clear();
    m_recorded = false;
    m_results.reset();
    m_analysed.reset();
    m_analysis = {};
    setPhase(Phase::Empty);
}

void RunModel::setPhase(Phase phase)
{
    if (m_phase == phase)
        return;
    m_phase = phase;
    emit changed();
}

} // namespace keyrace
