// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/differences.h"
#include "engine/findings/document.h"
#include "engine/findings/figures.h"
#include "engine/findings/textcolumns.h"

#include <cmath>

namespace keyrace {

namespace {

// Four digits are more than a rate or a time is good for.
std::string rounded(double value)
{
    const double size = std::abs(value);
    return plain(value, size >= 1'000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 0.1 ? 3 : 5);
}

// "± 12"; where that would reach below zero, which no rate and no time can, the ends.
std::string intervalText(const std::optional<Interval>& interval)
{
    if (!interval)
        return {};
    if (interval->low < 0)
        return "0–" + rounded(interval->high);
    return "± " + rounded((interval->high - interval->low) / 2);
}

std::string marksOf(const ResultSet& results, const CellResult& cell)
{
    std::string marks = cell.isNoisy() ? "noisy" : "";
    if (cell.finishedTrials() > 0 && durabilityOf(results, cell.cell).isWeak)
        marks += marks.empty() ? "weak" : ", weak";
    return marks;
}

std::string promise(const Durability& durability)
{
    return utf8(durability.words) + (durability.isWeak ? " (weak: a commit may be lost when the machine stops)\n" : "\n");
}

struct Figures {
    std::string what; ///< "rows/s", "pk_lookup ms"
    Summary summary;
};

// A cell has a rate, or one figure for each of its reads, or nothing yet.
std::vector<Figures> figuresOf(const CellResult& cell)
{
    if (Summary rate = cell.rowsPerS(); rate.n > 0)
        return {{"rows/s", std::move(rate)}};
    std::vector<Figures> figures;
    for (const auto& [name, query] : cell.queries())
        figures.push_back({utf8(name) + " ms", query.milliseconds});
    if (figures.empty())
        figures.push_back({});
    return figures;
}

// What stands in every line of a table before its figures.
std::vector<Factor> leadingFactors(const ResultSet& results)
{
    std::vector<Factor> factors = varyingFactors(results);
    if (factors.empty())
        factors.push_back(Factor::Key);
    std::erase(factors, Factor::Query);
    return factors;
}

std::string nodesText(const TargetInfo& info)
{
    std::string text;
    for (const NodeInfo& node : info.nodes)
        text += "  " + utf8(node.host) + ": " + (node.problem.isEmpty() ? utf8(node.engine + ' ' + node.serverVersion) : utf8(node.problem.english())) + '\n';
    return text;
}

// Of clusters, what each node did. No line where there is none.
std::optional<TextColumns> nodeTableOf(const ResultSet& results)
{
    const std::vector<Factor> factors = leadingFactors(results);
    std::vector<TextColumns::Column> columns;
    for (const Factor factor : factors)
        columns.push_back({std::string(name(factor))});
    columns.insert(columns.end(), {{"node"}, {"clients", true}, {"rows/s", true}, {"retries", true}, {"trials", true}, {""}});
    TextColumns table(columns);
    bool isEmpty = true;
    for (const CellResult& cell : results.cells()) {
        for (const NodeResult& node : cell.nodes()) {
            std::vector<std::string> line;
            for (const Factor factor : factors)
                line.push_back(utf8(levelName(cell.cell, factor)));
            line.push_back(utf8(node.host));
            line.push_back(std::to_string(node.clients));
            line.push_back(node.rowsPerS.trimmedMean ? rounded(*node.rowsPerS.trimmedMean) : std::string());
            line.push_back(node.retries ? std::to_string(*node.retries) : std::string());
            line.push_back(std::to_string(cell.finishedTrials()) + " over " + std::to_string(cell.nodeCount()));
            line.push_back(cell.trialsApart() > 0 ? std::to_string(cell.trialsApart()) + " over another number of nodes, in no mean" : std::string());
            table.add(std::move(line));
            isEmpty = false;
        }
    }
    return isEmpty ? std::nullopt : std::optional(std::move(table));
}

TextColumns tableOf(const ResultSet& results)
{
    const std::vector<Factor> factors = leadingFactors(results);
    std::vector<TextColumns::Column> columns;
    for (const Factor factor : factors)
        columns.push_back({std::string(name(factor))});
    columns.insert(columns.end(), {{""}, {"mean", true}, {"95 %", true}, {"cv", true}, {"n", true}, {"state"}, {""}, {"reason"}});
    TextColumns table(columns);
    for (const CellResult& cell : results.cells()) {
        for (const Figures& figures : figuresOf(cell)) {
            std::vector<std::string> line;
            for (const Factor factor : factors)
                line.push_back(utf8(levelName(cell.cell, factor)));
            const Summary& summary = figures.summary;
            line.push_back(figures.what);
            line.push_back(summary.trimmedMean ? rounded(*summary.trimmedMean) : std::string());
            line.push_back(intervalText(summary.ci95));
            line.push_back(summary.cv ? plain(*summary.cv * 100, 1) + " %" : std::string());
            line.push_back(std::to_string(cell.finishedTrials()) + "/" + std::to_string(cell.cell.protocol.repeats));
            line.push_back(std::string(name(cell.state)));
            line.push_back(marksOf(results, cell));
            line.push_back(utf8(cell.reason.english()));
            table.add(std::move(line));
        }
    }
    return table;
}

} // namespace

std::string textTable(const ResultSet& results, int width)
{
    std::string text = utf8(results.name()) + ": " + std::string(name(results.state())) + '\n';
    if (!results.damage.isEmpty())
        text += utf8(results.damage.english()) + '\n';
    for (const EnvironmentTarget& known : results.environment().targets) {
        text += utf8(known.target) + ": " + utf8(known.info.engine) + ' ' + utf8(known.info.serverVersion) + ", ";
        text += promise({known.info.durability, known.info.weakDurability});
        text += nodesText(known.info);
        for (const auto& [level, durability] : known.info.levels)
            text += "  " + utf8(level) + ": " + promise(durability);
    }
    text += '\n' + tableOf(results).text(width);
    if (const auto nodes = nodeTableOf(results))
        text += '\n' + nodes->text(width);
    return text;
}

} // namespace keyrace
