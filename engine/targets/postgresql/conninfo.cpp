// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/conninfo.h"

#include "engine/error.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace keyrace::postgresql {

namespace {

/// libpq's own words: https://www.postgresql.org/docs/current/libpq-connect.html
constexpr std::array<std::string_view, 21> kOptions{
    "host", "hostaddr", "port", "service", "passfile", "options", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "sslcrldir",
    "sslsni", "ssl_min_protocol_version", "ssl_max_protocol_version", "channel_binding", "gssencmode", "krbsrvname", "connect_timeout",
    "tcp_user_timeout", "target_session_attrs"};

void append(std::string& text, std::string_view keyword, std::string_view value)
{
    text.append(text.empty() ? "" : " ").append(keyword).append("='");
    for (const char c : value) {
        if (c == '\'' || c == '\\')
            text += '\\';
        text += c;
    }
    text += '\'';
}

} // namespace

Conninfo::Conninfo(ServerUrl url)
    : m_url(std::move(url))
    , m_isCluster(m_url.hosts.size() > 1)
{
    for (const auto& [name, value] : m_url.options) {
        if (std::find(kOptions.begin(), kOptions.end(), name) != kOptions.end())
            continue;
        std::string known;
        for (const std::string_view option : kOptions)
            known.append(known.empty() ? "" : ", ").append(option);
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The option %1 in the URL is not known for PostgreSQL; accepted are: %2."), {name, known}));
    }
}

Conninfo Conninfo::onNode(std::size_t node) const
{
    Conninfo one = *this;
    if (!m_url.hosts.empty())
        one.m_url.hosts = {m_url.hosts[node]};
    return one;
}

Conninfo Conninfo::without(const std::string& node) const
{
    Conninfo rest = *this;
    std::erase_if(rest.m_url.hosts, [&](const ServerUrl::Host& host) { return host.text() == node; });
    return rest;
}

std::string Conninfo::text() const
{
    std::string text;
    // First, so that an option of the URL takes their place. A host that does not answer is given up, and a network that is
    // cut is noticed, within seconds.
    append(text, "connect_timeout", std::to_string(m_patience));
    append(text, "tcp_user_timeout", "15000");
    append(text, "keepalives_idle", "5");
    append(text, "keepalives_interval", "2");
    append(text, "keepalives_count", "3");
    append(text, "client_encoding", "UTF8");
    append(text, "application_name", "keyrace");
    if (!m_url.hosts.empty()) {
        const ServerUrl::Host& host = m_url.hosts.front();
        append(text, "host", host.name);
        if (host.port)
            append(text, "port", std::to_string(*host.port));
    }
    if (!m_url.user.empty())
        append(text, "user", m_url.user);
    if (!m_url.database.empty())
        append(text, "dbname", m_url.database);
    for (const auto& [name, value] : m_url.options)
        append(text, name, value);
    if (m_password)
        append(text, "password", *m_password);
    return text;
}

} // namespace keyrace::postgresql
