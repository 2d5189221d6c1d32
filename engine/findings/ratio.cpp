// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/findings.h"

namespace keyrace {

namespace {

std::vector<double> plain(const std::vector<RoundValue>& values)
{
    std::vector<double> result;
    for (const RoundValue& value : values)
        result.push_back(value.second);
    return result;
}

/// All successful executions of the read that a metric `queries.NAME.mean_ms` is about; empty for any other metric.
std::vector<double> executions(const CellResult& cell, const Metric& metric)
{
    std::vector<double> all;
    for (const Trial* trial : cell.finished()) {
        for (const QueryTrial& read : trial->queries) {
            if (metric.name == "queries." + read.query + ".mean_ms")
                all.insert(all.end(), read.milliseconds.begin(), read.milliseconds.end());
        }
    }
    return all;
}

} // namespace

Ratio ratioOf(const CellResult& a, const CellResult& b, const Metric& metric, bool sameRun)
{
    const auto over = trialValues(a, metric);
    const auto under = trialValues(b, metric);
    const int trim = a.cell.protocol.trim;
    const bool samePart = sameRun && a.cell.part == b.cell.part && a.cell.partIndex == b.cell.partIndex;
    const Ratio ratio = samePart ? pairedRatio(over, under, trim) : unpairedRatio(plain(over), plain(under), trim);
    if (ratio.ci95)
        return ratio;
    // Too few repeats of a read: its executions stand in for them.
    const Ratio ofExecutions = unpairedRatio(executions(a, metric), executions(b, metric), a.cell.workload.trim);
    return ofExecutions.ci95 ? ofExecutions : ratio;
}

} // namespace keyrace
