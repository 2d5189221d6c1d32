// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/mysql/connection.h"
#include "engine/targets/session.h"

#include <atomic>

namespace keyrace::mysql {

/// The table of a trial, with a connection of its own for what is asked and done outside the clients' clocks.
class MysqlTable final : public TestTable {
public:
    /// Creates the table with its mark and its indexes; what fails leaves nothing.
    MysqlTable(ConnectOptions options, TableSpec spec);
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

    const ConnectOptions m_options;
    const TableSpec m_spec;
    Interrupt m_interrupt;
    Connection m_connection;
    std::atomic<std::size_t> m_clients{0};
    bool m_kept = false;
};

/// Drops a table of ours. Waits only for so long for a session that still holds it. Throws Error.
void dropTable(Connection& connection, const std::string& name);

} // namespace keyrace::mysql
