// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/dialect.h"
#include "engine/targets/mysql/failure.h"
#include "engine/targets/mysql/mysqlrules.h"
#include "engine/targets/odbc/odbcdialect.h"

namespace keyrace::odbc {

namespace {

/// MariaDB, or MySQL, through a driver for either.
class Mariadb final : public OdbcDialect {
public:
    explicit Mariadb(bool isMariadb)
        : m_isMariadb(isMariadb)
    {
    }

    std::string_view name() const override { return m_isMariadb ? "mariadb" : "mysql"; }
    bool isOf(const std::string& engine) const override { return engine.starts_with(m_isMariadb ? "MariaDB" : "MySQL"); }
    const Dialect& sql() const override { return keyrace::mysql::dialect(m_isMariadb); }
    Storage defaultStorage(KeyShape shape) const override { return keyrace::mysql::defaultStorage(shape); }
    std::string defaultLayout() const override { return "clustered"; }
    std::optional<Message> unavailable(const Cell& cell, const OdbcServer& server) const override
    {
        keyrace::mysql::Abilities abilities;
        abilities.isKnown = server.version != 0;
        abilities.isMariadb = m_isMariadb;
        abilities.version = server.version;
        Cell own = cell;
        if (own.insert.method == InsertMethod::Array) // the driver sends row by row where the protocol knows no arrays
            own.insert.method = InsertMethod::Prepared;
        return keyrace::mysql::whyUnavailable(own, abilities);
    }
    // The protocol allows 65,535; the driver numbers them in signed 16 bits.
    std::int64_t mostParameters() const override { return 32'767; }
    std::string packetQuery() const override { return "SELECT @@max_allowed_packet"; }

    std::vector<std::string> preparations() const override { return {"SET SESSION time_zone = '+00:00'"}; }
    std::string markTable(const std::string&, const std::string&) const override { return {}; }
    std::string tables() const override
    {
        return "SELECT TABLE_NAME, TABLE_COMMENT, COALESCE(DATA_LENGTH + INDEX_LENGTH, 0) FROM information_schema.TABLES "
               "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' AND TABLE_COMMENT <> '' ORDER BY 1";
    }
    std::vector<std::string> dropPreparations() const override { return {"SET SESSION lock_wait_timeout = 10"}; }

    std::string valueExpression(const Column& column) const override
    {
        const std::string value = keyrace::mysql::valueExpression(column);
        return column.isInteger() || !column.isSent() ? value : "HEX(" + value + ')';
    }
    // The table is its primary key's B-tree.
    std::string sizes(const TableSpec& spec) const override
    {
        return "SELECT DATA_LENGTH, DATA_LENGTH, INDEX_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '" + spec.name + '\'';
    }
    std::string explain(const std::string& read) const override { return "EXPLAIN FORMAT=JSON " + read; }

    std::vector<SettingQuery> settings() const override
    {
        return {{{}, "SHOW VARIABLES WHERE Variable_name IN ('innodb_flush_log_at_trx_commit', 'sync_binlog', 'innodb_doublewrite', 'innodb_buffer_pool_size', "
                     "'innodb_log_file_size', 'innodb_redo_log_capacity', 'max_allowed_packet', 'log_bin', 'max_connections')"}};
    }
    Durability durability(const std::map<std::string, std::string>& settings) const override
    {
        static constexpr std::pair<const char*, const char*> kWeak[] = {{"innodb_flush_log_at_trx_commit", "0"}, {"innodb_flush_log_at_trx_commit", "2"}, {"innodb_doublewrite", "OFF"}};
        Durability durability = durabilityOf(settings, std::span(kWeak).subspan(1));
        durability.isWeak = durability.isWeak || durabilityOf(settings, kWeak).isWeak;
        return durability;
    }
    std::string encryption() const override
    {
        const std::string status = m_isMariadb ? "information_schema.SESSION_STATUS" : "performance_schema.session_status";
        return "SELECT COALESCE(NULLIF(GROUP_CONCAT(NULLIF(VARIABLE_VALUE, '') ORDER BY VARIABLE_NAME DESC SEPARATOR ', '), ''), 'none') FROM " + status
            + " WHERE VARIABLE_NAME IN ('SSL_VERSION', 'SSL_CIPHER')";
    }
    std::string otherSessions() const override
    {
        return "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()";
    }

    Error failure(const Diagnosis& diagnosis, const std::string& place) const override
    {
        // Numbers above are the server's or the client library's; the driver's own failures have none.
        return keyrace::mysql::statementFailure(diagnosis.native > 0 ? static_cast<unsigned int>(diagnosis.native) : 0, diagnosis.words, place);
    }

private:
    bool m_isMariadb;
};

} // namespace

const OdbcDialect& mariadb()
{
    static const Mariadb dialect(true);
    return dialect;
}

const OdbcDialect& mysql()
{
    static const Mariadb dialect(false);
    return dialect;
}

} // namespace keyrace::odbc
