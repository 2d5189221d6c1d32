// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/sqlitefile.h"

#include <filesystem>

namespace keyrace {

/// What the first page of a run file says.
struct RunFileHeader {
    bool walMode = false; ///< read from a private copy, with the WAL where there is one
};

/// Opens a file without touching it and looks at its header. Throws Error{BadInput}, in words for a person: not there, a
/// folder, empty, no SQLite database, another program's, a newer version's.
[[nodiscard]] SqliteFile openUntouched(const std::filesystem::path& path);
[[nodiscard]] RunFileHeader headerOf(const SqliteFile& file, const std::filesystem::path& path);

} // namespace keyrace
