// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/sqlitefile.h"

#include <filesystem>
#include <memory>

namespace keyrace {

/// Something stands beside the file that belongs to it: a WAL or a rollback journal.
[[nodiscard]] bool hasCompanions(const std::filesystem::path& path);

/// A run file that is being written, or whose writer died, copied with what belongs to it to a folder of our own, where
/// SQLite may recover it without a trace beside the original. The folder goes with this object. Throws Error{BadInput|Disk}.
class PrivateCopy {
public:
    PrivateCopy(const SqliteFile& original, const std::filesystem::path& path);
    ~PrivateCopy();
    PrivateCopy(const PrivateCopy&) = delete;
    PrivateCopy& operator=(const PrivateCopy&) = delete;

    [[nodiscard]] const SqliteFile& file() const { return *m_file; }

private:
    std::filesystem::path m_folder;
    std::unique_ptr<SqliteFile> m_file;
};

} // namespace keyrace
