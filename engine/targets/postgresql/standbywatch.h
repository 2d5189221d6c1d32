// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/stats/counters.h"
#include "engine/targets/postgresql/connection.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace keyrace::postgresql {

/// Looks four times a second how far the standbys of a server are behind, from its making to end(): on the server (pg_stat_replication),
/// and on the standby where that is known. Has connections and a thread of its own. Used by the run's thread.
class StandbyWatch {
public:
    /// Waits until a `standby` that is given is seen to follow, for ten seconds at most, which `waiting` cancels. Throws Error where
    /// the server cannot be asked.
    StandbyWatch(const Conninfo& primary, const std::optional<Conninfo>& standby, const Interrupt& waiting);
    ~StandbyWatch();

    /// A last look, and the farthest that was seen; absent with the reason where there is no standby.
    [[nodiscard]] Counters end();

private:
    [[nodiscard]] std::optional<Message> whyUnseen();
    void watch(const std::stop_token& stop);
    void look();
    void keepMost(const char* counter, const pqxx::field& value);

    Interrupt m_interrupt;
    Connection m_primary;
    std::optional<Connection> m_standby;
    Counters m_seen; ///< of the thread while it runs
    std::optional<Message> m_why; ///< that nothing can be told
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

} // namespace keyrace::postgresql
