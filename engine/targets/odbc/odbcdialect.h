// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"
#include "engine/targets/connector.h"
#include "engine/targets/dialect.h"

#include <limits>

namespace keyrace::odbc {

/// What a driver says of a failure.
struct Diagnosis {
    std::string state; ///< SQLSTATE
    int native = 0;    ///< the database's own number
    std::string words;
};

/// What a database behind ODBC was found to be.
struct OdbcServer {
    std::string engine; ///< as the driver calls it: "PostgreSQL", "MariaDB", "DB2/LINUXX8664"
    int version = 0;    ///< its numbers as six digits: 101119; 0 where it is not known
};

/// How one database behind ODBC words what the standard leaves open. Stateless; any thread.
class OdbcDialect {
public:
    virtual ~OdbcDialect() = default;

    [[nodiscard]] virtual std::string_view name() const = 0; ///< in a URL: "db2"
    [[nodiscard]] virtual bool isOf(const std::string& engine) const = 0; ///< OdbcServer::engine is such a database
    [[nodiscard]] virtual const Dialect& sql() const = 0;    ///< with a question mark for every parameter
    [[nodiscard]] virtual Storage defaultStorage(KeyShape shape) const = 0;
    [[nodiscard]] virtual std::string defaultLayout() const = 0;
    /// What the database cannot do, whatever the driver.
    [[nodiscard]] virtual std::optional<Message> unavailable(const Cell& cell, const OdbcServer& server) const = 0;
    /// Of one statement.
    [[nodiscard]] virtual std::int64_t mostParameters() const = 0;
    /// Asks for the most bytes of one statement; empty where there is no such limit.
    [[nodiscard]] virtual std::string packetQuery() const { return {}; }
    /// The column holds times as numbers of microseconds.
    [[nodiscard]] virtual bool hasPlainTimes() const { return false; }

    /// For the driver, after the URL's own, of which the first of a name counts.
    [[nodiscard]] virtual std::string attributes() const { return {}; }
    /// What every connection begins with.
    [[nodiscard]] virtual std::vector<std::string> preparations() const { return {}; }
    /// The statement that marks a table; empty where its definition carries the mark.
    [[nodiscard]] virtual std::string markTable(const std::string& table, const std::string& mark) const = 0;
    /// Three columns: tables that may be ours, where their mark stands, and their bytes.
    [[nodiscard]] virtual std::string tables() const = 0;
    /// Of the second column.
    [[nodiscard]] virtual std::string markIn(const std::string& text, const std::string& /*table*/) const { return text; }
    /// What makes dropping give up where another session holds the table.
    [[nodiscard]] virtual std::vector<std::string> dropPreparations() const { return {}; }

    /// A column's value as an integer, or in hexadecimal digits.
    [[nodiscard]] virtual std::string valueExpression(const Column& column) const = 0;
    /// Asks for table_bytes, pk_bytes and index_bytes, each null where it is not known.
    [[nodiscard]] virtual std::string sizes(const TableSpec& spec) const = 0;
    /// Asks for a read's plan, a line in the column of that number, from 0. Empty where the database keeps plans elsewhere.
    [[nodiscard]] virtual std::string explain(const std::string& read) const = 0;
    [[nodiscard]] virtual std::size_t planColumn() const { return 0; }

    /// Statements that ask for settings: two columns, the name and the value, or one that is the value of `name`.
    struct SettingQuery {
        std::string name; ///< empty where rows name theirs
        std::string sql;
    };
    [[nodiscard]] virtual std::vector<SettingQuery> settings() const = 0;
    [[nodiscard]] virtual Durability durability(const std::map<std::string, std::string>& settings) const = 0;
    /// Asks how the connection is encrypted; empty where there is no network.
    [[nodiscard]] virtual std::string encryption() const { return {}; }
    /// Asks how many other sessions use the database; empty where nothing tells.
    [[nodiscard]] virtual std::string otherSessions() const { return {}; }
    [[nodiscard]] virtual std::vector<Message> notes() const { return {}; }

    [[nodiscard]] virtual Error failure(const Diagnosis& diagnosis, const std::string& place) const = 0;
};

[[nodiscard]] std::vector<std::string_view> odbcDialectNames();
/// Null for a name that is not known.
[[nodiscard]] const OdbcDialect* findOdbcDialect(std::string_view name);

[[nodiscard]] const OdbcDialect& db2();
[[nodiscard]] const OdbcDialect& mariadb();
[[nodiscard]] const OdbcDialect& mysql();
[[nodiscard]] const OdbcDialect& postgresql();
[[nodiscard]] const OdbcDialect& sqlite();

/// `words=value, …` of these settings; weak where one of them has the value that stands beside it.
[[nodiscard]] Durability durabilityOf(const std::map<std::string, std::string>& settings, std::span<const std::pair<const char*, const char*>> weakValues);

} // namespace keyrace::odbc
