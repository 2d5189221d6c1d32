// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/clientteam.h"

#include "engine/error.h"

#include <algorithm>

namespace keyrace {

struct ClientTeam::Client {
    std::size_t number = 0;
    CommitLog log;
    std::unique_ptr<Session> session;
    std::unique_ptr<Inserter> inserter;
    std::exception_ptr error;
    std::thread thread;
};

ClientTeam::ClientTeam(TestTable& table, const Cell& cell, RunControl& control)
    : m_table(table)
    , m_cell(cell)
    , m_control(control)
    , m_start(cell.clients + 1, Release{this})
    , m_end(cell.clients + 1)
{
    const Clock::time_point begun = Clock::now();
    for (int i = 0; i < cell.clients; ++i) {
        m_clients.push_back(std::make_unique<Client>());
        Client& client = *m_clients.back();
        client.number = static_cast<std::size_t>(i);
    }
    for (auto& client : m_clients)
        client->thread = std::thread([this, &client = *client] { live(client); });
    m_end.arrive_and_wait();
    m_connectSeconds = std::chrono::duration<double>(Clock::now() - begun).count();
    try {
        throwFirstError();
    } catch (...) {
        m_finished = true;
        m_start.arrive_and_wait();
        for (auto& client : m_clients)
            client->thread.join();
        throw;
    }
}

ClientTeam::~ClientTeam()
{
    if (!m_clients.front()->thread.joinable())
        return;
    m_finished = true;
    m_start.arrive_and_wait();
    for (auto& client : m_clients)
        client->thread.join();
}

void ClientTeam::Release::operator()() const noexcept
{
    const Clock::time_point now = Clock::now();
    team->m_lastParked = now;
    team->m_clock.beginLeg(now.time_since_epoch().count());
}

void ClientTeam::live(Client& client)
{
    connect(client);
    m_end.arrive_and_wait();
    for (;;) {
        m_start.arrive_and_wait();
        if (m_finished)
            break;
        sendBatches(client);
        m_end.arrive_and_wait();
    }
    client.inserter.reset();
    client.session.reset();
}

void ClientTeam::connect(Client& client)
{
    try {
        client.session = m_table.connect();
        client.inserter = client.session->inserter(m_cell.insert);
    } catch (...) {
        client.error = std::current_exception();
    }
}

void ClientTeam::insert(const RowSet& rows, Sampler& sampler, bool announcesRows)
{
    // Registered before the clock, so that a stop at any moment finds the sessions. A stop that came before cancels at once.
    const std::stop_callback cancel(m_control.trialToken(), [this] {
        m_cancelled = true;
        for (const auto& client : m_clients)
            client->session->cancel();
    });
    m_control.throwIfEnded();

    m_rows = &rows;
    m_nextBatch = 0;
    m_working = m_cell.clients;
    sampler.beginLeg(logs(), m_clock, announcesRows);
    m_start.arrive_and_wait();
    m_end.arrive_and_wait();
    // Until the last commit, not until this thread woke up.
    std::int64_t lastCommit = 0;
    for (const auto& client : m_clients)
        lastCommit = std::max(lastCommit, client->log.progress().lastCommit);
    sampler.endLeg();
    m_clock.endLeg(lastCommit);
    m_rows = nullptr;
    throwFirstError();
    m_control.throwIfEnded();
}

void ClientTeam::sendBatches(Client& client)
{
    const std::size_t size = m_rows->size();
    const auto batch = static_cast<std::size_t>(m_cell.insert.batch);
    const std::size_t clients = m_clients.size();
    // Split: the c-th consecutive part is client c's. Shared: whoever is free takes the next batch.
    const bool isSplit = m_cell.arrival == Arrival::Split;
    std::size_t next = isSplit ? size * client.number / clients : 0;
    const std::size_t end = isSplit ? size * (client.number + 1) / clients : size;
    try {
        client.log.start();
        while (!m_failed.load(std::memory_order_relaxed) && !m_cancelled.load(std::memory_order_relaxed)) {
            const std::size_t first = isSplit ? next : m_nextBatch.fetch_add(1, std::memory_order_relaxed) * batch;
            if (first >= end)
                break;
            if (m_control.isPaused())
                park(client);
            const std::size_t count = std::min(batch, end - first);
            client.inserter->send(*m_rows, first, count, client.log);
            next = first + count;
        }
    } catch (...) {
        client.error = std::current_exception();
        m_failed = true;
    }
    leavePauseCount();
}

void ClientTeam::park(Client& client)
{
    {
        const std::lock_guard lock(m_pauseMutex);
        --m_working;
        m_lastParked = std::max(m_lastParked, client.log.lastMark());
    }
    m_control.waitWhilePaused();
    {
        const std::lock_guard lock(m_pauseMutex);
        // Nobody worked since the last one parked: that time is in no rate.
        if (m_working == 0)
            m_clock.leaveOut(m_lastParked.time_since_epoch().count(), Clock::now().time_since_epoch().count());
        ++m_working;
    }
    client.log.start();
}

void ClientTeam::leavePauseCount()
{
    const std::lock_guard lock(m_pauseMutex);
    --m_working;
    m_lastParked = Clock::now();
}

void ClientTeam::throwFirstError()
{
    std::exception_ptr cancelled;
    for (const auto& client : m_clients) {
        if (!client->error)
            continue;
        try {
            std::rethrow_exception(client->error);
        } catch (const Error& error) {
            // A real fault of one client is why the others were cancelled.
            if (error.kind() != ErrorKind::Cancelled)
                throw;
            cancelled = client->error;
        }
    }
    if (cancelled) {
        m_control.throwIfEnded();
        std::rethrow_exception(cancelled);
    }
}

double ClientTeam::seconds() const
{
    return m_clock.seconds();
}

double ClientTeam::pausedSeconds() const
{
    return m_clock.pausedSeconds();
}

std::int64_t ClientTeam::rows() const
{
    std::int64_t rows = 0;
    for (const auto& client : m_clients)
        rows += client->log.progress().rows;
    return rows;
}

std::vector<const CommitLog*> ClientTeam::logs() const
{
    std::vector<const CommitLog*> logs;
    for (const auto& client : m_clients)
        logs.push_back(&client->log);
    return logs;
}

std::vector<Sample> ClientTeam::samples() const
{
    return samplesOf(logs(), m_clock);
}

LatencyHistogram ClientTeam::latency() const
{
    LatencyHistogram all;
    for (const auto& client : m_clients)
        all.add(client->log.latency());
    return all;
}

InsertReport ClientTeam::report() const
{
    InsertReport all;
    for (const auto& client : m_clients) {
        const InsertReport report = client->inserter->report();
        all.statements += report.statements;
        all.roundTrips += report.roundTrips;
        all.rowsPerStatement = std::max(all.rowsPerStatement, report.rowsPerStatement);
    }
    return all;
}

Counters ClientTeam::flow() const
{
    Counters all;
    for (const auto& client : m_clients) {
        const Counters flow = client->session->flow();
        for (const auto& [name, value] : flow.values)
            all.values[name] += value;
        all.absent.insert(flow.absent.begin(), flow.absent.end());
    }
    return all;
}

} // namespace keyrace
