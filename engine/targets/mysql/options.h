// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/serverurl.h"

#include <map>
#include <optional>
#include <string>

namespace keyrace::mysql {

enum class SslMode { Disabled, Preferred, Required, VerifyCa, VerifyIdentity };

/// How a server is reached: the URL taken apart, and the password once it was looked up. A value; any thread.
struct ConnectOptions {
    ServerUrl url;
    std::optional<std::string> password;
    SslMode ssl = SslMode::Preferred;
    std::string ca, certificate, key, socket;
    unsigned int connectSeconds = 10;
    bool isCluster = false; ///< the URL names several hosts; those of `url` may be fewer

    /// The same for one of its hosts alone.
    [[nodiscard]] ConnectOptions onNode(std::size_t node) const;
    /// Where this is one node of a cluster: its host and port.
    [[nodiscard]] std::string node() const { return isCluster && url.hosts.size() == 1 ? url.hosts.front().text() : std::string(); }
};

/// `mysql://user@host:port/database?ssl-mode=…&ssl-ca=…&ssl-cert=…&ssl-key=…&socket=…&connect-timeout=…`.
/// Throws Error{BadInput} that names what is accepted.
[[nodiscard]] ConnectOptions parseOptions(const std::string& url);

} // namespace keyrace::mysql
