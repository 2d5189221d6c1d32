// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"
#include "engine/targets/session.h"
#include "engine/workloads/runcontrol.h"
#include "engine/workloads/sampler.h"

#include <barrier>
#include <exception>
#include <memory>
#include <span>
#include <thread>
#include <vector>

namespace keyrace {

/// A trial's clients: one connection each, and a thread each; where their driver need not wait for every answer by itself, as
/// many threads as the machine has cores serve them all. They wait at a barrier; the clock runs from their release to the last
/// commit, pauses left out. Owned by a workload's procedure; used by the run's thread.
class ClientTeam {
public:
    /// Connects all clients. Throws the first client's Error; what was opened is closed again.
    ClientTeam(TestTable& table, const Cell& cell, RunControl& control);
    ~ClientTeam();
    ClientTeam(const ClientTeam&) = delete;
    ClientTeam& operator=(const ClientTeam&) = delete;

    /// Lets the clients send `rows`, and adds the time to the clock. Afterwards all of them are committed. Throws the
    /// first Error of a client; rows that were committed before count.
    /// `announcesRows` as Sampler::beginLeg().
    void insert(const RowSet& rows, Sampler& sampler, bool announcesRows);

    [[nodiscard]] double connectSeconds() const { return m_connectSeconds; }
    /// The clock: all insert() calls together, from release to last commit.
    [[nodiscard]] double seconds() const;
    [[nodiscard]] double pausedSeconds() const;
    [[nodiscard]] std::int64_t rows() const;
    /// By the commits of all insert() calls.
    [[nodiscard]] std::vector<Sample> samples() const;
    [[nodiscard]] LatencyHistogram latency() const;
    [[nodiscard]] InsertReport report() const;
    /// Of a cluster, what each node did.
    [[nodiscard]] std::vector<NodeShare> nodes() const;
    /// Flows of all connections together since they were opened.
    [[nodiscard]] Counters flow() const;

private:
    using Clock = CommitLog::Clock;
    struct Client;
    struct Part;
    /// Starts the clock at the moment at which the last one arrives at the barrier.
    struct Release {
        ClientTeam* team;
        void operator()() const noexcept;
    };

    [[nodiscard]] std::vector<const CommitLog*> logs() const;
    void live(Client& client);
    void connect(Client& client);
    [[nodiscard]] std::size_t threadsThatSend() const;
    void beginLeg(Client& client);
    [[nodiscard]] bool takePart(Client& client);
    void sendBatches(Client& client);
    void serve(std::size_t number);
    void converse(std::span<Client* const> clients);
    [[nodiscard]] bool askNext(Client& client);
    [[nodiscard]] bool isFree(Client& client);
    void fail(Client& client);
    void park(std::span<Client* const> clients);
    void leavePauseCount();
    void throwFirstError();

    TestTable& m_table;
    const Cell& m_cell;
    RunControl& m_control;
    std::vector<std::unique_ptr<Client>> m_clients;
    std::size_t m_threads = 0;       ///< that send, of the clients' own; known once all are connected
    std::barrier<Release> m_start;
    std::barrier<> m_end;
    bool m_finished = false;         ///< read by clients after m_start
    const RowSet* m_rows = nullptr;  ///< of the current insert(), between m_start and m_end
    std::atomic<std::size_t> m_nextBatch{0};
    std::atomic<bool> m_failed{false};
    std::atomic<bool> m_cancelled{false};
    TrialClock m_clock;

    std::mutex m_pauseMutex;
    std::size_t m_working = 0;       ///< threads that are neither parked nor done; guarded by m_pauseMutex
    Clock::time_point m_lastParked;  ///< the latest mark of a parked or finished thread; guarded by m_pauseMutex

    double m_connectSeconds = 0;
};

} // namespace keyrace
