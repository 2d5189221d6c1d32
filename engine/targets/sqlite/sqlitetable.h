// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/sqlite/database.h"
#include "engine/targets/sqlite/databasefile.h"
#include "engine/targets/sqlite/pragmas.h"
#include "engine/targets/session.h"

#include <memory>

namespace keyrace::sqlite {

/// The table of a trial, with a connection of its own that keeps the log from being written back when a client leaves.
class SqliteTable final : public TestTable {
public:
    /// Opens the file, sets it up and creates the table and its indexes, all or nothing.
    SqliteTable(std::shared_ptr<DatabaseFile> file, Settings settings, TableSpec spec);
    ~SqliteTable() override;

    [[nodiscard]] std::unique_ptr<Session> connect(std::size_t client) override;
    void encode(RowSet& rows, const InsertChoice& insert) override;
    [[nodiscard]] std::int64_t count() override;
    [[nodiscard]] Counters flow() override;
    [[nodiscard]] Counters structure() override;
    void checkpoint() override;
    void cancel() noexcept override { m_database->cancel(); }
    void keep() override;

private:
    void create();
    void checkRowWidth() const;
    void drop();

    // The connection is closed before the file is let go of.
    std::shared_ptr<DatabaseFile> m_file;
    std::unique_ptr<Database> m_database;
    Settings m_settings;
    TableSpec m_spec;
    bool m_kept = false;
};

/// Opens a file for tables under test: sets it up as asked, and remembers what was there. Throws Error.
[[nodiscard]] std::unique_ptr<Database> openForTables(DatabaseFile& file, const Settings& settings, const std::stop_token& stop = {});

} // namespace keyrace::sqlite
