// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/odbcdialect.h"

namespace keyrace::odbc {

namespace {

/// CHAR and BINARY hold so many octets.
constexpr int kWidestFixed = 255;

/// Statements about tables under test. Those that Apache Derby shares with Db2 were checked on it; BINARY is Db2's alone.
class Db2Sql final : public Dialect {
public:
    std::string typeName(const Column& column) const override
    {
        const std::string width = '(' + std::to_string(column.width) + ')';
        const std::string varying = column.width > kWidestFixed ? "VAR" : "";
        switch (column.kind) {
        case ColumnKind::Auto32:
            return "INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY (START WITH 1, INCREMENT BY 1)";
        case ColumnKind::Auto64:
        case ColumnKind::Unaliased64:
            return "BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY (START WITH 1, INCREMENT BY 1)";
        case ColumnKind::Int32:
            return "INTEGER NOT NULL";
        case ColumnKind::Int64:
            return "BIGINT NOT NULL";
        case ColumnKind::Uuid:
        case ColumnKind::Bytes:
            return varying + "BINARY" + width + " NOT NULL";
        case ColumnKind::BytesOld:
            return varying + "CHAR" + width + " FOR BIT DATA NOT NULL";
        case ColumnKind::Text:
            return varying + "CHAR" + width + " NOT NULL";
        case ColumnKind::Timestamp:
            return "TIMESTAMP NOT NULL";
        }
        return {};
    }

protected:
    std::string limit(int rows) const override { return " FETCH FIRST " + std::to_string(rows) + " ROWS ONLY"; }
};

/// Db2 for Linux, UNIX and Windows, by IBM's documentation of version 11.5. Nothing of it was ever run against a server of Db2.
class Db2 final : public OdbcDialect {
public:
    std::string_view name() const override { return "db2"; }
    bool isOf(const std::string& engine) const override { return engine.starts_with("DB2"); }
    const Dialect& sql() const override
    {
        static const Db2Sql sql;
        return sql;
    }
    Storage defaultStorage(KeyShape shape) const override { return shape == KeyShape::Bytes16 ? Storage::Binary : Storage::Native; }
    std::string defaultLayout() const override { return "heap"; }

