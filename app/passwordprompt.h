// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"

#include <map>
#include <mutex>

namespace keyrace {

/// Asks on the terminal for passwords that servers want, each server's once in the life of the program. Without a terminal
/// nothing is asked. Any thread; outlives what it is given to.
class PasswordPrompt {
public:
    /// For ConnectorContext::password: what was answered before.
    [[nodiscard]] PasswordLookup known();
    /// For ConnectorContext::askPassword.
    [[nodiscard]] PasswordLookup ask();

private:
    std::mutex m_mutex;
    std::map<std::string, std::string> m_answers; ///< by URL; guarded by m_mutex
};

} // namespace keyrace
