// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/borrowedsettings.h"
#include "engine/targets/postgresql/conninfo.h"

namespace keyrace::postgresql {

inline constexpr std::uint16_t kUsualPort = 5432;

/// Settings of a whole server by ALTER SYSTEM and a reload, which a superuser may.
class PostgresqlSettings final : public ServerSettings {
public:
    /// Of one host.
    explicit PostgresqlSettings(Conninfo conninfo);

    [[nodiscard]] std::string server() const override { return m_conninfo.url().server(kUsualPort); }
    /// What ALTER SYSTEM has set.
    [[nodiscard]] std::optional<std::string> current(const std::string& name) override;
    /// Returns once the server has read its configuration again.
    void set(const std::map<std::string, std::optional<std::string>>& values) override;

private:
    Conninfo m_conninfo;
};

} // namespace keyrace::postgresql