    std::optional<Message> unavailable(const Cell& cell, const OdbcServer&) const override
    {
        const KeyType* type = findKeyType(cell.key);
        const bool isAutomatic = type != nullptr && isAuto(type->shape());
        const bool isBytes = type != nullptr && type->shape() == KeyShape::Bytes16;
        if (cell.source == KeySource::Server && !isAutomatic)
            return Message(QT_TRANSLATE_NOOP("Engine", "Db2 makes no keys of this type; the client does."));
        if (isBytes && cell.storage == Storage::Native)
            return Message(QT_TRANSLATE_NOOP("Engine", "Db2 has no uuid type; available are binary, binary-old and text."));
        if (!isBytes && cell.storage != Storage::Native)
            return Message(QT_TRANSLATE_NOOP("Engine", "Db2 stores integer keys as native."));
        if (cell.layout.type != "heap")
            return Message(QT_TRANSLATE_NOOP("Engine", "Keyrace makes tables of Db2 as heaps only, not %1."), {cell.layout.type});
        if (cell.indexMethod == IndexMethod::Hash)
            return Message(QT_TRANSLATE_NOOP("Engine", "Db2 has no hash indexes, only B-trees."));
        return std::nullopt;
    }
    // SQLSTATE 54004 beyond: https://www.ibm.com/docs/en/db2/11.5?topic=sql-xml-limits
    std::int64_t mostParameters() const override { return 32'767; }

    std::string markTable(const std::string& table, const std::string& mark) const override
    {
        return "COMMENT ON TABLE " + sql().quotedName(table) + " IS '" + mark + '\'';
    }
    std::string tables() const override
    {
        return "SELECT T.TABNAME, T.REMARKS, COALESCE(1024 * (A.DATA_OBJECT_P_SIZE + A.INDEX_OBJECT_P_SIZE), 0) FROM SYSCAT.TABLES AS T, "
               "TABLE(SYSPROC.ADMIN_GET_TAB_INFO(T.TABSCHEMA, T.TABNAME)) AS A WHERE T.TYPE = 'T' AND T.TABSCHEMA = CURRENT SCHEMA AND T.REMARKS IS NOT NULL ORDER BY 1";
    }
    std::string valueExpression(const Column& column) const override
    {
        const std::string name = sql().quotedName(column.name);
        if (column.kind == ColumnKind::Timestamp)
            return "(DAYS(" + name + ") - DAYS('1970-01-01')) * BIGINT(86400000000) + MIDNIGHT_SECONDS(" + name + ") * BIGINT(1000000) + MICROSECOND(" + name + ')';
        return column.isInteger() || !column.isSent() ? name : "HEX(" + name + ')';
    }
    // All indexes of a table are one object; the key's own is not told apart.
    std::string sizes(const TableSpec& spec) const override
    {
        return "SELECT 1024 * DATA_OBJECT_P_SIZE, CAST(NULL AS BIGINT), 1024 * INDEX_OBJECT_P_SIZE FROM TABLE(SYSPROC.ADMIN_GET_TAB_INFO(CURRENT SCHEMA, '" + spec.name + "')) AS A";
    }
    // Into tables of its own, which need not be there.
    std::string explain(const std::string&) const override { return {}; }

    std::vector<SettingQuery> settings() const override
    {
        return {{{}, "SELECT NAME, VALUE FROM SYSIBMADM.DBCFG WHERE NAME IN ('logfilsiz', 'logprimary', 'logsecond', 'logbufsz', 'mincommit', 'locklist', 'softmax', 'page_age_trgt_mcr')"}};
    }
    Durability durability(const std::map<std::string, std::string>&) const override { return {"logged", false}; }
    std::vector<Message> notes() const override
    {
        return {Message(QT_TRANSLATE_NOOP("Engine", "Keyrace's SQL for Db2 was checked against Apache Derby as far as both share it, and beyond that against no server: "
                                                    "unverified."))};
    }

    // https://www.ibm.com/docs/en/db2/11.5?topic=messages-sqlstate
    Error failure(const Diagnosis& diagnosis, const std::string& place) const override
    {
        const std::string& state = diagnosis.state;
        const auto error = [&](ErrorKind kind, const char* text) { return Error(kind, Message(text, {place}), diagnosis.words); };
        if (state == "42710" || state == "42S01")
            return error(ErrorKind::Refused, QT_TRANSLATE_NOOP("Engine", "%1 already holds a table of that name. It was left as it is."));
        if (state.starts_with("425") || state == "42501")
            return error(ErrorKind::Refused, QT_TRANSLATE_NOOP("Engine", "The user has no right to do this on %1. Grant it, or take a database of the user's own."));
        if (state.starts_with("28"))
            return error(ErrorKind::Login, QT_TRANSLATE_NOOP("Engine", "%1 did not let the user in. Give the password by KEYRACE_PASSWORD, or where Keyrace asks for it."));
        if (state.starts_with("08"))
            return error(ErrorKind::Target, QT_TRANSLATE_NOOP("Engine", "The connection to %1 was lost. Look whether the server still runs, and into its log."));
        if (state == "40001" || state == "57033")
            return error(ErrorKind::Target, QT_TRANSLATE_NOOP("Engine", "%1 ended a transaction as the victim of a deadlock. Take fewer clients, or sorted batches."));
        if (state == "57011" || state == "57001")
            return error(ErrorKind::Disk, QT_TRANSLATE_NOOP("Engine", "%1 cannot write: its disk or its log is full. Free space there, or take smaller batches."));
        return {ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "A statement failed on %1 (SQLSTATE %2)."), {place, state}), diagnosis.words};
    }
};

} // namespace

const OdbcDialect& db2()
{
    static const Db2 dialect;
    return dialect;
}

} // namespace keyrace::odbc
