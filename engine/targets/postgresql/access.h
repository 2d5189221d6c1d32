// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "engine/targets/postgresql/connection.h"

namespace keyrace::postgresql {

/// TargetInfo::encryption, as the server sees the connection.
[[nodiscard]] std::string encryptionOf(Connection& connection);
/// TargetInfo::rights, from the catalogue.
[[nodiscard]] std::vector<Right> rightsOf(Connection& connection);

} // namespace keyrace::postgresql
