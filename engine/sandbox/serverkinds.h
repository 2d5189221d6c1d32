// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/sandbox/serverkind.h"

namespace keyrace {

[[nodiscard]] const ServerKind& postgresqlServer();
[[nodiscard]] const ServerKind& mariadbServer();
[[nodiscard]] const ServerKind& mysqlServer();

} // namespace keyrace
