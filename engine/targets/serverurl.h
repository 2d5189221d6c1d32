// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// `scheme://user@host[:port][,host2[:port2]…]/database?option=value&…`, taken apart and percent-decoded. A part that is
/// missing is left to the client library. Several hosts are the nodes of a cluster. A value; any thread.
struct ServerUrl {
    struct Host {
        std::string name; ///< also an IPv6 address, without its brackets
        std::optional<std::uint16_t> port;

        /// "db1:3306", "[::1]:3306", "db1".
        [[nodiscard]] std::string text() const;
        friend bool operator==(const Host&, const Host&) = default;
    };

    std::string scheme;
    std::string user;
    std::vector<Host> hosts; ///< none: the library's default, or the option `host` (a socket's folder)
    std::string database;
    std::map<std::string, std::string> options;

    /// For titles: scheme, hosts and database, without user and options.
    [[nodiscard]] std::string title() const;
    /// Every host is this machine. No host at all is a socket.
    [[nodiscard]] bool isLoopback() const;
    /// The same for each host alone; itself where it names none or one.
    [[nodiscard]] std::vector<ServerUrl> nodes() const;
    /// Tells servers apart, whatever the user, the database and the name of this machine: "mysql://127.0.0.1:3306". Of one host.
    [[nodiscard]] std::string server(std::uint16_t usualPort) const;
};

/// Throws Error{BadInput} that says what is wrong and what is accepted; a URL that holds a password is refused and not repeated.
[[nodiscard]] ServerUrl parseServerUrl(std::string_view text);

[[nodiscard]] bool isLoopbackHost(std::string_view name);

} // namespace keyrace
