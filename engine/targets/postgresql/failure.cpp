// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/failure.h"

namespace keyrace::postgresql {

bool isConflict(std::string_view state)
{
    return state == "40001" || state == "40P01";
}

bool isLacking(std::string_view state)
{
    return state == "42883" || state == "42P01" || state == "42703" || state == "42704" || state == "42601" || state == "3F000" || state.starts_with("0A");
}

Error statementFailure(std::string_view state, const std::string& words, const std::string& place)
{
    if (state.empty() || state.starts_with("57P") || state.starts_with("08"))
        return Error(ErrorKind::Target,
                     Message(QT_TRANSLATE_NOOP("Engine", "The connection to %1 was lost. Look whether the server still runs, and into its log."), {place}), words);
    if (state == "53100" || state.starts_with("58"))
        return Error(ErrorKind::Disk,
                     Message(QT_TRANSLATE_NOOP("Engine", "%1 cannot write: its disk is full, or reading or writing failed. Free space there."), {place}), words);
    if (state == "53200")
        return Error(ErrorKind::Limit, Message(QT_TRANSLATE_NOOP("Engine", "%1 ran out of memory. Take smaller batches."), {place}), words);
    if (state.starts_with("53") || state.starts_with("54"))
        return Error(ErrorKind::Limit, Message(QT_TRANSLATE_NOOP("Engine", "A limit of %1 was reached. Take smaller batches or fewer clients."), {place}), words);
    if (state == kReadOnly)
        return Error(ErrorKind::Refused,
                     Message(QT_TRANSLATE_NOOP("Engine", "%1 only reads: it is a standby, or default_transaction_read_only is on. Name a server that writes."), {place}),
                     words);
    if (state == "42501")
        return Error(ErrorKind::Refused,
                     Message(QT_TRANSLATE_NOOP("Engine", "The user has no right to do this on %1. Grant CREATE on the schema, or take a database of the user's own."),
                             {place}),
                     words);
    if (state == "42P07")
        return Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "%1 already holds a table of that name. It was left as it is."), {place}), words);
    if (state == "57014")
        return Error(ErrorKind::Target,
                     Message(QT_TRANSLATE_NOOP("Engine", "%1 ended the statement: statement_timeout is set, or somebody cancelled it."), {place}), words);
    if (state == "55P03")
        return Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "Another session of %1 holds a lock, and kept it."), {place}), words);
    if (isConflict(state))
        return Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "%1 ended a transaction because of others: a deadlock, or an order that could not be kept. Take fewer clients, or sorted batches."), {place}),
                     words);
    if (isLacking(state))
        return Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "%1 does not know what it was asked for (SQLSTATE %2)."), {place, std::string(state)}), words);
    return Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "A statement failed on %1 (SQLSTATE %2)."), {place, std::string(state)}), words);
}

Error connectFailure(std::string_view state, const std::string& words, const std::string& place)
{
    if (state == "53300")
        return Error(ErrorKind::Limit,
                     Message(QT_TRANSLATE_NOOP("Engine", "%1 accepts no further connection. Take fewer clients, or raise max_connections there."), {place}), words);
    if (state.starts_with("28"))
        return Error(ErrorKind::Login,
                     Message(QT_TRANSLATE_NOOP("Engine", "%1 did not let the user in. Give the password by KEYRACE_PASSWORD or ~/.pgpass, or look into pg_hba.conf."),
                             {place}),
                     words);
    if (state == "3D000")
        return Error(ErrorKind::Unreachable, Message(QT_TRANSLATE_NOOP("Engine", "%1: there is no such database. Create it: createdb NAME."), {place}), words);
    if (state == "57P03")
        return Error(ErrorKind::Unreachable, Message(QT_TRANSLATE_NOOP("Engine", "%1 is starting up or shutting down. Try again."), {place}), words);
    return Error(ErrorKind::Unreachable,
                 Message(QT_TRANSLATE_NOOP("Engine", "%1 cannot be reached. Look at host and port, and whether the server accepts connections from here."), {place}),
                 words);
}

} // namespace keyrace::postgresql
