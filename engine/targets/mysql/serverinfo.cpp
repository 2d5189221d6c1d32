// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/serverinfo.h"

#include "engine/targets/nodes.h"

#include <algorithm>

namespace keyrace::mysql {

namespace {

/// Settings that change figures, or what a commit promises.
constexpr const char* kSettings = "'auto_increment_increment', 'auto_increment_offset', 'binlog_format', 'binlog_row_image', 'bulk_insert_buffer_size', 'datadir', 'innodb_adaptive_hash_index', 'innodb_autoinc_lock_mode', "
                                  "'innodb_buffer_pool_size', 'innodb_change_buffering', 'innodb_doublewrite', 'innodb_file_per_table', 'innodb_fill_factor', "
                                  "'innodb_flush_log_at_trx_commit', 'innodb_flush_method', 'innodb_io_capacity', 'innodb_log_buffer_size', 'innodb_log_file_size', "
                                  "'innodb_page_size', 'innodb_redo_log_capacity', 'local_infile', 'log_bin', 'max_allowed_packet', 'max_connections', "
                                  "'performance_schema', 'sync_binlog', 'transaction_isolation', 'tx_isolation', 'wsrep_cluster_name', 'wsrep_load_data_splitting', 'wsrep_on', "
                                  "'wsrep_provider_options', 'wsrep_slave_threads', 'wsrep_sst_method', 'wsrep_sync_wait', 'wsrep_trx_fragment_size'";

/// Where the server does not tell it: MariaDB's since 10.2.
constexpr std::int64_t kUsualPacket = 16 << 20;
/// A node that swallows what it is sent holds up no trial for longer.
constexpr unsigned int kLongestLookS = 3;

std::string setting(const std::map<std::string, std::string>& settings, const char* name)
{
    const auto found = settings.find(name);
    return found == settings.end() ? std::string() : found->second;
}

void addNotes(TargetInfo& info, Connection& connection)
{
    if (setting(info.settings, "log_bin") == "ON")
        info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "The binary log is on: every commit writes it beside the redo log.")));
    if (const std::string step = setting(info.settings, "auto_increment_increment"); !step.empty() && step != "1")
        info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Keys that the database numbers go up in steps (auto_increment_increment = %1), each node from an offset of its own: gaps are right."),
                                     {step}));
    if (setting(info.settings, "wsrep_on") == "ON")
        info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "A node of a Galera cluster: every commit is certified by all nodes. A transaction that fails there is sent again, counted apart.")));
    info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "A statement may have %1 bytes (max_allowed_packet); multi-row and array are split below that."),
                                 {connection.numberOr("SELECT @@max_allowed_packet", kUsualPacket)}));
    info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Log bytes, page splits and pages are those of the whole server: what others write at the same time is in them.")));
}

} // namespace

Durability durabilityOf(const std::map<std::string, std::string>& settings)
{
    const std::string flush = setting(settings, "innodb_flush_log_at_trx_commit");
    const std::string doublewrite = setting(settings, "innodb_doublewrite");
    Durability durability{"innodb_flush_log_at_trx_commit=" + flush + ", innodb_doublewrite=" + doublewrite,
                          flush == "0" || flush == "2" || doublewrite == "OFF" || doublewrite == "0" || setting(settings, "innodb_flush_method") == "nosync"};
    // Redo log and binary log are written in two phases: without a synced binary log a commit is lost to replicas only.
    durability.words += setting(settings, "log_bin") == "ON" ? ", log_bin, sync_binlog=" + setting(settings, "sync_binlog") : ", no binary log";
    return durability;
}

Kin kinOf(Connection& connection)
{
    const std::vector<Row> aurora = connection.query("SHOW VARIABLES LIKE 'aurora_version'");
    return kinOf(connection.text("SELECT VERSION()"), connection.textOr("SELECT @@version_comment", {}), aurora.empty() ? std::string() : aurora.front()[1].value_or(""));
}

std::vector<NodeInfo> lookAtNodes(const ConnectOptions& options, std::stop_token stop)
{
    const auto lookAt = [&options](std::size_t node) -> LookAtNode {
        ConnectOptions own = options.onNode(node);
        own.connectSeconds = std::min(own.connectSeconds, kLongestLookS);
        return [own](NodeInfo& info) {
            Interrupt interrupt;
            Connection connection(own, interrupt);
            const Kin kin = kinOf(connection);
            info.engine = kin.engine;
            info.serverVersion = kin.version;
            if (connection.numberOr("SELECT @@global.read_only", 0) != 0)
                throw statementFailure(kReadOnly, {}, connection.place());
        };
    };
    return lookAtNodes(options.url, lookAt, std::move(stop));
}

TargetInfo serverInfo(Connection& connection)
{
    TargetInfo info;
    const Kin kin = kinOf(connection);
    info.engine = kin.engine;
    info.serverVersion = kin.version;
    info.clientLibrary = kClientLibrary + std::string(mysql_get_client_info());
    for (const Row& row : connection.query(std::string("SHOW VARIABLES WHERE Variable_name IN (") + kSettings + ')'))
        info.settings[row[0].value_or("")] = row[1].value_or("");
    info.settings["version_comment"] = connection.textOr("SELECT @@version_comment", {});
    const Durability durability = durabilityOf(info.settings);
    info.durability = durability.words;
    info.weakDurability = durability.isWeak;
    addNotes(info, connection);
    return info;
}

Abilities serverAbilities(Connection& connection)
{
    Abilities abilities;
    abilities.isKnown = true;
    abilities.isMariadb = connection.isMariadb();
    abilities.version = connection.version();
    abilities.takesLocalData = connection.numberOr("SELECT @@local_infile", 0) != 0;
    abilities.isReadOnly = connection.numberOr("SELECT @@global.read_only", 0) != 0;
    abilities.maxPacket = connection.numberOr("SELECT @@max_allowed_packet", kUsualPacket);
    abilities.maxConnections = connection.numberOr("SELECT @@max_connections", 0);
    const std::vector<Row> rows = connection.query("SHOW GLOBAL STATUS LIKE 'Threads_connected'");
    const std::int64_t others = rows.empty() ? 0 : std::strtoll(rows.front()[1].value_or("").c_str(), nullptr, 10) - 1;
    if (abilities.maxConnections > 0) // 0: it has no limit of that name
        abilities.connections = std::max<std::int64_t>(abilities.maxConnections - others, 1);
    return abilities;
}

std::vector<Message> serverConcerns(Connection& connection)
{
    constexpr std::int64_t kLarge = 1'000'000'000;
    std::vector<Message> concerns;
    const std::int64_t others = connection.numberOr("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()", 0);
    if (others > 0)
        concerns.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Other sessions use the database now: %1."), {others}));
    for (const Row& row : connection.query("SELECT TABLE_NAME, DATA_LENGTH + INDEX_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() "
                                           "AND TABLE_NAME NOT LIKE 'keyrace\\_%' AND DATA_LENGTH + INDEX_LENGTH > " + std::to_string(kLarge) + " ORDER BY 2 DESC LIMIT 1"))
        concerns.push_back(Message(QT_TRANSLATE_NOOP("Engine", "It holds large tables already: %1 has %2 MB."),
                                   {row[0].value_or(""), std::strtoll(row[1].value_or("").c_str(), nullptr, 10) / 1'000'000}));
    return concerns;
}

} // namespace keyrace::mysql
