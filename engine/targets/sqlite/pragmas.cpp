// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/pragmas.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace keyrace::sqlite {

namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 6> kJournalModes{"delete", "truncate", "persist", "memory", "wal", "off"};
constexpr std::array<std::string_view, 4> kSynchronous{"off", "normal", "full", "extra"};
constexpr std::array<std::string_view, 3> kTempStore{"default", "file", "memory"};
constexpr std::array<std::string_view, 3> kAutoVacuum{"none", "full", "incremental"};
constexpr std::array<std::string_view, 3> kSecureDelete{"off", "on", "fast"};

enum class Kind { Word, NumberedWord, Number, PowerOfTwo };

struct Pragma {
    std::string_view name;
    Kind kind;
    Words words;
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool ofFile = false; ///< fixed once the file holds anything
};

constexpr std::int64_t kInt = std::numeric_limits<std::int32_t>::max();

// In the order in which they are set: the others may have to wait for a lock, and what shapes the file comes before
// journal_mode, which gives it a first page.
const std::array<Pragma, 11> kPragmas{{
    {"busy_timeout", Kind::Number, {}, 0, kInt},
    {"page_size", Kind::PowerOfTwo, {}, 512, 65'536, true},
    {"auto_vacuum", Kind::NumberedWord, kAutoVacuum, 0, 0, true},
    {"journal_mode", Kind::Word, kJournalModes},
    {"synchronous", Kind::NumberedWord, kSynchronous},
    {"cache_size", Kind::Number, {}, -kInt, kInt},
    {"temp_store", Kind::NumberedWord, kTempStore},
    {"mmap_size", Kind::Number, {}, 0, std::int64_t{1} << 46},
    {"secure_delete", Kind::NumberedWord, kSecureDelete},
    {"journal_size_limit", Kind::Number, {}, -1, std::int64_t{1} << 46},
    {"wal_autocheckpoint", Kind::Number, {}, 0, kInt},
}};

const Pragma* find(std::string_view name)
{
    const auto* found = std::find_if(kPragmas.begin(), kPragmas.end(), [&](const Pragma& pragma) { return pragma.name == name; });
    return found == kPragmas.end() ? nullptr : found;
}

std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::optional<std::int64_t> number(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string joined(Words words)
{
    std::string result;
    for (const std::string_view word : words)
        result.append(result.empty() ? "" : ", ").append(word);
    return result;
}

std::string allNames()
{
    std::vector<std::string_view> names;
    for (const Pragma& pragma : kPragmas)
        names.push_back(pragma.name);
    return joined(names);
}

std::string inWords(const Pragma& pragma, const std::string& value)
{
    const std::string text = lowerCase(value);
    const auto n = number(text);
    if (pragma.kind == Kind::NumberedWord && n && *n >= 0 && *n < static_cast<std::int64_t>(pragma.words.size()))
        return std::string(pragma.words[static_cast<std::size_t>(*n)]);
    return text;
}

bool isAccepted(const Pragma& pragma, const std::string& value)
{
    switch (pragma.kind) {
    case Kind::Word:
    case Kind::NumberedWord:
        return std::find(pragma.words.begin(), pragma.words.end(), inWords(pragma, value)) != pragma.words.end();
    case Kind::Number:
    case Kind::PowerOfTwo:
        break;
    }
    const auto n = number(value);
    return n && *n >= pragma.low && *n <= pragma.high
        && (pragma.kind == Kind::Number || std::has_single_bit(static_cast<std::uint64_t>(*n)));
}

// Database itself carries out wal_autocheckpoint and busy_timeout, since it counts what they do.
std::string current(const Database& database, const Pragma& pragma)
{
    if (pragma.name == "wal_autocheckpoint")
        return std::to_string(database.walAutocheckpoint());
    if (pragma.name == "busy_timeout")
        return std::to_string(database.busyTimeout().count());
    return inWords(pragma, database.text("PRAGMA " + std::string(pragma.name)).value_or(""));
}

void set(Database& database, const Pragma& pragma, const std::string& value)
{
    if (pragma.name == "wal_autocheckpoint")
        database.setWalAutocheckpoint(*number(value));
    else if (pragma.name == "busy_timeout")
        database.setBusyTimeout(std::chrono::milliseconds(*number(value)));
    else
        database.execute("PRAGMA " + std::string(pragma.name) + '=' + value);
}

[[noreturn]] void refuse(const Database& database, const Pragma& pragma, const std::string& asked, const std::string& got)
{
    const std::string file = database.file().string();
    const std::string name(pragma.name);
    if (pragma.ofFile)
        throw Error(ErrorKind::Refused,
            Message(QT_TRANSLATE_NOOP("Engine",
                        "%1 is fixed when a file is created: %2 has %3, asked for was %4. Name a file that does not exist yet."),
                {name, file, got, asked}));
    throw Error(ErrorKind::Refused,
        Message(QT_TRANSLATE_NOOP("Engine", "SQLite did not take %1=%2 for %3: it stayed at %4."), {name, asked, file, got}));
}

} // namespace

std::optional<Message> whyRefused(const std::string& name, const std::string& value)
{
    const Pragma* pragma = find(name);
    if (!pragma)
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite has no setting \"%1\" here. Accepted are: %2."), {name, allNames()});
    if (isAccepted(*pragma, value))
        return std::nullopt;
    if (!pragma->words.empty())
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 cannot be \"%2\". Accepted are: %3."), {name, value, joined(pragma->words)});
    if (pragma->kind == Kind::PowerOfTwo)
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 cannot be \"%2\". Accepted are powers of two from %3 to %4."),
            {name, value, pragma->low, pragma->high});
    return Message(QT_TRANSLATE_NOOP("Engine", "%1 cannot be \"%2\". Accepted are whole numbers from %3 to %4."),
        {name, value, pragma->low, pragma->high});
}

std::string normalised(const std::string& name, const std::string& value)
{
    const Pragma* pragma = find(name);
    return pragma ? inWords(*pragma, value) : value;
}

void apply(Database& database, const Settings& settings, Scope scope)
{
    std::vector<const Pragma*> changed;
    for (const Pragma& pragma : kPragmas) {
        if (settings.contains(std::string(pragma.name)) && (!pragma.ofFile || scope == Scope::FileAndConnection))
            changed.push_back(&pragma);
    }
    for (const Pragma* pragma : changed)
        set(database, *pragma, settings.at(std::string(pragma->name)));
    for (const Pragma* pragma : changed) {
        const std::string asked = inWords(*pragma, settings.at(std::string(pragma->name)));
        if (const std::string got = current(database, *pragma); got != asked)
            refuse(database, *pragma, asked, got);
    }
}

Settings readBack(const Database& database)
{
    Settings settings;
    for (const Pragma& pragma : kPragmas)
        settings.emplace(pragma.name, current(database, pragma));
    return settings;
}

} // namespace keyrace::sqlite
