// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/connection.h"

#include <charconv>
#include <new>

namespace keyrace::odbc {

namespace {

constexpr std::uintptr_t kLoginSeconds = 10;

// The interface takes text that it does not change through pointers that would let it.
SQLCHAR* asSqlText(std::string_view text)
{
    return reinterpret_cast<SQLCHAR*>(const_cast<char*>(text.data()));
}

// Attributes that are numbers travel as pointers.
SQLPOINTER asPointer(std::uintptr_t number)
{
    return reinterpret_cast<SQLPOINTER>(number); // NOLINT(performance-no-int-to-ptr)
}

// Warnings stand before what failed.
Diagnosis diagnose(SQLSMALLINT kind, SQLHANDLE handle)
{
    Diagnosis diagnosis;
    SQLCHAR state[6];
    SQLCHAR words[2'048];
    SQLINTEGER native = 0;
    SQLSMALLINT length = 0;
    for (SQLSMALLINT record = 1; SQL_SUCCEEDED(SQLGetDiagRec(kind, handle, record, state, &native, words, sizeof words, &length)); ++record) {
        diagnosis = {reinterpret_cast<const char*>(state), native, reinterpret_cast<const char*>(words)};
        if (!diagnosis.state.starts_with("01"))
            break;
    }
    return diagnosis;
}

Error connectFailure(const Diagnosis& diagnosis, const Source& source)
{
    const std::string place = source.url.title();
    const auto error = [&](ErrorKind kind, const char* text) { return Error(kind, Message(text, {place}), diagnosis.words); };
    if (diagnosis.state == "IM002" || diagnosis.state == "IM003" || diagnosis.state == "01000")
        return error(ErrorKind::Unreachable, QT_TRANSLATE_NOOP("Engine", "%1: the driver manager knows no such driver or DSN, or cannot load it. `odbcinst -q -d` lists drivers, `odbcinst -q -s` DSNs."));
    const Error byDialect = source.dialect->failure(diagnosis, place);
    // 08001 covers both, and only the words of the server tell them apart: a wrong password is worth another try.
    const bool isLogin = diagnosis.state.starts_with("28") || diagnosis.native == 1045 || diagnosis.native == 1698 || byDialect.kind() == ErrorKind::Login
        || diagnosis.words.find("password") != std::string::npos;
    if (isLogin)
        return error(ErrorKind::Login, QT_TRANSLATE_NOOP("Engine", "%1 did not let the user in. Give the password by KEYRACE_PASSWORD, or where Keyrace asks for it."));
    if (byDialect.kind() == ErrorKind::Limit)
        return byDialect;
    return error(ErrorKind::Unreachable, QT_TRANSLATE_NOOP("Engine", "%1 cannot be reached. Look at the connection's attributes, and whether the server accepts connections from here."));
}

std::shared_ptr<Link> connect(const Source& source)
{
    auto link = std::make_shared<Link>();
    SQLSetConnectAttr(link->handle, SQL_ATTR_LOGIN_TIMEOUT, asPointer(kLoginSeconds), 0);
    const std::string text = source.url.connectionText(source.password) + source.dialect->attributes();
    SQLSMALLINT length = 0;
    if (!SQL_SUCCEEDED(SQLDriverConnect(link->handle, nullptr, asSqlText(text), static_cast<SQLSMALLINT>(text.size()), nullptr, 0, &length, SQL_DRIVER_NOPROMPT)))
        throw connectFailure(diagnose(SQL_HANDLE_DBC, link->handle), source);
    link->isConnected = true;
    return link;
}

// "15.0.19", "10.11.000019", "09.07.0004": six digits, the first number counting most.
int versionNumber(std::string_view text)
{
    int parts[3] = {};
    for (int& part : parts) {
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), part);
        if (code != std::errc())
            break;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.starts_with('.'))
            break;
        text.remove_prefix(1);
    }
    return parts[0] * 10'000 + parts[1] * 100 + parts[2];
}

} // namespace

Link::Link()
{
    if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &environment)))
        throw std::bad_alloc();
    SQLSetEnvAttr(environment, SQL_ATTR_ODBC_VERSION, asPointer(SQL_OV_ODBC3), 0);
    if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_DBC, environment, &handle))) {
        SQLFreeHandle(SQL_HANDLE_ENV, environment);
        throw std::bad_alloc();
    }
}

Link::~Link()
{
    if (isConnected) {
        SQLEndTran(SQL_HANDLE_DBC, handle, SQL_ROLLBACK); // none may be open
        SQLDisconnect(handle);
    }
    SQLFreeHandle(SQL_HANDLE_DBC, handle);
    SQLFreeHandle(SQL_HANDLE_ENV, environment);
}

Connection::Connection(const Source& source, Interrupt& interrupt)
    : m_dialect(source.dialect)
    , m_place(source.url.title())
    , m_interrupt(interrupt)
    , m_link(interrupt.reach([source] { return connect(source); }))
{
    const std::string engine = info(SQL_DBMS_NAME);
    if (!m_dialect->isOf(engine))
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 is a database of %2, to which ?dialect=%3 does not speak."), {m_place, engine, std::string(m_dialect->name())}));
    for (const std::string& sql : m_dialect->preparations())
        query(sql);
}

