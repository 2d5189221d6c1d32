// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

#include <map>
#include <string>

namespace keyrace::postgresql {

/// What a server was found to be; before it is connected everything is thought possible. A value.
struct Abilities {
    int version = 0;                ///< 150018; 0: not known
    std::int64_t connections = 0;   ///< that the user can still open; 0: not known
    std::int64_t maxConnections = 0;
    bool isStandby = false;
    bool isSuperuser = false;
    std::map<std::string, std::string> settingContexts; ///< of every setting: "user", "sighup", …; empty: not known
    std::size_t nodes = 1;  ///< hosts that the URL names
    std::size_t readyNodes = 1; ///< over which clients are spread, as far as is known
    bool restarts = false;  ///< the server is our own, and may be restarted
    bool mayBorrow = false; ///< settings of the whole server may be changed for the run
};

enum class SettingReach {
    Session, ///< each client has its own
    Server,  ///< of all, once the server has read its configuration again
    Start    ///< of all, from the server's next start on
};

/// How a setting can be changed, by the context that pg_settings tells: for all that are not "internal".
[[nodiscard]] SettingReach reachOf(const std::string& name, const Abilities& abilities);

/// What PostgreSQL, or the server once it is known, cannot do.
[[nodiscard]] std::optional<Message> whyUnavailable(const Cell& cell, const Abilities& abilities);
[[nodiscard]] Storage defaultStorage(KeyShape shape);

} // namespace keyrace::postgresql
