// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/postgresql/connection.h"
#include "engine/targets/postgresql/standbywatch.h"
#include "engine/targets/session.h"

#include <memory>

namespace keyrace::postgresql {

/// The table of a trial, with a connection of its own for what is asked and done outside the clients' clocks.
class PostgresqlTable final : public TestTable {
public:
    /// What a table has to know of its server.
    struct Server {
        bool isPrivate = false;               ///< extensions may be created
        std::shared_ptr<const int> restarts;  ///< how often it was restarted for levels: its connections are lost then
        std::optional<Conninfo> standby;      ///< of our own
    };

    /// Creates the table, its partitions, its mark and its indexes, all or nothing.
    PostgresqlTable(Conninfo conninfo, TableSpec spec, Server server);
    ~PostgresqlTable() override;

    [[nodiscard]] std::vector<std::string> nodes() const override { return m_hosts; }
    [[nodiscard]] std::unique_ptr<Session> connect(std::size_t client) override;
    void encode(RowSet& rows, const InsertChoice& insert) override;
    [[nodiscard]] std::int64_t count() override;
    [[nodiscard]] Counters flow() override;
    [[nodiscard]] Counters structure() override;
    void beginWatch() override;
    [[nodiscard]] Counters endWatch() override;
    void checkpoint() override;
    void cancel() noexcept override { m_interrupt.cancel(); }
    void keep() override { m_kept = true; }

private:
    void findNodes();
    void create();
    [[nodiscard]] Connection& connection();
    /// `work(Connection&)`, on another node where the one that was asked is gone.
    template<typename Work>
    auto ask(Work work);

    const Conninfo m_conninfo;
    std::vector<Conninfo> m_nodes;    ///< where clients connect: the nodes that are ready, or the one server
    std::vector<std::string> m_hosts; ///< of the same; empty for one server
    Conninfo m_own;                   ///< for m_connection: of the nodes, those that are not lost
    const TableSpec m_spec;
    const Server m_server;
    Interrupt m_interrupt;
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<StandbyWatch> m_watch;
    int m_restarts = 0; ///< when m_connection was opened
    bool m_kept = false;
};

/// Drops a table of ours. Waits only for so long for a session that still holds it. Throws Error.
void dropTable(Connection& connection, const std::string& name);

} // namespace keyrace::postgresql
