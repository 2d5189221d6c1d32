// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/postgresqltable.h"

#include "engine/targets/postgresql/counters.h"
#include "engine/targets/postgresql/dialect.h"
#include "engine/targets/postgresql/encoding.h"
#include "engine/targets/nodes.h"
#include "engine/targets/postgresql/postgresqlsession.h"
#include "engine/targets/postgresql/serverinfo.h"
#include "engine/targets/tablemark.h"

namespace keyrace::postgresql {

PostgresqlTable::PostgresqlTable(Conninfo conninfo, TableSpec spec, Server server)
    : m_conninfo(std::move(conninfo))
    , m_own(m_conninfo)
    , m_spec(std::move(spec))
    , m_server(std::move(server))
{
    const std::stop_callback cancel(m_spec.stop, [this] { m_interrupt.cancel(); });
    findNodes();
    create();
}

// Those that answer now: a node that was lost is left out, one that has come back takes part again.
void PostgresqlTable::findNodes()
{
    if (!m_conninfo.isCluster()) {
        m_nodes = {m_conninfo};
        return;
    }
    const std::vector<NodeInfo> nodes = lookAtNodes(m_conninfo, m_spec.stop);
    const std::vector<std::size_t> ready = readyNodes(nodes);
    for (const std::size_t node : ready)
        m_nodes.push_back(m_conninfo.onNode(node));
    for (const NodeInfo& node : nodes) {
        if (!node.problem.isEmpty())
            m_own = m_own.without(node.host);
    }
    m_hosts = hostsOf(nodes, ready);
}

Connection& PostgresqlTable::connection()
{
    if (!m_connection || m_restarts != *m_server.restarts)
        m_connection = std::make_unique<Connection>(m_own, m_interrupt, m_spec.settings);
    m_restarts = *m_server.restarts;
    return *m_connection;
}

template<typename Work>
auto PostgresqlTable::ask(Work work)
{
    for (;;) {
        Connection& asked = connection();
        try {
            return work(asked);
        } catch (const Error&) {
            if (!asked.isLost() || m_own.url().hosts.size() < 2)
                throw;
            m_own = m_own.without(asked.node());
            m_connection.reset();
        }
    }
}

void PostgresqlTable::create()
{
    if (m_server.isPrivate)
        connection().query("CREATE EXTENSION IF NOT EXISTS pgstattuple");
    const std::string mark = TableMark::ofThisProcess(m_spec.name).text();
    connection().run([&](pqxx::connection& session) {
        pqxx::work transaction(session);
        transaction.exec(dialect().createTable(m_spec, mark));
        transaction.exec("COMMENT ON TABLE " + dialect().quotedName(m_spec.name) + " IS " + transaction.quote(mark));
        for (const std::string& statement : createPartitions(m_spec))
            transaction.exec(statement);
        for (const std::string& statement : dialect().createIndexes(m_spec))
            transaction.exec(statement);
        transaction.commit();
    });
}

PostgresqlTable::~PostgresqlTable()
{
    if (m_kept)
        return;
    try {
        // What was cancelled stays so: tidying up has a connection of its own.
        Interrupt interrupt;
        Connection connection(m_conninfo, interrupt);
        dropTable(connection, m_spec.name);
    } catch (const std::exception&) {
        // Left behind, where leftovers() finds it.
    }
}

std::unique_ptr<Session> PostgresqlTable::connect(std::size_t client)
{
    return std::make_unique<PostgresqlSession>(m_nodes[client % m_nodes.size()], m_spec);
}

void PostgresqlTable::encode(RowSet& rows, const InsertChoice& insert)
{
    rows.setEncoded(encoded(rows, insert.method));
}

std::int64_t PostgresqlTable::count()
{
    return ask([this](Connection& connection) {
        return connection.query("SELECT count(*) FROM " + dialect().quotedName(m_spec.name))[0][0].as<std::int64_t>();
    });
}

Counters PostgresqlTable::flow()
{
    return flowOf(connection(), m_spec);
}

Counters PostgresqlTable::structure()
{
    return ask([this](Connection& connection) { return structureOf(connection, m_spec); });
}

void PostgresqlTable::beginWatch()
{
    m_watch = std::make_unique<StandbyWatch>(m_own, m_server.standby, m_interrupt);
}

Counters PostgresqlTable::endWatch()
{
    const auto watch = std::exchange(m_watch, nullptr);
    return watch ? watch->end() : Counters();
}

void PostgresqlTable::checkpoint()
{
    connection().query("CHECKPOINT");
}

void dropTable(Connection& connection, const std::string& name)
{
    connection.query("SET lock_timeout = '10s'");
    connection.query("DROP TABLE IF EXISTS " + dialect().quotedName(name));
}

} // namespace keyrace::postgresql
