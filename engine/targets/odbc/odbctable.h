// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/odbc/connection.h"
#include "engine/targets/session.h"

namespace keyrace::odbc {

/// The table of a trial, with a connection of its own for what is asked and done outside the clients' clocks.
class OdbcTable final : public TestTable {
public:
    /// Creates the table with its mark and its indexes; what fails leaves nothing.
    OdbcTable(Source source, TableSpec spec);
    ~OdbcTable() override;

    [[nodiscard]] std::unique_ptr<Session> connect(std::size_t client) override;
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

    const Source m_source;
    const TableSpec m_spec;
    Interrupt m_interrupt;
    std::optional<Connection> m_connection; ///< from the constructor on
    bool m_kept = false;
};

/// Drops a table of ours. Waits only for so long for a session that still holds it. Throws Error.
void dropTable(Connection& connection, const std::string& name);

} // namespace keyrace::odbc
