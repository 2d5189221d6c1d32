// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/mysqltable.h"

#include "engine/targets/mysql/counters.h"
#include "engine/targets/mysql/dialect.h"
#include "engine/targets/mysql/encoding.h"
#include "engine/targets/mysql/mysqlsession.h"
#include "engine/targets/mysql/serverinfo.h"
#include "engine/targets/nodes.h"
#include "engine/targets/tablemark.h"

namespace keyrace::mysql {

MysqlTable::MysqlTable(ConnectOptions options, TableSpec spec, std::shared_ptr<const int> restarts)
    : m_options(std::move(options))
    , m_spec(std::move(spec))
    , m_restarts(std::move(restarts))
{
    const std::stop_callback cancel(m_spec.stop, [this] { m_interrupt.cancel(); });
    findNodes();
    create();
}

// Those that answer now: a node that was lost is left out, one that has come back takes part again.
void MysqlTable::findNodes()
{
    m_own = m_options;
    if (!m_options.isCluster) {
        m_nodes = {m_options};
        return;
    }
    const std::vector<NodeInfo> nodes = lookAtNodes(m_options, m_spec.stop);
    const std::vector<std::size_t> ready = readyNodes(nodes);
    m_own.url.hosts.clear();
    for (const std::size_t node : ready) {
        m_nodes.push_back(m_options.onNode(node));
        m_own.url.hosts.push_back(m_options.url.hosts[node]);
    }
    m_hosts = hostsOf(nodes, ready);
    if (connection().isGalera())
        m_replication = std::make_unique<Replication>(m_nodes, m_interrupt);
}

Connection& MysqlTable::connection()
{
    if (!m_connection || m_openedAfter != *m_restarts) {
        m_connection = std::make_unique<Connection>(m_own, m_interrupt, m_spec.settings);
        m_connection->readWhatOthersCommitted();
    }
    m_openedAfter = *m_restarts;
    return *m_connection;
}

template<typename Work>
auto MysqlTable::ask(Work work)
{
    for (;;) {
        Connection& asked = connection();
        try {
            return work(asked);
        } catch (const Error&) {
            if (!asked.isLost() || m_own.url.hosts.size() < 2)
                throw;
            std::erase_if(m_own.url.hosts, [&](const ServerUrl::Host& host) { return host.text() == asked.node(); });
            m_connection.reset();
        }
    }
}

// Statements that define something commit by themselves: what was made before one fails is dropped again.
void MysqlTable::create()
{
    const MysqlDialect& words = dialect(connection().isMariadb());
    connection().execute(words.createTable(m_spec, TableMark::ofThisProcess(m_spec.name).text()));
    try {
        for (const std::string& statement : words.createIndexes(m_spec))
            connection().execute(statement);
    } catch (...) {
        drop();
        throw;
    }
}

MysqlTable::~MysqlTable()
{
    if (!m_kept)
        drop();
}

void MysqlTable::drop() noexcept
{
    try {
        // What was cancelled stays so: tidying up has a connection of its own.
        Interrupt interrupt;
        Connection connection(m_options, interrupt);
        dropTable(connection, m_spec.name);
    } catch (const std::exception&) {
        // Left behind, where leftovers() finds it.
    }
}

std::unique_ptr<Session> MysqlTable::connect(std::size_t client)
{
    return std::make_unique<MysqlSession>(m_nodes[client % m_nodes.size()], m_spec);
}

void MysqlTable::encode(RowSet& rows, const InsertChoice& insert)
{
    rows.setEncoded(encoded(rows, insert.method));
}

std::int64_t MysqlTable::count()
{
    return ask([this](Connection& connection) {
        return connection.number("SELECT COUNT(*) FROM " + dialect(connection.isMariadb()).quotedName(m_spec.name));
    });
}

Counters MysqlTable::flow()
{
    Counters counters = flowOf(connection());
    if (m_replication)
        m_replication->addTo(counters);
    return counters;
}

Counters MysqlTable::structure()
{
    return ask([this](Connection& connection) { return structureOf(connection, m_spec); });
}

void MysqlTable::checkpoint()
{
    throw Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "InnoDB has no statement that writes out what is dirty.")));
}

void dropTable(Connection& connection, const std::string& name)
{
    connection.execute("SET SESSION lock_wait_timeout = 10");
    connection.execute("DROP TABLE IF EXISTS " + dialect(connection.isMariadb()).quotedName(name));
}

} // namespace keyrace::mysql
