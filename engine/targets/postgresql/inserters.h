// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/postgresql/rawconnection.h"
#include "engine/targets/session.h"

#include <memory>

namespace keyrace::postgresql {

/// By libpq itself: COPY in binary and pipelines are there only, and a row by libpqxx costs the client half as much again.
/// Connection and specification outlive the inserter; so do the rows' encoded() forms.
[[nodiscard]] std::unique_ptr<Inserter> makeInserter(RawConnection& connection, const TableSpec& spec, const InsertChoice& insert);

} // namespace keyrace::postgresql
