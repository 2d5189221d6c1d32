// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/insertrun.h"
#include "engine/workloads/registry.h"

namespace keyrace {

namespace {

/// N rows into an empty table, from a common start to the last commit.
class Load final : public Procedure {
public:
    WorkloadKind kind() const override { return WorkloadKind::Load; }

    void execute(TrialScope& scope) const override
    {
        InsertRun run(scope, scope.cell.rows, 0, InsertRun::Samples::ByTime);
        run.insert(scope.cell.rows);
    }
};

} // namespace

const Procedure& loadProcedure()
{
    static const Load procedure;
    return procedure;
}

} // namespace keyrace
