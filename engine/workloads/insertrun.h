// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workloads/clientteam.h"
#include "engine/workloads/procedure.h"
#include "engine/workloads/rowmaker.h"

namespace keyrace {

/// Inserts rows into a trial's table by its clients: makes them in bounded chunks while the clock stands still, so that
/// memory stays flat however long the trial is. Whatever happens, the trial gets what was measured when this goes.
/// Used by the run's thread.
class InsertRun {
public:
    enum class Samples {
        ByTime, ///< from the clients' commits
        ByStep, ///< the caller's own, by addStep()
        None
    };

    /// `total` rows in all, into a table that holds `prefilled`. Connects the clients. Throws Error.
    InsertRun(TrialScope& scope, std::int64_t total, std::int64_t prefilled, Samples samples);
    ~InsertRun();
    InsertRun(const InsertRun&) = delete;
    InsertRun& operator=(const InsertRun&) = delete;

    /// The next `rows`, timed. Throws Error.
    void insert(std::int64_t rows);
    [[nodiscard]] double seconds() const { return m_team.seconds(); }
    /// Keeps and announces a sample that ends now.
    void addStep(const Sample& sample);

    /// Rows of one chunk are at most this many bytes, where the plan allows it. What a target makes of them to be sent is up to
    /// three times as much, the literals of `multi-row`.
    static constexpr std::int64_t kChunkBytes = 32LL << 20;
    /// Rows that must be made in one go (sorted by `trial`, arrival `split`, a batch) are at most this many bytes.
    static constexpr std::int64_t kMostBytes = 4LL << 30;

private:
    [[nodiscard]] std::int64_t chunkRows(std::int64_t wanted) const;

    TrialScope& m_scope;
    RowMaker m_maker;
    const Samples m_kind;
    ClientTeam m_team;
    Sampler m_sampler;
    Counters m_flowBefore;
    Counters m_tableFlowBefore;
    std::vector<Sample> m_steps;
    double m_makingSeconds = 0;
};

} // namespace keyrace
