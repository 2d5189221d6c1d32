// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace keyrace::sqlite {

/// The file in which tables under test lie, while any of them does. When the last one lets go of it, what Keyrace made is
/// removed with its -wal, -shm and -journal, and what a file of somebody else's had as journal mode is put back.
/// The run's thread only.
class DatabaseFile {
public:
    /// A file of the user's: removed only if it did not exist, and holds nothing in the end.
    explicit DatabaseFile(std::filesystem::path named);
    /// A new file in `folder` whose name tells this process.
    static DatabaseFile makePrivate(const std::filesystem::path& folder);
    ~DatabaseFile();
    DatabaseFile(DatabaseFile&& other) noexcept;
    DatabaseFile& operator=(DatabaseFile&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] bool isPrivate() const { return m_private; }
    /// A file of the user's that was there before.
    [[nodiscard]] bool isForeign() const { return m_existed; }
    void rememberJournalMode(std::string mode) { m_journalMode = std::move(mode); }
    void keep() { m_kept = true; }

private:
    void release() const;
    [[nodiscard]] bool isEmpty() const;

    std::filesystem::path m_path;
    bool m_private = false;
    bool m_existed = false;
    bool m_kept = false;
    std::optional<std::string> m_journalMode;
};

/// The process that a private file's name tells; nothing where it is not named so.
[[nodiscard]] std::optional<std::int64_t> processInName(const std::filesystem::path& file);
/// The file and what SQLite keeps beside it. Throws nothing.
void removeDatabase(const std::filesystem::path& file) noexcept;
[[nodiscard]] std::int64_t bytesOnDisk(const std::filesystem::path& file) noexcept;

} // namespace keyrace::sqlite
