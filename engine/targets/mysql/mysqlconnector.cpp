// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/mysqlconnector.h"

#include "engine/targets/mysql/connection.h"
#include "engine/targets/mysql/dialect.h"
#include "engine/targets/mysql/mysqltable.h"
#include "engine/targets/mysql/serverinfo.h"
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
        m_options.password = passwordFor(m_url, m_context);
    m_hasPassword = true;
    return m_options;
}

TargetInfo MysqlConnector::describe()
{
    Interrupt interrupt;
    Connection connection(options(), interrupt);
    TargetInfo info = serverInfo(connection);
    const Abilities abilities = serverAbilities(connection);
    if (m_options.url.isLoopback()) {
        m_dataFolder = info.settings["datadir"];
        info.filesystem = QStorageInfo(QString::fromStdString(m_dataFolder)).fileSystemType().toStdString();
    }
    if (!m_context.ownsServer) {
        info.concerns = serverConcerns(connection);
        if (!m_options.url.isLoopback())
            info.concerns.insert(info.concerns.begin(), Message(QT_TRANSLATE_NOOP("Engine", "%1 is not on this machine."), {m_options.url.title()}));
    }
    const std::lock_guard lock(m_mutex);
    m_abilities = abilities;
    return info;
}

std::unique_ptr<TestTable> MysqlConnector::createTable(const TableSpec& spec)
{
    checkTableName(spec.name);
    return std::make_unique<MysqlTable>(options(), spec);
}

std::vector<LeftTable> MysqlConnector::leftovers()
{
    Interrupt interrupt;
    Connection connection(options(), interrupt);
    return leftTables(connection);
}

void MysqlConnector::dropLeftover(const std::string& name)
{
    Interrupt interrupt;
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
