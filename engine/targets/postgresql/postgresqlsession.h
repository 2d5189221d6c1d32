// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/postgresql/connection.h"
#include "engine/targets/postgresql/rawconnection.h"
#include "engine/targets/session.h"

#include <memory>

namespace keyrace::postgresql {

/// One client. It holds one connection at a time: by libpqxx, or by libpq while rows are sent.
class PostgresqlSession final : public Session {
public:
    /// On the one host of `conninfo`, which outlives the session, as the specification does. Throws Error{Unreachable|Limit}.
    PostgresqlSession(const Conninfo& conninfo, const TableSpec& spec);

    [[nodiscard]] std::unique_ptr<Inserter> inserter(const InsertChoice& insert) override;
    [[nodiscard]] std::unique_ptr<ReadStatement> prepareRead(ReadKind kind, const std::string& column) override;
    [[nodiscard]] std::vector<Value> valuesAtRanks(const std::string& column, std::span<const std::int64_t> ranks) override;
    [[nodiscard]] Counters flow() override;
    void cancel() noexcept override { m_interrupt.cancel(); }

private:
    [[nodiscard]] Connection& connection();

    const Conninfo& m_conninfo;
    const TableSpec& m_spec;
    Interrupt m_interrupt;
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<RawConnection> m_raw;
    int m_reads = 0; ///< prepared so far, for their names
};

} // namespace keyrace::postgresql
