// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/odbcdialect.h"
#include "engine/targets/sqlite/dialect.h"
#include "engine/targets/sqlite/sqliterules.h"

namespace keyrace::odbc {

namespace {

class Sqlite final : public OdbcDialect {
public:
    std::string_view name() const override { return "sqlite"; }
    bool isOf(const std::string& engine) const override { return engine.starts_with("SQLite"); }
    const Dialect& sql() const override { return keyrace::sqlite::dialect(); }
    Storage defaultStorage(KeyShape shape) const override { return keyrace::sqlite::defaultStorage(shape); }
    std::string defaultLayout() const override { return "rowid"; }
    std::optional<Message> unavailable(const Cell& cell, const OdbcServer&) const override
    {
        Cell own = cell;
        if (own.insert.method == InsertMethod::Array) // the driver executes once for every row
            own.insert.method = InsertMethod::Prepared;
        return keyrace::sqlite::whyUnavailable(own);
    }
    // SQLITE_MAX_VARIABLE_NUMBER: https://sqlite.org/limits.html
    std::int64_t mostParameters() const override { return 32'766; }
    bool hasPlainTimes() const override { return true; }

    // The driver waits for a lock as long as its Timeout says, whatever it is asked meanwhile, and then once more: 100 seconds by itself.
    std::string attributes() const override { return "Timeout=300;"; }
    std::string markTable(const std::string&, const std::string&) const override { return {}; }
    std::string tables() const override
    {
        return "SELECT name, sql, (SELECT sum(pgsize) FROM dbstat WHERE dbstat.name IN (SELECT s.name FROM sqlite_master AS s WHERE s.tbl_name = t.name)) "
               "FROM sqlite_master AS t WHERE type = 'table' AND name GLOB 'keyrace_*' ORDER BY 1";
    }
    std::string markIn(const std::string& text, const std::string& table) const override { return std::string(keyrace::sqlite::markIn(text, table)); }

    std::string valueExpression(const Column& column) const override
    {
        const std::string name = sql().quotedName(column.name);
        return column.isInteger() || !column.isSent() ? name : "hex(" + name + ')';
    }
    std::string sizes(const TableSpec& spec) const override
    {
        const std::string table = '\'' + spec.name + '\'';
        const auto bytes = [](const std::string& where) { return "(SELECT sum(pgsize) FROM dbstat WHERE name " + where + ')'; };
        std::string key = "IS NULL";
        switch (keyrace::sqlite::keyHome(spec)) {
        case keyrace::sqlite::KeyHome::Table:
            key = "= " + table;
            break;
        case keyrace::sqlite::KeyHome::AutoIndex:
            key = "= 'sqlite_autoindex_" + spec.name + "_1'";
            break;
        case keyrace::sqlite::KeyHome::OwnIndex:
            key = "= '" + keyIndexName(spec) + '\'';
            break;
        case keyrace::sqlite::KeyHome::Nowhere:
            break;
        }
        return "SELECT " + bytes("= " + table) + ", " + bytes(key) + ", coalesce(" + bytes("IN (SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = " + table + ')') + ", 0)";
    }
    std::string explain(const std::string& read) const override { return "EXPLAIN QUERY PLAN " + read; }
    std::size_t planColumn() const override { return 3; }

    std::vector<SettingQuery> settings() const override
    {
        return {{"journal_mode", "PRAGMA journal_mode"},
                {"synchronous", "SELECT CASE synchronous WHEN 0 THEN 'off' WHEN 1 THEN 'normal' WHEN 2 THEN 'full' ELSE 'extra' END FROM pragma_synchronous"},
                {"cache_size", "PRAGMA cache_size"},
                {"page_size", "PRAGMA page_size"}};
    }
    Durability durability(const std::map<std::string, std::string>& settings) const override { return keyrace::sqlite::durabilityOf(settings); }

    // The driver has SQLSTATE HY000 for nearly everything, and the library's code as the number: https://sqlite.org/rescode.html
    Error failure(const Diagnosis& diagnosis, const std::string& place) const override
    {
        const auto error = [&](ErrorKind kind, const char* text) { return Error(kind, Message(text, {place}), diagnosis.words); };
        if (diagnosis.words.find("already exists") != std::string::npos)
            return error(ErrorKind::Refused, QT_TRANSLATE_NOOP("Engine", "%1 already holds a table of that name. It was left as it is."));
        switch (diagnosis.native) {
        case 5:
        case 6:
            return error(ErrorKind::Target, QT_TRANSLATE_NOOP("Engine", "%1 stayed locked by another connection for as long as its driver waits (Timeout, 300 ms if nothing else is said). SQLite lets one write at a time: take one client, or Keyrace's own target, sqlite:."));
        case 8:
            return error(ErrorKind::Refused, QT_TRANSLATE_NOOP("Engine", "%1 may only be read."));
        case 10:
        case 13:
            return error(ErrorKind::Disk, QT_TRANSLATE_NOOP("Engine", "%1 cannot write: its disk is full, or reading or writing failed. Free space there."));
        case 14:
            return error(ErrorKind::Unreachable, QT_TRANSLATE_NOOP("Engine", "%1 cannot be opened: look at the path and at who may write there."));
        default:
            return {ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "A statement failed on %1 (error %2)."), {place, std::int64_t{diagnosis.native}}), diagnosis.words};
        }
    }
};

} // namespace

const OdbcDialect& sqlite()
{
    static const Sqlite dialect;
    return dialect;
}

} // namespace keyrace::odbc
