// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/borrowedsettings.h"
#include "engine/targets/connector.h"
#include "engine/targets/postgresql/conninfo.h"
#include "engine/targets/postgresql/postgresqlrules.h"

#include <mutex>

namespace keyrace::postgresql {

class Connection;

/// A PostgreSQL server, version 12 and newer.
class PostgresqlConnector final : public Connector {
public:
    PostgresqlConnector(std::string url, ConnectorContext context);

    [[nodiscard]] Storage defaultStorage(KeyShape shape) const override;
    [[nodiscard]] std::string defaultLayout() const override;
    [[nodiscard]] std::optional<Message> unavailable(const Cell& cell) const override;

    [[nodiscard]] TargetInfo describe() override;
    [[nodiscard]] Durability durability(const std::map<std::string, std::string>& level) override;
    [[nodiscard]] std::vector<std::string> borrowedBy(const std::map<std::string, std::string>& level) const override;
    void enterLevel(const std::map<std::string, std::string>& level, const std::stop_token& stop) override;
    void giveBack() override;
    [[nodiscard]] std::vector<Loan> leftLoans() override;
    std::vector<std::string> settle(const Loan& loan) override;
    [[nodiscard]] std::unique_ptr<TestTable> createTable(const TableSpec& spec) override;
    [[nodiscard]] std::vector<LeftTable> leftovers() override;
    void dropLeftover(const std::string& name) override;
    [[nodiscard]] std::optional<std::int64_t> freeBytes() override;

private:
    /// With the password, looked up when first asked for.
    [[nodiscard]] const Conninfo& conninfo();
    /// The part of a level that reaches so far.
    [[nodiscard]] std::map<std::string, std::string> part(const std::map<std::string, std::string>& level, SettingReach reach) const;
    [[nodiscard]] BorrowedSettings& borrowed();
    [[nodiscard]] std::vector<Message> concernsAbout(Connection& connection) const;

    std::string m_url;
    ConnectorContext m_context;
    Conninfo m_conninfo;
    bool m_hasPassword = false;
    std::string m_dataFolder; ///< of a server on this machine that says where it is
    std::unique_ptr<BorrowedSettings> m_borrowed;
    /// Of the level for which a private server was restarted; absent where that failed.
    std::optional<std::map<std::string, std::string>> m_startedWith{std::in_place};
    std::shared_ptr<int> m_restarts = std::make_shared<int>(0);
    mutable std::mutex m_mutex;
    Abilities m_abilities; ///< guarded by m_mutex
};

[[nodiscard]] std::unique_ptr<Connector> makePostgresqlConnector(const std::string& url, const ConnectorContext& context);

} // namespace keyrace::postgresql
