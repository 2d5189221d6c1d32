// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "engine/targets/odbc/connection.h"

#include <mutex>

namespace keyrace::odbc {

/// Any database with an ODBC driver whose SQL is known.
class OdbcConnector final : public Connector {
public:
    OdbcConnector(std::string url, ConnectorContext context);

    [[nodiscard]] Storage defaultStorage(KeyShape shape) const override;
    [[nodiscard]] std::string defaultLayout() const override;
    [[nodiscard]] std::optional<Message> unavailable(const Cell& cell) const override;

    [[nodiscard]] TargetInfo describe() override;
    [[nodiscard]] std::unique_ptr<TestTable> createTable(const TableSpec& spec) override;
    [[nodiscard]] std::vector<LeftTable> leftovers() override;
    void dropLeftover(const std::string& name) override;
    [[nodiscard]] std::optional<std::int64_t> freeBytes() override { return std::nullopt; }

private:
    /// With the password, looked up when first asked for.
    [[nodiscard]] const Source& source();
    [[nodiscard]] std::vector<Message> concernsAbout(Connection& connection) const;

    std::string m_url;
    ConnectorContext m_context;
    Source m_source;
    bool m_hasPassword = false;
    mutable std::mutex m_mutex;
    OdbcServer m_server; ///< guarded by m_mutex
};

[[nodiscard]] std::unique_ptr<Connector> makeOdbcConnector(const std::string& url, const ConnectorContext& context);

} // namespace keyrace::odbc
