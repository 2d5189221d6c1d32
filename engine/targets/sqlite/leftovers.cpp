// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/leftovers.h"

#include "engine/targets/sqlite/database.h"
#include "engine/targets/sqlite/databasefile.h"
#include "engine/targets/sqlite/dialect.h"
#include "engine/targets/sqlite/structure.h"
#include "engine/targets/tablemark.h"

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace keyrace::sqlite {

namespace {

/// From here on a file with tables of somebody else looks as if they were in use.
constexpr std::int64_t kLargeFile = 1'000'000;

struct Definition {
    std::string name;
    std::string sql;
};

std::vector<Definition> tablesIn(const Database& database)
{
    const StatementHandle statement = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    const auto text = [&statement](int column) {
        const auto* words = sqlite3_column_text(statement.get(), column);
        return words == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(words));
    };
    std::vector<Definition> tables;
    while (database.step(statement.get()))
        tables.push_back({text(0), text(1)});
    return tables;
}

std::optional<LeftTable> leftTable(const Definition& table)
{
    return keyrace::leftTable(table.name, markIn(table.sql, table.name));
}

bool isRunning(std::int64_t process)
{
    return kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH;
}

// A private file holds one table; one that was just made may hold none.
std::optional<LeftTable> leftFile(const std::filesystem::path& file)
{
    const auto process = processInName(file);
    if (!process || isRunning(*process))
        return std::nullopt;
    LeftTable left{file.filename().string(), bytesOnDisk(file), {*process, 0, {}}, std::nullopt};
    try {
        Database database(file, OpenMode::Existing);
        database.setBusyTimeout(kLookTimeout);
        for (const Definition& table : tablesIn(database)) {
            const auto inside = leftTable(table);
            if (!inside)
                return std::nullopt;
            left.maker = inside->maker;
            left.doubt = inside->doubt;
        }
    } catch (const Error& error) {
        left.doubt = Message(QT_TRANSLATE_NOOP("Engine", "named like a private file of Keyrace, but what it holds cannot be read")).withDetail(error.what());
    }
    return left;
}

} // namespace

std::vector<Message> concernsAbout(const Database& database)
{
    std::vector<std::string> theirs;
    for (const Definition& table : tablesIn(database)) {
        if (!table.name.starts_with("sqlite_") && !TableMark::parse(markIn(table.sql, table.name)))
            theirs.push_back(table.name);
    }
    const std::int64_t bytes = database.integer("PRAGMA page_count").value_or(0) * database.integer("PRAGMA page_size").value_or(0);
    if (theirs.empty() || bytes < kLargeFile)
        return {};
    const std::string names = theirs[0] + (theirs.size() > 1 ? ", " + theirs[1] : "") + (theirs.size() > 2 ? ", …" : "");
    return {Message(QT_TRANSLATE_NOOP("Engine", "%1 (%2 MB) holds tables that Keyrace did not make (%3): %4. A run shares the file with them: it "
                                                "locks it, makes it larger, and sets its journal mode for that time."),
                    {database.file().string(), bytes / 1'000'000, static_cast<std::int64_t>(theirs.size()), names})};
}

std::vector<LeftTable> leftTablesIn(const std::filesystem::path& file)
{
    if (std::error_code ignored; !std::filesystem::exists(file, ignored))
        return {};
    Database database(file, OpenMode::Existing);
    database.setBusyTimeout(kLookTimeout);
    std::vector<LeftTable> tables;
    for (const Definition& table : tablesIn(database)) {
        if (auto left = leftTable(table)) {
            left->bytes = tableBytes(database, table.name);
            tables.push_back(std::move(*left));
        }
    }
    return tables;
}

void dropLeftTable(const std::filesystem::path& file, const std::string& name)
{
    Database database(file, OpenMode::Existing);
    database.setBusyTimeout(kLookTimeout);
    Transaction transaction(database);
    const std::vector<Definition> tables = tablesIn(database);
    const auto found = std::find_if(tables.begin(), tables.end(), [&name](const Definition& table) { return table.name == name; });
    if (found == tables.end() || !leftTable(*found))
        throw Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "%1 is no table that a run of Keyrace left behind."), {name}));
    database.execute("DROP TABLE " + quotedName(name));
    transaction.commit();
}

std::vector<LeftTable> leftFilesIn(const std::filesystem::path& folder)
{
    std::vector<LeftTable> files;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (auto left = leftFile(entry.path()))
            files.push_back(std::move(*left));
    }
    std::sort(files.begin(), files.end(), [](const LeftTable& a, const LeftTable& b) { return a.name < b.name; });
    return files;
}

void dropLeftFile(const std::filesystem::path& folder, const std::string& name)
{
    const std::filesystem::path file = folder / name;
    if (file.filename() != name || !std::filesystem::exists(file) || !leftFile(file))
        throw Error(ErrorKind::Refused,
            Message(QT_TRANSLATE_NOOP("Engine", "%1 is no private file of a process that has ended, so it was left as it is."), {name}));
    removeDatabase(file);
}

} // namespace keyrace::sqlite
