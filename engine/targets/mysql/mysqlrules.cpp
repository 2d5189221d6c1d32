// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/mysqlrules.h"

#include "engine/targets/mysql/api.h"
#include "engine/targets/rows.h"

#include <algorithm>

namespace keyrace::mysql {

namespace {

using Reason = std::optional<Message>;

constexpr int kUuidType = 100'700;      // MariaDB
constexpr int kUuidFunctions = 110'700; // MariaDB: UUID_v4(), UUID_v7()
constexpr int kDefaultExpressions = 80'013; // MySQL
/// One for the table and one to spare, beside the clients'.
constexpr std::int64_t kOwnConnections = 2;

Reason nativeReason(const Cell& cell, const Abilities& abilities)
{
    if (abilities.isKnown && !abilities.isMariadb)
        return Message(QT_TRANSLATE_NOOP("Engine", "MySQL has no uuid type; available are binary, text and swapped."));
    if (abilities.isKnown && abilities.version < kUuidType)
        return Message(QT_TRANSLATE_NOOP("Engine", "The uuid type came with MariaDB 10.7; this server is %1."), {versionText(abilities.version)});
    if (!cell.key.starts_with("uuid"))
        return Message(QT_TRANSLATE_NOOP("Engine", "MariaDB's uuid type takes only values with the version and variant of a UUID, which a key of type %1 need not have."),
                       {cell.key});
    return std::nullopt;
}

Reason storageReason(const Cell& cell, KeyShape shape, const Abilities& abilities)
{
    switch (cell.storage) {
    case Storage::Native:
        return shape == KeyShape::Bytes16 ? nativeReason(cell, abilities) : std::nullopt;
    case Storage::BinaryOld:
        return Message(QT_TRANSLATE_NOOP("Engine", "binary-old is a type of Db2; MariaDB and MySQL store 16 bytes as binary."));
    case Storage::Unaliased:
        return Message(QT_TRANSLATE_NOOP("Engine", "unaliased is SQLite's INT PRIMARY KEY."));
    case Storage::Binary:
    case Storage::Text:
    case Storage::Swapped:
        if (shape != KeyShape::Bytes16)
            return Message(QT_TRANSLATE_NOOP("Engine", "MariaDB and MySQL store integer keys as native."));
        return std::nullopt;
    }
    return std::nullopt;
}

Reason sourceReason(const Cell& cell, KeyShape shape, const Abilities& abilities)
{
    if (cell.source != KeySource::Server || isAuto(shape))
        return std::nullopt;
    if (cell.storage == Storage::Swapped)
        return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace lets the server make keys of storage native, binary and text only."));
    if (cell.key == "uuidv1") {
        if (abilities.isKnown && !abilities.isMariadb && abilities.version < kDefaultExpressions)
            return Message(QT_TRANSLATE_NOOP("Engine", "A default that is computed came with MySQL 8.0.13; this server is %1."), {versionText(abilities.version)});
        return std::nullopt;
    }
    if (cell.key != "uuidv4" && cell.key != "uuidv7")
        return Message(QT_TRANSLATE_NOOP("Engine", "MariaDB and MySQL make no keys of this type; the client does."));
    if (abilities.isKnown && !abilities.isMariadb)
        return Message(QT_TRANSLATE_NOOP("Engine", "MySQL makes UUIDs of version 1 only, by UUID()."));
    if (abilities.isKnown && abilities.version < kUuidFunctions)
        return Message(QT_TRANSLATE_NOOP("Engine", "UUID_v4() and UUID_v7() came with MariaDB 11.7; this server is %1."), {versionText(abilities.version)});
    return std::nullopt;
}

Reason layoutReason(const Cell& cell)
{
    if (cell.layout.type == "clustered")
        return std::nullopt;
    if (cell.layout.type == "partitioned")
        return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace does not partition tables of MariaDB and MySQL."));
    return Message(QT_TRANSLATE_NOOP("Engine", "InnoDB has no layout %1: a table is its primary key's B-tree (clustered)."), {cell.layout.type});
}

Reason indexMethodReason(const Cell& cell, KeyShape shape)
{
    switch (cell.indexMethod) {
    case IndexMethod::Primary:
        return std::nullopt;
    case IndexMethod::Hash:
        return Message(QT_TRANSLATE_NOOP("Engine", "InnoDB has no hash indexes: it takes USING HASH and builds a B-tree."));
    case IndexMethod::None:
        if (isAuto(shape))
            return Message(QT_TRANSLATE_NOOP("Engine", "An AUTO_INCREMENT column must be the first of an index."));
        return std::nullopt;
    case IndexMethod::Btree:
        if (isAuto(shape))
            return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace makes the index after the table, and an AUTO_INCREMENT column needs it before."));
        return std::nullopt;
    }
    return std::nullopt;
}

Reason insertReason(const Cell& cell, const Abilities& abilities)
{
    if (cell.insert.staging)
        return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace does not load through a staging table on MariaDB and MySQL."));
    switch (cell.insert.method) {
    case InsertMethod::Single:
    case InsertMethod::Prepared:
    case InsertMethod::MultiRow:
        return std::nullopt;
    case InsertMethod::Array:
        if (!kBindsArrays)
            return Message(QT_TRANSLATE_NOOP("Engine", "Arrays are bound by MariaDB's client library only; this program was built with MySQL's."));
        if (abilities.isKnown && !abilities.isMariadb)
            return Message(QT_TRANSLATE_NOOP("Engine", "MySQL's protocol binds no arrays; MariaDB's does."));
        break;
    case InsertMethod::Bulk:
        if (!abilities.takesLocalData)
            return Message(QT_TRANSLATE_NOOP("Engine", "The server refuses LOAD DATA LOCAL: its setting local_infile is OFF. Whoever may can change it: SET GLOBAL local_infile = ON."));
        break;
    case InsertMethod::Pipeline:
        return Message(QT_TRANSLATE_NOOP("Engine", "The protocol of MariaDB and MySQL has no pipeline as PostgreSQL's has."));
    }
    return nothingToSend(cell);
}

Reason serverSettingReason(const std::string& name, const Abilities& abilities)
{
    if (abilities.nodes > 1)
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 is a setting of a whole server, which is changed on none of several nodes."), {name});
    if (!abilities.restarts && !abilities.mayBorrow)
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 is a setting of the whole server, which is changed for a run only where somebody has agreed to it."), {name});
    return std::nullopt;
}

Reason settingReason(const std::string& name, const Abilities& abilities)
{
    const auto isPlain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    if (name.empty() || !std::all_of(name.begin(), name.end(), isPlain))
        return Message(QT_TRANSLATE_NOOP("Engine", "\"%1\" is no name of a server setting."), {name});
    if (name.starts_with("innodb_monitor_"))
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 switches InnoDB's counters, which Keyrace does by itself for what it shows."), {name});
    const auto known = abilities.settings.find(name);
    if (known == abilities.settings.end())
        return std::nullopt;
    switch (known->second) {
    case SettingReach::Session:
        return std::nullopt;
    case SettingReach::Server:
        return serverSettingReason(name, abilities);
    case SettingReach::Start:
        if (!abilities.restarts)
            return Message(QT_TRANSLATE_NOOP("Engine", "%1 takes effect when the server starts, and only a private server is restarted. Take one, or start the server with it."), {name});
        return std::nullopt;
    case SettingReach::Denied:
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 is a setting of the whole server, or of a superuser: the user may not change it."), {name});
    case SettingReach::Unknown:
        return Message(QT_TRANSLATE_NOOP("Engine", "The server has no setting %1."), {name});
    }
    return std::nullopt;
}

Reason settingsReason(const Cell& cell, const Abilities& abilities)
{
    if (!cell.settings)
        return std::nullopt;
    for (const auto& [name, value] : cell.settings->set) {
        if (auto reason = settingReason(name, abilities))
            return reason;
    }
    return std::nullopt;
}

Reason serverReason(const Cell& cell, const Abilities& abilities)
{
    if (abilities.isReadOnly)
        return Message(QT_TRANSLATE_NOOP("Engine", "The server only reads (read_only is ON). Name one that writes."));
    // Of several nodes each has its share; the figures are those of the first.
    const auto nodes = static_cast<std::int64_t>(abilities.readyNodes);
    const std::int64_t clients = (cell.clients + nodes - 1) / nodes;
    if (abilities.connections > 0 && clients + kOwnConnections > abilities.connections)
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 clients need %2 connections; of the server's max_connections = %3 at most %4 can be had now."),
                       {clients, clients + kOwnConnections, abilities.maxConnections, abilities.connections});
    return std::nullopt;
}

Reason workloadReason(const Cell& cell)
{
    if (cell.workload.kind == WorkloadKind::Replay)
        return Message(QT_TRANSLATE_NOOP("Engine", "No standby of this server is known that could replay."));
    if (cell.workload.checkpointBefore)
        return Message(QT_TRANSLATE_NOOP("Engine", "InnoDB has no statement that writes out what is dirty."));
    return std::nullopt;
}

} // namespace

Storage defaultStorage(KeyShape shape)
{
    return shape == KeyShape::Bytes16 ? Storage::Binary : Storage::Native;
}

std::string versionText(int version)
{
    return std::to_string(version / 10'000) + '.' + std::to_string(version / 100 % 100) + '.' + std::to_string(version % 100);
}

Reason whyUnavailable(const Cell& cell, const Abilities& abilities)
{
    const KeyType* type = findKeyType(cell.key);
    if (!type)
        return Message(QT_TRANSLATE_NOOP("Engine", "There is no key type %1."), {cell.key});
    const KeyShape shape = type->shape();
    for (const Reason& reason : {workloadReason(cell), storageReason(cell, shape, abilities), sourceReason(cell, shape, abilities), layoutReason(cell),
                                 indexMethodReason(cell, shape), insertReason(cell, abilities), settingsReason(cell, abilities), serverReason(cell, abilities)}) {
        if (reason)
            return reason;
    }
    return std::nullopt;
}

} // namespace keyrace::mysql
