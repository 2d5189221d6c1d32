// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/targets/connector.h"
#include "engine/targets/mysql/mysqlconnector.h"
#include "engine/targets/odbc/odbcconnector.h"
#include "engine/targets/postgresql/postgresqlconnector.h"
#include "engine/targets/sqlite/sqliteconnector.h"

#include <array>

namespace keyrace {

std::span<const TargetKind> targetKinds()
{
    static constexpr std::array<TargetKind, 4> kKinds{{
        {"sqlite", "SQLite", "sqlite:events.db?journal_mode=wal&synchronous=normal", &sqlite::makeSqliteConnector},
        {"postgresql", "PostgreSQL", "postgresql://user@localhost:5432/bench?sslmode=prefer", &postgresql::makePostgresqlConnector},
        {"mysql", "MariaDB, MySQL", "mysql://user@localhost:3306/bench?ssl-mode=preferred", &mysql::makeMysqlConnector},
        {"odbc", "ODBC", "odbc:DRIVER={MariaDB Unicode};SERVER=127.0.0.1;DATABASE=bench;UID=user?dialect=mariadb", &odbc::makeOdbcConnector},
    }};
    return kKinds;
}

std::unique_ptr<Connector> makeConnector(const std::string& url, const ConnectorContext& context)
{
    const std::size_t colon = url.find(':');
    std::string known;
    for (const TargetKind& kind : targetKinds()) {
        if (colon != std::string::npos && url.substr(0, colon) == kind.scheme)
            return kind.make(url, context);
        known.append(known.empty() ? "" : ", ").append(kind.scheme).append(":");
    }
    // The rest of the URL is not repeated: it may hold a password.
    throw Error(ErrorKind::BadInput,
        Message(QT_TRANSLATE_NOOP("Engine", "\"%1\" is no known kind of database. Known are: %2"),
            {colon == std::string::npos ? url : url.substr(0, colon + 1), known}));
}

} // namespace keyrace
