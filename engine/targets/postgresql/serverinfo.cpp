// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/serverinfo.h"

#include "engine/targets/nodes.h"
#include "engine/targets/postgresql/kin.h"

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

/// A node that swallows what it is sent holds up no trial for longer.
constexpr int kLongestLookS = 3;

std::string firstOf(const std::optional<pqxx::result>& rows)
{
    return !rows || rows->empty() || (*rows)[0][0].is_null() ? std::string() : std::string((*rows)[0][0].c_str());
}

std::int64_t numberIn(const std::optional<pqxx::result>& rows, std::int64_t otherwise)
{
    const std::string text = firstOf(rows);
    return text.empty() ? otherwise : std::strtoll(text.c_str(), nullptr, 10);
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

void addNotes(TargetInfo& info)
{
    if (setting(info.settings, "shared_preload_libraries").find("pg_stat_statements") != std::string::npos)
        info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "pg_stat_statements is loaded: it slows methods that send many statements.")));
    if (setting(info.settings, "wal_level") == "logical")
        info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "wal_level is logical: the log holds more than a server without logical replication writes.")));
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

Kin kinOf(Connection& connection)
{
    const bool isAurora = numberIn(connection.queryIfAble("SELECT count(*) FROM pg_proc WHERE proname = 'aurora_version'"), 0) > 0;
    return kinOf(firstOf(connection.queryIfAble("SELECT version()")), firstOf(connection.queryIfAble("SHOW server_version")),
                 isAurora ? firstOf(connection.queryIfAble("SELECT aurora_version()")) : std::string());
}

std::vector<NodeInfo> lookAtNodes(const Conninfo& conninfo, std::stop_token stop)
{
    const auto lookAt = [&conninfo](std::size_t node) -> LookAtNode {
        Conninfo own = conninfo.onNode(node);
        own.setPatience(kLongestLookS);
        return [own](NodeInfo& info) {
            Interrupt interrupt;
            Connection connection(own, interrupt);
            const Kin kin = kinOf(connection);
            info.engine = kin.engine;
            info.serverVersion = kin.version;
            if (isReadOnly(connection))
                throw statementFailure(kReadOnly, {}, connection.place());
        };
    };
    return lookAtNodes(conninfo.url(), lookAt, std::move(stop));
}

TargetInfo serverInfo(Connection& connection)
{
    TargetInfo info;
    const Kin kin = kinOf(connection);
    info.engine = kin.engine;
    info.serverVersion = kin.version;
    const int libpq = PQlibVersion();
    info.clientLibrary = "libpqxx " PQXX_VERSION ", libpq " + std::to_string(libpq / 10'000) + '.' + std::to_string(libpq % 10'000);
    if (const auto rows = connection.queryIfAble(std::string("SELECT name, current_setting(name) FROM pg_settings WHERE name IN (") + kSettings + ')')) {
        for (const auto& row : *rows)
            info.settings[row[0].c_str()] = row[1].c_str();
    }
    if (const std::string collation = firstOf(connection.queryIfAble("SELECT datcollate FROM pg_database WHERE datname = current_database()")); !collation.empty())
        info.settings["lc_collate"] = collation;
    if (kin.engine != "PostgreSQL")
        info.settings["version"] = firstOf(connection.queryIfAble("SELECT version()"));
    const Durability durability = durabilityOf(info.settings);
    info.durability = durability.words;
    info.weakDurability = durability.isWeak;
    addNotes(info);
    return info;
}

Abilities serverAbilities(Connection& connection)
{
    Abilities abilities;
    abilities.version = connection.serverVersion();
    // One by one: an engine of another kind has some of them.
    abilities.maxConnections = numberIn(connection.queryIfAble("SELECT current_setting('max_connections')"), 0);
    abilities.isStandby = firstOf(connection.queryIfAble("SELECT pg_is_in_recovery()")) == "t";
    abilities.isSuperuser = firstOf(connection.queryIfAble("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")) == "t";
    const std::int64_t reserved = abilities.isSuperuser
        ? 0
        : numberIn(connection.queryIfAble("SELECT current_setting('superuser_reserved_connections')"), 0)
            + numberIn(connection.queryIfAble("SELECT coalesce(current_setting('reserved_connections', true), '0')"), 0);
    const std::int64_t others = numberIn(connection.queryIfAble("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"), 0);
    if (abilities.maxConnections > 0) // 0: it has no limit of that name
        abilities.connections = std::max<std::int64_t>(abilities.maxConnections - reserved - others, 1);
    if (const auto settings = connection.queryIfAble("SELECT name, context FROM pg_settings")) {
        for (const auto& setting : *settings)
            abilities.settingContexts[setting[0].c_str()] = setting[1].is_null() ? "" : setting[1].c_str();
    }
    return abilities;
}

std::string dataFolder(Connection& connection)
{
    // Only a superuser may see it.
    return firstOf(connection.queryIfAble("SELECT setting FROM pg_settings WHERE name = 'data_directory'"));
}

std::vector<Message> serverConcerns(Connection& connection)
{
    constexpr std::int64_t kLarge = 1'000'000'000;
    std::vector<Message> concerns;
    const std::int64_t others = numberIn(connection.queryIfAble("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() "
                                                                "AND application_name <> 'keyrace' AND datname = current_database()"), 0);
    if (others > 0)
        concerns.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Other sessions use the database now: %1."), {others}));
    const auto tables = connection.queryIfAble("SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND NOT starts_with(relname, 'keyrace_') "
                                               "AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) "
                                               "AND pg_total_relation_size(oid) > " + std::to_string(kLarge) + " ORDER BY 2 DESC LIMIT 1");
    for (const auto& row : tables.value_or(pqxx::result()))
        concerns.push_back(Message(QT_TRANSLATE_NOOP("Engine", "It holds large tables already: %1 has %2 MB."),
                                   {std::string(row[0].c_str()), row[1].as<std::int64_t>() / 1'000'000}));
    return concerns;
}

} // namespace keyrace::postgresql
