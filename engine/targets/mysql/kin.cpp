// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/kin.h"

#include <algorithm>
#include <array>

namespace keyrace::mysql {

namespace {

std::string upTo(const std::string& text, const char* ends)
{
    return text.substr(0, std::min(text.find_first_of(ends), text.size()));
}

/// Names that stand in the comment.
constexpr std::array kInComment{"Percona XtraDB Cluster", "Percona Server", "OceanBase", "SingleStoreDB", "MariaDB Enterprise", "StarRocks", "Doris", "Dolt"};

} // namespace

// "10.11.19-MariaDB-0+deb12u1", "5.5.5-10.6.12-MariaDB" behind some proxies, "8.0.11-TiDB-v7.5.0", "8.0.30-Vitess".
Kin kinOf(const std::string& version, const std::string& comment, const std::string& aurora)
{
    constexpr std::string_view kTidb = "-TiDB-v";
    if (const std::size_t place = version.find(kTidb); place != std::string::npos)
        return {"TiDB", upTo(version.substr(place + kTidb.size()), "-+ ")};
    if (!aurora.empty())
        return {"Aurora MySQL", aurora};
    const bool isMariadb = version.find("MariaDB") != std::string::npos;
    constexpr std::string_view kReplicationPrefix = "5.5.5-";
    const std::string own = isMariadb && version.starts_with(kReplicationPrefix) ? version.substr(kReplicationPrefix.size()) : version;
    Kin kin{isMariadb ? "MariaDB" : "MySQL", upTo(own, "-")};
    if (version.find("-Vitess") != std::string::npos)
        kin.engine = "Vitess";
    const auto named = std::find_if(kInComment.begin(), kInComment.end(), [&](const char* name) { return comment.find(name) != std::string::npos; });
    if (named != kInComment.end())
        kin.engine = *named;
    return kin;
}

} // namespace keyrace::mysql
