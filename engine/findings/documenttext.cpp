// SPDX-License-Identifier: GPL-3.0-or-later
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

std::string halfWidth(const std::optional<Interval>& interval)
{
    return interval ? "± " + rounded((interval->high - interval->low) / 2) : std::string();
}

std::string marksOf(const CellResult& cell)
{
    return cell.isNoisy() ? "noisy" : std::string();
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

TextColumns tableOf(const ResultSet& results)
{
    const std::vector<Factor> factors = varyingFactors(results).empty() ? std::vector<Factor>{Factor::Key} : varyingFactors(results);
    std::vector<TextColumns::Column> columns;
    for (const Factor factor : factors) {
        if (factor != Factor::Query)
            columns.push_back({std::string(name(factor))});
    }
    columns.insert(columns.end(), {{""}, {"mean", true}, {"95 %", true}, {"cv", true}, {"n", true}, {"state"}, {""}, {"reason"}});
    TextColumns table(columns);
    for (const CellResult& cell : results.cells()) {
        for (const Figures& figures : figuresOf(cell)) {
            std::vector<std::string> line;
            for (const Factor factor : factors) {
                if (factor != Factor::Query)
                    line.push_back(utf8(levelName(cell.cell, factor)));
            }
            const Summary& summary = figures.summary;
            line.push_back(figures.what);
            line.push_back(summary.trimmedMean ? rounded(*summary.trimmedMean) : std::string());
            line.push_back(halfWidth(summary.ci95));
            line.push_back(summary.cv ? plain(*summary.cv * 100, 1) + " %" : std::string());
            line.push_back(std::to_string(cell.finishedTrials()) + "/" + std::to_string(cell.cell.protocol.repeats));
            line.push_back(std::string(name(cell.state)));
            line.push_back(marksOf(cell));
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
        text += utf8(known.target) + ": " + utf8(known.info.engine) + ' ' + utf8(known.info.serverVersion) + ", " + utf8(known.info.durability);
        text += known.info.weakDurability ? " (a commit may be lost when the machine stops)\n" : "\n";
    }
    return text + '\n' + tableOf(results).text(width);
}

} // namespace keyrace
