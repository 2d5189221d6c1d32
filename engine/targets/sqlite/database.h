// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"

#include <sqlite3.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace keyrace::sqlite {

struct StatementDeleter {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using StatementHandle = std::unique_ptr<sqlite3_stmt, StatementDeleter>;

/// How often this connection found the file locked by another, and how long it waited in all.
struct BusyCount {
    std::int64_t waits = 0;
    std::chrono::nanoseconds waited{0};
};

/// Checkpoints that this connection's commits set off, and what they took.
struct CheckpointCount {
    std::int64_t completed = 0; ///< those that copied the whole log into the file
    std::chrono::nanoseconds spent{0};
};

enum class OpenMode { Create, Existing };

/// One connection to an SQLite file, used by one thread at a time; only cancel() may be called from another.
/// Every failure of the library becomes an Error that names the file and says what to try.
class Database {
public:
    /// Throws Error{Unreachable|Refused}.
    Database(const std::filesystem::path& file, OpenMode mode);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] sqlite3* handle() const { return m_handle; }
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }

    [[nodiscard]] StatementHandle prepare(std::string_view sql) const;
    /// One step. True while there is a row. Throws for anything but a row or the end.
    bool step(sqlite3_stmt* statement) const
    {
        const int code = sqlite3_step(statement);
        if (code != SQLITE_ROW && code != SQLITE_DONE) [[unlikely]]
            fail(code);
        return code == SQLITE_ROW;
    }
    /// Runs one statement to its end; rows are ignored.
    void execute(std::string_view sql) const;
    /// The first column of the first row; absent without a row.
    [[nodiscard]] std::optional<std::string> text(std::string_view sql) const;
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view sql) const;
    /// What the library's last answer means. Asked before the statement is reset, which may lose the words.
    [[nodiscard]] Error failure(int code) const;
    [[noreturn]] void fail(int code) const { throw failure(code); }

    /// How long a statement waits for a lock that another connection holds. SQLite's own busy_timeout would replace the
    /// handler that counts, so it is never set.
    void setBusyTimeout(std::chrono::milliseconds timeout) { m_busyTimeout = timeout; }
    [[nodiscard]] std::chrono::milliseconds busyTimeout() const { return m_busyTimeout; }
    /// Pages in the log after which a commit copies it into the file; 0: never. Does what the default hook does, and counts.
    void setWalAutocheckpoint(std::int64_t pages) { m_walAutocheckpoint = pages; }
    [[nodiscard]] std::int64_t walAutocheckpoint() const { return m_walAutocheckpoint; }

    /// From here on cancel() reaches every statement, also one that starts at the same moment. While it is on, PRAGMA
    /// journal_mode and VACUUM are refused by SQLite.
    void makeCancellable();
    /// Ends what is executing and refuses what comes later. Any thread.
    void cancel() noexcept;
    [[nodiscard]] bool isCancelled() const { return m_cancelled.load(std::memory_order_relaxed); }
    void throwIfCancelled() const;
    /// Takes a cancel() back, so that tidying up works: rolling back, dropping.
    void forgetCancel();

    /// Rolls back what is open; throws nothing.
    void rollBack() noexcept;

    [[nodiscard]] const BusyCount& busy() const { return m_busy; }
    [[nodiscard]] const CheckpointCount& checkpoints() const { return m_checkpoints; }

private:
    void open(OpenMode mode);
    static int onBusy(void* self, int attempts);
    static int onWalCommit(void* self, sqlite3* handle, const char* schema, int pages);
    [[nodiscard]] bool waitForLock(int attempts);

    std::filesystem::path m_file;
    sqlite3* m_handle = nullptr;
    StatementHandle m_sentinel;
    bool m_isSetUp = false; ///< until then a lock means that the file cannot be reached
    std::atomic<bool> m_cancelled{false};
    std::chrono::milliseconds m_busyTimeout{0};
    std::chrono::steady_clock::time_point m_busySince;
    std::int64_t m_walAutocheckpoint = 0;
    BusyCount m_busy;
    CheckpointCount m_checkpoints;
};

/// A write transaction: takes the lock at once, so that a wait for it happens here and not at a later statement.
/// Rolled back unless commit() was called.
class Transaction {
public:
    explicit Transaction(Database& database) : m_database(database) { m_database.execute("BEGIN IMMEDIATE"); }
    ~Transaction()
    {
        if (!m_committed)
            m_database.rollBack();
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit()
    {
        m_database.execute("COMMIT");
        m_committed = true;
    }

private:
    Database& m_database;
    bool m_committed = false;
};

/// An identifier or a text as SQL writes it.
[[nodiscard]] std::string quotedName(std::string_view name);
[[nodiscard]] std::string quotedText(std::string_view text);

} // namespace keyrace::sqlite
