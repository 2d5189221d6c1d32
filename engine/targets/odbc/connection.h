// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/interrupt.h"
#include "engine/targets/odbc/api.h"
#include "engine/targets/odbc/odbcdialect.h"
#include "engine/targets/odbc/odbcurl.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace::odbc {

using Row = std::vector<std::optional<std::string>>;

/// An environment and a connection of the driver manager, freed with the last statement on it.
struct Link {
    SQLHENV environment = SQL_NULL_HENV;
    SQLHDBC handle = SQL_NULL_HDBC;
    bool isConnected = false;

    Link();
    ~Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
};

/// Where and what to connect to.
struct Source {
    OdbcUrl url;
    std::optional<std::string> password;
    const OdbcDialect* dialect = nullptr;
};

/// One connection, used by one thread. What it executes can be ended through its Interrupt by any other.
class Connection {
public:
    /// Connects within ten seconds, where the driver heeds that, and prepares the session. `interrupt` outlives it. Throws
    /// Error{Unreachable|Login|Limit|BadInput}.
    Connection(const Source& source, Interrupt& interrupt);

    /// One statement; its rows, if it has any. Throws Error.
    std::vector<Row> query(std::string_view sql);
    /// The first column of the first row; empty where there is none.
    [[nodiscard]] std::string text(std::string_view sql);
    [[nodiscard]] std::int64_t number(std::string_view sql);
    /// As query(), of what a database of another age or a user with few rights may refuse: nothing then.
    [[nodiscard]] std::vector<Row> queryIfAble(std::string_view sql);

    /// A transaction for each statement, or one until commit() or rollback().
    void setAutocommit(bool isOn);
    void commit();
    void rollback() noexcept;

    /// What SQLGetInfo() says, of those that are text.
    [[nodiscard]] std::string info(SQLUSMALLINT what) const;
    [[nodiscard]] OdbcServer server() const;
    [[nodiscard]] const OdbcDialect& dialect() const { return *m_dialect; }
    [[nodiscard]] const std::string& place() const { return m_place; }
    [[nodiscard]] const std::shared_ptr<Link>& link() const { return m_link; }
    [[nodiscard]] Interrupt& interrupt() const { return m_interrupt; }
    /// The Error of what failed on a handle: cancelled, where that was asked.
    [[nodiscard]] Error failure(SQLSMALLINT kind, SQLHANDLE handle) const;

private:
    const OdbcDialect* m_dialect;
    std::string m_place;
    Interrupt& m_interrupt;
    std::shared_ptr<Link> m_link;
};

/// One statement on a connection, which outlives it.
class Statement {
public:
    explicit Statement(Connection& connection);

    void prepare(std::string_view sql);
    void execute();
    void execute(std::string_view sql);
    /// The next row; nothing after the last.
    [[nodiscard]] bool fetch();
    /// All the rows that are left, moved to this process: how many.
    [[nodiscard]] std::int64_t fetchAll();
    [[nodiscard]] SQLSMALLINT columns();
    [[nodiscard]] std::optional<std::string> text(SQLUSMALLINT column);
    /// What the driver says of the last call.
    [[nodiscard]] Error failure() const { return m_connection.failure(SQL_HANDLE_STMT, m_state->handle); }
    /// Lets go of rows that are left.
    void close() noexcept;

    void set(SQLINTEGER attribute, SQLPOINTER value);
    /// Parameter `number`, from 1: one value, or an array of them, where they lie. `lengths` are as many; null where the type has
    /// one length.
    void bind(SQLUSMALLINT number, SQLSMALLINT type, SQLSMALLINT sqlType, SQLULEN size, SQLSMALLINT digits, const void* values, SQLLEN width, SQLLEN* lengths);

private:
    /// Shared with the thread that asks for an end. Some drivers free what belongs to a statement when they are asked to cancel one
    /// that has just ended: so nobody else uses it meanwhile.
    struct State {
        explicit State(std::shared_ptr<Link> link);
        ~State();
        State(const State&) = delete;
        State& operator=(const State&) = delete;

        std::shared_ptr<Link> link;
        SQLHSTMT handle = SQL_NULL_HSTMT;
        std::mutex mutex;
        bool isExecuting = false; ///< guarded by mutex
    };
    /// Calls the driver, which may be ended meanwhile. Throws Error.
    template<typename Call>
    SQLRETURN run(Call call);
    void check(SQLRETURN result);

    Connection& m_connection;
    std::shared_ptr<State> m_state;
    std::shared_ptr<const Line> m_line;
};

} // namespace keyrace::odbc
