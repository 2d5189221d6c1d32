// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/mysql/connection.h"
#include "engine/targets/session.h"

namespace keyrace::mysql {

/// A prepared statement of a connection, which outlives it.
class Statement {
public:
    Statement(Connection& connection, const std::string& sql);

    void bind(std::vector<MYSQL_BIND>& parameters);
    /// With what is bound; for an array its number of rows.
    void execute();
    /// Executes, and takes all rows into this process. How many there are.
    std::int64_t fetchAll();
    void setArray(unsigned int rows);

private:
    struct Close {
        void operator()(MYSQL_STMT* statement) const { mysql_stmt_close(statement); }
    };
    [[noreturn]] void fail() const { m_connection.fail(mysql_stmt_errno(m_handle.get()), mysql_stmt_error(m_handle.get())); }

    Connection& m_connection;
    std::unique_ptr<MYSQL_STMT, Close> m_handle;
};

} // namespace keyrace::mysql
