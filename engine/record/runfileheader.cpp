// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/runfileheader.h"

#include "engine/error.h"
#include "engine/record/schema.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <system_error>

namespace keyrace {

namespace {

constexpr std::size_t kHeaderBytes = 100; // https://sqlite.org/fileformat2.html, section 1.3
constexpr std::string_view kMagic("SQLite format 3\0", 16);
using Header = std::array<char, kHeaderBytes>;

std::int64_t bigEndian(const Header& header, std::size_t place)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(header[place + i]);
    return static_cast<std::int32_t>(value);
}

[[noreturn]] void refuse(const char* words, const std::filesystem::path& path, const std::string& detail = {})
{
    throw Error(ErrorKind::BadInput, Message(words, {path.string()}), detail);
}

} // namespace

SqliteFile openUntouched(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found)
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 does not exist."), path);
    if (status.type() == std::filesystem::file_type::directory)
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is a folder, not a run file."), path);
    if (error || status.type() != std::filesystem::file_type::regular)
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 cannot be read."), path, error ? error.message() : std::string());
    try {
        return {path, SqliteFile::Mode::Immutable};
    } catch (const SqliteFault& fault) {
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 cannot be read. You may lack the right to."), path, fault.what());
    }
}

RunFileHeader headerOf(const SqliteFile& file, const std::filesystem::path& path)
{
    Header header{};
    try {
        const std::int64_t size = file.size();
        if (size == 0)
            refuse(QT_TRANSLATE_NOOP("Engine", "%1 is empty."), path);
        file.read(0, std::span(header).first(std::min<std::size_t>(kHeaderBytes, static_cast<std::size_t>(size))));
    } catch (const SqliteFault& fault) {
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 cannot be read."), path, fault.what());
    }
    if (std::memcmp(header.data(), kMagic.data(), kMagic.size()) != 0)
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is no run file of Keyrace."), path);
    if (bigEndian(header, 68) != kApplicationId)
        refuse(QT_TRANSLATE_NOOP("Engine", "%1 is an SQLite database, but no run file of Keyrace: it belongs to another program."), path);
    const std::int64_t version = bigEndian(header, 60);
    if (version != kSchemaVersion) {
        throw Error(ErrorKind::BadInput,
                    Message(QT_TRANSLATE_NOOP("Engine", "%1 was written by another version of Keyrace: its format is %2, this one "
                                                        "reads format %3. Open it with the version that wrote it, or a newer one."),
                            {path.string(), version, std::int64_t{kSchemaVersion}}));
    }
    return {header[18] == 2 || header[19] == 2};
}

} // namespace keyrace
