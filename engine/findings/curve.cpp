// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/metric.h"

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

struct Progress {
    double rows = 0;
    double t = 0;
};

/// How one trial came along: rows over time, from the release of the clients on.
std::vector<Progress> progressOf(const Trial& trial)
{
    std::vector<Progress> line{{0, 0}};
    line.reserve(trial.samples.size() + 2);
    const auto append = [&line](double rows, double t) {
        if (rows >= line.back().rows && t >= line.back().t)
            line.push_back({rows, t});
    };
    for (const Sample& sample : trial.samples)
        append(static_cast<double>(sample.rows), sample.t);
    if (trial.state == TrialState::Done && static_cast<double>(trial.rows) > line.back().rows)
        append(static_cast<double>(trial.rows), trial.seconds);
    return line;
}

/// The trials whose samples are drawn: those that came to their end or to their time limit, and the one that runs now.
std::vector<const Trial*> drawnTrials(const CellResult& cell)
{
    std::vector<const Trial*> trials = cell.finished();
    for (const auto& trial : cell.trials) {
        if (trial->state == TrialState::TimedOut)
            trials.push_back(trial.get());
    }
    if (cell.running)
        trials.push_back(&*cell.running);
    std::erase_if(trials, [](const Trial* trial) { return trial->samples.empty(); });
    return trials;
}

CurvePoint pointOf(double rows, const std::vector<double>& rates, int trim)
{
    const Summary summary = summarise(rates, trim);
    return {rows, summary.trimmedMean.value_or(0), summary.ci95, summary.n};
}

std::vector<CurvePoint> stepsOf(const std::vector<const Trial*>& trials, double base, int trim)
{
    std::size_t steps = 0;
    for (const Trial* trial : trials)
        steps = std::max(steps, trial->samples.size());
    std::vector<CurvePoint> curve;
    curve.reserve(steps);
    std::vector<double> rates;
    for (std::size_t step = 0; step < steps; ++step) {
        rates.clear();
        double rows = 0;
        for (const Trial* trial : trials) {
            if (step >= trial->samples.size())
                continue;
            rates.push_back(trial->samples[step].rowsPerS);
            rows = static_cast<double>(trial->samples[step].rows);
        }
        curve.push_back(pointOf(base + rows, rates, trim));
    }
    return curve;
}

// No finer than the samples: between two of them nothing is known.
int gridSize(const std::vector<std::vector<Progress>>& lines, double end, int points)
{
    double finest = 1;
    for (const auto& line : lines) {
        if (line.back().rows > 0)
            finest = std::max(finest, static_cast<double>(line.size() - 1) * end / line.back().rows);
    }
    return static_cast<int>(std::min<double>(std::max(points, 1), std::floor(finest)));
}

/// Adds this trial's rate of every grid interval that it has passed.
void addRates(const std::vector<Progress>& line, const std::vector<double>& grid, std::vector<std::vector<double>>& rates)
{
    double before = 0;
    double beforeT = 0;
    std::size_t next = 1;
    for (std::size_t i = 0; i < grid.size(); ++i) {
        while (next < line.size() && line[next].rows < grid[i])
            ++next;
        if (next == line.size())
            return;
        const Progress& from = line[next - 1];
        const Progress& to = line[next];
        const double share = to.rows > from.rows ? (grid[i] - from.rows) / (to.rows - from.rows) : 1.0;
        const double t = from.t + share * (to.t - from.t);
        if (t > beforeT)
            rates[i].push_back((grid[i] - before) / (t - beforeT));
        before = grid[i];
        beforeT = t;
    }
}

} // namespace

std::vector<CurvePoint> curveOf(const CellResult& cell, int points)
{
    const std::vector<const Trial*> trials = drawnTrials(cell);
    if (trials.empty())
        return {};
    const int trim = cell.cell.protocol.trim;
    // Where a table goes on from trial to trial they still lie over one another, from where the first began.
    const auto first = std::min_element(trials.begin(), trials.end(),
                                        [](const Trial* a, const Trial* b) { return a->startRows < b->startRows; });
    const auto base = static_cast<double>((*first)->startRows);
    if (cell.cell.workload.kind == WorkloadKind::Growth)
        return stepsOf(trials, base, trim);

    std::vector<std::vector<Progress>> lines;
    double end = cell.cell.workload.kind == WorkloadKind::Sustained ? 0 : static_cast<double>(cell.cell.rows);
    for (const Trial* trial : trials) {
        lines.push_back(progressOf(*trial));
        end = std::max(end, lines.back().back().rows);
    }
    if (end <= 0)
        return {};
    std::vector<double> grid(static_cast<std::size_t>(gridSize(lines, end, points)));
    for (std::size_t i = 0; i < grid.size(); ++i)
        grid[i] = end * static_cast<double>(i + 1) / static_cast<double>(grid.size());
    std::vector<std::vector<double>> rates(grid.size());
    for (const auto& line : lines)
        addRates(line, grid, rates);
    std::vector<CurvePoint> curve;
    for (std::size_t i = 0; i < grid.size(); ++i) {
        if (!rates[i].empty())
            curve.push_back(pointOf(base + grid[i], rates[i], trim));
    }
    return curve;
}

} // namespace keyrace
