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
};

/// What PostgreSQL, or the server once it is known, cannot do.
[[nodiscard]] std::optional<Message> whyUnavailable(const Cell& cell, const Abilities& abilities);
[[nodiscard]] Storage defaultStorage(KeyShape shape);

} // namespace keyrace::postgresql
