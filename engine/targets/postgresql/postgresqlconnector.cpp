// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/postgresqlconnector.h"

#include "engine/targets/nodes.h"
#include "engine/targets/password.h"
#include "engine/targets/postgresql/access.h"
#include "engine/targets/postgresql/connection.h"
#include "engine/targets/postgresql/postgresqltable.h"
#include "engine/targets/postgresql/serverinfo.h"
#include "engine/targets/postgresql/serversettings.h"
#include "engine/targets/tablemark.h"

#include <QtCore/QStorageInfo>

#include <algorithm>

namespace keyrace::postgresql {

namespace {

constexpr int kOldest = 120'000;

// Another engine's own version says nothing here: what it lacks shows.
void checkVersion(const Connection& connection, const TargetInfo& info)
{
    if (connection.serverVersion() < kOldest && info.engine == "PostgreSQL")
        throw Error(ErrorKind::Unreachable,
                    Message(QT_TRANSLATE_NOOP("Engine", "%1 is PostgreSQL %2; this version of Keyrace measures 12 and newer."),
                            {connection.place(), std::int64_t{connection.serverVersion() / 10'000}}));
}

std::vector<LeftTable> leftTables(Connection& connection)
{
    std::vector<LeftTable> tables;
    const pqxx::result rows = connection.query(
        "SELECT c.relname, obj_description(c.oid, 'pg_class'), pg_total_relation_size(c.oid) + coalesce((SELECT sum(pg_total_relation_size(inhrelid)) "
        "FROM pg_inherits WHERE inhparent = c.oid), 0) FROM pg_class AS c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace "
        "AND obj_description(c.oid, 'pg_class') IS NOT NULL ORDER BY 1");
    for (const auto& row : rows) {
        if (auto left = leftTable(row[0].c_str(), row[1].c_str())) {
            left->bytes = row[2].as<std::int64_t>();
            tables.push_back(std::move(*left));
        }
    }
    return tables;
}

} // namespace

PostgresqlConnector::PostgresqlConnector(std::string url, ConnectorContext context)
    : m_url(std::move(url))
    , m_context(std::move(context))
    , m_conninfo(parseServerUrl(m_url))
{
}

Storage PostgresqlConnector::defaultStorage(KeyShape shape) const
{
    return postgresql::defaultStorage(shape);
}

std::string PostgresqlConnector::defaultLayout() const
{
    return "heap";
}

std::optional<Message> PostgresqlConnector::unavailable(const Cell& cell) const
{
    const std::lock_guard lock(m_mutex);
    return whyUnavailable(cell, m_abilities);
}

const Conninfo& PostgresqlConnector::conninfo()
{
    if (!m_hasPassword)
        m_conninfo.setPassword(passwordFor(m_url, m_context, [this](const std::optional<std::string>& password) {
            Conninfo conninfo = m_conninfo;
            conninfo.setPassword(password);
            Interrupt interrupt(m_context.stop);
            const Connection connection(conninfo, interrupt);
        }));
    m_hasPassword = true;
    return m_conninfo;
}

TargetInfo PostgresqlConnector::describe()
{
    std::vector<NodeInfo> nodes;
    if (conninfo().isCluster())
        nodes = lookAtNodes(conninfo(), m_context.stop);
    Interrupt interrupt(m_context.stop);
    Connection connection(nodes.empty() ? conninfo() : conninfo().onNode(readyNodes(nodes).front()), interrupt);
    TargetInfo info = serverInfo(connection);
    checkVersion(connection, info);
    info.encryption = encryptionOf(connection);
    info.rights = rightsOf(connection);
    Abilities abilities = serverAbilities(connection);
    if (m_conninfo.url().isLoopback())
        m_dataFolder = dataFolder(connection);
    if (!m_dataFolder.empty())
        info.filesystem = QStorageInfo(QString::fromStdString(m_dataFolder)).fileSystemType().toStdString();
    if (!m_context.ownsServer)
        info.concerns = concernsAbout(connection);
    abilities.readyNodes = nodes.empty() ? 1 : readyNodes(nodes).size();
    info.nodes = std::move(nodes);
    abilities.nodes = std::max<std::size_t>(m_conninfo.url().hosts.size(), 1);
    abilities.restarts = static_cast<bool>(m_context.restart);
    abilities.mayBorrow = m_context.consent.settings;
    const std::lock_guard lock(m_mutex);
    m_abilities = std::move(abilities);
    return info;
}

std::vector<Message> PostgresqlConnector::concernsAbout(Connection& connection) const
{
    std::vector<Message> concerns = serverConcerns(connection);
    if (!m_conninfo.url().isLoopback())
        concerns.insert(concerns.begin(), Message(QT_TRANSLATE_NOOP("Engine", "%1 is not on this machine."), {m_conninfo.title()}));
    return concerns;
}

Durability PostgresqlConnector::durability(const std::map<std::string, std::string>& level)
{
    Interrupt interrupt(m_context.stop);
    Connection connection(conninfo(), interrupt, part(level, SettingReach::Session));
    TargetInfo info = serverInfo(connection);
    // What the server has not been given yet, as it will be.
    for (const SettingReach reach : {SettingReach::Server, SettingReach::Start}) {
        for (const auto& [name, value] : part(level, reach))
            info.settings[name] = value;
    }
    return durabilityOf(info.settings);
}

std::map<std::string, std::string> PostgresqlConnector::part(const std::map<std::string, std::string>& level, SettingReach reach) const
{
    const std::lock_guard lock(m_mutex);
    std::map<std::string, std::string> part;
    for (const auto& [name, value] : level) {
        if (reachOf(name, m_abilities) == reach)
            part[name] = value;
    }
    return part;
}

std::vector<std::string> PostgresqlConnector::borrowedBy(const std::map<std::string, std::string>& level) const
{
    std::vector<std::string> names;
    if (m_context.ownsServer)
        return names;
    for (const auto& [name, value] : part(level, SettingReach::Server))
        names.push_back(name + " = " + value);
    return names;
}

BorrowedSettings& PostgresqlConnector::borrowed()
{
    if (!m_borrowed)
        m_borrowed = std::make_unique<BorrowedSettings>(std::make_unique<PostgresqlSettings>(conninfo()),
                                                        m_context.ownsServer ? std::nullopt : std::optional(LoanJournal(m_context.journalFolder)));
    return *m_borrowed;
}

void PostgresqlConnector::enterLevel(const std::map<std::string, std::string>& level, const std::stop_token& stop)
{
    if (const auto atStart = part(level, SettingReach::Start); atStart != m_startedWith) {
        giveBack();
        m_startedWith.reset();
        m_context.restart(atStart, stop);
        m_startedWith = atStart;
        ++*m_restarts;
    }
    const auto reloaded = part(level, SettingReach::Server);
    if (m_borrowed || !reloaded.empty())
        borrowed().borrow(reloaded);
}

void PostgresqlConnector::giveBack()
{
    if (m_borrowed)
        m_borrowed->giveBack();
}

std::vector<Loan> PostgresqlConnector::leftLoans()
{
    return borrowed().left();
}

std::vector<std::string> PostgresqlConnector::settle(const Loan& loan)
{
    return borrowed().settle(loan);
}

std::unique_ptr<TestTable> PostgresqlConnector::createTable(const TableSpec& spec)
{
    checkTableName(spec.name);
    TableSpec own = spec;
    own.settings = part(spec.settings, SettingReach::Session);
    PostgresqlTable::Server server{m_context.ownsServer, m_restarts, std::nullopt};
    if (!m_context.standby.empty()) {
        server.standby = Conninfo(parseServerUrl(m_context.standby));
        server.standby->setPassword(m_context.password(m_context.standby));
    }
    return std::make_unique<PostgresqlTable>(conninfo(), std::move(own), std::move(server));
}

std::vector<LeftTable> PostgresqlConnector::leftovers()
{
    Interrupt interrupt(m_context.stop);
    Connection connection(conninfo(), interrupt);
    return leftTables(connection);
}

void PostgresqlConnector::dropLeftover(const std::string& name)
{
    Interrupt interrupt(m_context.stop);
    Connection connection(conninfo(), interrupt);
    const std::vector<LeftTable> tables = leftTables(connection);
    if (std::none_of(tables.begin(), tables.end(), [&](const LeftTable& table) { return table.name == name; }))
        throw Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "%1 is no table that a run of Keyrace left behind."), {name}));
    dropTable(connection, name);
}

std::optional<std::int64_t> PostgresqlConnector::freeBytes()
{
    const QStorageInfo storage(QString::fromStdString(m_dataFolder));
    if (m_dataFolder.empty() || !storage.isValid())
        return std::nullopt;
    return storage.bytesAvailable();
}

std::unique_ptr<Connector> makePostgresqlConnector(const std::string& url, const ConnectorContext& context)
{
    return std::make_unique<PostgresqlConnector>(url, context);
}

} // namespace keyrace::postgresql
