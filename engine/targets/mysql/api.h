// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// MariaDB's Connector/C, or libmysqlclient in its place: what they name differently stands here and nowhere else.
#include <mysql.h>

namespace keyrace::mysql {

#ifdef MARIADB_PACKAGE_VERSION
inline constexpr bool kBindsArrays = true;
inline constexpr const char* kClientLibrary = "MariaDB Connector/C ";
using Flag = my_bool;
inline bool bindArray(MYSQL_STMT* statement, unsigned int rows)
{
    return mysql_stmt_attr_set(statement, STMT_ATTR_ARRAY_SIZE, &rows) == 0;
}
#else
inline constexpr bool kBindsArrays = false;
inline constexpr const char* kClientLibrary = "libmysqlclient ";
using Flag = bool;
inline bool bindArray(MYSQL_STMT*, unsigned int)
{
    return false;
}
#endif

} // namespace keyrace::mysql
