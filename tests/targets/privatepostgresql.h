// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace keyrace::test {

/// A PostgreSQL server of the test's own, started from the installed programs and gone with this object: on a loopback port
/// that nobody uses, without waiting for the disk. As root it runs as another user, as PostgreSQL demands.
class PrivatePostgresql {
public:
    PrivatePostgresql();
    ~PrivatePostgresql();
    PrivatePostgresql(const PrivatePostgresql&) = delete;
    PrivatePostgresql& operator=(const PrivatePostgresql&) = delete;

    [[nodiscard]] std::string url(const std::string& user = "keyrace", const std::string& rest = "postgres") const;
    /// For libpqxx.
    [[nodiscard]] std::string conninfo() const;
    /// Ends it at once, as a power cut would; may be started again.
    void kill();
    void start();

private:
    [[nodiscard]] std::string asServer(const std::string& command) const;

    std::string m_bin;
    std::string m_folder;
    int m_port = 0;
};

} // namespace keyrace::test
