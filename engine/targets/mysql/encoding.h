// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/rows.h"

namespace keyrace::mysql {

/// Rows in the form in which a method sends them, made outside the clock: `multi-row` as "(1,X'00ff'),", `bulk` as lines for LOAD
/// DATA, in both cases a row after the other; the others as MYSQL_TIME for each value of a timestamp, column after column.
[[nodiscard]] EncodedRows encoded(const RowSet& rows, InsertMethod method);

/// The most bytes that one row may take as multi-row or array sends it.
[[nodiscard]] std::int64_t widestRow(const TableSpec& spec);

} // namespace keyrace::mysql
