// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/rawconnection.h"

#include "engine/targets/nodes.h"
#include "engine/targets/resender.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

namespace keyrace::postgresql {

namespace {

/// Of the second try: a server that answers at all does so sooner.
constexpr std::chrono::seconds kSecondTry{3};

// Verbose words are "FATAL:  53300: sorry, …", the first word in the server's language.
std::string stateIn(const std::string& words)
{
    const auto isCode = [&](std::size_t at) {
        return at + 6 < words.size() && words[at + 5] == ':'
            && std::all_of(words.begin() + static_cast<std::ptrdiff_t>(at), words.begin() + static_cast<std::ptrdiff_t>(at + 5),
                           [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
    };
    for (std::size_t at = words.find(":  "); at != std::string::npos; at = words.find(":  ", at + 1)) {
        if (isCode(at + 3))
            return words.substr(at + 3, 5);
    }
    return {};
}

void waitFor(int socket, short events, std::chrono::steady_clock::time_point until)
{
    pollfd place{socket, events, 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    poll(&place, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
}

std::string wordsOf(const PGconn* connection)
{
    std::string words = PQerrorMessage(connection);
    while (!words.empty() && words.back() == '\n')
        words.pop_back();
    return words;
}

} // namespace

void throwWhyNotConnected(const std::string& conninfo, const std::string& place, const std::string& words)
{
    const auto until = std::chrono::steady_clock::now() + kSecondTry;
    PGconn* connection = PQconnectStart(conninfo.c_str());
    std::string state;
    if (connection != nullptr) {
        PQsetErrorVerbosity(connection, PQERRORS_VERBOSE);
        PostgresPollingStatusType status = PGRES_POLLING_WRITING;
        while (PQstatus(connection) != CONNECTION_BAD && status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED
               && std::chrono::steady_clock::now() < until) {
            waitFor(PQsocket(connection), status == PGRES_POLLING_READING ? POLLIN : POLLOUT, until);
            status = PQconnectPoll(connection);
        }
        state = stateIn(PQerrorMessage(connection));
        // The server was not asked to let anybody in: there was no password to be had.
        if (state.empty() && PQconnectionNeedsPassword(connection))
            state = "28P01";
        PQfinish(connection);
    }
    throw connectFailure(state, words, place);
}

RawConnection::RawConnection(const Conninfo& conninfo, Interrupt& interrupt, const Settings& settings)
    : m_place(conninfo.title())
    , m_node(conninfo.node())
    , m_interrupt(interrupt)
{
    m_connection = m_interrupt.reach([text = conninfo.text(), place = m_place] {
        decltype(m_connection) connection(PQconnectdb(text.c_str()));
        if (PQstatus(connection.get()) != CONNECTION_OK)
            throwWhyNotConnected(text, place, wordsOf(connection.get()));
        return connection;
    });
    const std::shared_ptr<PGcancel> ticket(PQgetCancel(handle()), [](PGcancel* cancel) { PQfreeCancel(cancel); });
    Line line;
    line.socket = PQsocket(handle());
    line.request = [ticket] {
        std::array<char, 256> words{};
        // Asked again, or the socket is abandoned, where it fails.
        PQcancel(ticket.get(), words.data(), static_cast<int>(words.size()));
    };
    m_line = std::make_shared<const Line>(std::move(line));
    execute(sessionSetup(settings));
}

RawConnection::~RawConnection() = default;

void RawConnection::execute(const std::string& sql)
{
    const auto running = this->running();
    const RawResult result(PQexec(handle(), sql.c_str()));
    check(result.get());
}

void RawConnection::prepare(const char* name, const std::string& sql)
{
    const auto running = this->running();
    const RawResult result(PQprepare(handle(), name, sql.c_str(), 0, nullptr));
    check(result.get());
}

void RawConnection::check(const PGresult* result) const
{
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_COPY_IN:
    case PGRES_PIPELINE_SYNC:
        return;
    default:
        break;
    }
    const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const Error error = failure(state == nullptr ? "XX000" : state);
    if (state != nullptr && isConflict(state) && error.kind() == ErrorKind::Target)
        throw Conflict(error.kind(), error.message(), error.serverText());
    throw error;
}

void RawConnection::fail() const
{
    throw failure("XX000");
}

Error RawConnection::failure(const std::string& state) const
{
    if (m_interrupt.isCancelled())
        return {ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped on request."))};
    if (PQstatus(handle()) == CONNECTION_OK)
        return statementFailure(state, wordsOf(handle()), m_place);
    return m_node.empty() ? statementFailure({}, wordsOf(handle()), m_place) : nodeLost(m_node, wordsOf(handle()));
}

bool RawConnection::wait(bool alsoWrite) const
{
    pollfd place{PQsocket(handle()), static_cast<short>(alsoWrite ? POLLIN | POLLOUT : POLLIN), 0};
    while (poll(&place, 1, -1) < 0) {
        if (errno != EINTR)
            fail();
    }
    return (place.revents & (POLLIN | POLLHUP | POLLERR)) != 0;
}

} // namespace keyrace::postgresql
