// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/postgresql/conninfo.h"
#include "engine/targets/postgresql/failure.h"
#include "engine/targets/interrupt.h"
#include "engine/targets/postgresql/pqxx.h"

#include <map>
#include <memory>
#include <string>

namespace keyrace::postgresql {

using Settings = std::map<std::string, std::string>;

/// One connection by libpqxx, used by one thread. What it executes can be ended through its Interrupt by any other.
class Connection {
public:
    /// Connects, and sets what the session is to have. Both referred to outlive the connection. Throws Error{Unreachable|Limit|Refused}.
    Connection(const Conninfo& conninfo, Interrupt& interrupt, const Settings& settings = {}, std::size_t client = 0);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Work on the connection: `work(pqxx::connection&)`. What libpqxx throws becomes an Error; after a cancel, Error{Cancelled}.
    template<typename Work>
    auto run(Work work)
    {
        const Interrupt::Running running(m_interrupt, m_line);
        try {
            return work(*m_connection);
        } catch (const Error&) {
            throw;
        } catch (const std::exception& error) {
            throw failure(error);
        }
    }
    /// One statement outside a transaction.
    pqxx::result query(const std::string& sql);
    [[nodiscard]] int serverVersion() const { return m_serverVersion; } ///< 150018
    [[nodiscard]] std::string quoted(const std::string& text) const { return m_connection->quote(text); }
    [[nodiscard]] const std::string& place() const { return m_place; }

private:
    [[nodiscard]] Error failure(const std::exception& error) const;

    std::string m_place;
    Interrupt& m_interrupt;
    std::shared_ptr<pqxx::connection> m_connection;
    std::shared_ptr<const Line> m_line;
    int m_serverVersion = 0;
};

/// Statements that every session begins with: how values are written, and the settings of a cell.
[[nodiscard]] std::string sessionSetup(const Settings& settings);

} // namespace keyrace::postgresql
