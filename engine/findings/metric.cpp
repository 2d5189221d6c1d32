// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/metric.h"

#include "engine/error.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace keyrace {

namespace {

constexpr std::string_view kRate = "rows_per_s";
constexpr std::string_view kLatency = "latency_us.";
constexpr std::string_view kQueries = "queries.";
constexpr std::string_view kMeanMs = ".mean_ms";
constexpr std::string_view kMedianMs = ".median_ms";
constexpr std::string_view kPerS = ".per_s";
constexpr double kNanosecondsPerMicrosecond = 1'000.0;

struct Percentile {
    std::string_view name;
    double fraction;
    const char* label;
};
constexpr std::array<Percentile, 5> kPercentiles{{
    {"p50", 0.5, QT_TRANSLATE_NOOP("Engine", "Latency, half of the transactions")},
    {"p95", 0.95, QT_TRANSLATE_NOOP("Engine", "Latency, 95 % of the transactions")},
    {"p99", 0.99, QT_TRANSLATE_NOOP("Engine", "Latency, 99 % of the transactions")},
    {"p999", 0.999, QT_TRANSLATE_NOOP("Engine", "Latency, 99.9 % of the transactions")},
    {"max", 1.0, QT_TRANSLATE_NOOP("Engine", "Longest latency")},
}};

struct KnownCounter {
    std::string_view name;
    const char* label;
};
constexpr std::array<KnownCounter, 27> kCounters{{
    {"leaf_fill", QT_TRANSLATE_NOOP("Engine", "Leaf fill of the key's structure")},
    {"leaf_fragmentation", QT_TRANSLATE_NOOP("Engine", "Leaf fragmentation of the key's structure")},
    {"index_depth", QT_TRANSLATE_NOOP("Engine", "Depth of the key's structure")},
    {"page_splits", QT_TRANSLATE_NOOP("Engine", "Page splits")},
    {"pk_bytes", QT_TRANSLATE_NOOP("Engine", "Size of the key's structure")},
    {"index_bytes", QT_TRANSLATE_NOOP("Engine", "Size of all other indexes")},
    {"table_bytes", QT_TRANSLATE_NOOP("Engine", "Size of the table")},
    {"wal_bytes_per_row", QT_TRANSLATE_NOOP("Engine", "Write-ahead log per row")},
    {"wal_bytes", QT_TRANSLATE_NOOP("Engine", "Write-ahead log")},
    {"pages_read", QT_TRANSLATE_NOOP("Engine", "Pages read")},
    {"pages_written", QT_TRANSLATE_NOOP("Engine", "Pages written")},
    {"full_page_images", QT_TRANSLATE_NOOP("Engine", "Full page images in the log")},
    {"cache_hit_ratio", QT_TRANSLATE_NOOP("Engine", "Cache hits")},
    {"checkpoints", QT_TRANSLATE_NOOP("Engine", "Checkpoints")},
    {"commit_wait_us", QT_TRANSLATE_NOOP("Engine", "Waiting for commits")},
    {"data_io_wait_us", QT_TRANSLATE_NOOP("Engine", "Waiting for data")},
    {"replay_us_per_row", QT_TRANSLATE_NOOP("Engine", "Replay on the standby, per row")},
    {"standby_lag_bytes", QT_TRANSLATE_NOOP("Engine", "Log that the standby had not replayed, at most")},
    {"standby_lag_end_bytes", QT_TRANSLATE_NOOP("Engine", "Log that the standby had not replayed, at the end")},
    {"standby_lag_us", QT_TRANSLATE_NOOP("Engine", "Delay of the standby, at most")},
    {"standby_unreplayed_bytes", QT_TRANSLATE_NOOP("Engine", "Log that the standby had received but not replayed, at most")},
    {"retries", QT_TRANSLATE_NOOP("Engine", "Transactions sent again")},
    {"retry_us", QT_TRANSLATE_NOOP("Engine", "Time lost to transactions sent again")},
    {"certification_failures", QT_TRANSLATE_NOOP("Engine", "Certification failures of all nodes")},
    {"replication_aborts", QT_TRANSLATE_NOOP("Engine", "Transactions that replication pushed aside on all nodes")},
    {"replicated_bytes", QT_TRANSLATE_NOOP("Engine", "Bytes sent to the other nodes")},
    {"flow_control_paused_us", QT_TRANSLATE_NOOP("Engine", "Time for which replication was held up by a slow node")},
}};

bool endsWith(std::string_view text, std::string_view end)
{
    return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// The read of `queries.NAME.…`.
std::string queryName(std::string_view metric)
{
    const std::string_view rest = metric.substr(kQueries.size());
    return std::string(rest.substr(0, rest.rfind('.')));
}

// The unit stands in a counter's name.
Message counterUnit(std::string_view name)
{
    if (contains(name, "bytes_per_row"))
        return Message(QT_TRANSLATE_NOOP("Engine", "bytes per row"));
    if (contains(name, "us_per_row"))
        return Message(QT_TRANSLATE_NOOP("Engine", "microseconds per row"));
    if (contains(name, "bytes"))
        return Message(QT_TRANSLATE_NOOP("Engine", "bytes"));
    if (contains(name, "_us"))
        return Message(QT_TRANSLATE_NOOP("Engine", "microseconds"));
    if (contains(name, "ratio") || contains(name, "leaf_f"))
        return Message(QT_TRANSLATE_NOOP("Engine", "0–1"));
    return {};
}

Message counterLabel(std::string_view name)
{
    for (const KnownCounter& counter : kCounters) {
        if (name == counter.name)
            return Message(counter.label);
    }
    return Message::verbatim(std::string(name)); // a server's own, or of one moment: leaf_fill_before
}

bool isIdentifier(std::string_view name)
{
    const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    return !name.empty() && name.front() >= 'a' && name.front() <= 'z' && std::all_of(name.begin(), name.end(), allowed);
}

double medianOf(std::vector<double> values)
{
    return *summarise(values, 0).median;
}

std::optional<double> rateOfSteps(const Trial& trial, std::pair<int, int> steps)
{
    if (steps.first < 1 || steps.second < steps.first || static_cast<std::size_t>(steps.second) > trial.samples.size())
        return std::nullopt;
    std::vector<double> rates;
    for (int step = steps.first; step <= steps.second; ++step)
        rates.push_back(trial.samples[static_cast<std::size_t>(step - 1)].rowsPerS);
    return medianOf(std::move(rates));
}

std::optional<double> percentileOf(const Trial& trial, std::string_view name)
{
    const auto* found = std::find_if(kPercentiles.begin(), kPercentiles.end(), [&](const Percentile& p) { return p.name == name; });
    if (found == kPercentiles.end() || trial.latency.count() == 0)
        return std::nullopt;
    const std::int64_t value = found->name == "max" ? trial.latency.max() : trial.latency.percentile(found->fraction);
    return static_cast<double>(value) / kNanosecondsPerMicrosecond;
}

std::optional<double> readOf(const Trial& trial, const Workload& workload, std::string_view metric)
{
    const std::string read = queryName(metric);
    const auto found = std::find_if(trial.queries.begin(), trial.queries.end(), [&](const QueryTrial& q) { return q.query == read; });
    if (found == trial.queries.end() || found->milliseconds.empty())
        return std::nullopt;
    if (endsWith(metric, kMeanMs))
        return summarise(found->milliseconds, workload.kind == WorkloadKind::Select ? workload.trim : 0).trimmedMean;
    if (endsWith(metric, kMedianMs))
        return summarise(found->milliseconds, 0).median;
    if (workload.kind != WorkloadKind::Lookup || trial.seconds <= 0)
        return std::nullopt;
    return static_cast<double>(found->milliseconds.size()) / trial.seconds;
}

std::optional<double> valueOf(const Trial& trial, const Cell& cell, std::string_view metric)
{
    if (metric == kRate)
        return trial.rowsPerS;
    if (metric.starts_with(kLatency))
        return percentileOf(trial, metric.substr(kLatency.size()));
    if (metric.starts_with(kQueries))
        return readOf(trial, cell.workload, metric);
    const auto found = trial.counters.values.find(std::string(metric));
    return found == trial.counters.values.end() ? std::nullopt : std::optional(found->second);
}

Message whyAbsent(const CellResult& cell, const Metric& metric)
{
    if (!cell.reason.isEmpty() && cell.state != CellState::Done)
        return cell.reason;
    if (cell.finishedTrials() == 0)
        return Message(QT_TRANSLATE_NOOP("Engine", "no repeat has finished"));
    const Counters counters = cell.counters();
    if (const auto found = counters.absent.find(metric.name); found != counters.absent.end())
        return found->second;
    return Message(QT_TRANSLATE_NOOP("Engine", "not measured here"));
}

} // namespace

Metric metricFromName(std::string_view name)
{
    if (name == kRate)
        return {std::string(name), MetricKind::Rate, Message(QT_TRANSLATE_NOOP("Engine", "Insert rate")),
                Message(QT_TRANSLATE_NOOP("Engine", "rows per second"))};
    for (const Percentile& percentile : kPercentiles) {
        if (name == std::string(kLatency) + std::string(percentile.name))
            return {std::string(name), MetricKind::Time, Message(percentile.label),
                    Message(QT_TRANSLATE_NOOP("Engine", "microseconds"))};
    }
    if (name.starts_with(kQueries) && isIdentifier(queryName(name))) {
        const Message milliseconds(QT_TRANSLATE_NOOP("Engine", "milliseconds"));
        if (endsWith(name, kMeanMs))
            return {std::string(name), MetricKind::Time, Message(QT_TRANSLATE_NOOP("Engine", "%1, mean time"), {queryName(name)}),
                    milliseconds};
        if (endsWith(name, kMedianMs))
            return {std::string(name), MetricKind::Time, Message(QT_TRANSLATE_NOOP("Engine", "%1, median time"), {queryName(name)}),
                    milliseconds};
        if (endsWith(name, kPerS))
            return {std::string(name), MetricKind::Rate, Message(QT_TRANSLATE_NOOP("Engine", "%1, rate"), {queryName(name)}),
                    Message(QT_TRANSLATE_NOOP("Engine", "per second"))};
    }
    if (isIdentifier(name))
        return {std::string(name), MetricKind::Counter, counterLabel(name), counterUnit(name)};
    throw Error(ErrorKind::BadInput,
                Message(QT_TRANSLATE_NOOP("Engine", "\"%1\" is no metric: rows_per_s, latency_us.p50 (p95, p99, p999, max), "
                                                    "queries.NAME.mean_ms (median_ms, per_s), or a counter such as leaf_fill"),
                        {std::string(name)}));
}

std::vector<Metric> metricsOf(const ResultSet& results)
{
    bool rates = false;
    bool latencies = false;
    std::set<std::string> reads;
    std::set<std::string> counters;
    for (const CellResult& cell : results.cells()) {
        for (const Trial* trial : cell.finished()) {
            rates = rates || trial->rowsPerS;
            latencies = latencies || trial->latency.count() > 0;
            for (const QueryTrial& read : trial->queries) {
                if (!read.milliseconds.empty())
                    reads.insert(std::string(kQueries) + read.query + std::string(kMeanMs));
                if (!read.milliseconds.empty() && cell.cell.workload.kind == WorkloadKind::Lookup)
                    reads.insert(std::string(kQueries) + read.query + std::string(kPerS));
            }
            for (const auto& counter : trial->counters.values)
                counters.insert(counter.first);
        }
    }
    std::vector<Metric> metrics;
    if (rates)
        metrics.push_back(metricFromName(kRate));
    for (const std::string& read : reads)
        metrics.push_back(metricFromName(read));
    for (const Percentile& percentile : kPercentiles) {
        if (latencies)
            metrics.push_back(metricFromName(std::string(kLatency) + std::string(percentile.name)));
    }
    for (const std::string& counter : counters) {
        if (isIdentifier(counter))
            metrics.push_back(metricFromName(counter));
    }
    return metrics;
}

std::vector<RoundValue> trialValues(const CellResult& cell, const Metric& metric, std::optional<std::pair<int, int>> steps)
{
    std::vector<RoundValue> values;
    const bool ofSteps = steps && metric.name == kRate;
    if (steps && (!ofSteps || cell.cell.workload.kind != WorkloadKind::Growth))
        return values;
    for (const Trial* trial : cell.finished()) {
        if (const auto value = ofSteps ? rateOfSteps(*trial, *steps) : valueOf(*trial, cell.cell, metric.name))
            values.emplace_back(trial->round, *value);
    }
    return values;
}

Measured measured(const CellResult& cell, const Metric& metric)
{
    Measured result;
    std::vector<double> values;
    for (const RoundValue& value : trialValues(cell, metric))
        values.push_back(value.second);
    result.n = static_cast<int>(values.size());
    if (values.empty()) {
        result.absent = whyAbsent(cell, metric);
        return result;
    }
    const Summary summary = summarise(values, cell.cell.protocol.trim);
    result.provisional = summary.provisional || static_cast<int>(cell.trials.size()) < cell.cell.protocol.repeats;
    if (metric.kind == MetricKind::Counter) {
        result.value = summary.median;
        return result;
    }
    result.value = summary.trimmedMean;
    result.ci95 = summary.ci95;
    if (endsWith(metric.name, kMeanMs) && metric.name.starts_with(kQueries)) {
        // The figure of the document: every execution counts, and a single trial has an interval too.
        const Summary executions = cell.queries().at(queryName(metric.name)).milliseconds;
        result.value = executions.trimmedMean;
        result.ci95 = executions.ci95;
    }
    return result;
}

} // namespace keyrace
