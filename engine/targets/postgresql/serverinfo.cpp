// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/serverinfo.h"

#include <libpq-fe.h>

#include <algorithm>

namespace keyrace::postgresql {

namespace {

/// Settings that change figures, or what a commit promises.
constexpr const char* kSettings = "'autovacuum', 'bgwriter_delay', 'bgwriter_lru_maxpages', 'checkpoint_completion_target', 'checkpoint_timeout', "
                                  "'commit_delay', 'data_checksums', 'effective_io_concurrency', 'fsync', 'full_page_writes', 'huge_pages', 'io_method', "
                                  "'jit', 'lc_collate', 'maintenance_work_mem', 'max_connections', 'max_wal_size', 'shared_buffers', "
                                  "'shared_preload_libraries', 'synchronous_commit', 'synchronous_standby_names', 'track_io_timing', "
                                  "'wal_buffers', 'wal_compression', 'wal_level', 'wal_sync_method', 'work_mem'";

std::string withoutRest(const std::string& version)
{
    return version.substr(0, version.find(' '));
}

std::string setting(const std::map<std::string, std::string>& settings, const char* name)
{
    const auto found = settings.find(name);
    return found == settings.end() ? std::string() : found->second;
}

// As a person may write it for a level.
bool isOff(const std::string& value)
{
    return value == "off" || value == "false" || value == "no" || value == "0" || value == "OFF" || value == "f";
}

void addNotes(TargetInfo& info, Connection& connection)
{
    if (setting(info.settings, "shared_preload_libraries").find("pg_stat_statements") != std::string::npos)
        info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "pg_stat_statements is loaded: it slows methods that send many statements.")));
    if (setting(info.settings, "wal_level") == "logical")
        info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "wal_level is logical: the log holds more than a server without logical replication writes.")));
    const pqxx::result tls = connection.query("SELECT version, cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl");
    if (!tls.empty())
        info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "The connection is encrypted: %1, %2."), {std::string(tls[0][0].c_str()), std::string(tls[0][1].c_str())}));
    info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Log bytes, page images, written pages and checkpoints are those of the whole server: what others "
                                                             "write at the same time is in them.")));
}

} // namespace

Durability durabilityOf(const std::map<std::string, std::string>& settings)
{
    Durability durability;
    for (const char* name : {"fsync", "synchronous_commit", "full_page_writes"}) {
        const std::string value = setting(settings, name);
        durability.words.append(durability.words.empty() ? "" : ", ").append(name).append("=").append(value);
        durability.isWeak = durability.isWeak || isOff(value);
    }
    return durability;
}

TargetInfo serverInfo(Connection& connection)
{
    TargetInfo info;
    info.engine = "PostgreSQL";
    info.serverVersion = withoutRest(connection.query("SHOW server_version")[0][0].c_str());
    const int libpq = PQlibVersion();
    info.clientLibrary = "libpqxx " PQXX_VERSION ", libpq " + std::to_string(libpq / 10'000) + '.' + std::to_string(libpq % 10'000);
    for (const auto& row : connection.query(std::string("SELECT name, current_setting(name) FROM pg_settings WHERE name IN (") + kSettings + ')'))
        info.settings[row[0].c_str()] = row[1].c_str();
    for (const auto& row : connection.query("SELECT datcollate FROM pg_database WHERE datname = current_database()"))
        info.settings["lc_collate"] = row[0].c_str();
    const Durability durability = durabilityOf(info.settings);
    info.durability = durability.words;
    info.weakDurability = durability.isWeak;
    addNotes(info, connection);
    return info;
}

Abilities serverAbilities(Connection& connection)
{
    Abilities abilities;
    abilities.version = connection.serverVersion();
    const auto row = connection.query("SELECT current_setting('max_connections')::bigint, current_setting('superuser_reserved_connections')::bigint, "
                                      "coalesce(current_setting('reserved_connections', true)::bigint, 0), "
                                      "(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()), "
                                      "pg_is_in_recovery(), (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)")[0];
    abilities.maxConnections = row[0].as<std::int64_t>();
    abilities.isStandby = row[4].as<bool>();
    abilities.isSuperuser = row[5].as<bool>();
    const std::int64_t reserved = abilities.isSuperuser ? 0 : row[1].as<std::int64_t>() + row[2].as<std::int64_t>();
    abilities.connections = std::max<std::int64_t>(abilities.maxConnections - reserved - row[3].as<std::int64_t>(), 1);
    for (const auto& setting : connection.query("SELECT name, context FROM pg_settings"))
        abilities.settingContexts[setting[0].c_str()] = setting[1].c_str();
    return abilities;
}

std::string dataFolder(Connection& connection)
{
    try {
        const pqxx::result rows = connection.query("SELECT setting FROM pg_settings WHERE name = 'data_directory'");
        return rows.empty() ? std::string() : rows[0][0].c_str();
    } catch (const Error&) { // only a superuser may see it
        return {};
    }
}

std::vector<Message> serverConcerns(Connection& connection)
{
    constexpr std::int64_t kLarge = 1'000'000'000;
    std::vector<Message> concerns;
    const auto others = connection.query("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() "
                                         "AND application_name <> 'keyrace' AND datname = current_database()")[0][0].as<std::int64_t>();
    if (others > 0)
        concerns.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Other sessions use the database now: %1."), {others}));
    for (const auto& row : connection.query("SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND NOT starts_with(relname, 'keyrace_') "
                                            "AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) "
                                            "AND pg_total_relation_size(oid) > " + std::to_string(kLarge) + " ORDER BY 2 DESC LIMIT 1"))
        concerns.push_back(Message(QT_TRANSLATE_NOOP("Engine", "It holds large tables already: %1 has %2 MB."),
                                   {std::string(row[0].c_str()), row[1].as<std::int64_t>() / 1'000'000}));
    return concerns;
}

} // namespace keyrace::postgresql
