// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/odbctable.h"

#include "engine/targets/odbc/odbcsession.h"
#include "engine/targets/odbc/parameters.h"
#include "engine/targets/tablemark.h"

namespace keyrace::odbc {

OdbcTable::OdbcTable(Source source, TableSpec spec)
    : m_source(std::move(source))
    , m_spec(std::move(spec))
{
    const std::stop_callback cancel(m_spec.stop, [this] { m_interrupt.cancel(); });
    m_connection.emplace(m_source, m_interrupt);
    create();
}

// Some databases commit each of these by itself: what was made before one fails is dropped again.
void OdbcTable::create()
{
    const OdbcDialect& dialect = *m_source.dialect;
    const std::string mark = TableMark::ofThisProcess(m_spec.name).text();
    m_connection->query(dialect.sql().createTable(m_spec, mark));
    try {
        if (const std::string sql = dialect.markTable(m_spec.name, mark); !sql.empty())
            m_connection->query(sql);
        for (const std::string& sql : dialect.sql().createIndexes(m_spec))
            m_connection->query(sql);
    } catch (...) {
        drop();
        throw;
    }
}

OdbcTable::~OdbcTable()
{
    if (!m_kept)
        drop();
}

void OdbcTable::drop() noexcept
{
    try {
        // What was cancelled stays so: tidying up has a connection of its own.
        Interrupt interrupt;
        Connection connection(m_source, interrupt);
        dropTable(connection, m_spec.name);
    } catch (const std::exception&) {
        // Left behind, where leftovers() finds it.
    }
}

std::unique_ptr<Session> OdbcTable::connect(std::size_t)
{
    return std::make_unique<OdbcSession>(m_source, m_spec);
}

void OdbcTable::encode(RowSet& rows, const InsertChoice&)
{
    rows.setEncoded(encoded(rows, *m_source.dialect));
}

std::int64_t OdbcTable::count()
{
    return m_connection->number("SELECT count(*) FROM " + m_source.dialect->sql().quotedName(m_spec.name));
}

Counters OdbcTable::flow()
{
    Counters counters;
    for (const char* counter : {"wal_bytes", "page_splits", "pages_read", "pages_written", "full_page_images", "checkpoints"})
        counters.absent[counter] = Message(QT_TRANSLATE_NOOP("Engine", "ODBC has no counters of a server. Where Keyrace has a target of its own for the database, that has them."));
    return counters;
}

Counters OdbcTable::structure()
{
    Counters counters;
    const std::vector<Row> rows = m_connection->queryIfAble(m_source.dialect->sizes(m_spec));
    constexpr const char* kSizes[] = {"table_bytes", "pk_bytes", "index_bytes"};
    for (std::size_t i = 0; i < std::size(kSizes); ++i) {
        if (!rows.empty() && rows.front()[i])
            counters.values[kSizes[i]] = std::strtod(rows.front()[i]->c_str(), nullptr);
        else
            counters.absent[kSizes[i]] = Message(QT_TRANSLATE_NOOP("Engine", "%1 does not tell it through ODBC."), {m_connection->place()});
    }
    for (const char* counter : {"leaf_fill", "leaf_fragmentation", "index_depth"})
        counters.absent[counter] = Message(QT_TRANSLATE_NOOP("Engine", "%1 does not tell it through ODBC."), {m_connection->place()});
    return counters;
}

void OdbcTable::checkpoint()
{
    throw Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "ODBC has no statement that writes out what is dirty.")));
}

void dropTable(Connection& connection, const std::string& name)
{
    for (const std::string& sql : connection.dialect().dropPreparations())
        connection.query(sql);
    connection.query("DROP TABLE " + connection.dialect().sql().quotedName(name));
}

} // namespace keyrace::odbc
