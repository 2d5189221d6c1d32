// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/odbcsession.h"

#include "engine/targets/odbc/inserters.h"
#include "engine/targets/odbc/parameters.h"

#include <QtCore/QByteArray>

#include <algorithm>
#include <map>

namespace keyrace::odbc {

namespace {

const Column& columnNamed(const TableSpec& spec, const std::string& name)
{
    const auto found = std::find_if(spec.columns.begin(), spec.columns.end(), [&](const Column& column) { return column.name == name; });
    return found == spec.columns.end() ? spec.columns.front() : *found;
}

class OdbcRead final : public ReadStatement {
public:
    OdbcRead(Connection& connection, std::string sql, Column column)
        : m_connection(connection)
        , m_sql(std::move(sql))
        , m_column(std::move(column))
        , m_statement(connection)
    {
        m_statement.prepare(m_sql);
    }

    std::int64_t execute(std::span<const Value> parameters) override
    {
        m_parameters.bind(m_statement, parameters, m_column, m_connection.dialect());
        m_statement.execute();
        const std::int64_t rows = m_statement.fetchAll();
        m_statement.close();
        return rows;
    }

    [[nodiscard]] std::vector<PlanNode> plan(std::span<const Value> parameters) override
    {
        const OdbcDialect& dialect = m_connection.dialect();
        const std::string sql = dialect.explain(m_sql);
        if (sql.empty())
            throw Error(ErrorKind::Refused, Message(QT_TRANSLATE_NOOP("Engine", "%1 writes query plans into tables of its own, which Keyrace does not read."), {m_connection.place()}));
        Statement statement(m_connection);
        ReadParameters bound;
        bound.bind(statement, parameters, m_column, dialect);
        statement.prepare(sql);
        statement.execute();
        std::vector<PlanNode> nodes;
        while (statement.fetch())
            nodes.push_back({0, statement.text(static_cast<SQLUSMALLINT>(dialect.planColumn() + 1)).value_or("")});
        return nodes;
    }

private:
    Connection& m_connection;
    std::string m_sql;
    Column m_column;
    ReadParameters m_parameters;
    Statement m_statement;
};

} // namespace

OdbcSession::OdbcSession(const Source& source, const TableSpec& spec)
    : m_spec(spec)
{
    const std::stop_callback cancel(spec.stop, [this] { m_interrupt.cancel(); });
    m_connection.emplace(source, m_interrupt);
}

std::unique_ptr<Inserter> OdbcSession::inserter(const InsertChoice& insert)
{
    return makeInserter(*m_connection, m_spec, insert);
}

std::unique_ptr<ReadStatement> OdbcSession::prepareRead(ReadKind kind, const std::string& column)
{
    const bool usesKey = kind == ReadKind::PkLookup || kind == ReadKind::OrderByPk;
    return std::make_unique<OdbcRead>(*m_connection, m_connection->dialect().sql().read(m_spec, kind, column),
                                      usesKey ? m_spec.columns.front() : columnNamed(m_spec, column));
}

std::vector<Value> OdbcSession::valuesAtRanks(const std::string& column, std::span<const std::int64_t> ranks)
{
    const Column& kind = columnNamed(m_spec, column);
    const bool isNumber = kind.isInteger() || !kind.isSent();
    std::string wanted;
    std::map<std::int64_t, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        wanted.append(wanted.empty() ? "" : ",").append(std::to_string(ranks[i]));
        places[ranks[i]].push_back(i);
    }
    const Dialect& words = m_connection->dialect().sql();
    const std::vector<Row> rows = m_connection->query("SELECT place, kept FROM (SELECT " + m_connection->dialect().valueExpression(kind) + " AS kept, ROW_NUMBER() OVER (ORDER BY "
                                                     + words.quotedName(column) + ") - 1 AS place FROM " + words.quotedName(m_spec.name) + ") AS ranked WHERE place IN (" + wanted + ')');
    std::vector<Value> values(ranks.size());
    for (const Row& row : rows) {
        const std::string kept = row[1].value_or("");
        for (const std::size_t place : places[std::strtoll(row[0].value_or("").c_str(), nullptr, 10)])
            values[place] = isNumber ? Value(static_cast<std::int64_t>(std::strtoll(kept.c_str(), nullptr, 10))) : Value(QByteArray::fromHex(QByteArray::fromStdString(kept)).toStdString());
    }
    if (rows.size() != places.size())
        throw Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "%1 does not hold all the rows that were asked for by their rank."), {m_spec.name}));
    return values;
}

} // namespace keyrace::odbc
