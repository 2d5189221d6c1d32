// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/serverurl.h"

#include <optional>
#include <string>

namespace keyrace::postgresql {

/// Where and as whom to connect, for libpq. Holds the password: never shown, never logged.
class Conninfo {
public:
    /// Throws Error{BadInput} for an option that is not known.
    explicit Conninfo(ServerUrl url);

    void setPassword(std::optional<std::string> password) { m_password = std::move(password); }
    [[nodiscard]] const ServerUrl& url() const { return m_url; }
    [[nodiscard]] std::string title() const { return m_url.title(); }
    /// libpq's keyword=value string for the first host.
    [[nodiscard]] std::string text() const;
    /// The URL names several hosts; those of url() may be fewer.
    [[nodiscard]] bool isCluster() const { return m_isCluster; }
    /// The same for one of its hosts alone.
    [[nodiscard]] Conninfo onNode(std::size_t node) const;
    /// The same without a host that was lost.
    [[nodiscard]] Conninfo without(const std::string& node) const;
    /// Where this is one node of a cluster: its host and port.
    [[nodiscard]] std::string node() const { return m_isCluster && m_url.hosts.size() == 1 ? m_url.hosts.front().text() : std::string(); }
    /// A host that does not answer is given up after so many seconds, unless the URL says how many.
    void setPatience(int seconds) { m_patience = seconds; }

private:
    ServerUrl m_url;
    bool m_isCluster;
    int m_patience = 10;
    std::optional<std::string> m_password;
};

} // namespace keyrace::postgresql
