// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/mysqlsession.h"

#include "engine/targets/mysql/dialect.h"
#include "engine/targets/mysql/inserters.h"
#include "engine/targets/mysql/statement.h"

#include <algorithm>

namespace keyrace::mysql {

namespace {

const Column& columnNamed(const TableSpec& spec, const std::string& name)
{
    const auto found = std::find_if(spec.columns.begin(), spec.columns.end(), [&](const Column& column) { return column.name == name; });
    return found == spec.columns.end() ? spec.columns.front() : *found;
}

// What EXPLAIN says of one step, its empty columns left out: "SIMPLE keyrace_t const PRIMARY 16 const 1".
std::string planLine(const Row& row)
{
    std::string line;
    for (std::size_t i = 1; i < row.size(); ++i) {
        if (row[i])
            line.append(line.empty() ? "" : " ").append(*row[i]);
    }
    return line;
}

class MysqlRead final : public ReadStatement {
public:
    MysqlRead(Connection& connection, std::string sql, const Column& column)
        : m_connection(connection)
        , m_sql(std::move(sql))
        , m_column(column)
        , m_statement(connection, m_sql)
    {
    }

    std::int64_t execute(std::span<const Value> parameters) override
    {
        std::vector<std::string> texts(parameters.size());
        std::vector<std::int64_t> numbers(parameters.size());
        std::vector<unsigned long> lengths(parameters.size());
        std::vector<MYSQL_BIND> bound(parameters.size());
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (const auto* number = std::get_if<std::int64_t>(&parameters[i]); number != nullptr && m_column.kind != ColumnKind::Timestamp) {
                numbers[i] = *number;
                bound[i].buffer_type = MYSQL_TYPE_LONGLONG;
                bound[i].buffer = &numbers[i];
                continue;
            }
            texts[i] = asSent(parameters[i]);
            bound[i].buffer_type = m_column.kind == ColumnKind::Bytes ? MYSQL_TYPE_BLOB : MYSQL_TYPE_STRING;
            bound[i].buffer = texts[i].data();
            bound[i].buffer_length = texts[i].size();
            lengths[i] = texts[i].size();
            bound[i].length = &lengths[i];
        }
        m_statement.bind(bound);
        return m_statement.fetchAll();
    }

    [[nodiscard]] std::vector<PlanNode> plan(std::span<const Value> parameters) override
    {
        std::string sql = m_sql;
        for (const Value& value : parameters) {
            if (const std::size_t place = sql.find('?'); place != std::string::npos)
                sql.replace(place, 1, literal(value));
        }
        std::vector<PlanNode> nodes;
        for (const Row& row : m_connection.query("EXPLAIN " + sql))
            nodes.push_back({0, planLine(row)});
        return nodes;
    }

private:
    // Text as it is, a UUID as its text, a time as the server writes it.
    [[nodiscard]] std::string asSent(const Value& value) const
    {
        if (const auto* number = std::get_if<std::int64_t>(&value))
            return m_connection.text("SELECT TIMESTAMPADD(MICROSECOND, " + std::to_string(*number) + ", '1970-01-01')");
        const std::string& bytes = std::get<std::string>(value);
        return m_column.kind == ColumnKind::Uuid ? uuidText(bytes) : bytes;
    }

    [[nodiscard]] std::string literal(const Value& value) const
    {
        if (const auto* number = std::get_if<std::int64_t>(&value); number != nullptr && m_column.kind != ColumnKind::Timestamp)
            return std::to_string(*number);
        if (m_column.kind != ColumnKind::Bytes)
            return m_connection.quoted(asSent(value));
        std::string digits;
        for (const char c : std::get<std::string>(value)) {
            char pair[3];
            std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(c));
            digits += pair;
        }
        return "X'" + digits + '\'';
    }

    Connection& m_connection;
    std::string m_sql;
    Column m_column;
    Statement m_statement;
};

} // namespace

MysqlSession::MysqlSession(const ConnectOptions& options, const TableSpec& spec)
    : m_spec(spec)
{
    const std::stop_callback cancel(spec.stop, [this] { m_interrupt.cancel(); });
    m_connection.emplace(options, m_interrupt, spec.settings);
    if (m_connection->node().empty())
        return;
    // The table was made on another node: it may still be on its way to this one.
    m_connection->readWhatOthersCommitted();
    m_connection->query("SELECT 1 FROM " + dialect(m_connection->isMariadb()).quotedName(spec.name) + " LIMIT 0");
    m_connection->readWhatIsHere();
}

std::unique_ptr<Inserter> MysqlSession::inserter(const InsertChoice& insert)
{
    return makeInserter(*m_connection, m_spec, insert);
}

std::unique_ptr<ReadStatement> MysqlSession::prepareRead(ReadKind kind, const std::string& column)
{
    const bool usesKey = kind == ReadKind::PkLookup || kind == ReadKind::OrderByPk;
    return std::make_unique<MysqlRead>(*m_connection, dialect(m_connection->isMariadb()).read(m_spec, kind, column),
                                       usesKey ? m_spec.columns.front() : columnNamed(m_spec, column));
}

std::vector<Value> MysqlSession::valuesAtRanks(const std::string& column, std::span<const std::int64_t> ranks)
{
    const Column& kind = columnNamed(m_spec, column);
    const bool isNumber = kind.isInteger() || !kind.isSent();
    std::string wanted;
    std::map<std::int64_t, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        wanted.append(wanted.empty() ? "" : ",").append(std::to_string(ranks[i]));
        places[ranks[i]].push_back(i);
    }
    const MysqlDialect& words = dialect(m_connection->isMariadb());
    const std::string name = words.quotedName(column);
    const std::vector<Row> rows = m_connection->query("SELECT place, value FROM (SELECT " + valueExpression(kind) + " AS value, ROW_NUMBER() OVER (ORDER BY " + name
                                                     + ") - 1 AS place FROM " + words.quotedName(m_spec.name) + ") AS ranked WHERE place IN (" + wanted + ')');
    std::vector<Value> values(ranks.size());
    for (const Row& row : rows) {
        for (const std::size_t place : places[std::strtoll(row[0].value_or("").c_str(), nullptr, 10)])
            values[place] = isNumber ? Value(static_cast<std::int64_t>(std::strtoll(row[1].value_or("").c_str(), nullptr, 10))) : Value(row[1].value_or(""));
    }
    if (rows.size() != places.size())
        throw Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "%1 does not hold all the rows that were asked for by their rank."), {m_spec.name}));
    return values;
}

} // namespace keyrace::mysql
