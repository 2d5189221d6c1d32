// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/clientteam.h"

#include "engine/error.h"

#include <algorithm>
#include <array>
#include <optional>

#include <poll.h>

namespace keyrace {

/// Consecutive rows that a client sends at once.
struct ClientTeam::Part {
    std::size_t first;
    std::size_t count;
};

struct ClientTeam::Client {
    std::size_t number = 0;
    CommitLog log;
    std::unique_ptr<Session> session;
    std::unique_ptr<Inserter> inserter;
    std::exception_ptr error;
    std::thread thread;
    std::size_t next = 0;     ///< of the rows that it sends itself, where they were split
    std::size_t end = 0;      ///< behind the last row that it may send
    std::optional<Part> part; ///< taken, and not sent yet
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
        m_threads = threadsThatSend();
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
        if (m_threads == m_clients.size())
            sendBatches(client);
        else if (client.number < m_threads)
            serve(client.number);
        m_end.arrive_and_wait();
    }
    client.inserter.reset();
    client.session.reset();
}

// Serving several clients from one thread saves the system from switching between threads; it takes rows one by one, and
// more clients than cores.
std::size_t ClientTeam::threadsThatSend() const
{
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const auto canConverse = [](const auto& client) { return client->inserter->dialogue() != nullptr; };
    return std::all_of(m_clients.begin(), m_clients.end(), canConverse) ? std::min(cores, m_clients.size()) : m_clients.size();
}

void ClientTeam::connect(Client& client)
{
    try {
        client.session = m_table.connect(client.number);
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
    m_working = m_threads;
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

void ClientTeam::beginLeg(Client& client)
{
    const std::size_t size = m_rows->size();
    const std::size_t clients = m_clients.size();
    // Split: the c-th consecutive part is client c's. Shared: whoever is free takes the next batch.
    const bool isSplit = m_cell.arrival == Arrival::Split;
    client.next = isSplit ? size * client.number / clients : 0;
    client.end = isSplit ? size * (client.number + 1) / clients : size;
    client.part.reset();
    client.log.start();
}

// Fills client.part, unless no rows are left or the leg is to end.
bool ClientTeam::takePart(Client& client)
{
    if (m_failed.load(std::memory_order_relaxed) || m_cancelled.load(std::memory_order_relaxed))
        return false;
    if (client.part)
        return true;
    const auto batch = static_cast<std::size_t>(m_cell.insert.batch);
    const std::size_t first = m_cell.arrival == Arrival::Split ? client.next : m_nextBatch.fetch_add(1, std::memory_order_relaxed) * batch;
    if (first >= client.end)
        return false;
    client.part = {first, std::min(batch, client.end - first)};
    client.next = first + client.part->count;
    return true;
}

void ClientTeam::sendBatches(Client& client)
{
    try {
        beginLeg(client);
        while (takePart(client)) {
            if (m_control.isPaused())
                park(std::array{&client});
            client.inserter->send(*m_rows, client.part->first, client.part->count, client.log);
            client.part.reset();
        }
    } catch (...) {
        fail(client);
    }
    leavePauseCount();
}

// One thread for every m_threads-th client; each of them has at most one row under way.
void ClientTeam::serve(std::size_t number)
{
    std::vector<Client*> clients;
    for (std::size_t i = number; i < m_clients.size(); i += m_threads)
        clients.push_back(m_clients[i].get());
    for (Client* client : clients)
        beginLeg(*client);
    for (;;) {
        converse(clients);
        const bool isResting = std::any_of(clients.begin(), clients.end(), [this](Client* client) { return client->part && takePart(*client); });
        if (!isResting)
            break;
        park(clients);
    }
    leavePauseCount();
}

// Until there is nothing more to be sent, or a pause begins.
void ClientTeam::converse(std::span<Client* const> clients)
{
    std::vector<pollfd> places;
    std::size_t underWay = 0;
    for (Client* client : clients) {
        const bool isUnderWay = askNext(*client);
        places.push_back({isUnderWay ? client->inserter->dialogue()->descriptor() : -1, POLLIN, 0});
        underWay += isUnderWay;
    }
    while (underWay > 0) {
        if (poll(places.data(), places.size(), -1) < 0)
            continue; // a signal
        for (std::size_t i = 0; i < clients.size(); ++i) {
            if (places[i].fd < 0 || places[i].revents == 0 || !isFree(*clients[i]) || askNext(*clients[i]))
                continue;
            places[i].fd = -1; // poll() leaves it out
            --underWay;
        }
    }
}

// Whether a row of the client is under way now.
bool ClientTeam::askNext(Client& client)
{
    if (!takePart(client) || m_control.isPaused())
        return false;
    try {
        client.inserter->dialogue()->ask(*m_rows, client.part->first);
        client.part.reset();
        return true;
    } catch (...) {
        fail(client);
        return false;
    }
}

// Whether the row that was under way is committed, or lost.
bool ClientTeam::isFree(Client& client)
{
    try {
        if (!client.inserter->dialogue()->isAnswered())
            return false;
        client.log.committed(1);
    } catch (...) {
        fail(client);
    }
    return true;
}

void ClientTeam::fail(Client& client)
{
    client.error = std::current_exception();
    m_failed = true;
}

void ClientTeam::park(std::span<Client* const> clients)
{
    {
        const std::lock_guard lock(m_pauseMutex);
        --m_working;
        for (const Client* client : clients)
            m_lastParked = std::max(m_lastParked, client->log.lastMark());
    }
    m_control.waitWhilePaused();
    {
        const std::lock_guard lock(m_pauseMutex);
        // Nobody worked since the last one parked: that time is in no rate.
        if (m_working == 0)
            m_clock.leaveOut(m_lastParked.time_since_epoch().count(), Clock::now().time_since_epoch().count());
        ++m_working;
    }
    for (Client* client : clients)
        client->log.start();
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
        if (all.roundTrips && report.roundTrips)
            *all.roundTrips += *report.roundTrips;
        else
            all.roundTrips.reset();
        all.rowsPerStatement = std::max(all.rowsPerStatement, report.rowsPerStatement);
        if (report.retries) {
            const Retries before = all.retries.value_or(Retries());
            all.retries = Retries{before.count + report.retries->count, before.nanoseconds + report.retries->nanoseconds};
        }
    }
    return all;
}

std::vector<NodeShare> ClientTeam::nodes() const
{
    std::vector<NodeShare> nodes;
    for (const std::string& host : m_table.nodes())
        nodes.push_back({host, 0, 0, std::nullopt});
    if (nodes.empty())
        return nodes;
    for (const auto& client : m_clients) {
        NodeShare& node = nodes[client->number % nodes.size()];
        ++node.clients;
        node.rows += client->log.progress().rows;
        if (const auto retries = client->inserter->report().retries)
            node.retries = node.retries.value_or(0) + retries->count;
    }
    return nodes;
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
