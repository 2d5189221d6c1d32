// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/databasefile.h"

#include "engine/targets/sqlite/database.h"

#include <array>
#include <atomic>
#include <charconv>
#include <string_view>
#include <unistd.h>

namespace keyrace::sqlite {

namespace {

constexpr std::string_view kPrefix = "keyrace_private_";
constexpr std::string_view kSuffix = ".sqlite";
constexpr std::array<std::string_view, 4> kCompanions{"", "-wal", "-shm", "-journal"};

std::filesystem::path companion(const std::filesystem::path& file, std::string_view suffix)
{
    std::filesystem::path result = file;
    result += suffix;
    return result;
}

} // namespace

DatabaseFile::DatabaseFile(std::filesystem::path named)
    : m_path(std::filesystem::absolute(named))
{
    std::error_code ignored;
    m_existed = std::filesystem::exists(m_path, ignored);
}

DatabaseFile DatabaseFile::makePrivate(const std::filesystem::path& folder)
{
    static std::atomic<int> s_count{0};
    const std::string name = std::string(kPrefix) + std::to_string(getpid()) + '_' + std::to_string(++s_count) + std::string(kSuffix);
    DatabaseFile file(folder / name);
    // Of a process that had the same number.
    removeDatabase(file.m_path);
    file.m_existed = false;
    file.m_private = true;
    return file;
}

DatabaseFile::DatabaseFile(DatabaseFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_private(other.m_private)
    , m_existed(other.m_existed)
    , m_kept(other.m_kept)
    , m_journalMode(std::move(other.m_journalMode))
{
    other.m_path.clear();
}

DatabaseFile::~DatabaseFile()
{
    if (m_path.empty())
        return;
    try {
        release();
    } catch (const std::exception&) {
        // Somebody else holds the file by now; it is theirs.
    }
}

void DatabaseFile::release() const
{
    if (m_private || !m_existed) {
        if (!m_kept && (m_private || isEmpty()))
            removeDatabase(m_path);
        return;
    }
    if (m_journalMode)
        Database(m_path, OpenMode::Existing).execute("PRAGMA journal_mode=" + *m_journalMode);
}

bool DatabaseFile::isEmpty() const
{
    std::error_code ignored;
    if (!std::filesystem::exists(m_path, ignored))
        return false;
    return Database(m_path, OpenMode::Existing).integer("SELECT count(*) FROM sqlite_schema") == 0;
}

std::optional<std::int64_t> processInName(const std::filesystem::path& file)
{
    const std::string name = file.filename().string();
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix))
        return std::nullopt;
    std::int64_t process = 0;
    const auto [end, code] = std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), process);
    return code == std::errc() && *end == '_' && process > 0 ? std::optional(process) : std::nullopt;
}

void removeDatabase(const std::filesystem::path& file) noexcept
{
    for (const std::string_view suffix : kCompanions) {
        std::error_code ignored;
        std::filesystem::remove(companion(file, suffix), ignored);
    }
}

std::int64_t bytesOnDisk(const std::filesystem::path& file) noexcept
{
    std::int64_t total = 0;
    for (const std::string_view suffix : kCompanions) {
        std::error_code code;
        const auto bytes = std::filesystem::file_size(companion(file, suffix), code);
        if (!code)
            total += static_cast<std::int64_t>(bytes);
    }
    return total;
}

} // namespace keyrace::sqlite
