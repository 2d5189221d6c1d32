// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/postgresqlsession.h"

#include "engine/targets/postgresql/dialect.h"
#include "engine/targets/postgresql/inserters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace keyrace::postgresql {

namespace {

/// pg_stat_force_next_flush() came with the statistics in shared memory.
constexpr int kFlushesStatistics = 150'000;

const Column& columnNamed(const TableSpec& spec, const std::string& name)
{
    const auto found = std::find_if(spec.columns.begin(), spec.columns.end(), [&](const Column& column) { return column.name == name; });
    return found == spec.columns.end() ? spec.columns.front() : *found;
}

std::array<char, 8> bigEndian(std::int64_t number)
{
    std::array<char, 8> bytes{};
    for (int i = 0; i < 8; ++i)
        bytes[static_cast<std::size_t>(i)] = static_cast<char>(static_cast<std::uint64_t>(number) >> (56 - 8 * i));
    return bytes;
}

/// Values in the binary form of the column that they are compared with.
class BoundValues {
public:
    BoundValues(std::span<const Value> values, const Column& column)
        : m_numbers(values.size())
    {
        const bool isShort = column.kind == ColumnKind::Int32 || column.kind == ColumnKind::Auto32;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (const auto* number = std::get_if<std::int64_t>(&values[i])) {
                m_numbers[i] = bigEndian(*number);
                // The low half of eight octets with the high one first.
                m_parameters.push_back(isShort ? Parameter{m_numbers[i].data() + 4, 4} : Parameter{m_numbers[i].data(), 8});
            } else {
                const std::string& bytes = std::get<std::string>(values[i]);
                m_parameters.push_back({bytes.data(), bytes.size()});
            }
        }
    }

    [[nodiscard]] const std::vector<Parameter>& parameters() const { return m_parameters; }

private:
    std::vector<std::array<char, 8>> m_numbers;
    std::vector<Parameter> m_parameters;
};

// EXPLAIN indents each level by six columns and an arrow; what stands below a node without an arrow belongs to it.
PlanNode planNode(std::string_view line, int depthOfNode)
{
    const std::size_t text = line.find_first_not_of(' ');
    if (text == std::string_view::npos)
        return {depthOfNode, {}};
    if (line.substr(text).starts_with("->"))
        return {static_cast<int>((text - 2) / 6) + 1, std::string(line.substr(line.find_first_not_of(' ', text + 2)))};
    return {text == 0 ? 0 : depthOfNode + 1, std::string(line.substr(text))};
}

class PostgresqlRead final : public ReadStatement {
public:
    PostgresqlRead(Connection& connection, std::string name, std::string sql, const Column& column)
        : m_connection(connection)
        , m_name(std::move(name))
        , m_sql(std::move(sql))
        , m_column(column)
    {
        m_connection.run([&](pqxx::connection& c) { c.prepare(m_name, m_sql); });
    }

    std::int64_t execute(std::span<const Value> parameters) override
    {
        const BoundValues values(parameters, m_column);
        return m_connection.run([&](pqxx::connection& connection) {
            pqxx::nontransaction transaction(connection);
            return static_cast<std::int64_t>(executePrepared(transaction, m_name, values.parameters()).size());
        });
    }

    [[nodiscard]] std::vector<PlanNode> plan(std::span<const Value> parameters) override
    {
        const BoundValues values(parameters, m_column);
        const pqxx::result lines = m_connection.run([&](pqxx::connection& connection) {
            pqxx::nontransaction transaction(connection);
            return executeWith(transaction, "EXPLAIN " + m_sql, values.parameters());
        });
        std::vector<PlanNode> nodes;
        int depth = 0;
        for (const auto& line : lines) {
            const std::string text = line[0].c_str();
            nodes.push_back(planNode(text, depth));
            if (text.find("->") != std::string::npos || nodes.size() == 1)
                depth = nodes.back().depth;
        }
        return nodes;
    }

private:
    Connection& m_connection;
    std::string m_name;
    std::string m_sql;
    Column m_column;
};

} // namespace

PostgresqlSession::PostgresqlSession(const Conninfo& conninfo, const TableSpec& spec)
    : m_conninfo(conninfo)
    , m_spec(spec)
{
    const std::stop_callback cancel(spec.stop, [this] { m_interrupt.cancel(); });
    (void)connection();
}

Connection& PostgresqlSession::connection()
{
    if (!m_connection)
        m_connection = std::make_unique<Connection>(m_conninfo, m_interrupt, m_spec.settings);
    return *m_connection;
}

std::unique_ptr<Inserter> PostgresqlSession::inserter(const InsertChoice& insert)
{
    m_connection.reset();
    m_raw = std::make_unique<RawConnection>(m_conninfo, m_interrupt, m_spec.settings);
    return makeInserter(*m_raw, m_spec, insert);
}

std::unique_ptr<ReadStatement> PostgresqlSession::prepareRead(ReadKind kind, const std::string& column)
{
    const bool usesKey = kind == ReadKind::PkLookup || kind == ReadKind::OrderByPk;
    return std::make_unique<PostgresqlRead>(connection(), "keyrace_read" + std::to_string(++m_reads), dialect().read(m_spec, kind, column),
                                            usesKey ? m_spec.columns.front() : columnNamed(m_spec, column));
}

std::vector<Value> PostgresqlSession::valuesAtRanks(const std::string& column, std::span<const std::int64_t> ranks)
{
    const Column& kind = columnNamed(m_spec, column);
    const bool isNumber = kind.isInteger() || !kind.isSent();
    std::string wanted;
    for (const std::int64_t rank : ranks)
        wanted.append(wanted.empty() ? "" : ",").append(std::to_string(rank));
    const std::string name = dialect().quotedName(column);
    const pqxx::result rows = connection().query("SELECT wanted.place, " + valueExpression(kind) + " FROM (SELECT " + name + ", row_number() OVER (ORDER BY "
                                                 + name + ") - 1 AS rank FROM " + dialect().quotedName(m_spec.name)
                                                 + ") AS ranked JOIN unnest('{" + wanted + "}'::bigint[]) WITH ORDINALITY AS wanted(rank, place) USING (rank)");
    if (static_cast<std::size_t>(rows.size()) != ranks.size())
        throw Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "%1 does not hold all the rows that were asked for by their rank."), {m_spec.name}));
    std::vector<Value> values(ranks.size());
    for (const auto& row : rows) {
        const auto place = static_cast<std::size_t>(row[0].as<std::int64_t>() - 1);
        values[place] = isNumber ? Value(row[1].as<std::int64_t>()) : Value(octets(row[1]));
    }
    return values;
}

// What a session counted is seen by others only after a while, unless it is told to hand it over. Nothing is read here:
// the server counts for the table, not for a connection.
Counters PostgresqlSession::flow()
{
    try {
        static const std::string kFlush = "SELECT pg_stat_force_next_flush()";
        if (m_connection && m_connection->serverVersion() >= kFlushesStatistics)
            m_connection->query(kFlush);
        if (m_raw && PQserverVersion(m_raw->handle()) >= kFlushesStatistics)
            m_raw->execute(kFlush);
    } catch (const Error&) {
        // The statement before it failed and tells why, or the session was cancelled.
    }
    return {};
}

} // namespace keyrace::postgresql
