// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/mysql/connection.h"
#include "engine/targets/session.h"

#include <atomic>

namespace keyrace::mysql {

/// The table of a trial, with a connection of its own for what is asked and done outside the clients' clocks.
class MysqlTable final : public TestTable {
public:
    /// Creates the table with its mark and its indexes; what fails leaves nothing. `restarts`: how often the server was restarted
    /// for levels; its connections are lost then.
    MysqlTable(ConnectOptions options, TableSpec spec, std::shared_ptr<const int> restarts);
    ~MysqlTable() override;

    [[nodiscard]] std::unique_ptr<Session> connect() override;
    void encode(RowSet& rows, const InsertChoice& insert) override;
    [[nodiscard]] std::int64_t count() override;
    [[nodiscard]] Counters flow() override;
    [[nodiscard]] Counters structure() override;
    void checkpoint() override;
    void cancel() noexcept override { m_interrupt.cancel(); }
    void keep() override { m_kept = true; }

private:
    void create();
    void drop() noexcept;
    [[nodiscard]] Connection& connection();

    const ConnectOptions m_options;
    const TableSpec m_spec;
    const std::shared_ptr<const int> m_restarts;
    Interrupt m_interrupt;
    std::unique_ptr<Connection> m_connection;
    int m_openedAfter = 0; ///< restarts
    std::atomic<std::size_t> m_clients{0};
    bool m_kept = false;
};

/// Drops a table of ours. Waits only for so long for a session that still holds it. Throws Error.
void dropTable(Connection& connection, const std::string& name);

} // namespace keyrace::mysql
