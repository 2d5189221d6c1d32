// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/mysql/connection.h"
#include "engine/targets/mysql/replication.h"
#include "engine/targets/session.h"

namespace keyrace::mysql {

/// The table of a trial, with a connection of its own for what is asked and done outside the clients' clocks.
class MysqlTable final : public TestTable {
public:
    /// Creates the table with its mark and its indexes; what fails leaves nothing. `restarts`: how often the server was restarted
    /// for levels; its connections are lost then.
    MysqlTable(ConnectOptions options, TableSpec spec, std::shared_ptr<const int> restarts);
    ~MysqlTable() override;

    [[nodiscard]] std::vector<std::string> nodes() const override { return m_hosts; }
    [[nodiscard]] std::unique_ptr<Session> connect(std::size_t client) override;
    void encode(RowSet& rows, const InsertChoice& insert) override;
    [[nodiscard]] std::int64_t count() override;
    [[nodiscard]] Counters flow() override;
    [[nodiscard]] Counters structure() override;
    void checkpoint() override;
    void cancel() noexcept override { m_interrupt.cancel(); }
    void keep() override { m_kept = true; }

private:
    void findNodes();
    void create();
    void drop() noexcept;
    [[nodiscard]] Connection& connection();
    /// `work(Connection&)`, on another node where the one that was asked is gone.
    template<typename Work>
    auto ask(Work work);

    const ConnectOptions m_options;
    std::vector<ConnectOptions> m_nodes; ///< where clients connect: the nodes that are ready, or the one server
    std::vector<std::string> m_hosts;    ///< of the same; empty for one server
    ConnectOptions m_own;                ///< for m_connection: of the nodes, those that are not lost
    const TableSpec m_spec;
    const std::shared_ptr<const int> m_restarts;
    Interrupt m_interrupt;
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<Replication> m_replication; ///< of a Galera cluster
    int m_openedAfter = 0; ///< restarts
    bool m_kept = false;
};

/// Drops a table of ours. Waits only for so long for a session that still holds it. Throws Error.
void dropTable(Connection& connection, const std::string& name);

} // namespace keyrace::mysql
