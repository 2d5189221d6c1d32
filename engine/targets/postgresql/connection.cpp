// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/connection.h"

#include "engine/targets/nodes.h"
#include "engine/targets/postgresql/rawconnection.h"

namespace keyrace::postgresql {

namespace {

std::string quotedText(const std::string& text)
{
    std::string result = "'";
    for (const char c : text)
        result.append(c == '\'' ? 2 : 1, c);
    return result + '\'';
}

std::shared_ptr<pqxx::connection> opened(const std::string& conninfo, const std::string& place)
{
    try {
        return std::make_shared<pqxx::connection>(conninfo);
    } catch (const std::exception& error) {
        // libpqxx tells words in the server's language; libpq beneath it can tell the code.
        throwWhyNotConnected(conninfo, place, error.what());
    }
}

} // namespace

bool isReadOnly(Connection& connection)
{
    const pqxx::result answer = connection.query("SHOW transaction_read_only");
    return !answer.empty() && answer[0][0].c_str() == std::string("on");
}

std::string sessionSetup(const Settings& settings)
{
    std::string sql = "SET standard_conforming_strings = on; SET bytea_output = hex; SET TimeZone = 'UTC'; SET client_min_messages = error";
    for (const auto& [name, value] : settings)
        sql += "; SELECT set_config(" + quotedText(name) + ", " + quotedText(value) + ", false)";
    return sql;
}

Connection::Connection(const Conninfo& conninfo, Interrupt& interrupt, const Settings& settings)
    : m_interrupt(interrupt)
{
    if (conninfo.url().hosts.size() > 1)
        openFirst(conninfo);
    else
        open(conninfo);
    query(sessionSetup(settings));
}

void Connection::openFirst(const Conninfo& conninfo)
{
    std::vector<Message> problems;
    for (std::size_t node = 0; node < conninfo.url().hosts.size(); ++node) {
        try {
            open(conninfo.onNode(node));
            if (!isReadOnly(*this))
                return;
            problems.push_back(statementFailure(kReadOnly, {}, m_place).message());
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled)
                throw;
            problems.push_back(error.whole());
        }
    }
    throw Error(ErrorKind::Unreachable, Message::joined(problems, " "));
}

void Connection::open(const Conninfo& conninfo)
{
    m_place = conninfo.title();
    m_node = conninfo.node();
    m_connection = m_interrupt.reach([text = conninfo.text(), place = m_place] { return opened(text, place); });
    m_serverVersion = m_connection->server_version();
    Line line;
    line.socket = m_connection->sock();
    line.request = [connection = m_connection] {
        try {
            connection->cancel_query();
        } catch (const std::exception&) {
            // Asked again, or the socket is abandoned.
        }
    };
    m_line = std::make_shared<const Line>(std::move(line));
}

Connection::~Connection() = default;

pqxx::result Connection::query(const std::string& sql)
{
    return run([&](pqxx::connection& connection) {
        pqxx::nontransaction transaction(connection);
        return transaction.exec(sql);
    });
}

std::optional<pqxx::result> Connection::queryIfAble(const std::string& sql)
{
    try {
        return query(sql);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Refused)
            throw;
        return std::nullopt;
    }
}

Error Connection::failure(const std::exception& error) const
{
    if (m_interrupt.isCancelled())
        return Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped on request.")));
    const bool isGone = dynamic_cast<const pqxx::broken_connection*>(&error) != nullptr || !m_connection->is_open();
    if (isGone && !m_node.empty())
        return nodeLost(m_node, error.what());
    if (isGone)
        return statementFailure({}, error.what(), m_place);
    // What libpqxx finds out by itself has no code; XX000 is the class of internal errors.
    const std::string state = sqlState(error);
    return statementFailure(state.empty() ? "XX000" : state, error.what(), m_place);
}

} // namespace keyrace::postgresql
