// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/mysqltable.h"

#include "engine/targets/mysql/counters.h"
#include "engine/targets/mysql/dialect.h"
#include "engine/targets/mysql/encoding.h"
#include "engine/targets/mysql/mysqlsession.h"
#include "engine/targets/tablemark.h"

namespace keyrace::mysql {

MysqlTable::MysqlTable(ConnectOptions options, TableSpec spec, std::shared_ptr<const int> restarts)
    : m_options(std::move(options))
    , m_spec(std::move(spec))
    , m_restarts(std::move(restarts))
{
    const std::stop_callback cancel(m_spec.stop, [this] { m_interrupt.cancel(); });
    create();
}

Connection& MysqlTable::connection()
{
    if (!m_connection || m_openedAfter != *m_restarts)
        m_connection = std::make_unique<Connection>(m_options, m_interrupt, m_spec.settings);
    m_openedAfter = *m_restarts;
    return *m_connection;
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

std::unique_ptr<Session> MysqlTable::connect()
{
    return std::make_unique<MysqlSession>(m_options, m_spec, m_clients.fetch_add(1));
}

void MysqlTable::encode(RowSet& rows, const InsertChoice& insert)
{
    rows.setEncoded(encoded(rows, insert.method));
}

std::int64_t MysqlTable::count()
{
    return connection().number("SELECT COUNT(*) FROM " + dialect(connection().isMariadb()).quotedName(m_spec.name));
}

Counters MysqlTable::flow()
{
    return flowOf(connection());
}

Counters MysqlTable::structure()
{
    return structureOf(connection(), m_spec);
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
