// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"
#include "engine/targets/session.h"
#include "engine/workloads/runcontrol.h"
#include "engine/workloads/sampler.h"

#include <optional>
#include <span>

namespace keyrace {

/// What a procedure works on. `trial` is filled in as far as the work got, also when an Error is thrown.
struct TrialScope {
    const Cell& cell;
    const TableSpec& spec;
    TestTable& table;
    RunControl& control;
    Trial& trial;
    Sampler::Announce announce; ///< new samples, and how much of the trial is done (0–1)
};

/// Blocks while the run is paused, between two statements outside the clients; says so before and after.
void waitWhilePaused(const TrialScope& scope);

/// How one kind of workload is carried out. Adding one is one file in engine/workloads and its line in registry.cpp and
/// CMake. Stateless; used by the run's thread.
class Procedure {
public:
    virtual ~Procedure() = default;

    [[nodiscard]] virtual WorkloadKind kind() const = 0;
    /// The trials of a cell go on with one table, filled by prepare(); otherwise each has a fresh one.
    [[nodiscard]] virtual bool goesOn() const { return false; }
    /// Its first trial on a cell is preceded by warm-up rows in a table of their own; reads discard executions instead.
    [[nodiscard]] virtual bool warmsUp() const { return true; }
    /// Why this cell makes no sense for this workload, or nothing.
    [[nodiscard]] virtual std::optional<Message> unavailable(const Cell&) const { return std::nullopt; }
    /// Fills a table that goes on; not timed. Throws Error.
    virtual void prepare(TrialScope&) const {}
    /// The trial: sets seconds, rows, rates, samples, queries and flows of scope.trial. Throws Error.
    virtual void execute(TrialScope& scope) const = 0;
};

[[nodiscard]] std::span<const Procedure* const> procedures();
/// Null where this version has none for that kind.
[[nodiscard]] const Procedure* findProcedure(WorkloadKind kind);

} // namespace keyrace
