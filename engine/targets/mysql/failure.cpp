// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/failure.h"

namespace keyrace::mysql {

namespace {

constexpr unsigned int kLockTimeout = 1205;
constexpr unsigned int kDeadlock = 1213;

Error error(ErrorKind kind, const char* text, const std::string& place, const std::string& words)
{
    return {kind, Message(text, {place}), words};
}

} // namespace

bool isLost(unsigned int number)
{
    switch (number) {
    case 2002: // no longer there
    case 2003:
    case 2006: // gone away
    case 2013: // lost during a query
    case 2055: // lost, with the system's reason
    case 1053: // shutting down
    case 1927: // killed
        return true;
    default:
        return false;
    }
}

bool isConflict(unsigned int number)
{
    return number == kDeadlock || number == kLockTimeout;
}

bool isLacking(unsigned int number)
{
    switch (number) {
    case 1054: // column
    case 1064: // syntax
    case 1109: // table of information_schema
    case 1146: // table
    case 1193: // variable
    case 1235: // not supported yet
    case 1286: // storage engine
    case 1305: // function
        return true;
    default:
        return false;
    }
}

// The numbers: https://mariadb.com/kb/en/mariadb-error-code-reference/ and the client's from 2000 on.
Error statementFailure(unsigned int number, const std::string& words, const std::string& place)
{
    if (isLost(number))
        return error(ErrorKind::Target, QT_TRANSLATE_NOOP("Engine", "The connection to %1 was lost. Look whether the server still runs, and into its log."), place, words);
    if (isLacking(number))
        return {ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "%1 does not know what it was asked for (error %2)."), {place, std::int64_t{number}}), words};
    switch (number) {
    case kNotReady:
        return error(ErrorKind::Unreachable, QT_TRANSLATE_NOOP("Engine", "%1 is there but not ready: it has left the cluster's primary component, or is still joining."), place, words);
    case 3: // writing a file
    case 14:
    case 126:
    case 1021: // disk full
    case 1030: // the storage engine
    case 1114: // table full
        return error(ErrorKind::Disk, QT_TRANSLATE_NOOP("Engine", "%1 cannot write: its disk is full, or reading or writing failed. Free space there."), place, words);
    case 1037:
    case 1038:
    case 1041:
        return error(ErrorKind::Limit, QT_TRANSLATE_NOOP("Engine", "%1 ran out of memory. Take smaller batches."), place, words);
    case 1153: // larger than max_allowed_packet
    case 2020:
        return error(ErrorKind::Limit, QT_TRANSLATE_NOOP("Engine", "A statement is larger than max_allowed_packet of %1. Take smaller batches, or raise it there."), place, words);
    case 1390: // placeholders
    case 1461: // prepared statements
        return error(ErrorKind::Limit, QT_TRANSLATE_NOOP("Engine", "A limit of %1 was reached. Take smaller batches or fewer clients."), place, words);
    case kReadOnly: // --read-only and its like
    case 1792:
    case 1836:
        return error(ErrorKind::Refused, QT_TRANSLATE_NOOP("Engine", "%1 only reads: it is a replica, or read_only is on. Name a server that writes."), place, words);
    case 1044:
    case 1142:
    case 1143:
    case 1227:
        return error(ErrorKind::Refused, QT_TRANSLATE_NOOP("Engine", "The user has no right to do this on %1. Grant it, or take a database of the user's own."), place, words);
    case 1050:
        return error(ErrorKind::Refused, QT_TRANSLATE_NOOP("Engine", "%1 already holds a table of that name. It was left as it is."), place, words);
    case kLockTimeout:
        return error(ErrorKind::Target, QT_TRANSLATE_NOOP("Engine", "Another session of %1 holds a lock, and kept it longer than innodb_lock_wait_timeout."), place, words);
    case kDeadlock:
        return error(ErrorKind::Target, QT_TRANSLATE_NOOP("Engine", "%1 ended a transaction as the victim of a deadlock. Take fewer clients, or sorted batches."), place, words);
    case 1317:
    case 3024:
    case 1969:
        return error(ErrorKind::Target, QT_TRANSLATE_NOOP("Engine", "%1 ended the statement: a time limit is set, or somebody killed it."), place, words);
    default:
        return {ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "A statement failed on %1 (error %2)."), {place, std::int64_t{number}}), words};
    }
}

Error connectFailure(unsigned int number, const std::string& words, const std::string& place)
{
    switch (number) {
    case 1040:
    case 1203:
    case 1226:
        return error(ErrorKind::Limit, QT_TRANSLATE_NOOP("Engine", "%1 accepts no further connection. Take fewer clients, or raise max_connections there."), place, words);
    case 1045:
    case 1698:
    case 1251:
        return error(ErrorKind::Login, QT_TRANSLATE_NOOP("Engine", "%1 did not let the user in. Give the password by KEYRACE_PASSWORD or ~/.my.cnf."), place, words);
    case 1049:
        return error(ErrorKind::Unreachable, QT_TRANSLATE_NOOP("Engine", "%1: there is no such database. Create it: CREATE DATABASE name."), place, words);
    case 2026:
        return error(ErrorKind::Unreachable, QT_TRANSLATE_NOOP("Engine", "%1: no encrypted connection came about. Look at ssl-mode and ssl-ca."), place, words);
    case 2058:
    case 2059:
    case 1156:
        return error(ErrorKind::Unreachable,
                     QT_TRANSLATE_NOOP("Engine", "%1: the client library lacks the account's authentication plugin. Install it (libmariadb3 brings caching_sha2_password), or "
                                                 "name its folder by MARIADB_PLUGIN_DIR."),
                     place, words);
    default:
        return error(ErrorKind::Unreachable, QT_TRANSLATE_NOOP("Engine", "%1 cannot be reached. Look at host and port, and whether the server accepts connections from here."),
                     place, words);
    }
}

} // namespace keyrace::mysql
