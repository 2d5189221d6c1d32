// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/interrupt.h"
#include "engine/targets/mysql/api.h"
#include "engine/targets/mysql/failure.h"
#include "engine/targets/mysql/options.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace keyrace::mysql {

using Settings = std::map<std::string, std::string>;
using Row = std::vector<std::optional<std::string>>;

/// What LOAD DATA LOCAL reads in place of a file. A server that asks for one at any other time gets nothing.
struct LocalData {
    std::string_view rest;
    bool isOffered = false;
};

/// One connection, used by one thread. What it executes can be ended through its Interrupt by any other.
class Connection {
public:
    /// Connects, and sets what the session is to have. `interrupt` outlives it. Of several hosts the first that answers, is ready and
    /// may be written. Throws Error{Unreachable|Limit|Refused}.
    Connection(const ConnectOptions& options, Interrupt& interrupt, const Settings& settings = {});
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// One statement; its rows, if it has any. Throws Error.
    std::vector<Row> query(std::string_view sql);
    /// The first column of the first row; empty where there is none.
    [[nodiscard]] std::string text(std::string_view sql);
    [[nodiscard]] std::int64_t number(std::string_view sql);
    /// One statement that has no rows; how many rows it changed.
    std::int64_t execute(std::string_view sql);
    /// The same, of LOAD DATA LOCAL.
    std::int64_t load(std::string_view sql, std::string_view data);

    /// As long as it lives a call of the library may be ended. Throws Error{Cancelled} where that was asked before.
    [[nodiscard]] Interrupt::Running running() { return Interrupt::Running(m_interrupt, m_line); }
    /// The Error of what failed: cancelled, where that was asked.
    [[nodiscard]] Error failure(unsigned int number, const char* words) const;
    [[nodiscard]] Error failure() const { return failure(mysql_errno(m_handle.get()), mysql_error(m_handle.get())); }
    /// The same, thrown: as Conflict where the transaction was rolled back because of others.
    [[noreturn]] void fail(unsigned int number, const char* words) const;
    [[noreturn]] void fail() const { fail(mysql_errno(m_handle.get()), mysql_error(m_handle.get())); }
    /// The last statement failed for want of a connection.
    [[nodiscard]] bool isLost() const { return mysql::isLost(mysql_errno(m_handle.get())); }
    /// The last statement failed because the server knows nothing of the kind.
    [[nodiscard]] bool isLacking() const { return mysql::isLacking(mysql_errno(m_handle.get())); }
    /// As text() and number(), of what not every server of this kind has.
    [[nodiscard]] std::string textOr(std::string_view sql, const std::string& otherwise);
    [[nodiscard]] std::int64_t numberOr(std::string_view sql, std::int64_t otherwise);
    /// On a node of Galera what is read from now on waits until all is there that was committed on any node before.
    void readWhatOthersCommitted();
    /// No longer: as the server has it by itself.
    void readWhatIsHere();
    [[nodiscard]] std::string quoted(std::string_view text) const;
    /// A value for SET: a number as it is, also "16M", the rest as text.
    [[nodiscard]] std::string settingValue(const std::string& text) const;

    [[nodiscard]] MYSQL* handle() const { return m_handle.get(); }
    [[nodiscard]] Interrupt& interrupt() const { return m_interrupt; }
    [[nodiscard]] const std::string& place() const { return m_place; }
    [[nodiscard]] bool isMariadb() const { return m_isMariadb; }
    [[nodiscard]] int version() const { return m_version; } ///< 101119
    [[nodiscard]] const std::string& node() const { return m_node; } ///< of a cluster, its host and port
    [[nodiscard]] bool isGalera() const { return m_isGalera; }       ///< asked for nodes of a cluster only

private:
    struct Close {
        void operator()(MYSQL* handle) const { mysql_close(handle); }
    };

    void open(const ConnectOptions& options);
    void openFirst(const ConnectOptions& options);
    void learnKind();
    void checkReady();

    std::string m_place;
    std::string m_node;
    Interrupt& m_interrupt;
    LocalData m_local;
    std::unique_ptr<MYSQL, Close> m_handle;
    std::shared_ptr<const Line> m_line;
    bool m_isMariadb = false;
    bool m_isGalera = false;
    int m_version = 0;
};

} // namespace keyrace::mysql
