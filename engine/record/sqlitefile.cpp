// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/sqlitefile.h"

#include <sqlite3.h>

namespace keyrace {

namespace {

bool isUnreserved(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '-' || c == '_' || c == '.';
}

// A path as a URI, in which '?', '#' and '%' would mean something else: https://sqlite.org/uri.html.
std::string immutableUri(const std::filesystem::path& path)
{
    constexpr char kHex[] = "0123456789ABCDEF";
    const std::string name = std::filesystem::absolute(path).native();
    std::string uri = "file:";
    for (const char c : name) {
        if (isUnreserved(c)) {
            uri += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
    return uri + "?immutable=1";
}

} // namespace

void SqliteStatement::Finalizer::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

SqliteStatement::SqliteStatement(sqlite3* database, std::string_view sql)
{
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    m_statement.reset(statement);
    if (code != SQLITE_OK)
        throw SqliteFault(code, sqlite3_errmsg(database));
}

void SqliteStatement::check(int code) const
{
    if (code != SQLITE_OK)
        throw SqliteFault(code, sqlite3_errmsg(sqlite3_db_handle(m_statement.get())));
}

void SqliteStatement::bind(int place, std::int64_t value)
{
    check(sqlite3_bind_int64(m_statement.get(), place, value));
}

void SqliteStatement::bind(int place, double value)
{
    check(sqlite3_bind_double(m_statement.get(), place, value));
}

void SqliteStatement::bind(int place, std::string_view value)
{
    // An empty view may have no address, which SQLite would take for NULL.
    check(sqlite3_bind_text64(m_statement.get(), place, value.empty() ? "" : value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void SqliteStatement::bind(int place, std::nullptr_t)
{
    check(sqlite3_bind_null(m_statement.get(), place));
}

void SqliteStatement::finish()
{
    while (step()) {
    }
}

bool SqliteStatement::step()
{
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW)
        return true;
    const std::string text = sqlite3_errmsg(sqlite3_db_handle(m_statement.get()));
    sqlite3_reset(m_statement.get());
    if (code != SQLITE_DONE)
        throw SqliteFault(code, text);
    return false;
}

std::int64_t SqliteStatement::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

double SqliteStatement::real(int column) const
{
    return sqlite3_column_double(m_statement.get(), column);
}

std::string_view SqliteStatement::text(int column) const
{
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))) : std::string_view();
}

bool SqliteStatement::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

void SqliteFile::Closer::operator()(sqlite3* database) const
{
    sqlite3_close_v2(database);
}

SqliteFile::SqliteFile(const std::filesystem::path& path, Mode mode)
{
    // An absolute path, so that no name is taken for a URI or for ":memory:".
    const bool writes = mode == Mode::Write;
    const std::string name = writes ? std::filesystem::absolute(path).native() : immutableUri(path);
    const int flags = SQLITE_OPEN_NOMUTEX | (writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    sqlite3* database = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &database, flags, nullptr);
    m_database.reset(database);
    if (code != SQLITE_OK)
        throw SqliteFault(code, database ? sqlite3_errmsg(database) : sqlite3_errstr(code));
    sqlite3_extended_result_codes(database, 1);
    sqlite3_busy_timeout(database, 2'000);
    // A file from elsewhere may hold a schema that means harm.
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    constexpr int kLongestValue = 256 << 20;
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, kLongestValue);
}

void SqliteFile::execute(const std::string& sql) const
{
    const int code = sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        throw SqliteFault(code, sqlite3_errmsg(m_database.get()));
}

void SqliteFile::tolerateDamage() const
{
    sqlite3_db_config(m_database.get(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    sqlite3_db_config(m_database.get(), SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
}

std::int64_t SqliteFile::lastRowId() const
{
    return sqlite3_last_insert_rowid(m_database.get());
}

namespace {

sqlite3_file* descriptor(sqlite3* database)
{
    sqlite3_file* file = nullptr;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (!file || !file->pMethods)
        throw SqliteFault(SQLITE_CANTOPEN, sqlite3_errstr(SQLITE_CANTOPEN));
    return file;
}

} // namespace

std::int64_t SqliteFile::size() const
{
    sqlite3_file* file = descriptor(m_database.get());
    sqlite3_int64 bytes = 0;
    if (const int code = file->pMethods->xFileSize(file, &bytes); code != SQLITE_OK)
        throw SqliteFault(code, sqlite3_errstr(code));
    return bytes;
}

void SqliteFile::read(std::int64_t offset, std::span<char> into) const
{
    sqlite3_file* file = descriptor(m_database.get());
    const int code = file->pMethods->xRead(file, into.data(), static_cast<int>(into.size()), offset);
    if (code != SQLITE_OK)
        throw SqliteFault(code, sqlite3_errstr(code));
}

} // namespace keyrace
