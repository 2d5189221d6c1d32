// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/postgresql/connection.h"

#include <libpq-fe.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace keyrace::postgresql {

struct ResultDeleter {
    void operator()(PGresult* result) const { PQclear(result); }
};
using RawResult = std::unique_ptr<PGresult, ResultDeleter>;

/// One connection by libpq itself, for sending rows. Used by one thread; what it
/// executes can be ended through its Interrupt by any other.
class RawConnection {
public:
    /// As Connection.
    RawConnection(const Conninfo& conninfo, Interrupt& interrupt, const Settings& settings);
    ~RawConnection();
    RawConnection(const RawConnection&) = delete;
    RawConnection& operator=(const RawConnection&) = delete;

    [[nodiscard]] PGconn* handle() const { return m_connection.get(); }
    [[nodiscard]] Interrupt::Running running() { return Interrupt::Running(m_interrupt, m_line); }
    /// The same for what goes on after a call has returned: until `running` is reset.
    void run(std::optional<Interrupt::Running>& running) { running.emplace(m_interrupt, m_line); }
    [[nodiscard]] bool isCancelled() const { return m_interrupt.isCancelled(); }
    /// Runs statements to their end.
    void execute(const std::string& sql);
    void prepare(const char* name, const std::string& sql);
    /// Throws where it tells of a failure.
    void check(const PGresult* result) const;
    /// What the last call on this connection failed with.
    [[noreturn]] void fail() const;
    /// Blocks until the socket can be read, or also written. Returns whether it can be read.
    bool wait(bool alsoWrite) const;

private:
    struct Finish {
        void operator()(PGconn* connection) const { PQfinish(connection); }
    };

    [[nodiscard]] Error failure(const std::string& state) const;

    std::string m_place;
    std::string m_node; ///< of a cluster, its host and port
    Interrupt& m_interrupt;
    std::unique_ptr<PGconn, Finish> m_connection;
    std::shared_ptr<const Line> m_line;
};

/// Tries once more and says why it cannot be: by the SQLSTATE, which only libpq can tell. `words` are of the first try.
[[noreturn]] void throwWhyNotConnected(const std::string& conninfo, const std::string& place, const std::string& words);

} // namespace keyrace::postgresql
