// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "engine/targets/mysql/mysqlrules.h"
#include "engine/targets/mysql/options.h"

#include <mutex>

namespace keyrace::mysql {

class Connection;

/// A server of MariaDB or MySQL: which of them is known once it was reached.
class MysqlConnector final : public Connector {
public:
    MysqlConnector(std::string url, ConnectorContext context);

    [[nodiscard]] Storage defaultStorage(KeyShape shape) const override;
    [[nodiscard]] std::string defaultLayout() const override;
    [[nodiscard]] std::optional<Message> unavailable(const Cell& cell) const override;

    [[nodiscard]] TargetInfo describe() override;
    [[nodiscard]] std::unique_ptr<TestTable> createTable(const TableSpec& spec) override;
    [[nodiscard]] std::vector<LeftTable> leftovers() override;
    void dropLeftover(const std::string& name) override;
    [[nodiscard]] std::optional<std::int64_t> freeBytes() override;

private:
    /// With the password, looked up when first asked for.
    [[nodiscard]] const ConnectOptions& options();

    std::string m_url;
    ConnectorContext m_context;
    ConnectOptions m_options;
    bool m_hasPassword = false;
    std::string m_dataFolder; ///< of a server on this machine
    mutable std::mutex m_mutex;
    Abilities m_abilities; ///< guarded by m_mutex
};

[[nodiscard]] std::unique_ptr<Connector> makeMysqlConnector(const std::string& url, const ConnectorContext& context);

} // namespace keyrace::mysql
