// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/serversettings.h"

#include "engine/targets/postgresql/connection.h"

namespace keyrace::postgresql {

namespace {

/// So many looks, a hundredth of a second apart on the server: five seconds.
constexpr int kMostLooks = 500;

std::string quotedName(const std::string& name)
{
    std::string result = "\"";
    for (const char c : name)
        result.append(c == '"' ? 2 : 1, c);
    return result + '"';
}

void refuseFixed(Connection& connection, const std::string& name)
{
    if (!connection.query("SELECT 1 FROM pg_settings WHERE name = " + connection.quoted(name) + " AND source IN ('command line', 'environment variable')").empty())
        throw Error(ErrorKind::Refused,
                    Message(QT_TRANSLATE_NOOP("Engine", "%1 was given to %2 when it was started, which no ALTER SYSTEM overrides."), {name, connection.place()}));
}

// The postmaster reads its files first, then its sessions do: once ours has, those that begin have it too.
void reload(Connection& connection)
{
    const std::string before = connection.query("SELECT pg_conf_load_time()")[0][0].c_str();
    if (!connection.query("SELECT pg_reload_conf()")[0][0].as<bool>())
        throw Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "%1 does not read its configuration again."), {connection.place()}));
    for (int looks = 0; looks < kMostLooks; ++looks) {
        connection.query("SELECT pg_sleep(0.01)");
        if (connection.query("SELECT pg_conf_load_time()")[0][0].c_str() != before)
            return;
    }
    throw Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "%1 has not read its configuration again after five seconds."), {connection.place()}));
}

} // namespace

PostgresqlSettings::PostgresqlSettings(Conninfo conninfo)
    : m_conninfo(std::move(conninfo))
{
}

std::optional<std::string> PostgresqlSettings::current(const std::string& name)
{
    Interrupt interrupt;
    Connection connection(m_conninfo, interrupt);
    const pqxx::result rows = connection.query("SELECT setting FROM pg_file_settings WHERE name = " + connection.quoted(name)
                                               + " AND sourcefile LIKE '%/postgresql.auto.conf' ORDER BY seqno DESC LIMIT 1");
    return rows.empty() ? std::nullopt : std::optional<std::string>(rows[0][0].c_str());
}

void PostgresqlSettings::set(const std::map<std::string, std::optional<std::string>>& values)
{
    Interrupt interrupt;
    Connection connection(m_conninfo, interrupt);
    for (const auto& [name, value] : values) {
        if (value)
            refuseFixed(connection, name);
        connection.query("ALTER SYSTEM " + (value ? "SET " + quotedName(name) + " = " + connection.quoted(*value) : "RESET " + quotedName(name)));
    }
    reload(connection);
}

} // namespace keyrace::postgresql
