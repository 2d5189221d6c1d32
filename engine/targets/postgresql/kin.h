// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace keyrace::postgresql {

/// What a server calls itself.
struct Kin {
    std::string engine;  ///< "PostgreSQL", "CockroachDB", "YugabyteDB"
    std::string version; ///< "15.18"

    friend bool operator==(const Kin&, const Kin&) = default;
};

/// By what it answers to version(), server_version and, where there is one, to aurora_version(). Many speak PostgreSQL's protocol.
[[nodiscard]] Kin kinOf(const std::string& version, const std::string& serverVersion, const std::string& aurora);

} // namespace keyrace::postgresql
