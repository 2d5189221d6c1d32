// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/mysql/connection.h"
#include "engine/targets/session.h"

namespace keyrace::mysql {

/// Both outlive the inserter.
[[nodiscard]] std::unique_ptr<Inserter> makeInserter(Connection& connection, const TableSpec& spec, const InsertChoice& insert);

} // namespace keyrace::mysql
