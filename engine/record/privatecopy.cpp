// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/privatecopy.h"

#include "engine/error.h"

#include <array>
#include <cerrno>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <cstdlib>

namespace keyrace {

namespace {

using std::filesystem::path;

path beside(const path& file, const char* suffix)
{
    path name = file;
    return name += suffix;
}

[[noreturn]] void cannotCopy(const path& file, const std::string& detail)
{
    throw Error(ErrorKind::Disk,
                Message(QT_TRANSLATE_NOOP("Engine", "%1 was not closed by its run and is read from a private copy, which cannot be made in %2."),
                        {file.string(), std::filesystem::temp_directory_path().string()}),
                detail);
}

void copyDatabase(const SqliteFile& original, const path& target)
{
    std::ofstream copy(target, std::ios::binary | std::ios::trunc);
    std::vector<char> buffer(std::size_t{1} << 20);
    const std::int64_t size = original.size();
    for (std::int64_t offset = 0; offset < size;) {
        const auto bytes = static_cast<std::size_t>(std::min<std::int64_t>(static_cast<std::int64_t>(buffer.size()), size - offset));
        original.read(offset, std::span(buffer).first(bytes));
        copy.write(buffer.data(), static_cast<std::streamsize>(bytes));
        offset += static_cast<std::int64_t>(bytes);
    }
    copy.close();
    if (!copy)
        throw std::filesystem::filesystem_error("copy", target, std::error_code(errno, std::generic_category()));
}

// What changes when a writer moves pages from its WAL to the file. Only the database and the WAL are looked at: closing the
// shared memory beside them would drop the locks of a writer in this process.
struct Fingerprint {
    std::optional<std::filesystem::file_time_type> changed;
    std::array<char, 32> walHeader{};

    explicit Fingerprint(const path& file)
    {
        std::error_code error;
        if (const auto time = std::filesystem::last_write_time(file, error); !error)
            changed = time;
        std::ifstream(beside(file, "-wal"), std::ios::binary).read(walHeader.data(), static_cast<std::streamsize>(walHeader.size()));
    }
    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

// The WAL may grow meanwhile, since its unfinished end is ignored; a checkpoint in between mixes two states.
void copyConsistently(const SqliteFile& original, const path& file, const path& target)
{
    constexpr int kAttempts = 20;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const Fingerprint before(file);
        copyDatabase(original, target);
        for (const char* suffix : {"-wal", "-journal"}) {
            std::error_code error;
            std::filesystem::remove(beside(target, suffix), error);
            const path companion = beside(file, suffix);
            if (!std::filesystem::exists(companion, error))
                continue;
            std::filesystem::copy_file(companion, beside(target, suffix), error);
            if (error && error != std::errc::no_such_file_or_directory)
                throw std::filesystem::filesystem_error("copy", companion, error);
        }
        if (Fingerprint(file) == before)
            return;
    }
    cannotCopy(file, "it changes faster than it can be read");
}

path privateFolder(const path& file)
{
    std::string name = (std::filesystem::temp_directory_path() / "keyrace-XXXXXX").string();
    if (!::mkdtemp(name.data()))
        cannotCopy(file, std::generic_category().message(errno));
    return name;
}

} // namespace

bool hasCompanions(const path& file)
{
    std::error_code error;
    return std::filesystem::exists(beside(file, "-wal"), error) || std::filesystem::exists(beside(file, "-journal"), error);
}

PrivateCopy::PrivateCopy(const SqliteFile& original, const path& file)
    : m_folder(privateFolder(file))
{
    const path target = m_folder / "copy";
    std::error_code ignored;
    try {
        copyConsistently(original, file, target);
        std::filesystem::permissions(target, std::filesystem::perms::owner_write, std::filesystem::perm_options::add, ignored);
        m_file = std::make_unique<SqliteFile>(target, SqliteFile::Mode::Write);
    } catch (const Error&) {
        std::filesystem::remove_all(m_folder, ignored);
        throw;
    } catch (const std::exception& error) {
        std::filesystem::remove_all(m_folder, ignored);
        cannotCopy(file, error.what());
    }
}

PrivateCopy::~PrivateCopy()
{
    m_file.reset();
    std::error_code error;
    std::filesystem::remove_all(m_folder, error);
}

} // namespace keyrace
