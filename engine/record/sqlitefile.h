// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace keyrace {

/// What SQLite answered in place of a row. Stays inside engine/record, which words it as an Error or as damage.
class SqliteFault : public std::runtime_error {
public:
    SqliteFault(int code, const std::string& text)
        : std::runtime_error(text)
        , m_code(code)
    {
    }
    [[nodiscard]] int code() const { return m_code; } ///< SQLite's extended result code

private:
    int m_code;
};

/// A prepared statement. Belongs to its SqliteFile and is used by one thread at a time.
class SqliteStatement {
public:
    SqliteStatement() = default;
    SqliteStatement(sqlite3* database, std::string_view sql);

    /// Binds all parameters in order, runs to the end and resets.
    template <typename... Values>
    void run(const Values&... values)
    {
        int place = 0;
        (bind(++place, values), ...);
        finish();
    }

    void bind(int place, std::int64_t value);
    void bind(int place, int value) { bind(place, std::int64_t{value}); }
    void bind(int place, double value);
    void bind(int place, std::string_view value);
    void bind(int place, const std::string& value) { bind(place, std::string_view(value)); }
    void bind(int place, std::nullptr_t);
    template <typename Value>
    void bind(int place, const Value& optional)
        requires requires { optional.has_value(); }
    {
        if (optional)
            bind(place, *optional);
        else
            bind(place, nullptr);
    }
    void finish();

    /// The next row, or false after the last.
    bool step();
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    /// Valid until the next step.
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] std::string string(int column) const { return std::string(text(column)); }
    [[nodiscard]] bool isNull(int column) const;

private:
    void check(int code) const;

    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalizer> m_statement;
};

/// A connection to one database file, through SQLite's C interface. Used by one thread at a time.
class SqliteFile {
public:
    enum class Mode {
        Write,    ///< an existing file, read and written
        Immutable ///< read without locks, and without a look at what stands beside it
    };
    /// Throws SqliteFault. `path` may hold any character.
    SqliteFile(const std::filesystem::path& path, Mode mode);

    [[nodiscard]] SqliteStatement prepare(std::string_view sql) const { return {m_database.get(), sql}; }
    void execute(const std::string& sql) const;
    [[nodiscard]] std::int64_t lastRowId() const;
    /// Lets a file be read that is shorter than its header says, as far as it goes: SQLite refuses all of it otherwise.
    void tolerateDamage() const;
    [[nodiscard]] sqlite3* handle() const { return m_database.get(); }

    /// The file's bytes by SQLite's own descriptor. Opening and closing one of our own would drop the locks that a writer in
    /// this process holds on it (POSIX locks belong to the process: https://sqlite.org/howtocorrupt.html, section 2.2).
    [[nodiscard]] std::int64_t size() const;
    void read(std::int64_t offset, std::span<char> into) const;

private:
    struct Closer {
        void operator()(sqlite3* database) const;
    };
    std::unique_ptr<sqlite3, Closer> m_database;
};

} // namespace keyrace
