// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/database.h"

#include <algorithm>
#include <thread>

namespace keyrace::sqlite {

namespace {

std::string doubled(std::string_view text, char quote)
{
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote)
            result += quote;
        result += c;
    }
    return result + quote;
}

// What SQLite would only call "unable to open database file".
void checkPlace(const std::filesystem::path& file, OpenMode mode)
{
    const std::filesystem::path folder = file.parent_path();
    std::error_code ignored;
    if (!std::filesystem::exists(folder, ignored))
        throw Error(ErrorKind::Unreachable,
            Message(QT_TRANSLATE_NOOP("Engine", "The folder %1 does not exist. Create it, or name another one."), {folder.string()}));
    if (!std::filesystem::is_directory(folder, ignored))
        throw Error(ErrorKind::Unreachable,
            Message(QT_TRANSLATE_NOOP("Engine", "%1 is not a folder, so no database can lie in it."), {folder.string()}));
    if (std::filesystem::is_directory(file, ignored))
        throw Error(ErrorKind::Unreachable,
            Message(QT_TRANSLATE_NOOP("Engine", "%1 is a folder. Name a file in it."), {file.string()}));
    if (mode == OpenMode::Existing && !std::filesystem::exists(file, ignored))
        throw Error(ErrorKind::Unreachable, Message(QT_TRANSLATE_NOOP("Engine", "The file %1 does not exist."), {file.string()}));
}

} // namespace

std::string quotedName(std::string_view name)
{
    return doubled(name, '"');
}

std::string quotedText(std::string_view text)
{
    return doubled(text, '\'');
}

Database::Database(const std::filesystem::path& file, OpenMode mode)
    // An absolute path starts with a slash: never ":memory:", never "file:".
    : m_file(std::filesystem::absolute(file))
{
    checkPlace(m_file, mode);
    try {
        open(mode);
    } catch (...) {
        sqlite3_close_v2(m_handle);
        throw;
    }
}

void Database::open(OpenMode mode)
{
    // No mutex of its own: a connection belongs to one thread, and sqlite3_interrupt() needs none.
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (mode == OpenMode::Create ? SQLITE_OPEN_CREATE : 0);
    const int code = sqlite3_open_v2(m_file.c_str(), &m_handle, flags, nullptr);
    if (code != SQLITE_OK)
        fail(code);
    sqlite3_extended_result_codes(m_handle, 1);
    sqlite3_busy_handler(m_handle, &Database::onBusy, this);
    // SQLite opens what it may not write for reading only, and says so at the first write.
    if (sqlite3_db_readonly(m_handle, "main") == 1)
        fail(SQLITE_READONLY);
    // Else a quoted name that is no column's would silently be a text.
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    m_walAutocheckpoint = integer("PRAGMA wal_autocheckpoint").value_or(0);
    sqlite3_wal_hook(m_handle, &Database::onWalCommit, this);
}

Database::~Database()
{
    m_sentinel.reset();
    // v2: a statement that outlives its connection keeps it, instead of being used after it went.
    sqlite3_close_v2(m_handle);
}

StatementHandle Database::prepare(std::string_view sql) const
{
    throwIfCancelled();
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(
        m_handle, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK)
        fail(code);
    return StatementHandle(statement);
}

void Database::execute(std::string_view sql) const
{
    const StatementHandle statement = prepare(sql);
    while (step(statement.get())) { }
}

std::optional<std::string> Database::text(std::string_view sql) const
{
    const StatementHandle statement = prepare(sql);
    if (!step(statement.get()))
        return std::nullopt;
    const auto* value = reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 0));
    return value ? std::string(value) : std::string();
}

std::optional<std::int64_t> Database::integer(std::string_view sql) const
{
    const StatementHandle statement = prepare(sql);
    if (!step(statement.get()))
        return std::nullopt;
    return sqlite3_column_int64(statement.get(), 0);
}

