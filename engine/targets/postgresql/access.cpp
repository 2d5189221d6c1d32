// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/access.h"

namespace keyrace::postgresql {

std::string encryptionOf(Connection& connection)
{
    const auto rows = connection.queryIfAble("SELECT inet_server_addr() IS NULL, ssl, version, cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    if (!rows || rows->empty() || (*rows)[0][0].as<bool>()) // a socket of this machine
        return {};
    const auto row = (*rows)[0];
    return row[1].as<bool>() ? std::string(row[2].c_str()) + ", " + row[3].c_str() : "none";
}

std::vector<Right> rightsOf(Connection& connection)
{
    // pg_checkpoint came with version 15; before it, only a superuser may.
    const auto rows = connection.queryIfAble("SELECT coalesce(current_schema(), ''), coalesce(has_schema_privilege(current_schema(), 'CREATE'), false), "
                                         "pg_has_role(current_user, 'pg_read_all_stats', 'USAGE'), rolsuper, "
                                         "rolsuper OR (EXISTS (SELECT FROM pg_roles WHERE rolname = 'pg_checkpoint') AND pg_has_role(current_user, "
                                         "(SELECT oid FROM pg_roles WHERE rolname = 'pg_checkpoint'), 'USAGE')) FROM pg_roles WHERE rolname = current_user");
    if (!rows || rows->empty()) // an engine of another kind
        return {};
    const auto row = (*rows)[0];
    const std::string schema = row[0].c_str();
    std::vector<Right> rights;
    const auto add = [&rights](bool isGranted, Message what, Message missing) {
        rights.push_back({std::move(what), isGranted ? std::nullopt : std::optional(std::move(missing))});
    };
    if (schema.empty())
        add(false, Message(QT_TRANSLATE_NOOP("Engine", "make tables")),
            Message(QT_TRANSLATE_NOOP("Engine", "No schema of the search path is there, or the user may use none: nothing can be measured. Make one: CREATE SCHEMA.")));
    else
        add(row[1].as<bool>(), Message(QT_TRANSLATE_NOOP("Engine", "make tables in the schema %1"), {schema}),
            Message(QT_TRANSLATE_NOOP("Engine", "Nothing can be measured. An administrator grants it: GRANT CREATE ON SCHEMA %1."), {schema}));
    add(row[2].as<bool>(), Message(QT_TRANSLATE_NOOP("Engine", "read the statistics of all sessions")),
        Message(QT_TRANSLATE_NOOP("Engine", "Whether others use the database is seen in part only. An administrator grants it: GRANT pg_read_all_stats.")));
    add(row[4].as<bool>(), Message(QT_TRANSLATE_NOOP("Engine", "issue checkpoints")),
        Message(QT_TRANSLATE_NOOP("Engine", "Workloads with a checkpoint before them fail. An administrator grants it: GRANT pg_checkpoint.")));
    add(row[3].as<bool>(), Message(QT_TRANSLATE_NOOP("Engine", "change settings of the whole server")),
        Message(QT_TRANSLATE_NOOP("Engine", "Levels of settings that reach the whole server are not available; only a superuser may change them.")));
    return rights;
}

} // namespace keyrace::postgresql
