// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace keyrace {

inline constexpr std::int32_t kApplicationId = 0x4B524345; ///< "KRCE"
inline constexpr std::int32_t kSchemaVersion = 1;          ///< user_version

/// A table that files of earlier versions lack; created where it is not there.
extern const char* const kNodeSchema;

/// All tables of a run file, kNodeSchema's excepted. Units stand in the names of columns; people open these files with the sqlite3 shell.
extern const char* const kSchema;

} // namespace keyrace
