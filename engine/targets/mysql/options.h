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
};

/// `mysql://user@host:port/database?ssl-mode=…&ssl-ca=…&ssl-cert=…&ssl-key=…&socket=…&connect-timeout=…`.
/// Throws Error{BadInput} that names what is accepted.
[[nodiscard]] ConnectOptions parseOptions(const std::string& url);

} // namespace keyrace::mysql