std::vector<Row> Connection::query(std::string_view sql)
{
    Statement statement(*this);
    statement.execute(sql);
    std::vector<Row> rows;
    const SQLSMALLINT columns = statement.columns();
    while (columns > 0 && statement.fetch()) {
        Row& row = rows.emplace_back();
        for (SQLSMALLINT column = 1; column <= columns; ++column)
            row.push_back(statement.text(static_cast<SQLUSMALLINT>(column)));
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

std::vector<Row> Connection::queryIfAble(std::string_view sql)
{
    try {
        return query(sql);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Refused && error.kind() != ErrorKind::Target)
            throw;
        return {};
    }
}

void Connection::setAutocommit(bool isOn)
{
    if (!SQL_SUCCEEDED(SQLSetConnectAttr(m_link->handle, SQL_ATTR_AUTOCOMMIT, asPointer(isOn ? SQL_AUTOCOMMIT_ON : SQL_AUTOCOMMIT_OFF), SQL_IS_UINTEGER)))
        throw failure(SQL_HANDLE_DBC, m_link->handle);
}

void Connection::commit()
{
    if (!SQL_SUCCEEDED(SQLEndTran(SQL_HANDLE_DBC, m_link->handle, SQL_COMMIT)))
        throw failure(SQL_HANDLE_DBC, m_link->handle);
}

void Connection::rollback() noexcept
{
    SQLEndTran(SQL_HANDLE_DBC, m_link->handle, SQL_ROLLBACK);
}

std::string Connection::info(SQLUSMALLINT what) const
{
    SQLCHAR text[256] = {};
    SQLSMALLINT length = 0;
    if (!SQL_SUCCEEDED(SQLGetInfo(m_link->handle, what, text, sizeof text, &length)))
        return {};
    return reinterpret_cast<const char*>(text);
}

OdbcServer Connection::server() const
{
    return {info(SQL_DBMS_NAME), versionNumber(info(SQL_DBMS_VER))};
}

Error Connection::failure(SQLSMALLINT kind, SQLHANDLE handle) const
{
    if (m_interrupt.isCancelled())
        return {ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped on request."))};
    return m_dialect->failure(diagnose(kind, handle), m_place);
}

Statement::State::State(std::shared_ptr<Link> own)
    : link(std::move(own))
{
    if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_STMT, link->handle, &handle)))
        handle = SQL_NULL_HSTMT;
}

Statement::State::~State()
{
    if (handle != SQL_NULL_HSTMT)
        SQLFreeHandle(SQL_HANDLE_STMT, handle);
}

Statement::Statement(Connection& connection)
    : m_connection(connection)
    , m_state(std::make_shared<State>(connection.link()))
    , m_line(std::make_shared<const Line>(Line{[state = m_state] {
        const std::lock_guard lock(state->mutex);
        if (state->isExecuting)
            SQLCancel(state->handle);
    }}))
{
    if (m_state->handle == SQL_NULL_HSTMT)
        throw connection.failure(SQL_HANDLE_DBC, connection.link()->handle);
}

template<typename Call>
SQLRETURN Statement::run(Call call)
{
    const Interrupt::Running running(m_connection.interrupt(), m_line);
    const auto setExecuting = [this](bool isExecuting) {
        const std::lock_guard lock(m_state->mutex);
        m_state->isExecuting = isExecuting;
    };
    setExecuting(true);
    const SQLRETURN result = call(m_state->handle);
    setExecuting(false);
    return result;
}

// No data is what a statement that changes no row says.
void Statement::check(SQLRETURN result)
{
    if (!SQL_SUCCEEDED(result) && result != SQL_NO_DATA)
        throw failure();
}

void Statement::prepare(std::string_view sql)
{
    check(run([sql](SQLHSTMT handle) { return SQLPrepare(handle, asSqlText(sql), static_cast<SQLINTEGER>(sql.size())); }));
}

void Statement::execute()
{
    check(run([](SQLHSTMT handle) { return SQLExecute(handle); }));
}

void Statement::execute(std::string_view sql)
{
    check(run([sql](SQLHSTMT handle) { return SQLExecDirect(handle, asSqlText(sql), static_cast<SQLINTEGER>(sql.size())); }));
}

bool Statement::fetch()
{
    const SQLRETURN result = run([](SQLHSTMT handle) { return SQLFetch(handle); });
    check(result);
    return result != SQL_NO_DATA;
}

std::int64_t Statement::fetchAll()
{
    std::int64_t rows = 0;
    const SQLRETURN result = run([&rows](SQLHSTMT handle) {
        SQLRETURN fetched = SQL_SUCCESS;
        while (SQL_SUCCEEDED(fetched = SQLFetch(handle)))
            ++rows;
        return fetched;
    });
    check(result);
    return rows;
}

SQLSMALLINT Statement::columns()
{
    SQLSMALLINT count = 0;
    check(SQLNumResultCols(m_state->handle, &count));
    return count;
}

std::optional<std::string> Statement::text(SQLUSMALLINT column)
{
    std::string text;
    char part[4'096];
    SQLLEN length = 0;
    for (;;) {
        const SQLRETURN result = SQLGetData(m_state->handle, column, SQL_C_CHAR, part, sizeof part, &length);
        if (result == SQL_NO_DATA)
            return text;
        check(result);
        if (length == SQL_NULL_DATA)
            return std::nullopt;
        text += part; // ends with a zero, also where more is to come
        if (result == SQL_SUCCESS)
            return text;
    }
}

void Statement::close() noexcept
{
    SQLFreeStmt(m_state->handle, SQL_CLOSE);
}

void Statement::set(SQLINTEGER attribute, SQLPOINTER value)
{
    check(SQLSetStmtAttr(m_state->handle, attribute, value, 0));
}

void Statement::bind(SQLUSMALLINT number, SQLSMALLINT type, SQLSMALLINT sqlType, SQLULEN size, SQLSMALLINT digits, const void* values, SQLLEN width, SQLLEN* lengths)
{
    check(SQLBindParameter(m_state->handle, number, SQL_PARAM_INPUT, type, sqlType, size, digits, const_cast<SQLPOINTER>(values), width, lengths));
}

} // namespace keyrace::odbc
