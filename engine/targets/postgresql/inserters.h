// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/postgresql/connection.h"
#include "engine/targets/postgresql/rawconnection.h"
#include "engine/targets/session.h"

#include <memory>

namespace keyrace::postgresql {

/// Whether a method needs what only libpq has.
[[nodiscard]] bool isRaw(InsertMethod method);

/// single, prepared, multi-row, array. Connection and specification outlive the inserter; so do the rows' encoded() forms.
[[nodiscard]] std::unique_ptr<Inserter> makeInserter(Connection& connection, const TableSpec& spec, const InsertChoice& insert);
/// bulk, pipeline.
[[nodiscard]] std::unique_ptr<Inserter> makeInserter(RawConnection& connection, const TableSpec& spec, const InsertChoice& insert);

} // namespace keyrace::postgresql
