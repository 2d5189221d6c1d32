// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/postgresql/conninfo.h"
#include "engine/targets/postgresql/failure.h"
#include "engine/targets/interrupt.h"
#include "engine/targets/postgresql/pqxx.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace keyrace::postgresql {

using Settings = std::map<std::string, std::string>;

/// One connection by libpqxx, used by one thread. What it executes can be ended through its Interrupt by any other.
class Connection {
public:
    /// Connects, and sets what the session is to have. `interrupt` outlives it. Of several hosts the first that answers and may be
    /// written. Throws Error{Unreachable|Limit|Refused}.
    Connection(const Conninfo& conninfo, Interrupt& interrupt, const Settings& settings = {});
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
    /// The same of what not every server of this kind has, or lets the user see: nothing then.
    std::optional<pqxx::result> queryIfAble(const std::string& sql);
    [[nodiscard]] int serverVersion() const { return m_serverVersion; } ///< 150018
    [[nodiscard]] std::string quoted(const std::string& text) const { return m_connection->quote(text); }
    [[nodiscard]] const std::string& place() const { return m_place; }
    [[nodiscard]] const std::string& node() const { return m_node; } ///< of a cluster, its host and port
    [[nodiscard]] bool isLost() const { return !m_connection->is_open(); }

private:
    void open(const Conninfo& conninfo);
    void openFirst(const Conninfo& conninfo);
    [[nodiscard]] Error failure(const std::exception& error) const;

    std::string m_place;
    std::string m_node;
    Interrupt& m_interrupt;
    std::shared_ptr<pqxx::connection> m_connection;
    std::shared_ptr<const Line> m_line;
    int m_serverVersion = 0;
};

/// A standby, or a server that is told to only read.
[[nodiscard]] bool isReadOnly(Connection& connection);
/// Statements that every session begins with: how values are written, and the settings of a cell.
[[nodiscard]] std::string sessionSetup(const Settings& settings);

} // namespace keyrace::postgresql
