// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/mysqlconnector.h"

#include "engine/targets/mysql/access.h"
#include "engine/targets/mysql/connection.h"
#include "engine/targets/mysql/dialect.h"
#include "engine/targets/mysql/mysqltable.h"
#include "engine/targets/mysql/serverinfo.h"
#include "engine/targets/mysql/serversettings.h"
#include "engine/targets/nodes.h"
#include "engine/targets/password.h"
#include "engine/targets/tablemark.h"

#include <QtCore/QStorageInfo>

#include <algorithm>

namespace keyrace::mysql {

namespace {

std::vector<LeftTable> leftTables(Connection& connection)
{
    std::vector<LeftTable> tables;
    for (const Row& row : connection.query("SELECT TABLE_NAME, TABLE_COMMENT, COALESCE(DATA_LENGTH + INDEX_LENGTH, 0) FROM information_schema.TABLES "
                                           "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' AND TABLE_COMMENT <> '' ORDER BY 1")) {
        if (auto left = leftTable(row[0].value_or(""), row[1].value_or(""))) {
            left->bytes = std::strtoll(row[2].value_or("").c_str(), nullptr, 10);
            tables.push_back(std::move(*left));
        }
    }
    return tables;
}

} // namespace

MysqlConnector::MysqlConnector(std::string url, ConnectorContext context)
    : m_url(std::move(url))
    , m_context(std::move(context))
    , m_options(parseOptions(m_url))
{
}

Storage MysqlConnector::defaultStorage(KeyShape shape) const
{
    return mysql::defaultStorage(shape);
}

std::string MysqlConnector::defaultLayout() const
{
    return "clustered";
}

std::optional<Message> MysqlConnector::unavailable(const Cell& cell) const
{
    const std::lock_guard lock(m_mutex);
    return whyUnavailable(cell, m_abilities);
}

const ConnectOptions& MysqlConnector::options()
{
    if (!m_hasPassword)
        m_options.password = passwordFor(m_url, m_context, [this](const std::optional<std::string>& password) {
            ConnectOptions options = m_options;
            options.password = password;
            Interrupt interrupt(m_context.stop);
            const Connection connection(options, interrupt);
        });
    m_hasPassword = true;
    return m_options;
}

TargetInfo MysqlConnector::describe()
{
    std::vector<NodeInfo> nodes;
    if (options().isCluster)
        nodes = lookAtNodes(options(), m_context.stop);
    Interrupt interrupt(m_context.stop);
    Connection connection(nodes.empty() ? options() : options().onNode(readyNodes(nodes).front()), interrupt);
    TargetInfo info = serverInfo(connection);
    info.encryption = encryptionOf(connection);
    info.rights = rightsOf(connection);
    Abilities abilities = serverAbilities(connection);
    abilities.nodes = std::max<std::size_t>(m_options.url.hosts.size(), 1);
    abilities.readyNodes = nodes.empty() ? 1 : readyNodes(nodes).size();
    info.nodes = std::move(nodes);
    abilities.restarts = static_cast<bool>(m_context.restart);
    abilities.mayBorrow = m_context.consent.settings;
    if (m_options.url.isLoopback()) {
        m_dataFolder = info.settings["datadir"];
        info.filesystem = QStorageInfo(QString::fromStdString(m_dataFolder)).fileSystemType().toStdString();
    }
    if (!m_context.ownsServer) {
        info.concerns = serverConcerns(connection);
        offerCounters(connection, info);
        if (!m_options.url.isLoopback())
            info.concerns.insert(info.concerns.begin(), Message(QT_TRANSLATE_NOOP("Engine", "%1 is not on this machine."), {m_options.url.title()}));
    }
    const std::lock_guard lock(m_mutex);
    abilities.settings = std::move(m_abilities.settings);
    m_abilities = std::move(abilities);
    return info;
}

void MysqlConnector::offerCounters(Connection& connection, TargetInfo& info)
{
    if (m_options.url.hosts.size() > 1)
        return;
    m_idleCounters = idleCounters(connection);
    if (!m_idleCounters.empty())
        info.wishes.push_back(Message(QT_TRANSLATE_NOOP("Engine", "%1 counts no page splits and merges. Its counters can be switched on for the run (innodb_monitor_enable), and off again afterwards."),
                                      {m_options.url.title()}));
    if (!m_context.consent.instruments)
        m_idleCounters.clear();
}

Durability MysqlConnector::durability(const std::map<std::string, std::string>& level)
{
    Interrupt interrupt(m_context.stop);
    Connection connection(options(), interrupt);
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [name, value] : level) {
            if (!m_abilities.settings.contains(name))
                m_abilities.settings[name] = reachOf(connection, name);
        }
    }
    std::map<std::string, std::string> settings = serverInfo(connection).settings;
    for (const auto& [name, value] : level)
        settings[name] = value;
    return durabilityOf(settings);
}

