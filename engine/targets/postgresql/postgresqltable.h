// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/postgresql/connection.h"
#include "engine/targets/session.h"

#include <atomic>
#include <memory>

namespace keyrace::postgresql {

/// The table of a trial, with a connection of its own for what is asked and done outside the clients' clocks.
class PostgresqlTable final : public TestTable {
public:
    /// Creates the table, its partitions, its mark and its indexes, all or nothing. `mayExtend`: extensions may be created,
    /// since the server is private.
    PostgresqlTable(Conninfo conninfo, TableSpec spec, bool mayExtend);
    ~PostgresqlTable() override;

    [[nodiscard]] std::unique_ptr<Session> connect() override;
    void encode(RowSet& rows, const InsertChoice& insert) override;
    [[nodiscard]] std::int64_t count() override;
    [[nodiscard]] Counters flow() override;
    [[nodiscard]] Counters structure() override;
    void checkpoint() override;
    void cancel() noexcept override { m_interrupt.cancel(); }
    void keep() override { m_kept = true; }

private:
    void create(bool mayExtend);

    const Conninfo m_conninfo;
    const TableSpec m_spec;
    Interrupt m_interrupt;
    std::unique_ptr<Connection> m_connection;
    std::atomic<std::size_t> m_clients{0};
    bool m_kept = false;
};

/// Drops a table of ours. Waits only for so long for a session that still holds it. Throws Error.
void dropTable(Connection& connection, const std::string& name);

} // namespace keyrace::postgresql
