// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/workloads/insertrun.h"
#include "engine/workloads/reads.h"
#include "engine/workloads/registry.h"

#include <algorithm>

namespace keyrace {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<std::string> queriesOf(const Cell& cell)
{
    if (!cell.workload.queries.empty())
        return cell.workload.queries;
    std::vector<std::string> names;
    for (const ReadName& read : readNames()) {
        if (readColumn(cell.table.shape, read.kind))
            names.emplace_back(read.name);
    }
    return names;
}

/// One read: parameters drawn, some executions discarded, the others timed, every row fetched. A failed execution is
/// counted as failed and never as a fast one.
QueryTrial measure(TrialScope& scope, Session& session, const std::string& name, std::uint64_t seed)
{
    const Workload& workload = scope.cell.workload;
    const ReadKind kind = readFromName(name).value();
    const std::string column = readColumn(scope.cell.table.shape, kind).value();
    const int count = workload.discard + workload.executions;
    const std::vector<Parameters> parameters = drawParameters(session, kind, scope.cell, column, scope.cell.rows, count, seed);
    const auto statement = session.prepareRead(kind, column);

    QueryTrial query;
    query.query = name;
    query.plan = statement->plan(parameters.front());
    std::vector<std::int64_t> returned;
    for (int i = 0; i < count; ++i) {
        waitWhilePaused(scope);
        scope.control.throwIfEnded();
        try {
            const Clock::time_point begun = Clock::now();
            const std::int64_t rows = statement->execute(parameters[static_cast<std::size_t>(i)]);
            const std::chrono::duration<double, std::milli> taken = Clock::now() - begun;
            if (i < workload.discard)
                continue;
            query.milliseconds.push_back(taken.count());
            returned.push_back(rows);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled)
                throw;
            if (query.failed++ == 0)
                query.error = error.what();
        }
    }
    if (!returned.empty()) {
        std::nth_element(returned.begin(), returned.begin() + static_cast<std::ptrdiff_t>(returned.size() / 2), returned.end());
        query.rowsReturned = returned[returned.size() / 2];
    }
    return query;
}

/// Reads of a table that is filled once per cell; each with its plan and the rows it returned.
class Select final : public Procedure {
public:
    WorkloadKind kind() const override { return WorkloadKind::Select; }
    bool goesOn() const override { return true; }
    bool warmsUp() const override { return false; }

    std::optional<Message> unavailable(const Cell& cell) const override
    {
        for (const std::string& name : cell.workload.queries) {
            if (!readColumn(cell.table.shape, readFromName(name).value()))
                return Message(QT_TRANSLATE_NOOP("Engine", "The table %1 has no secondary column for the read %2."),
                               {std::string(keyrace::name(cell.table.shape)), name});
        }
        return std::nullopt;
    }

    void prepare(TrialScope& scope) const override
    {
        InsertRun run(scope, scope.cell.rows, 0, InsertRun::Samples::None);
        run.insert(scope.cell.rows);
    }

    void execute(TrialScope& scope) const override
    {
        const Clock::time_point connecting = Clock::now();
        const auto session = scope.table.connect();
        scope.trial.connectSeconds = std::chrono::duration<double>(Clock::now() - connecting).count();
        scope.trial.startRows = scope.cell.rows;
        for (const std::string& host : scope.table.nodes())
            scope.trial.nodes.push_back({host, scope.trial.nodes.empty() ? 1 : 0, 0, std::nullopt});
        const std::stop_callback cancel(scope.control.trialToken(), [&session] { session->cancel(); });
        const Clock::time_point begun = Clock::now();
        const std::vector<std::string> names = queriesOf(scope.cell);
        for (std::size_t i = 0; i < names.size(); ++i) {
            // The same places in every cell of a round.
            const std::uint64_t seed = scope.cell.protocol.seed * 1'000'003 + static_cast<std::uint64_t>(scope.trial.round) * 101 + i;
            scope.trial.queries.push_back(measure(scope, *session, names[i], seed));
            scope.trial.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
            scope.announce({}, static_cast<double>(i + 1) / static_cast<double>(names.size()));
        }
    }
};

} // namespace

const Procedure& selectProcedure()
{
    static const Select procedure;
    return procedure;
}

} // namespace keyrace
