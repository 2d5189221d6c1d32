// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/odbcconnector.h"

#include "engine/targets/odbc/odbctable.h"
#include "engine/targets/password.h"
#include "engine/targets/tablemark.h"

#include <algorithm>

namespace keyrace::odbc {

namespace {

std::vector<LeftTable> leftTables(Connection& connection)
{
    std::vector<LeftTable> tables;
    for (const Row& row : connection.query(connection.dialect().tables())) {
        const std::string name = row[0].value_or("");
        if (auto left = leftTable(name, connection.dialect().markIn(row[1].value_or(""), name))) {
            left->bytes = std::strtoll(row[2].value_or("").c_str(), nullptr, 10);
            tables.push_back(std::move(*left));
        }
    }
    return tables;
}

// Of the method alone.
std::optional<Message> methodReason(const Cell& cell)
{
    switch (cell.insert.method) {
    case InsertMethod::Bulk:
        return Message(QT_TRANSLATE_NOOP("Engine", "ODBC has no bulk path such as COPY or LOAD DATA; array is its fastest."));
    case InsertMethod::Pipeline:
        return Message(QT_TRANSLATE_NOOP("Engine", "ODBC waits for the answer to each statement: it has no pipeline."));
    case InsertMethod::Array:
        return nothingToSend(cell);
    case InsertMethod::Single:
    case InsertMethod::Prepared:
    case InsertMethod::MultiRow:
        break;
    }
    return std::nullopt;
}

} // namespace

OdbcConnector::OdbcConnector(std::string url, ConnectorContext context)
    : m_url(std::move(url))
    , m_context(std::move(context))
    , m_source{parseOdbcUrl(m_url), {}, nullptr}
{
    m_source.dialect = findOdbcDialect(m_source.url.dialect);
}

Storage OdbcConnector::defaultStorage(KeyShape shape) const
{
    return m_source.dialect->defaultStorage(shape);
}

std::string OdbcConnector::defaultLayout() const
{
    return m_source.dialect->defaultLayout();
}

std::optional<Message> OdbcConnector::unavailable(const Cell& cell) const
{
    if (cell.layout.type == "partitioned")
        return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace does not partition tables through ODBC."));
    if (cell.insert.staging)
        return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace does not load through a staging table by ODBC."));
    if (cell.settings && !cell.settings->set.empty())
        return Message(QT_TRANSLATE_NOOP("Engine", "This version of Keyrace changes no settings through ODBC: the connection's attributes are there for that."));
    if (cell.workload.kind == WorkloadKind::Replay)
        return Message(QT_TRANSLATE_NOOP("Engine", "No standby of this server is known that could replay."));
    if (cell.workload.checkpointBefore)
        return Message(QT_TRANSLATE_NOOP("Engine", "ODBC has no statement that writes out what is dirty."));
    if (auto reason = methodReason(cell))
        return reason;
    const std::lock_guard lock(m_mutex);
    return m_source.dialect->unavailable(cell, m_server);
}

const Source& OdbcConnector::source()
{
    if (!m_hasPassword)
        m_source.password = passwordFor(m_url, m_context, [this](const std::optional<std::string>& password) {
            Source source = m_source;
            source.password = password;
            Interrupt interrupt(m_context.stop);
            const Connection connection(source, interrupt);
        });
    m_hasPassword = true;
    return m_source;
}

TargetInfo OdbcConnector::describe()
{
    Interrupt interrupt(m_context.stop);
    Connection connection(source(), interrupt);
    const OdbcDialect& dialect = connection.dialect();
    TargetInfo info;
    info.engine = connection.info(SQL_DBMS_NAME);
    info.serverVersion = connection.info(SQL_DBMS_VER);
    info.clientLibrary = connection.info(SQL_DRIVER_NAME) + ' ' + connection.info(SQL_DRIVER_VER);
    for (const OdbcDialect::SettingQuery& query : dialect.settings()) {
        for (const Row& row : connection.queryIfAble(query.sql)) {
            if (query.name.empty())
                info.settings[row[0].value_or("")] = row[1].value_or("");
            else
                info.settings[query.name] = row[0].value_or("");
        }
    }
    const Durability durability = dialect.durability(info.settings);
    info.durability = durability.words;
    info.weakDurability = durability.isWeak;
    if (const std::string sql = dialect.encryption(); !sql.empty()) {
        const std::vector<Row> rows = connection.queryIfAble(sql);
        info.encryption = rows.empty() ? std::string() : rows.front().front().value_or("");
    }
    info.notes = dialect.notes();
    info.notes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Through ODBC the driver decides what goes over the wire: how arrays are sent, whether statements are prepared on the server, "
                                                             "and what else it asks in between.")));
    if (!m_context.ownsServer)
        info.concerns = concernsAbout(connection);
    const std::lock_guard lock(m_mutex);
    m_server = connection.server();
    return info;
}

std::vector<Message> OdbcConnector::concernsAbout(Connection& connection) const
{
    std::vector<Message> concerns;
    const OdbcDialect& dialect = connection.dialect();
    const std::string sql = dialect.otherSessions();
    if (sql.empty()) // a file
        return concerns;
    if (!m_source.url.isLoopback())
        concerns.push_back(Message(QT_TRANSLATE_NOOP("Engine", "%1 is not on this machine."), {m_source.url.title()}));
    const std::vector<Row> rows = connection.queryIfAble(sql);
    const std::int64_t others = rows.empty() ? 0 : std::strtoll(rows.front().front().value_or("").c_str(), nullptr, 10);
    if (others > 0)
        concerns.push_back(Message(QT_TRANSLATE_NOOP("Engine", "Other sessions use the database now: %1."), {others}));
    return concerns;
}

std::unique_ptr<TestTable> OdbcConnector::createTable(const TableSpec& spec)
{
    checkTableName(spec.name);
    return std::make_unique<OdbcTable>(source(), spec);
}

std::vector<LeftTable> OdbcConnector::leftovers()
{
    Interrupt interrupt(m_context.stop);
    Connection connection(source(), interrupt);
    return leftTables(connection);
}

void OdbcConnector::dropLeftover(const std::string& name)
{
    Interrupt interrupt(m_context.stop);
    Connection connection(source(), interrupt);
    const std::vector<LeftTable> tables = leftTables(connection);
    if (std::none_of(tables.begin(), tables.end(), [&](const LeftTable& table) { return table.name == name; }))
        throw Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "%1 is no table that a run of Keyrace left behind."), {name}));
    dropTable(connection, name);
}

std::unique_ptr<Connector> makeOdbcConnector(const std::string& url, const ConnectorContext& context)
{
    return std::make_unique<OdbcConnector>(url, context);
}

} // namespace keyrace::odbc
