// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/sqlite/database.h"
#include "engine/targets/sqlite/pragmas.h"
#include "engine/targets/session.h"

namespace keyrace::sqlite {

/// One client's connection to the table under test.
class SqliteSession final : public Session {
public:
    /// Throws Error{Unreachable|Refused}. The specification outlives the session.
    SqliteSession(const std::filesystem::path& file, const Settings& settings, const TableSpec& spec);

    [[nodiscard]] std::unique_ptr<Inserter> inserter(const InsertChoice& insert) override;
    [[nodiscard]] std::unique_ptr<ReadStatement> prepareRead(ReadKind kind, const std::string& column) override;
    [[nodiscard]] std::vector<Value> valuesAtRanks(const std::string& column, std::span<const std::int64_t> ranks) override;
    [[nodiscard]] Counters flow() override;
    void cancel() noexcept override { m_database.cancel(); }

private:
    /// SQLite counts pages in 31 bits: its counter is emptied at each reading, and added up here.
    [[nodiscard]] double total(int counter, std::int64_t& sum);

    Database m_database;
    const TableSpec& m_spec;
    bool m_isWal = false;
    std::int64_t m_pageSize = 0;
    std::int64_t m_hits = 0;
    std::int64_t m_misses = 0;
    std::int64_t m_spills = 0;
    std::int64_t m_writes = 0;
};

} // namespace keyrace::sqlite
