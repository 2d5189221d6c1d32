// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/statement.h"

namespace keyrace::mysql {

Statement::Statement(Connection& connection, const std::string& sql)
    : m_connection(connection)
    , m_handle(mysql_stmt_init(connection.handle()))
{
    const Interrupt::Running running = connection.running();
    if (mysql_stmt_prepare(m_handle.get(), sql.data(), sql.size()) != 0)
        fail();
}

void Statement::bind(std::vector<MYSQL_BIND>& parameters)
{
    if (!parameters.empty() && mysql_stmt_bind_param(m_handle.get(), parameters.data()) != 0)
        fail();
}

void Statement::execute()
{
    if (mysql_stmt_execute(m_handle.get()) != 0) [[unlikely]]
        fail();
}

std::int64_t Statement::fetchAll()
{
    const Interrupt::Running running = m_connection.running();
    execute();
    if (mysql_stmt_store_result(m_handle.get()) != 0)
        fail();
    const auto rows = static_cast<std::int64_t>(mysql_stmt_num_rows(m_handle.get()));
    mysql_stmt_free_result(m_handle.get());
    return rows;
}

void Statement::setArray(unsigned int rows)
{
    if (!bindArray(m_handle.get(), rows))
        fail();
}

} // namespace keyrace::mysql
