// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/access.h"

#include <initializer_list>

namespace keyrace::mysql {

namespace {

// Granted to the user by name, on all databases or on this one; what comes through a role is not seen there.
bool has(Connection& connection, std::initializer_list<std::string_view> privileges)
{
    std::string names;
    for (const std::string_view name : privileges)
        names.append(names.empty() ? "" : ", ").append(connection.quoted(name));
    return connection.number("SELECT COUNT(*) FROM (SELECT GRANTEE, PRIVILEGE_TYPE FROM information_schema.USER_PRIVILEGES UNION ALL "
                             "SELECT GRANTEE, PRIVILEGE_TYPE FROM information_schema.SCHEMA_PRIVILEGES WHERE DATABASE() LIKE TABLE_SCHEMA) AS p WHERE "
                             "GRANTEE = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AND PRIVILEGE_TYPE IN (" + names + ')')
        > 0;
}

} // namespace

std::string encryptionOf(Connection& connection)
{
    const char* cipher = mysql_get_ssl_cipher(connection.handle());
    if (cipher != nullptr && *cipher != '\0') {
        const std::vector<Row> version = connection.query("SHOW SESSION STATUS LIKE 'Ssl_version'");
        return (version.empty() ? std::string() : version.front()[1].value_or("") + ", ") + cipher;
    }
    const char* how = mysql_get_host_info(connection.handle());
    return std::string_view(how).find("socket") != std::string_view::npos ? std::string() : "none";
}

std::vector<Right> rightsOf(Connection& connection)
{
    const std::string database = connection.text("SELECT DATABASE()");
    std::vector<Right> rights;
    const auto add = [&rights](bool isGranted, Message what, Message missing) {
        rights.push_back({std::move(what), isGranted ? std::nullopt : std::optional(std::move(missing))});
    };
    add(has(connection, {"CREATE"}) && has(connection, {"DROP"}) && has(connection, {"INSERT"}) && has(connection, {"SELECT"}) && has(connection, {"INDEX"}),
        Message(QT_TRANSLATE_NOOP("Engine", "make, fill and drop tables in %1"), {database}),
        Message(QT_TRANSLATE_NOOP("Engine", "Nothing can be measured. An administrator grants it: GRANT CREATE, DROP, INDEX, INSERT, SELECT ON %1.*."), {database}));
    add(has(connection, {"PROCESS"}), Message(QT_TRANSLATE_NOOP("Engine", "read the statistics of InnoDB and of all sessions")),
        Message(QT_TRANSLATE_NOOP("Engine", "Page splits, pages by fill and other sessions are not seen. An administrator grants it: GRANT PROCESS ON *.*.")));
    add(connection.number("SELECT @@local_infile") != 0, Message(QT_TRANSLATE_NOOP("Engine", "load local data")),
        Message(QT_TRANSLATE_NOOP("Engine", "The method bulk is not available. An administrator switches it on: SET GLOBAL local_infile = 1.")));
    add(has(connection, {"SUPER", "SYSTEM_VARIABLES_ADMIN"}), Message(QT_TRANSLATE_NOOP("Engine", "change settings of the whole server")),
        Message(QT_TRANSLATE_NOOP("Engine", "Levels of settings that reach the whole server, and counters that must be switched on, are not available.")));
    return rights;
}

} // namespace keyrace::mysql
