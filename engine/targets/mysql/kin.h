// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace keyrace::mysql {

/// What a server calls itself.
struct Kin {
    std::string engine;  ///< "MariaDB", "Percona XtraDB Cluster", "TiDB"
    std::string version; ///< "10.11.19"

    friend bool operator==(const Kin&, const Kin&) = default;
};

/// By what it answers to VERSION(), @@version_comment and, where there is one, to @@aurora_version. Many speak MySQL's protocol.
[[nodiscard]] Kin kinOf(const std::string& version, const std::string& comment, const std::string& aurora);

} // namespace keyrace::mysql
