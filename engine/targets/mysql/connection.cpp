// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/connection.h"

#include "engine/targets/nodes.h"
#include "engine/targets/resender.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace keyrace::mysql {

namespace {

/// A statement may take long; a dead network is found by the system before that.
constexpr unsigned int kLongestStatementS = 6 * 3'600;
constexpr int kDeadNetworkMs = 30'000;

const char* orNull(const std::string& text)
{
    return text.empty() ? nullptr : text.c_str();
}

void setOptions(MYSQL* handle, const ConnectOptions& options, unsigned int readSeconds)
{
    const auto set = [handle](mysql_option option, const void* value) { mysql_options(handle, option, value); };
    set(MYSQL_OPT_CONNECT_TIMEOUT, &options.connectSeconds);
    set(MYSQL_OPT_READ_TIMEOUT, &readSeconds);
    set(MYSQL_OPT_WRITE_TIMEOUT, &readSeconds);
    set(MYSQL_SET_CHARSET_NAME, "utf8mb4");
    // The password may stand there; nothing else is taken from it.
    if (!options.password)
        set(MYSQL_READ_DEFAULT_GROUP, "client");
    const unsigned int local = 1;
    set(MYSQL_OPT_LOCAL_INFILE, &local);
    if (options.ssl == SslMode::Disabled || (options.ssl == SslMode::Preferred && options.url.isLoopback()))
        return;
    mysql_ssl_set(handle, orNull(options.key), orNull(options.certificate), orNull(options.ca), nullptr, nullptr);
    const Flag enforce = options.ssl != SslMode::Preferred;
    const Flag verify = options.ssl == SslMode::VerifyCa || options.ssl == SslMode::VerifyIdentity;
    set(MYSQL_OPT_SSL_ENFORCE, &enforce);
    set(MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verify);
}

bool connectTo(MYSQL* handle, const ConnectOptions& options)
{
    const ServerUrl::Host host = options.url.hosts.empty() ? ServerUrl::Host() : options.url.hosts.front();
    // "localhost" would mean the socket of a server that need not be the one at this port.
    const std::string name = host.name == "localhost" && options.socket.empty() ? "127.0.0.1" : host.name;
    return mysql_real_connect(handle, orNull(name), orNull(options.url.user), options.password ? options.password->c_str() : nullptr,
                              orNull(options.url.database), host.port.value_or(0), orNull(options.socket), 0)
        != nullptr;
}

// Of a network that is cut nothing comes back, and no time-out of the library tells it from a long statement.
void watchNetwork(int socket)
{
    const int on = 1, idle = 10, interval = 5, count = 4, longest = kDeadNetworkMs;
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &longest, sizeof longest);
}

// Over a connection of its own; whatever goes wrong, the socket is abandoned soon.
void killQuery(ConnectOptions options, unsigned long id)
{
    options.connectSeconds = 1;
    MYSQL* handle = mysql_init(nullptr);
    if (handle == nullptr)
        return;
    setOptions(handle, options, 1);
    const std::string sql = "KILL QUERY " + std::to_string(id);
    if (connectTo(handle, options))
        mysql_real_query(handle, sql.data(), sql.size());
    mysql_close(handle);
    mysql_thread_end();
}

// "75.000000", "-1", "16M": the number, as SET takes it. Empty where it is none.
std::string numberIn(std::string_view text)
{
    constexpr std::string_view kUnits = "KMGT";
    std::int64_t factor = 1;
    if (!text.empty()) {
        if (const std::size_t unit = kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(text.back())))); unit != std::string_view::npos) {
            factor = std::int64_t{1} << (10 * (unit + 1));
            text.remove_suffix(1);
        }
    }
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    const auto isDigit = [](unsigned char c) { return std::isdigit(c) != 0; };
    const std::string_view whole = digits.substr(0, digits.find('.'));
    const std::string_view rest = whole.size() == digits.size() ? std::string_view() : digits.substr(whole.size() + 1);
    if (whole.empty() || !std::all_of(whole.begin(), whole.end(), isDigit) || !std::all_of(rest.begin(), rest.end(), isDigit))
        return {};
    return std::string(text) + (factor == 1 ? "" : " * " + std::to_string(factor));
}

