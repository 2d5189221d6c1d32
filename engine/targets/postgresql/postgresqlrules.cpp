// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/postgresqlrules.h"

#include "engine/targets/rows.h"

#include <algorithm>

namespace keyrace::postgresql {

namespace {

using Reason = std::optional<Message>;

constexpr int kVersion13 = 130'000;
constexpr int kVersion18 = 180'000;
/// One for the table and one to spare, beside the clients'.
constexpr std::int64_t kOwnConnections = 2;

std::string versionText(int version)
{
    return std::to_string(version / 10'000) + '.' + std::to_string(version % 10'000);
}

Reason storageReason(KeyShape shape, Storage storage)
{
    switch (storage) {
    case Storage::Native:
        return std::nullopt;
    case Storage::BinaryOld:
        return Message(QT_TRANSLATE_NOOP("Engine", "binary-old is a type of Db2; PostgreSQL stores 16 bytes as binary (bytea)."));
    case Storage::Unaliased:
        return Message(QT_TRANSLATE_NOOP("Engine", "unaliased is SQLite's INT PRIMARY KEY."));
    case Storage::Binary:
    case Storage::Text:
    case Storage::Swapped:
        if (shape != KeyShape::Bytes16)
            return Message(QT_TRANSLATE_NOOP("Engine", "PostgreSQL stores integer keys as native."));
        return std::nullopt;
    }
    return std::nullopt;
}

Reason sourceReason(const Cell& cell, KeyShape shape, int version)
{
    if (cell.source != KeySource::Server || isAuto(shape))
        return std::nullopt;
    if (cell.key != "uuidv4" && cell.key != "uuidv7")
        return Message(QT_TRANSLATE_NOOP("Engine", "PostgreSQL makes no keys of this type; the client does."));
    if (version != 0 && cell.key == "uuidv4" && version < kVersion13)
        return Message(QT_TRANSLATE_NOOP("Engine", "gen_random_uuid() came with PostgreSQL 13; this server is %1."), {versionText(version)});
    if (version != 0 && cell.key == "uuidv7" && version < kVersion18)
        return Message(QT_TRANSLATE_NOOP("Engine", "uuidv7() came with PostgreSQL 18; this server is %1."), {versionText(version)});
    return std::nullopt;
}

Reason layoutReason(const Cell& cell)
{
    if (cell.layout.type == "heap")
        return std::nullopt;
    if (cell.layout.type != "partitioned")
        return Message(QT_TRANSLATE_NOOP("Engine", "PostgreSQL has no layout %1; available are heap and partitioned."), {cell.layout.type});
    return std::nullopt;
}

Reason insertReason(const Cell& cell)
{
    if (cell.insert.staging)
        return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace does not load through a staging table on PostgreSQL."));
    if (cell.insert.method != InsertMethod::Array && cell.insert.method != InsertMethod::Bulk)
        return std::nullopt;
    return nothingToSend(cell);
}

Reason settingReason(const std::string& name, const Abilities& abilities)
{
    const auto known = abilities.settingContexts.find(name);
    if (known == abilities.settingContexts.end())
        return Message(QT_TRANSLATE_NOOP("Engine", "PostgreSQL %1 has no setting %2."), {versionText(abilities.version), name});
    if (known->second == "internal")
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 was decided when the server was built or its folder made."), {name});
    const SettingReach reach = reachOf(name, abilities);
    if (reach == SettingReach::Session)
        return std::nullopt;
    if (abilities.nodes > 1)
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 is a setting of a whole server, which is changed on none of several nodes."), {name});
    if (!abilities.isSuperuser)
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 is a setting of the whole server, or of a superuser: the user may not change it."), {name});
    if (reach == SettingReach::Start && !abilities.restarts)
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 takes effect when the server starts, and only a private server is restarted. Take one, or start the server with it."), {name});
    if (!abilities.restarts && !abilities.mayBorrow)
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 is a setting of the whole server, which is changed for a run only where somebody has agreed to it."), {name});
    return std::nullopt;
}

Reason settingsReason(const Cell& cell, const Abilities& abilities)
{
    if (!cell.settings || abilities.settingContexts.empty())
        return std::nullopt;
    for (const auto& [name, value] : cell.settings->set) {
        if (auto reason = settingReason(name, abilities))
            return reason;
    }
    return std::nullopt;
}

Reason serverReason(const Cell& cell, const Abilities& abilities)
{
    if (abilities.isStandby)
        return Message(QT_TRANSLATE_NOOP("Engine", "The server is a standby, which only reads. Name its primary."));
    // Of several nodes each has its share; the figures are those of the first.
    const auto nodes = static_cast<std::int64_t>(abilities.readyNodes);
    const std::int64_t clients = (cell.clients + nodes - 1) / nodes;
    if (abilities.connections > 0 && clients + kOwnConnections > abilities.connections)
        return Message(QT_TRANSLATE_NOOP("Engine", "%1 clients need %2 connections; of the server's max_connections = %3 at most %4 can be had now."),
                       {clients, clients + kOwnConnections, abilities.maxConnections, abilities.connections});
    return std::nullopt;
}

} // namespace

SettingReach reachOf(const std::string& name, const Abilities& abilities)
{
    const auto known = abilities.settingContexts.find(name);
    const std::string context = known == abilities.settingContexts.end() ? "user" : known->second;
    if (context == "user" || (context == "superuser" && abilities.isSuperuser))
        return SettingReach::Session;
    return context == "postmaster" ? SettingReach::Start : SettingReach::Server;
}

Storage defaultStorage(KeyShape)
{
    return Storage::Native;
}

Reason whyUnavailable(const Cell& cell, const Abilities& abilities)
{
    const KeyType* type = findKeyType(cell.key);
    if (!type)
        return Message(QT_TRANSLATE_NOOP("Engine", "There is no key type %1."), {cell.key});
    const KeyShape shape = type->shape();
    if (cell.workload.kind == WorkloadKind::Replay)
        return Message(QT_TRANSLATE_NOOP("Engine", "No standby of this server is known that could replay."));
    for (const Reason& reason : {storageReason(shape, cell.storage), sourceReason(cell, shape, abilities.version), layoutReason(cell), insertReason(cell),
                                 settingsReason(cell, abilities), serverReason(cell, abilities)}) {
        if (reason)
            return reason;
    }
    return std::nullopt;
}

} // namespace keyrace::postgresql
