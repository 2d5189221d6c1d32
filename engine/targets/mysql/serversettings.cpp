// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/serversettings.h"

#include "engine/targets/mysql/connection.h"
#include "engine/targets/mysql/counters.h"

namespace keyrace::mysql {

namespace {

/// Before the name of a counter, as BorrowedSetting::name.
constexpr std::string_view kCounter = "innodb_monitor_enable:";
constexpr const char* kOn = "enabled";
constexpr const char* kOff = "disabled";

/// Both of the server's errors that name a variable: it has none of that name, or may not be changed.
constexpr unsigned int kUnknownVariable = 1193;
constexpr unsigned int kAccessDenied = 1227;

std::string counterIn(const std::string& name)
{
    return name.starts_with(kCounter) ? name.substr(kCounter.size()) : std::string();
}

bool isOn(Connection& connection, const std::string& counter)
{
    return connection.text("SELECT " + countsWhere(connection) + " FROM information_schema.INNODB_METRICS WHERE NAME = " + connection.quoted(counter)) == "1";
}

bool accepts(Connection& connection, const std::string& sql)
{
    try {
        connection.execute(sql);
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

MysqlSettings::MysqlSettings(ConnectOptions options)
    : m_options(std::move(options))
{
}

std::optional<std::string> MysqlSettings::current(const std::string& name)
{
    Interrupt interrupt;
    Connection connection(m_options, interrupt);
    if (const std::string counter = counterIn(name); !counter.empty())
        return isOn(connection, counter) ? kOn : kOff;
    const std::vector<Row> rows = connection.query("SELECT @@GLOBAL." + name);
    return rows.empty() ? std::nullopt : rows.front().front();
}

void MysqlSettings::set(const std::map<std::string, std::optional<std::string>>& values)
{
    Interrupt interrupt;
    Connection connection(m_options, interrupt);
    for (const auto& [name, value] : values) {
        if (const std::string counter = counterIn(name); !counter.empty())
            connection.execute("SET GLOBAL innodb_monitor_" + std::string(value == kOn ? "enable" : "disable") + " = " + connection.quoted(counter));
        else
            connection.execute("SET GLOBAL " + name + " = " + (value ? connection.settingValue(*value) : "DEFAULT"));
    }
}

SettingReach reachOf(Connection& connection, const std::string& name)
{
    if (accepts(connection, "SET SESSION " + name + " = @@SESSION." + name))
        return SettingReach::Session;
    if (mysql_errno(connection.handle()) == kUnknownVariable)
        return SettingReach::Unknown;
    // All are checked before any is changed, and nobody can change the port: the server tells of which it complains.
    if (accepts(connection, "SET GLOBAL " + name + " = @@GLOBAL." + name + ", GLOBAL port = @@GLOBAL.port"))
        return SettingReach::Server;
    if (mysql_errno(connection.handle()) == kAccessDenied)
        return SettingReach::Denied;
    return std::string(mysql_error(connection.handle())).find("'port'") != std::string::npos ? SettingReach::Server : SettingReach::Start;
}

std::map<std::string, std::string> idleCounters(Connection& connection)
{
    std::map<std::string, std::string> idle;
    try {
        for (const Row& row : connection.query("SELECT NAME FROM information_schema.INNODB_METRICS WHERE NAME IN ('index_page_splits', 'index_page_merge_successful') AND NOT "
                                               + countsWhere(connection)))
            idle[std::string(kCounter) + row[0].value_or("")] = kOn;
    } catch (const Error& error) { // the user may not read them, and is told so by the counters
        if (error.kind() != ErrorKind::Refused)
            throw;
    }
    if (!idle.empty() && reachOf(connection, "innodb_monitor_enable") != SettingReach::Server)
        idle.clear();
    return idle;
}

} // namespace keyrace::mysql
