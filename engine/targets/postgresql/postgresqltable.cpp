// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/postgresqltable.h"

#include "engine/targets/postgresql/counters.h"
#include "engine/targets/postgresql/dialect.h"
#include "engine/targets/postgresql/encoding.h"
#include "engine/targets/postgresql/postgresqlsession.h"
#include "engine/targets/tablemark.h"

namespace keyrace::postgresql {

PostgresqlTable::PostgresqlTable(Conninfo conninfo, TableSpec spec, Server server)
    : m_conninfo(std::move(conninfo))
    , m_spec(std::move(spec))
    , m_server(std::move(server))
{
    const std::stop_callback cancel(m_spec.stop, [this] { m_interrupt.cancel(); });
    create();
}

Connection& PostgresqlTable::connection()
{
    if (!m_connection || m_restarts != *m_server.restarts)
        m_connection = std::make_unique<Connection>(m_conninfo, m_interrupt, m_spec.settings);
    m_restarts = *m_server.restarts;
    return *m_connection;
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

std::unique_ptr<Session> PostgresqlTable::connect()
{
    return std::make_unique<PostgresqlSession>(m_conninfo, m_spec, m_clients.fetch_add(1));
}

void PostgresqlTable::encode(RowSet& rows, const InsertChoice& insert)
{
    rows.setEncoded(encoded(rows, insert.method));
}

std::int64_t PostgresqlTable::count()
{
    return connection().query("SELECT count(*) FROM " + dialect().quotedName(m_spec.name))[0][0].as<std::int64_t>();
}

Counters PostgresqlTable::flow()
{
    return flowOf(connection(), m_spec);
}

Counters PostgresqlTable::structure()
{
    return structureOf(connection(), m_spec);
}

void PostgresqlTable::beginWatch()
{
    m_watch = std::make_unique<StandbyWatch>(m_conninfo, m_server.standby);
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