std::map<std::string, std::string> MysqlConnector::part(const std::map<std::string, std::string>& level, SettingReach reach) const
{
    const std::lock_guard lock(m_mutex);
    std::map<std::string, std::string> part;
    for (const auto& [name, value] : level) {
        const auto known = m_abilities.settings.find(name);
        if ((known == m_abilities.settings.end() ? SettingReach::Session : known->second) == reach)
            part[name] = value;
    }
    return part;
}

std::vector<std::string> MysqlConnector::borrowedBy(const std::map<std::string, std::string>& level) const
{
    std::vector<std::string> names;
    if (m_context.ownsServer)
        return names;
    for (const auto& [name, value] : part(level, SettingReach::Server))
        names.push_back(name + " = " + value);
    return names;
}

BorrowedSettings& MysqlConnector::borrowed()
{
    if (!m_borrowed)
        m_borrowed = std::make_unique<BorrowedSettings>(std::make_unique<MysqlSettings>(options()),
                                                        m_context.ownsServer ? std::nullopt : std::optional(LoanJournal(m_context.journalFolder)));
    return *m_borrowed;
}

void MysqlConnector::enterLevel(const std::map<std::string, std::string>& level, const std::stop_token& stop)
{
    if (const auto atStart = part(level, SettingReach::Start); atStart != m_startedWith) {
        giveBack();
        m_startedWith.reset();
        m_context.restart(atStart, stop);
        m_startedWith = atStart;
        ++*m_restarts;
    }
    auto wanted = part(level, SettingReach::Server);
    wanted.insert(m_idleCounters.begin(), m_idleCounters.end());
    if (m_borrowed || !wanted.empty())
        borrowed().borrow(wanted);
}

void MysqlConnector::giveBack()
{
    if (m_borrowed)
        m_borrowed->giveBack();
}

std::vector<Loan> MysqlConnector::leftLoans()
{
    return borrowed().left();
}

std::vector<std::string> MysqlConnector::settle(const Loan& loan)
{
    return borrowed().settle(loan);
}

std::unique_ptr<TestTable> MysqlConnector::createTable(const TableSpec& spec)
{
    checkTableName(spec.name);
    TableSpec own = spec;
    own.settings = part(spec.settings, SettingReach::Session);
    return std::make_unique<MysqlTable>(options(), std::move(own), m_restarts);
}

std::vector<LeftTable> MysqlConnector::leftovers()
{
    Interrupt interrupt(m_context.stop);
    Connection connection(options(), interrupt);
    return leftTables(connection);
}

void MysqlConnector::dropLeftover(const std::string& name)
{
    Interrupt interrupt(m_context.stop);
    Connection connection(options(), interrupt);
    const std::vector<LeftTable> tables = leftTables(connection);
    if (std::none_of(tables.begin(), tables.end(), [&](const LeftTable& table) { return table.name == name; }))
        throw Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "%1 is no table that a run of Keyrace left behind."), {name}));
    dropTable(connection, name);
}

std::optional<std::int64_t> MysqlConnector::freeBytes()
{
    const QStorageInfo storage(QString::fromStdString(m_dataFolder));
    if (m_dataFolder.empty() || !storage.isValid())
        return std::nullopt;
    return storage.bytesAvailable();
}

std::unique_ptr<Connector> makeMysqlConnector(const std::string& url, const ConnectorContext& context)
{
    return std::make_unique<MysqlConnector>(url, context);
}

} // namespace keyrace::mysql
