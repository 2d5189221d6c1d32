// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/resultset.h"

#include <algorithm>
#include <numeric>

namespace keyrace {

namespace {

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

double mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

template <typename Function>
void forEachFinished(const CellResult& cell, Function function)
{
    for (const Trial* trial : cell.finished())
        function(*trial);
}

// One read over the finished trials, before it is summarised.
struct Executions {
    std::vector<double> milliseconds;
    std::vector<double> rates; ///< of each trial, all clients together
    std::vector<double> rows;
    int trials = 0;
    QueryResult result;
};

void collect(Executions& all, const QueryTrial& read, const Trial& trial)
{
    all.milliseconds.insert(all.milliseconds.end(), read.milliseconds.begin(), read.milliseconds.end());
    if (trial.seconds > 0)
        all.rates.push_back(static_cast<double>(read.milliseconds.size()) / trial.seconds);
    if (!read.milliseconds.empty())
        all.rows.push_back(static_cast<double>(read.rowsReturned));
    ++all.trials;
    all.result.failed += read.failed;
    if (!read.plan.empty())
        all.result.plan = read.plan;
}

QueryResult summarised(Executions all, const Cell& cell)
{
    QueryResult result = std::move(all.result);
    result.n = static_cast<std::int64_t>(all.milliseconds.size());
    const bool byTime = cell.workload.kind == WorkloadKind::Lookup;
    // Each trial's executions are trimmed by the workload's own number; here they stand together.
    result.milliseconds = summarise(all.milliseconds, byTime ? 0 : cell.workload.trim * all.trials);
    if (byTime)
        result.perS = summarise(all.rates, cell.protocol.trim).trimmedMean;
    if (!all.rows.empty())
        result.rowsReturned = static_cast<std::int64_t>(median(std::move(all.rows)));
    return result;
}

} // namespace

std::vector<const Trial*> CellResult::finished() const
{
    const std::size_t nodes = nodeCount();
    std::vector<const Trial*> finished;
    for (const std::shared_ptr<const Trial>& trial : trials) {
        if (trial->state == TrialState::Done && trial->nodes.size() == nodes)
            finished.push_back(trial.get());
    }
    return finished;
}

std::size_t CellResult::nodeCount() const
{
    std::map<std::size_t, int> trialsOver;
    for (const std::shared_ptr<const Trial>& trial : trials) {
        if (trial->state == TrialState::Done)
            ++trialsOver[trial->nodes.size()];
    }
    const auto most = std::max_element(trialsOver.begin(), trialsOver.end(),
                                       [](const auto& a, const auto& b) { return std::pair(a.second, a.first) < std::pair(b.second, b.first); });
    return most == trialsOver.end() ? 0 : most->first;
}

int CellResult::trialsApart() const
{
    const auto isDone = [](const std::shared_ptr<const Trial>& trial) { return trial->state == TrialState::Done; };
    return static_cast<int>(std::count_if(trials.begin(), trials.end(), isDone)) - finishedTrials();
}

std::vector<RoundValue> CellResult::rates() const
{
    std::vector<RoundValue> values;
    forEachFinished(*this, [&](const Trial& trial) {
        if (trial.rowsPerS)
            values.emplace_back(trial.round, *trial.rowsPerS);
    });
    return values;
}

Summary CellResult::rowsPerS() const
{
    std::vector<double> values;
    for (const RoundValue& rate : rates())
        values.push_back(rate.second);
    return summarise(values, cell.protocol.trim);
}

std::map<std::string, QueryResult> CellResult::queries() const
{
    std::map<std::string, Executions> reads;
    forEachFinished(*this, [&](const Trial& trial) {
        for (const QueryTrial& read : trial.queries)
            collect(reads[read.query], read, trial);
    });
    std::map<std::string, QueryResult> results;
    for (auto& [name, executions] : reads)
        results.emplace(name, summarised(std::move(executions), cell));
    return results;
}

std::vector<NodeResult> CellResult::nodes() const
{
    std::vector<NodeResult> nodes;
    std::map<std::string, std::vector<double>> rates;
    forEachFinished(*this, [&](const Trial& trial) {
        for (const NodeShare& share : trial.nodes) {
            auto node = std::find_if(nodes.begin(), nodes.end(), [&](const NodeResult& known) { return known.host == share.host; });
            if (node == nodes.end())
                node = nodes.insert(nodes.end(), NodeResult{share.host, 0, {}, {}});
            node->clients = share.clients;
            if (share.retries)
                node->retries = node->retries.value_or(0) + *share.retries;
            if (trial.rowsPerS && trial.seconds > 0)
                rates[share.host].push_back(static_cast<double>(share.rows) / trial.seconds);
        }
    });
    for (NodeResult& node : nodes)
        node.rowsPerS = summarise(rates[node.host], cell.protocol.trim);
    return nodes;
}

Counters CellResult::counters() const
{
    std::map<std::string, std::vector<double>> values;
    Counters result;
    forEachFinished(*this, [&](const Trial& trial) {
        for (const auto& [name, value] : trial.counters.values)
            values[name].push_back(value);
        result.absent = trial.counters.absent;
    });
    for (auto& [name, list] : values) {
        result.values.emplace(name, median(std::move(list)));
        result.absent.erase(name);
    }
    return result;
}

std::vector<RoundValue> CellResult::counterValues(const std::string& name) const
{
    std::vector<RoundValue> values;
    forEachFinished(*this, [&](const Trial& trial) {
        if (const auto found = trial.counters.values.find(name); found != trial.counters.values.end())
            values.emplace_back(trial.round, found->second);
    });
    return values;
}

LatencyCounts CellResult::latency() const
{
    LatencyCounts merged;
    forEachFinished(*this, [&](const Trial& trial) { merged.add(trial.latency); });
    return merged;
}

std::optional<std::int64_t> CellResult::effectiveBatch() const
{
    std::int64_t most = 0;
    forEachFinished(*this, [&](const Trial& trial) { most = std::max(most, trial.sent.rowsPerStatement); });
    return most > 0 ? std::optional(most) : std::nullopt;
}

bool CellResult::isNoisy() const
{
    if (const Summary rate = rowsPerS(); rate.n > 0)
        return rate.cv && *rate.cv > kNoisy;
    // Reads have no rate: executions of one read differ by nature, its means from trial to trial should not.
    std::map<std::string, std::vector<double>> means;
    forEachFinished(*this, [&](const Trial& trial) {
        for (const QueryTrial& read : trial.queries) {
            if (!read.milliseconds.empty())
                means[read.query].push_back(mean(read.milliseconds));
        }
    });
    return std::any_of(means.begin(), means.end(), [](const auto& read) {
        const Summary summary = summarise(read.second, 0);
        return summary.cv && *summary.cv > kNoisy;
    });
}

} // namespace keyrace
