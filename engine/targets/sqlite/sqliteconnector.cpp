// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/sqliteconnector.h"

#include "engine/targets/sqlite/database.h"
#include "engine/targets/sqlite/leftovers.h"
#include "engine/targets/sqlite/pragmas.h"
#include "engine/targets/sqlite/sqliterules.h"
#include "engine/targets/sqlite/sqlitetable.h"
#include "engine/targets/sqlite/structure.h"
#include "engine/targets/tablemark.h"

#include <QtCore/QStorageInfo>

#include <algorithm>
#include <array>
#include <string_view>

namespace keyrace::sqlite {

namespace {

/// Long enough for a writer's longest transaction, short enough that a forgotten lock ends a trial.
constexpr std::string_view kBusyTimeout = "60000";

// Options of the library that change figures or what can be told; the list of the rest is long and says nothing here.
std::string notableOptions()
{
    constexpr std::array<std::string_view, 6> kNotable{
        "THREADSAFE", "SECURE_DELETE", "OMIT_LOOKASIDE", "ENABLE_DBSTAT_VTAB", "DEFAULT_MMAP_SIZE", "DIRECT_OVERFLOW_READ"};
    std::string result;
    for (int i = 0; const char* option = sqlite3_compileoption_get(i); ++i) {
        const std::string_view text(option);
        const auto known = std::any_of(kNotable.begin(), kNotable.end(), [&](std::string_view name) { return text.starts_with(name); });
        if (known)
            result.append(result.empty() ? "" : " ").append(text);
    }
    return result;
}

std::vector<Message> notes()
{
    std::vector<Message> result{Message(QT_TRANSLATE_NOOP("Engine",
        "SQLite serialises writers: of several clients one writes at a time, and the waiting of the others is shown apart."))};
    if (!hasDbstat())
        result.push_back(Message(QT_TRANSLATE_NOOP("Engine", "This SQLite library was built without dbstat: sizes and fill are not shown.")));
    return result;
}

} // namespace

SqliteConnector::SqliteConnector(Url url, ConnectorContext context)
    : m_url(std::move(url))
    , m_context(std::move(context))
{
}

Storage SqliteConnector::defaultStorage(KeyShape shape) const
{
    return sqlite::defaultStorage(shape);
}

std::string SqliteConnector::defaultLayout() const
{
    return "rowid";
}

std::optional<Message> SqliteConnector::unavailable(const Cell& cell) const
{
    return whyUnavailable(cell);
}

std::filesystem::path SqliteConnector::folder() const
{
    if (m_url.path)
        return std::filesystem::absolute(*m_url.path).parent_path();
    return m_context.privateFolder.empty() ? std::filesystem::current_path() : std::filesystem::absolute(m_context.privateFolder);
}

std::shared_ptr<DatabaseFile> SqliteConnector::file()
{
    if (!m_url.path)
        return std::make_shared<DatabaseFile>(DatabaseFile::makePrivate(folder()));
    std::shared_ptr<DatabaseFile> shared = m_file.lock();
    if (!shared) {
        shared = std::make_shared<DatabaseFile>(*m_url.path);
        m_file = shared;
    }
    return shared;
}

Settings SqliteConnector::settings(const Settings& level) const
{
    Settings result{{"busy_timeout", std::string(kBusyTimeout)}};
    for (const auto& [name, value] : m_url.pragmas)
        result.insert_or_assign(name, value);
    for (const auto& [name, value] : level) {
        if (const auto why = whyRefused(name, value))
            throw Error(ErrorKind::BadInput, *why);
        result.insert_or_assign(name, normalised(name, value));
    }
    return result;
}

std::unique_ptr<Database> SqliteConnector::look(DatabaseFile& file, const Settings& level) const
{
    Settings wanted = settings(level);
    wanted.insert_or_assign("busy_timeout", std::to_string(kLookTimeout.count()));
    return openForTables(file, wanted);
}

Durability SqliteConnector::durability(const Settings& level)
{
    const std::shared_ptr<DatabaseFile> file = this->file();
    return durabilityOf(readBack(*look(*file, level)));
}

TargetInfo SqliteConnector::describe()
{
    const std::shared_ptr<DatabaseFile> file = this->file();
    const std::unique_ptr<Database> database = look(*file, {});

    TargetInfo info;
    info.engine = "SQLite";
    info.serverVersion = sqlite3_libversion();
    info.clientLibrary = info.engine + ' ' + info.serverVersion;
    info.settings = readBack(*database);
    info.settings["busy_timeout"] = settings({}).at("busy_timeout");
    info.settings["compile_options"] = notableOptions();
    info.settings["max_variables"] = std::to_string(sqlite3_limit(database->handle(), SQLITE_LIMIT_VARIABLE_NUMBER, -1));
    const Durability promise = durabilityOf(info.settings);
    info.durability = promise.words;
    info.weakDurability = promise.isWeak;
    info.filesystem = QStorageInfo(QString::fromStdString(folder().string())).fileSystemType().toStdString();
    info.notes = notes();
    if (file->isForeign())
        info.concerns = concernsAbout(*database);
    return info;
}

std::unique_ptr<TestTable> SqliteConnector::createTable(const TableSpec& spec)
{
    checkTableName(spec.name);
    return std::make_unique<SqliteTable>(file(), settings(spec.settings), spec);
}

std::vector<LeftTable> SqliteConnector::leftovers()
{
    return m_url.path ? leftTablesIn(*m_url.path) : leftFilesIn(folder());
}

void SqliteConnector::dropLeftover(const std::string& name)
{
    if (m_url.path)
        dropLeftTable(*m_url.path, name);
    else
        dropLeftFile(folder(), name);
}

std::optional<std::int64_t> SqliteConnector::freeBytes()
{
    std::error_code code;
    const std::filesystem::space_info space = std::filesystem::space(folder(), code);
    if (code)
        return std::nullopt;
    return static_cast<std::int64_t>(space.available);
}

std::unique_ptr<Connector> makeSqliteConnector(const std::string& url, const ConnectorContext& context)
{
    return std::make_unique<SqliteConnector>(parseUrl(url), context);
}

} // namespace keyrace::sqlite
