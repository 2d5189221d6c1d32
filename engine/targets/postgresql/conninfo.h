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
    /// libpq's keyword=value string for the n-th client: clients are spread over the hosts.
    [[nodiscard]] std::string text(std::size_t client = 0) const;

private:
    ServerUrl m_url;
    std::optional<std::string> m_password;
};

} // namespace keyrace::postgresql
