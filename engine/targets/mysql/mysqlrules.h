// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

namespace keyrace::mysql {

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
};

/// Why a cell cannot be measured. Any thread.
[[nodiscard]] std::optional<Message> whyUnavailable(const Cell& cell, const Abilities& abilities);
[[nodiscard]] Storage defaultStorage(KeyShape shape);
[[nodiscard]] std::string versionText(int version);

} // namespace keyrace::mysql
