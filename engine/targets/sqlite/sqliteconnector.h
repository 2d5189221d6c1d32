// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "engine/targets/sqlite/databasefile.h"
#include "engine/targets/sqlite/pragmas.h"
#include "engine/targets/sqlite/url.h"

#include <memory>

namespace keyrace::sqlite {

/// SQLite, within this process.
class SqliteConnector final : public Connector {
public:
    SqliteConnector(Url url, ConnectorContext context);

    [[nodiscard]] Storage defaultStorage(KeyShape shape) const override;
    [[nodiscard]] std::string defaultLayout() const override;
    [[nodiscard]] std::optional<Message> unavailable(const Cell& cell) const override;

    [[nodiscard]] TargetInfo describe() override;
    [[nodiscard]] Durability durability(const Settings& level) override;
    [[nodiscard]] std::unique_ptr<TestTable> createTable(const TableSpec& spec) override;
    [[nodiscard]] std::vector<LeftTable> leftovers() override;
    void dropLeftover(const std::string& name) override;
    [[nodiscard]] std::optional<std::int64_t> freeBytes() override;

private:
    /// The named file while any table lies in it; without a path a new one each time.
    [[nodiscard]] std::shared_ptr<DatabaseFile> file();
    [[nodiscard]] std::filesystem::path folder() const;
    [[nodiscard]] Settings settings(const Settings& level) const;
    /// Opens the file as a trial with this level of settings would, without waiting long for somebody's lock.
    [[nodiscard]] std::unique_ptr<Database> look(DatabaseFile& file, const Settings& level) const;

    Url m_url;
    ConnectorContext m_context;
    std::weak_ptr<DatabaseFile> m_file;
};

[[nodiscard]] std::unique_ptr<Connector> makeSqliteConnector(const std::string& url, const ConnectorContext& context);

} // namespace keyrace::sqlite
