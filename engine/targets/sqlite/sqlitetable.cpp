// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/sqlitetable.h"

#include "engine/targets/sqlite/dialect.h"
#include "engine/targets/sqlite/sqlitesession.h"
#include "engine/targets/sqlite/structure.h"
#include "engine/targets/tablemark.h"

namespace keyrace::sqlite {

namespace {

/// "KRCE": what marks a run file, in which no table under test may lie.
constexpr std::int64_t kRunFileId = 0x4B524345;

} // namespace

std::unique_ptr<Database> openForTables(DatabaseFile& file, const Settings& settings, const std::stop_token& stop)
{
    auto database = std::make_unique<Database>(file.path(), OpenMode::Create);
    const std::stop_callback cancel(stop, [&database] { database->cancel(); });
    if (const auto timeout = settings.find("busy_timeout"); timeout != settings.end())
        database->setBusyTimeout(std::chrono::milliseconds(std::stoll(timeout->second)));
    // The first read: a file that is no database is found here, before anything is set.
    if (database->integer("PRAGMA application_id") == kRunFileId)
        throw Error(ErrorKind::Refused,
            Message(QT_TRANSLATE_NOOP("Engine", "%1 is a run file of Keyrace, not a database to measure."), {file.path().string()}));
    (void)database->integer("SELECT count(*) FROM sqlite_schema");
    if (file.isForeign())
        file.rememberJournalMode(database->text("PRAGMA journal_mode").value_or("delete"));
    apply(*database, settings, Scope::FileAndConnection);
    return database;
}

SqliteTable::SqliteTable(std::shared_ptr<DatabaseFile> file, Settings settings, TableSpec spec)
    : m_file(std::move(file))
    , m_database(openForTables(*m_file, settings, spec.stop))
    , m_settings(std::move(settings))
    , m_spec(std::move(spec))
{
    checkRowWidth();
    {
        const std::stop_callback cancel(m_spec.stop, [this] { m_database->cancel(); });
        create();
    }
    try {
        m_database->makeCancellable();
    } catch (const Error&) { // cancelled just after the commit: nobody will own the table
        drop();
        throw;
    }
}

void SqliteTable::create()
{
    Transaction transaction(*m_database);
    if (m_database->integer("SELECT 1 FROM sqlite_schema WHERE name = " + quotedText(m_spec.name)))
        throw Error(ErrorKind::Refused,
            Message(QT_TRANSLATE_NOOP("Engine", "%1 already holds a table %2. It was left as it is."),
                {m_file->path().string(), m_spec.name}));
    m_database->execute(dialect().createTable(m_spec, TableMark::ofThisProcess(m_spec.name).text()));
    for (const std::string& statement : dialect().createIndexes(m_spec))
        m_database->execute(statement);
    transaction.commit();
}

void SqliteTable::checkRowWidth() const
{
    std::int64_t width = 0;
    for (const Column& column : m_spec.columns)
        width += column.width;
    if (const std::int64_t limit = sqlite3_limit(m_database->handle(), SQLITE_LIMIT_LENGTH, -1); width >= limit)
        throw Error(ErrorKind::Limit,
            Message(QT_TRANSLATE_NOOP("Engine", "A row of %1 bytes is wider than SQLite allows (%2)."), {width, limit}));
}

void SqliteTable::drop()
{
    m_database->forgetCancel();
    m_database->execute("DROP TABLE " + quotedName(m_spec.name));
}

SqliteTable::~SqliteTable()
{
    if (m_kept || m_file->isPrivate())
        return;
    try {
        drop();
    } catch (const std::exception&) {
        // Left behind, where leftovers() finds it.
    }
}

std::unique_ptr<Session> SqliteTable::connect(std::size_t)
{
    return std::make_unique<SqliteSession>(m_file->path(), m_settings, m_spec);
}

void SqliteTable::encode(RowSet&, const InsertChoice&)
{
    // Values are bound where they lie.
}

std::int64_t SqliteTable::count()
{
    m_database->throwIfCancelled();
    return m_database->integer("SELECT count(*) FROM " + quotedName(m_spec.name)).value_or(0);
}

Counters SqliteTable::flow()
{
    Counters counters;
    counters.absent["page_splits"] = Message(QT_TRANSLATE_NOOP("Engine", "SQLite does not count page splits."));
    counters.absent["full_page_images"]
        = Message(QT_TRANSLATE_NOOP("Engine", "SQLite's log holds whole pages only; it does not tell first images apart."));
    return counters;
}

Counters SqliteTable::structure()
{
    return structureOf(*m_database, m_spec);
}

void SqliteTable::checkpoint()
{
    m_database->throwIfCancelled();
    // Without a log every commit has been written to the file, and this does nothing.
    const int code = sqlite3_wal_checkpoint_v2(m_database->handle(), "main", SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    if (code != SQLITE_OK)
        m_database->fail(code);
}

void SqliteTable::keep()
{
    m_kept = true;
    m_file->keep();
}

} // namespace keyrace::sqlite
