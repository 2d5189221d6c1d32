// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartfactors.h"

#include "ui/leveltitle.h"

#include <algorithm>

namespace keyrace {

std::vector<Factor> freeFactors(const ResultSet& results, const CellFilter& where)
{
    std::vector<Factor> factors = varyingFactors(results, where);
    const auto keys = levelsOf(results, Factor::Key, where);
    std::erase_if(factors, [&](Factor factor) {
        if (factor == Factor::Key || factor == Factor::Query || where.contains(factor))
            return true;
        return std::none_of(keys.begin(), keys.end(), [&](const std::string& key) {
            CellFilter one = where;
            one[Factor::Key] = key;
            return levelsOf(results, factor, one).size() > 1;
        });
    });
    return factors;
}

const CellResult* referenceCell(const ResultSet& results, const Cell& cell, const std::string& keyLabel, const std::vector<Factor>& free)
{
    const auto& cells = results.cells();
    const auto found = std::find_if(cells.begin(), cells.end(), [&](const CellResult& other) {
        return other.cell.label == keyLabel && std::all_of(free.begin(), free.end(), [&](Factor factor) {
                   return levelName(other.cell, factor) == levelName(cell, factor);
               });
    });
    return found == cells.end() ? nullptr : &*found;
}

QString titleOfLevel(const ResultSet& results, Factor factor, const std::string& level)
{
    for (const auto& cell : results.cells()) {
        if (levelName(cell.cell, factor) == level)
            return levelTitle(cell.cell, factor);
    }
    return QString::fromStdString(level);
}

std::string tellingLevel(const ResultSet& results, Factor factor, const CellFilter& where)
{
    const auto levels = levelsOf(results, factor, where);
    if (levels.empty())
        return {};
    const bool last = factor == Factor::Indexes || factor == Factor::Rows || factor == Factor::Prefill;
    return last ? levels.back() : levels.front();
}

} // namespace keyrace
