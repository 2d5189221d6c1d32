// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "engine/targets/mysql/connection.h"

namespace keyrace::mysql {

/// TargetInfo::encryption, as the client library and the server tell.
[[nodiscard]] std::string encryptionOf(Connection& connection);
/// TargetInfo::rights, from information_schema and what the server is set to.
[[nodiscard]] std::vector<Right> rightsOf(Connection& connection);

} // namespace keyrace::mysql
