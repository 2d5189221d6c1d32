// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/odbcdialect.h"
#include "engine/targets/postgresql/dialect.h"
#include "engine/targets/postgresql/failure.h"
#include "engine/targets/postgresql/postgresqlrules.h"

namespace keyrace::odbc {

namespace {

class Postgresql final : public OdbcDialect {
public:
    std::string_view name() const override { return "postgresql"; }
    bool isOf(const std::string& engine) const override { return engine.starts_with("PostgreSQL"); }
    const Dialect& sql() const override { return keyrace::postgresql::markedDialect(); }
    Storage defaultStorage(KeyShape shape) const override { return keyrace::postgresql::defaultStorage(shape); }
    std::string defaultLayout() const override { return "heap"; }
    std::optional<Message> unavailable(const Cell& cell, const OdbcServer& server) const override
    {
        keyrace::postgresql::Abilities abilities;
        abilities.version = server.version;
        return keyrace::postgresql::whyUnavailable(cell, abilities);
    }
    // The protocol allows 65,535. But the server describes them in a message of 6 octets and 4 for each, and where that has more than
    // 30,000 the driver believes to have lost its place (seen with 13.02 on libpq 15).
    std::int64_t mostParameters() const override { return 7'498; }

    // A time that is sent names no zone.
    std::vector<std::string> preparations() const override { return {"SET TIME ZONE 'UTC'"}; }
    std::string markTable(const std::string& table, const std::string& mark) const override
    {
        return "COMMENT ON TABLE " + sql().quotedName(table) + " IS '" + mark + '\'';
    }
    std::string tables() const override
    {
        return "SELECT relname, obj_description(oid, 'pg_class'), pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' "
               "AND relnamespace = current_schema()::regnamespace AND obj_description(oid, 'pg_class') IS NOT NULL ORDER BY 1";
    }
    std::vector<std::string> dropPreparations() const override { return {"SET lock_timeout = '10s'"}; }

    std::string valueExpression(const Column& column) const override
    {
        const std::string value = keyrace::postgresql::valueExpression(column);
        return column.isInteger() || !column.isSent() ? value : "encode(" + value + ", 'hex')";
    }
    std::string sizes(const TableSpec& spec) const override
    {
        const std::string table = '\'' + spec.name + "'::regclass";
        const std::string key = spec.indexMethod == IndexMethod::Primary ? "indisprimary" : "indexrelid::regclass::text = '" + keyIndexName(spec) + '\'';
        return "SELECT pg_table_size(" + table + "), (SELECT sum(pg_relation_size(indexrelid)) FROM pg_index WHERE indrelid = " + table + " AND " + key
            + "), pg_indexes_size(" + table + ')';
    }
    std::string explain(const std::string& read) const override { return "EXPLAIN " + read; }

    std::vector<SettingQuery> settings() const override
    {
        return {{{}, "SELECT name, current_setting(name) FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', "
                     "'max_wal_size', 'checkpoint_timeout', 'wal_level', 'max_connections')"}};
    }
    Durability durability(const std::map<std::string, std::string>& settings) const override
    {
        static constexpr std::pair<const char*, const char*> kWeak[] = {{"fsync", "off"}, {"synchronous_commit", "off"}, {"full_page_writes", "off"}};
        return durabilityOf(settings, kWeak);
    }
    std::string encryption() const override
    {
        return "SELECT CASE WHEN ssl THEN version || ', ' || cipher ELSE 'none' END FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    }
    std::string otherSessions() const override
    {
        return "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND datname = current_database()";
    }

    Error failure(const Diagnosis& diagnosis, const std::string& place) const override
    {
        // What has no state of the server's is the driver's own, which tells of a lost connection only in words.
        return keyrace::postgresql::statementFailure(diagnosis.state == "42S01" ? "42P07" : diagnosis.state, diagnosis.words, place);
    }
};

} // namespace

const OdbcDialect& postgresql()
{
    static const Postgresql dialect;
    return dialect;
}

} // namespace keyrace::odbc
