// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/odbc/connection.h"
#include "engine/targets/session.h"

namespace keyrace::odbc {

/// One client.
class OdbcSession final : public Session {
public:
    /// The specification outlives the session. Throws Error{Unreachable|Limit}.
    OdbcSession(const Source& source, const TableSpec& spec);

    [[nodiscard]] std::unique_ptr<Inserter> inserter(const InsertChoice& insert) override;
    [[nodiscard]] std::unique_ptr<ReadStatement> prepareRead(ReadKind kind, const std::string& column) override;
    [[nodiscard]] std::vector<Value> valuesAtRanks(const std::string& column, std::span<const std::int64_t> ranks) override;
    /// A driver counts nothing of its own.
    [[nodiscard]] Counters flow() override { return {}; }
    void cancel() noexcept override { m_interrupt.cancel(); }

private:
    const TableSpec& m_spec;
    Interrupt m_interrupt;
    std::optional<Connection> m_connection; ///< from the constructor on
};

} // namespace keyrace::odbc
