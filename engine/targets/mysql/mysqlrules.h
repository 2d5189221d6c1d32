// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

#include <map>

namespace keyrace::mysql {

/// How a setting can be changed.
enum class SettingReach {
    Session, ///< each client has its own
    Server,  ///< of all, for connections that begin from then on
    Start,   ///< of all, from the server's next start on
    Denied,  ///< of all, and the user may not
    Unknown  ///< the server has none of that name
};

/// What was learned of a server; before it is known, nothing is held against a cell.
struct Abilities {
    bool isKnown = false;
    bool isMariadb = false;
    int version = 0; ///< 101119
    bool takesLocalData = true;
    bool isReadOnly = false;
    std::int64_t maxConnections = 0;
    std::int64_t connections = 0; ///< that can be had now
    std::int64_t maxPacket = 0;
    std::map<std::string, SettingReach> settings; ///< as far as they were asked for
    std::size_t nodes = 1;  ///< hosts that the URL names
    std::size_t readyNodes = 1; ///< over which clients are spread, as far as is known
    bool restarts = false;  ///< the server is our own, and may be restarted
    bool mayBorrow = false; ///< settings of the whole server may be changed for the run
};

/// Why a cell cannot be measured. Any thread.
[[nodiscard]] std::optional<Message> whyUnavailable(const Cell& cell, const Abilities& abilities);
[[nodiscard]] Storage defaultStorage(KeyShape shape);
[[nodiscard]] std::string versionText(int version);

} // namespace keyrace::mysql