int openLocal(void** data, const char*, void* local)
{
    *data = local;
    return static_cast<LocalData*>(local)->isOffered ? 0 : 1;
}

int readLocal(void* data, char* buffer, unsigned int size)
{
    std::string_view& rest = static_cast<LocalData*>(data)->rest;
    const std::size_t count = std::min<std::size_t>(size, rest.size());
    std::memcpy(buffer, rest.data(), count);
    rest.remove_prefix(count);
    return static_cast<int>(count);
}

void endLocal(void*)
{
}

int whyNoLocal(void*, char* buffer, unsigned int size)
{
    if (size > 0)
        std::snprintf(buffer, size, "no file is given to the server");
    return 1;
}

} // namespace

Connection::Connection(const ConnectOptions& options, Interrupt& interrupt, const Settings& settings)
    : m_interrupt(interrupt)
{
    if (options.url.hosts.size() > 1)
        openFirst(options);
    else
        open(options);
    execute("SET SESSION time_zone = '+00:00'");
    for (const auto& [name, value] : settings)
        execute("SET SESSION " + name + " = " + settingValue(value));
}

Connection::~Connection() = default;

void Connection::openFirst(const ConnectOptions& options)
{
    std::vector<Message> problems;
    for (std::size_t node = 0; node < options.url.hosts.size(); ++node) {
        try {
            open(options.onNode(node));
            if (numberOr("SELECT @@global.read_only", 0) == 0)
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

void Connection::open(const ConnectOptions& options)
{
    m_place = options.url.title();
    m_node = options.node();
    static std::once_flag initialised;
    std::call_once(initialised, [] { mysql_library_init(0, nullptr, nullptr); });
    m_handle = m_interrupt.reach([options, place = m_place] {
        decltype(m_handle) handle(mysql_init(nullptr));
        setOptions(handle.get(), options, kLongestStatementS);
        if (!connectTo(handle.get(), options))
            throw connectFailure(mysql_errno(handle.get()), mysql_error(handle.get()), place);
        return handle;
    });
    const bool mustBeEncrypted = options.ssl != SslMode::Disabled && options.ssl != SslMode::Preferred;
    if (mustBeEncrypted && mysql_get_ssl_cipher(m_handle.get()) == nullptr)
        throw connectFailure(2026, "the server offers no TLS", m_place);
    mysql_set_local_infile_handler(m_handle.get(), openLocal, readLocal, endLocal, whyNoLocal, &m_local);
    const int socket = static_cast<int>(mysql_get_socket(m_handle.get()));
    watchNetwork(socket);
    const unsigned long id = mysql_thread_id(m_handle.get());
    m_line = std::make_shared<const Line>(Line{[options, id] { killQuery(options, id); }, socket});
    learnKind();
}

// "10.11.19-MariaDB-0+deb12u1", "5.5.5-10.11.19-MariaDB", "9.7.4-2".
void Connection::learnKind()
{
    m_isMariadb = text("SELECT VERSION()").find("MariaDB") != std::string::npos;
    m_version = static_cast<int>(mysql_get_server_version(m_handle.get()));
    const std::vector<Row> replicates = m_node.empty() ? std::vector<Row>() : query("SHOW VARIABLES LIKE 'wsrep_on'");
    m_isGalera = !replicates.empty() && replicates.front()[1] == "ON";
    if (m_isGalera)
        checkReady();
}

// A node outside the primary component, or one that is still joining, answers to what touches no table.
void Connection::checkReady()
{
    std::string state;
    bool isReady = true;
    for (const Row& row : query("SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state_comment')")) {
        state.append(state.empty() ? "" : ", ").append(row[0].value_or("")).append(" = ").append(row[1].value_or(""));
        isReady = isReady && !(row[0] == "wsrep_ready" && row[1] != "ON");
    }
    if (isReady)
        return;
    std::string words;
    try {
        query("SELECT 1 FROM mysql.plugin LIMIT 0");
    } catch (const Error& error) { // what it says to everybody
        words = error.serverText();
    }
    throw statementFailure(kNotReady, words + " (" + state + ')', m_place);
}

void Connection::readWhatOthersCommitted()
{
    if (m_isGalera)
        execute("SET SESSION wsrep_sync_wait = 1");
}

void Connection::readWhatIsHere()
{
    if (m_isGalera)
        execute("SET SESSION wsrep_sync_wait = DEFAULT");
}

std::vector<Row> Connection::query(std::string_view sql)
{
    const Interrupt::Running running = this->running();
    if (mysql_real_query(m_handle.get(), sql.data(), sql.size()) != 0)
        fail();
    const std::unique_ptr<MYSQL_RES, void (*)(MYSQL_RES*)> result(mysql_store_result(m_handle.get()), mysql_free_result);
    if (!result) {
        if (mysql_field_count(m_handle.get()) != 0)
            fail();
        return {};
    }
    std::vector<Row> rows;
    const unsigned int columns = mysql_num_fields(result.get());
    while (MYSQL_ROW values = mysql_fetch_row(result.get())) {
        const unsigned long* lengths = mysql_fetch_lengths(result.get());
        Row row(columns);
        for (unsigned int i = 0; i < columns; ++i) {
            if (values[i] != nullptr)
                row[i] = std::string(values[i], lengths[i]);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string Connection::text(std::string_view sql)
{
    const std::vector<Row> rows = query(sql);
    return rows.empty() || rows.front().empty() ? std::string() : rows.front().front().value_or("");
}

std::int64_t Connection::number(std::string_view sql)
{
    return std::strtoll(text(sql).c_str(), nullptr, 10);
}

std::string Connection::textOr(std::string_view sql, const std::string& otherwise)
{
    try {
        return text(sql);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Refused)
            throw;
        return otherwise;
    }
}

std::int64_t Connection::numberOr(std::string_view sql, std::int64_t otherwise)
{
    const std::string found = textOr(sql, {});
    return found.empty() ? otherwise : std::strtoll(found.c_str(), nullptr, 10);
}

std::int64_t Connection::execute(std::string_view sql)
{
    const Interrupt::Running running = this->running();
    if (mysql_real_query(m_handle.get(), sql.data(), sql.size()) != 0)
        fail();
    return static_cast<std::int64_t>(mysql_affected_rows(m_handle.get()));
}

std::int64_t Connection::load(std::string_view sql, std::string_view data)
{
    m_local = {data, true};
    try {
        const std::int64_t rows = execute(sql);
        m_local = {};
        return rows;
    } catch (...) {
        m_local = {};
        throw;
    }
}

Error Connection::failure(unsigned int number, const char* words) const
{
    if (m_interrupt.isCancelled())
        return {ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped on request."))};
    if (!m_node.empty() && mysql::isLost(number))
        return nodeLost(m_node, words);
    return statementFailure(number, words, m_place);
}

void Connection::fail(unsigned int number, const char* words) const
{
    Error error = failure(number, words);
    if (isConflict(number) && error.kind() != ErrorKind::Cancelled)
        throw Conflict(error.kind(), error.message(), error.serverText());
    throw error;
}

std::string Connection::quoted(std::string_view text) const
{
    std::string result(text.size() * 2 + 1, '\0');
    result.resize(mysql_real_escape_string(m_handle.get(), result.data(), text.data(), text.size()));
    return '\'' + result + '\'';
}

std::string Connection::settingValue(const std::string& text) const
{
    const std::string number = numberIn(text);
    return number.empty() ? quoted(text) : number;
}

} // namespace keyrace::mysql
