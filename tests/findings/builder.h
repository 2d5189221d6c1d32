// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/findings.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace keyrace {

/// A result made up for a test: cells and their trials, appended as a run would announce them.
class Builder {
public:
    Plan plan;
    Environment environment;

    Builder()
    {
        TargetInfo info;
        info.engine = "SQLite";
        info.durability = "wal, synchronous=full";
        environment.targets.push_back({"sqlite:", info});
    }

    static Cell cell(const std::string& key, std::size_t indexes = 0)
    {
        Cell result;
        result.target = "sqlite:";
        result.key = key;
        result.label = key;
        const bool isInteger = key.starts_with("int") || key.starts_with("bigint") || key == "snowflake";
        result.storage = isInteger ? Storage::Native : Storage::Binary;
        result.source = key.ends_with("-auto") ? KeySource::Server : KeySource::Client;
        result.layout.type = isInteger ? "rowid" : "clustered";
        result.indexes.name = indexes == 0 ? "none" : "many";
        result.indexes.columns.resize(indexes, {"col_a"});
        result.rows = 1'000;
        return result;
    }

    /// A cell with one finished trial per rate; `more` may add counters, samples, reads.
    Builder& add(Cell cell, const std::vector<double>& rates, const std::function<void(Trial&)>& more = {})
    {
        cell.index = static_cast<int>(m_cells.size());
        m_cells.push_back(cell);
        for (const double& rate : rates) {
            Trial trial;
            trial.cell = cell.index;
            trial.n = trial.round = static_cast<int>(&rate - rates.data());
            trial.state = TrialState::Done;
            trial.rows = cell.rows;
            trial.rowsPerS = rate;
            trial.seconds = static_cast<double>(cell.rows) / rate;
            if (more)
                more(trial);
            m_trials.push_back(std::make_shared<const Trial>(std::move(trial)));
        }
        return *this;
    }

    [[nodiscard]] ResultSet build(bool finished = true) const
    {
        ResultSet results;
        results.append(RunStarted{"test", 0, plan, m_cells, environment});
        for (const auto& trial : m_trials)
            results.append(TrialFinished{trial});
        if (finished)
            results.append(RunFinished{RunState::Done, 1, {}});
        return results;
    }

    static std::function<void(Trial&)> counters(std::map<std::string, double> values)
    {
        return [values = std::move(values)](Trial& trial) { trial.counters.values = values; };
    }

private:
    std::vector<Cell> m_cells;
    std::vector<std::shared_ptr<const Trial>> m_trials;
};

/// Seven rates around a middle, at most 2 % away.
inline std::vector<double> around(double middle)
{
    std::vector<double> rates;
    for (const double percent : {-1.0, 0.5, 2.0, 0.0, -0.5, 1.0, -2.0})
        rates.push_back(middle * (1 + percent / 100));
    return rates;
}

} // namespace keyrace
