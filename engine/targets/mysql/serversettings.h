// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/borrowedsettings.h"
#include "engine/targets/mysql/mysqlrules.h"
#include "engine/targets/mysql/options.h"

namespace keyrace::mysql {

class Connection;

inline constexpr std::uint16_t kUsualPort = 3306;

/// Settings of a whole server by SET GLOBAL, and InnoDB's counters, which are switched on and off one by one.
class MysqlSettings final : public ServerSettings {
public:
    /// Of one host.
    explicit MysqlSettings(ConnectOptions options);

    [[nodiscard]] std::string server() const override { return m_options.url.server(kUsualPort); }
    [[nodiscard]] std::optional<std::string> current(const std::string& name) override;
    void set(const std::map<std::string, std::optional<std::string>>& values) override;

private:
    ConnectOptions m_options;
};

/// The server is asked, and nothing changed.
[[nodiscard]] SettingReach reachOf(Connection& connection, const std::string& name);

/// InnoDB's counters of page splits and merges that are off: as settings to be borrowed, with the value that switches them on.
[[nodiscard]] std::map<std::string, std::string> idleCounters(Connection& connection);

} // namespace keyrace::mysql
