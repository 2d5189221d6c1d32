// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/sqlite/database.h"
#include "engine/targets/session.h"

#include <memory>

namespace keyrace::sqlite {

/// Both outlive the inserter.
[[nodiscard]] std::unique_ptr<Inserter> makeInserter(Database& database, const TableSpec& spec, const InsertChoice& insert);

} // namespace keyrace::sqlite
