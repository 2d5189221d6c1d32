// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/insertrun.h"
#include "engine/workloads/registry.h"

#include <algorithm>

namespace keyrace {

namespace {

/// The rate of every step while one table grows to N. A step is timed on its own: all clients finish it before the next.
class Growth final : public Procedure {
public:
    WorkloadKind kind() const override { return WorkloadKind::Growth; }

    std::optional<Message> unavailable(const Cell& cell) const override
    {
        if (cell.arrival == Arrival::Split)
            return Message(QT_TRANSLATE_NOOP("Engine", "Arrival split gives each client one part of the whole trial, and growth times "
                                                       "step by step: take arrival shared, or the workload load."));
        return std::nullopt;
    }

    void execute(TrialScope& scope) const override
    {
        const std::int64_t total = scope.cell.rows;
        InsertRun run(scope, total, 0, InsertRun::Samples::ByStep);
        for (std::int64_t done = 0; done < total;) {
            const std::int64_t step = std::min(scope.cell.workload.step, total - done);
            const double before = run.seconds();
            run.insert(step);
            done += step;
            run.addStep({run.seconds(), done, static_cast<double>(step) / (run.seconds() - before)});
        }
    }
};

} // namespace

const Procedure& growthProcedure()
{
    static const Growth procedure;
    return procedure;
}

} // namespace keyrace
