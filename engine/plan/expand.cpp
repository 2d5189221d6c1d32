// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/levels.h"
#include "engine/plan/procedure.h"

#include <algorithm>
#include <set>

namespace keyrace {

namespace {

/// The list of one factor for one key level: what the level fixes, else what the part names, else the default.
template <typename Level>
std::vector<Level> chosen(const std::optional<Level>& fixed, const std::vector<Level>& named, Level fallback)
{
    if (fixed)
        return {*fixed};
    return named.empty() ? std::vector<Level>{std::move(fallback)} : named;
}

/// One key level of a part with every list filled in. Cells are their product.
struct Lists {
    std::vector<ColumnFill> columns;
    std::vector<LayoutChoice> layout; ///< empty type: the target's default
    std::vector<IndexChoice> indexes;
    std::vector<IndexMethod> indexMethod;
    std::vector<InsertChoice> insert;
    std::vector<Arrival> arrival;
    std::vector<int> clients;
    std::vector<std::int64_t> rows;
    std::vector<std::int64_t> prefill;
    std::vector<std::optional<SettingsChoice>> settings;

    [[nodiscard]] double cells() const
    {
        double product = 1;
        for (const std::size_t size : {columns.size(), layout.size(), indexes.size(), indexMethod.size(), insert.size(), arrival.size(),
                                       clients.size(), rows.size(), prefill.size(), settings.size()})
            product *= static_cast<double>(size);
        return product;
    }
};

IndexChoice defaultIndexes(const TableChoice& table)
{
    IndexChoice indexes;
    indexes.name = table.shape == TableShape::Events ? "few" : "none";
    indexes.columns = *indexScenario(table.shape, indexes.name);
    return indexes;
}

Lists listsOf(const Part& part, const KeyLevel& level)
{
    const Factors& factors = part.factors;
    Lists lists;
    lists.columns = chosen(level.columns, factors.columns, ColumnFill::Independent);
    lists.layout = chosen(level.layout, factors.layout, LayoutChoice());
    lists.indexes = chosen(level.indexes, factors.indexes, defaultIndexes(part.table));
    lists.indexMethod = chosen(level.indexMethod, factors.indexMethod, IndexMethod::Primary);
    const InsertChoice single{InsertMethod::Single, 1, Sorting::None, false};
    lists.insert = chosen(level.insert, factors.insert, part.workload.kind == WorkloadKind::Sustained ? single : InsertChoice());
    lists.arrival = chosen(level.arrival, factors.arrival, Arrival::Shared);
    lists.clients = chosen(level.clients, factors.clients, 1);
    lists.rows = chosen(level.rows, part.workload.rows, std::int64_t{0});
    lists.prefill = chosen(level.prefill, part.workload.prefill, std::int64_t{0});
    if (level.settings)
        lists.settings = {level.settings};
    else
        lists.settings.assign(factors.settings.begin(), factors.settings.end());
    if (lists.settings.empty())
        lists.settings.emplace_back();
    return lists;
}

template <typename Level, typename Set>
void multiply(std::vector<Cell>& cells, const std::vector<Level>& levels, Set set)
{
    std::vector<Cell> product;
    product.reserve(cells.size() * levels.size());
    for (const Cell& cell : cells) {
        for (const Level& level : levels) {
            product.push_back(cell);
            set(product.back(), level);
        }
    }
    cells = std::move(product);
}

Storage storageOf(const KeyLevel& level, const KeyType& type, const TargetRules& rules)
{
    if (level.storage)
        return *level.storage;
    if (type.shape() != KeyShape::Bytes16)
        return Storage::Native;
    const Storage usual = rules.defaultStorage(type.shape());
    const auto possible = type.storages();
    return std::find(possible.begin(), possible.end(), usual) != possible.end() ? usual : possible.front();
}

KeySource sourceOf(const KeyLevel& level, const KeyType& type)
{
    if (type.shape() == KeyShape::Auto32 || type.shape() == KeyShape::Auto64)
        return KeySource::Server;
    return level.source.value_or(KeySource::Client);
}

Cell firstCell(const Part& part, const KeyLevel& level, const std::string& target, const TargetRules& rules)
{
    const KeyType& type = *findKeyType(level.type);
    Cell cell;
    cell.part = part.name;
    cell.target = target;
    cell.table = part.table;
    cell.key = level.type;
    cell.label = level.label.value_or(defaultLabel(level));
    cell.labelled = level.label.has_value();
    cell.storage = storageOf(level, type, rules);
    cell.source = sourceOf(level, type);
    cell.keyOptions = level.options;
    cell.workload = part.workload;
    cell.protocol = part.protocol;
    return cell;
}

std::vector<Cell> cellsOf(const Part& part, const KeyLevel& level, const std::string& target, const TargetRules& rules)
{
    const Lists lists = listsOf(part, level);
    std::vector<Cell> cells{firstCell(part, level, target, rules)};
    multiply(cells, lists.columns, [](Cell& cell, ColumnFill columns) { cell.columns = columns; });
    multiply(cells, lists.layout, [&rules](Cell& cell, const LayoutChoice& layout) {
        cell.layout = layout;
        if (layout.type.empty())
            cell.layout.type = rules.defaultLayout();
    });
    multiply(cells, lists.indexes, [](Cell& cell, const IndexChoice& indexes) { cell.indexes = indexes; });
    multiply(cells, lists.indexMethod, [](Cell& cell, IndexMethod method) { cell.indexMethod = method; });
    multiply(cells, lists.insert, [](Cell& cell, const InsertChoice& insert) { cell.insert = insert; });
    multiply(cells, lists.arrival, [](Cell& cell, Arrival arrival) { cell.arrival = arrival; });
    multiply(cells, lists.clients, [](Cell& cell, int clients) { cell.clients = clients; });
    multiply(cells, lists.prefill, [](Cell& cell, std::int64_t prefill) { cell.prefill = prefill; });
    multiply(cells, lists.rows, [](Cell& cell, std::int64_t rows) { cell.rows = rows; });
    multiply(cells, lists.settings, [](Cell& cell, const std::optional<SettingsChoice>& settings) { cell.settings = settings; });
    return cells;
}

void checkCount(const Plan& plan, std::size_t targets)
{
    double count = 0;
    for (const Part& part : plan.parts) {
        for (const KeyLevel& level : part.factors.key)
            count += listsOf(part, level).cells() * static_cast<double>(targets);
    }
    if (count > static_cast<double>(kMaxCells))
        throw Error(ErrorKind::BadInput,
                    Message(QT_TRANSLATE_NOOP("Engine", "The plan has %1 cells (its factors multiply); accepted: at most %2. Take levels away, or "
                                                        "split it into several plans."),
                            {count < 1e15 ? Message::Argument(static_cast<std::int64_t>(count)) : Message::Argument(count), kMaxCells}));
}

std::optional<Message> unavailable(const Cell& cell, const TargetRules& rules)
{
    const int room = findKeyType(cell.key)->maxClients(cell.keyOptions);
    if (cell.source == KeySource::Client && cell.clients > room)
        return Message(QT_TRANSLATE_NOOP("Engine", "Keys of the type %1 can be made by at most %2 clients at once, and this cell has %3."),
                       {cell.key, std::int64_t{room}, std::int64_t{cell.clients}});
    return rules.unavailable(cell);
}

void checkEqual(const std::vector<Cell>& cells)
{
    std::set<std::string> seen;
    for (const Cell& cell : cells) {
        Json levels = toJson(cell);
        levels.erase("index");
        levels.erase("unavailable");
        if (!seen.insert(levels.dump()).second)
            throw Error(ErrorKind::BadInput,
                        Message(cell.part.empty()
                                    ? QT_TRANSLATE_NOOP("Engine", "factors.key: two cells are equal in all levels, also in the label \"%1\". "
                                                                  "Equal cells need key levels of different label.")
                                    : QT_TRANSLATE_NOOP("Engine", "factors.key: two cells of the part \"%2\" are equal in all levels, also in the "
                                                                  "label \"%1\". Equal cells need key levels of different label."),
                                {cell.label, cell.part}));
    }
}

void checkAvailable(const std::vector<Cell>& cells)
{
    if (std::any_of(cells.begin(), cells.end(), [](const Cell& cell) { return !cell.unavailable; }))
        return;
    throw Error(ErrorKind::BadInput,
                Message::joined({Message(QT_TRANSLATE_NOOP("Engine", "No cell of the plan can be measured")), *cells.front().unavailable}, ": "));
}

} // namespace

std::vector<Cell> expand(const Plan& unchecked, const RulesFinder& rules)
{
    // A plan put together by clicks goes through the same checks as one that was read.
    const Plan plan = planFromJson(toJson(unchecked));
    const std::vector<std::string> targets = targetUrls(plan);
    checkCount(plan, targets.size());
    std::vector<Cell> cells;
    for (std::size_t part = 0; part < plan.parts.size(); ++part) {
        for (const std::string& target : targets) {
            for (const KeyLevel& level : plan.parts[part].factors.key) {
                const TargetRules& targetRules = rules(target);
                for (Cell& cell : cellsOf(plan.parts[part], level, target, targetRules)) {
                    cell.partIndex = static_cast<int>(part);
                    cell.index = static_cast<int>(cells.size());
                    cell.unavailable = unavailable(cell, targetRules);
                    cells.push_back(std::move(cell));
                }
            }
        }
    }
    checkEqual(cells);
    checkAvailable(cells);
    return cells;
}

} // namespace keyrace
