// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/cell.h"

#include "engine/plan/levels.h"
#include "engine/plan/names.h"

namespace keyrace {

namespace {

template <typename Enum>
std::string_view nameOf(Enum value)
{
    return EnumNames<Enum>::kNames.at(static_cast<std::size_t>(value));
}

} // namespace

std::string_view name(TableShape value)
{
    return nameOf(value);
}

std::string_view name(ColumnFill value)
{
    return nameOf(value);
}

std::string_view name(IndexMethod value)
{
    return nameOf(value);
}

std::string_view name(InsertMethod value)
{
    return nameOf(value);
}

std::string_view name(Sorting value)
{
    return nameOf(value);
}

std::string_view name(Arrival value)
{
    return nameOf(value);
}

std::string_view name(WorkloadKind value)
{
    return nameOf(value);
}

std::string_view name(TrialOrder value)
{
    return nameOf(value);
}

std::string_view name(RangeBy value)
{
    return nameOf(value);
}

std::string_view name(Factor value)
{
    return nameOf(value);
}

std::optional<Factor> factorFromName(std::string_view name)
{
    return fromName<Factor>(name);
}

const std::vector<Factor>& allFactors()
{
    static const std::vector<Factor> factors = [] {
        std::vector<Factor> all;
        for (std::size_t i = 0; i < EnumNames<Factor>::kNames.size(); ++i)
            all.push_back(static_cast<Factor>(i));
        return all;
    }();
    return factors;
}

std::string levelName(const Cell& cell, Factor factor)
{
    switch (factor) {
    case Factor::Part: return cell.part;
    case Factor::Target: return cell.target;
    case Factor::Table: return tableLabel(cell.table);
    case Factor::Key: return cell.label;
    case Factor::Storage: return std::string(name(cell.storage));
    case Factor::Source: return std::string(name(cell.source));
    case Factor::Columns: return std::string(name(cell.columns));
    case Factor::Layout: return layoutLabel(cell.layout);
    case Factor::Indexes: return indexesLabel(cell.indexes);
    case Factor::IndexMethod: return std::string(name(cell.indexMethod));
    case Factor::Insert: return insertLabel(cell.insert);
    case Factor::Arrival: return std::string(name(cell.arrival));
    case Factor::Clients: return std::to_string(cell.clients);
    case Factor::Rows: return std::to_string(cell.rows);
    case Factor::Prefill: return std::to_string(cell.prefill);
    case Factor::Settings: return cell.settings ? cell.settings->label : std::string();
    case Factor::Query: return {};
    }
    return {};
}

std::string insertLabel(const InsertChoice& insert)
{
    std::string label = std::string(name(insert.method)) + ":" + std::to_string(insert.batch);
    if (insert.sorted != Sorting::None)
        label += ":" + std::string(name(insert.sorted));
    if (insert.staging)
        label += ":staging";
    return label;
}

std::optional<std::vector<std::vector<std::string>>> indexScenario(TableShape shape, std::string_view name)
{
    using Columns = std::vector<std::vector<std::string>>;
    if (name == "none")
        return Columns{};
    if (shape == TableShape::Events && name == "few")
        return Columns{{"user_id"}, {"created_at"}};
    if (shape != TableShape::SixColumns)
        return std::nullopt;
    if (name == "few")
        return Columns{{"col_a"}, {"col_b"}};
    if (name == "medium")
        return Columns{{"col_a"}, {"col_b"}, {"col_c"}, {"col_d"}, {"col_a", "col_b"}};
    if (name == "many")
        return Columns{{"col_a"}, {"col_b"}, {"col_c"}, {"col_d"}, {"col_e"}, {"col_f"},
                       {"col_a", "col_b"}, {"col_c", "col_d"}, {"col_e", "col_f"}};
    return std::nullopt;
}

std::string settingsText(const std::map<std::string, std::string>& settings)
{
    std::string text;
    for (const auto& [name, value] : settings)
        text += (text.empty() ? "" : ", ") + name + "=" + value;
    return text;
}

} // namespace keyrace
