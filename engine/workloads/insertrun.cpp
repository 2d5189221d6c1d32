// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/insertrun.h"

#include "engine/error.h"

#include <algorithm>

namespace keyrace {

namespace {

void addDifference(const Counters& before, const Counters& after, Counters& into)
{
    for (const auto& [name, value] : after.values) {
        const auto earlier = before.values.find(name);
        into.values[name] += value - (earlier == before.values.end() ? 0.0 : earlier->second);
    }
    into.absent.insert(after.absent.begin(), after.absent.end());
}

// Figures that follow from the flows, under the names that plans and views use.
void derive(Counters& counters, std::int64_t rows)
{
    const auto value = [&](const char* name) -> std::optional<double> {
        const auto found = counters.values.find(name);
        return found == counters.values.end() ? std::nullopt : std::optional(found->second);
    };
    if (const auto wal = value("wal_bytes"); wal && rows > 0)
        counters.values["wal_bytes_per_row"] = *wal / static_cast<double>(rows);
    else if (const auto why = counters.absent.find("wal_bytes"); why != counters.absent.end())
        counters.absent.emplace("wal_bytes_per_row", why->second);
    const auto hits = value("cache_hits");
    const auto misses = value("cache_misses");
    if (hits && misses && *hits + *misses > 0)
        counters.values["cache_hit_ratio"] = *hits / (*hits + *misses);
}

} // namespace

InsertRun::InsertRun(TrialScope& scope, std::int64_t total, std::int64_t prefilled, Samples samples)
    : m_scope(scope)
    , m_maker(scope.cell, scope.spec, total, prefilled, scope.trial.round)
    , m_kind(samples)
    , m_team(scope.table, scope.cell, scope.control)
    , m_sampler(total, scope.cell.protocol.maxSeconds, scope.control, scope.announce)
    , m_flowBefore(m_team.flow())
    , m_tableFlowBefore(scope.table.flow())
{
    scope.table.beginWatch();
    scope.trial.connectSeconds = m_team.connectSeconds();
    scope.trial.startRows = prefilled;
}

InsertRun::~InsertRun()
{
    Trial& trial = m_scope.trial;
    trial.seconds = m_team.seconds();
    trial.pausedSeconds = m_team.pausedSeconds();
    trial.rows = m_team.rows();
    trial.latency = m_team.latency();
    trial.sent = m_team.report();
    trial.nodes = m_team.nodes();
    if (trial.sent.retries) {
        trial.counters.values["retries"] = static_cast<double>(trial.sent.retries->count);
        trial.counters.values["retry_us"] = static_cast<double>(trial.sent.retries->nanoseconds) / 1e3;
    }
    trial.samples = m_kind == Samples::ByTime ? m_team.samples() : m_steps;
    trial.keySeconds = m_makingSeconds;
    addDifference(m_flowBefore, m_team.flow(), trial.counters);
    try {
        addDifference(m_tableFlowBefore, m_scope.table.flow(), trial.counters);
    } catch (const Error& error) { // the trial's own Error says what happened; these are then absent
        for (const auto& [name, value] : m_tableFlowBefore.values)
            trial.counters.absent.emplace(name, error.message());
    }
    const Counters seen = m_scope.table.endWatch();
    trial.counters.values.insert(seen.values.begin(), seen.values.end());
    trial.counters.absent.insert(seen.absent.begin(), seen.absent.end());
    derive(trial.counters, trial.rows);
}

std::int64_t InsertRun::chunkRows(std::int64_t wanted) const
{
    const Cell& cell = m_scope.cell;
    const std::int64_t width = bytesPerRow(m_scope.spec);
    const bool isWhole = cell.arrival == Arrival::Split || cell.insert.sorted == Sorting::Trial;
    const std::int64_t batches = std::max<std::int64_t>(cell.clients, kChunkBytes / (width * cell.insert.batch));
    const std::int64_t rows = isWhole ? wanted : std::min(wanted, batches * cell.insert.batch);
    if (rows * width > kMostBytes)
        throw Error(ErrorKind::Limit,
                    Message(QT_TRANSLATE_NOOP("Engine", "%1 rows must be made in one go (a batch for each client, sorted by trial, or "
                                                        "arrival split), which takes %2 MiB of memory; at most %3 MiB are used. "
                                                        "Take fewer rows or smaller batches."),
                            {rows, rows * width >> 20, kMostBytes >> 20}));
    return rows;
}

void InsertRun::addStep(const Sample& sample)
{
    m_steps.push_back(sample);
    m_sampler.announce(sample);
}

void InsertRun::insert(std::int64_t rows)
{
    while (rows > 0) {
        waitWhilePaused(m_scope);
        m_scope.control.throwIfEnded();
        const std::int64_t count = chunkRows(rows);
        const auto begun = std::chrono::steady_clock::now();
        RowSet chunk = m_maker.make(count);
        m_scope.table.encode(chunk, m_scope.cell.insert);
        m_makingSeconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        m_team.insert(chunk, m_sampler, m_kind == Samples::ByTime);
        rows -= count;
    }
}

} // namespace keyrace