Error Database::failure(int code) const
{
    // A lock that was no longer waited for because of cancel() is no fault.
    if (isCancelled() && (code & 0xff) == SQLITE_BUSY)
        code = SQLITE_INTERRUPT;
    // A failure that the library did not have itself, such as a file that may only be read, has no words of its own there.
    const bool isLibrarys = m_handle && sqlite3_errcode(m_handle) != SQLITE_OK;
    const std::string words = isLibrarys ? sqlite3_errmsg(m_handle) : sqlite3_errstr(code);
    const std::string file = m_file.string();
    switch (code & 0xff) {
    case SQLITE_INTERRUPT:
        return Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped on request.")), words);
    case SQLITE_BUSY:
        return Error(m_isSetUp ? ErrorKind::Target : ErrorKind::Unreachable,
            Message(QT_TRANSLATE_NOOP("Engine",
                        "%1 is locked by another connection and stayed so for %2 s. End the other program, or raise busy_timeout."),
                {file, std::chrono::duration<double>(m_busyTimeout).count()}),
            words);
    case SQLITE_FULL:
        return Error(ErrorKind::Disk,
            Message(QT_TRANSLATE_NOOP("Engine", "No space is left for %1. Free some, or choose another disk."), {file}), words);
    case SQLITE_IOERR:
        return Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "Reading or writing %1 failed."), {file}), words);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return Error(ErrorKind::Refused,
            Message(QT_TRANSLATE_NOOP("Engine", "%1 may not be written. Change its rights, or name another file."), {file}), words);
    case SQLITE_CANTOPEN:
        return Error(ErrorKind::Unreachable,
            Message(QT_TRANSLATE_NOOP("Engine", "%1 cannot be opened or created. Look at the rights of its folder."), {file}), words);
    case SQLITE_NOTADB:
        return Error(ErrorKind::Unreachable,
            Message(QT_TRANSLATE_NOOP("Engine", "%1 is not an SQLite database, or it is encrypted. It was left as it is."), {file}),
            words);
    case SQLITE_TOOBIG:
    case SQLITE_NOMEM:
        return Error(ErrorKind::Limit,
            Message(QT_TRANSLATE_NOOP("Engine", "A limit of SQLite or of the machine's memory was reached at %1."), {file}), words);
    default:
        return Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "A statement failed on %1."), {file}), words);
    }
}

void Database::makeCancellable()
{
    // sqlite3_interrupt() between two statements has no effect. It lasts as long as any statement is active, so one that
    // touches no table, and so holds no lock, is left active: then an interrupt cannot fall into a gap.
    m_sentinel = prepare("SELECT 1 UNION ALL SELECT 2");
    step(m_sentinel.get());
    m_isSetUp = true;
}

void Database::cancel() noexcept
{
    m_cancelled.store(true, std::memory_order_relaxed);
    sqlite3_interrupt(m_handle);
}

void Database::throwIfCancelled() const
{
    if (isCancelled()) [[unlikely]]
        throw Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped on request.")));
}

void Database::forgetCancel()
{
    m_sentinel.reset();
    m_cancelled.store(false, std::memory_order_relaxed);
}

void Database::rollBack() noexcept
{
    // A failed statement may have rolled back by itself.
    if (sqlite3_get_autocommit(m_handle))
        return;
    // An interrupt that is in force would stop ROLLBACK as well; the flag goes on refusing what comes later.
    const bool wasCancellable = m_sentinel != nullptr;
    m_sentinel.reset();
    sqlite3_exec(m_handle, "ROLLBACK", nullptr, nullptr, nullptr);
    if (wasCancellable && !isCancelled()) {
        try {
            makeCancellable();
        } catch (const Error&) {
            // Cancelled just now: nothing more will be executed.
        }
    }
}

int Database::onBusy(void* self, int attempts)
{
    return static_cast<Database*>(self)->waitForLock(attempts) ? 1 : 0;
}

// SQLite announces no released lock, so there is nothing to wait for but time. Short steps keep the file from standing idle.
bool Database::waitForLock(int attempts)
{
    using namespace std::chrono_literals;
    using Clock = std::chrono::steady_clock;
    if (isCancelled())
        return false;
    const Clock::time_point before = Clock::now();
    if (attempts == 0) {
        m_busySince = before;
        ++m_busy.waits;
    }
    if (before - m_busySince >= m_busyTimeout)
        return false;
    std::this_thread::sleep_for(std::min<std::chrono::microseconds>(100us * (1 << std::min(attempts, 10)), 10ms));
    m_busy.waited += Clock::now() - before;
    return true;
}

int Database::onWalCommit(void* self, sqlite3* handle, const char* schema, int pages)
{
    auto* database = static_cast<Database*>(self);
    if (database->m_walAutocheckpoint <= 0 || pages < database->m_walAutocheckpoint)
        return SQLITE_OK;
    const auto before = std::chrono::steady_clock::now();
    int inLog = 0;
    int copied = 0;
    const int code = sqlite3_wal_checkpoint_v2(handle, schema, SQLITE_CHECKPOINT_PASSIVE, &inLog, &copied);
    database->m_checkpoints.spent += std::chrono::steady_clock::now() - before;
    if (code == SQLITE_OK && inLog == copied)
        ++database->m_checkpoints.completed;
    // As the default hook: a checkpoint that another connection prevents is made by a later commit, and the commit stands.
    return SQLITE_OK;
}

} // namespace keyrace::sqlite
