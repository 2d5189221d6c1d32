// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/odbc/connection.h"
#include "engine/targets/session.h"

namespace keyrace::odbc {

/// Throws Error{BadInput} for a method that ODBC does not have.
[[nodiscard]] std::unique_ptr<Inserter> makeInserter(Connection& connection, const TableSpec& spec, const InsertChoice& insert);

} // namespace keyrace::odbc
