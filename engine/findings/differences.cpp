// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/differences.h"

#include <algorithm>
#include <array>
#include <set>

namespace keyrace {

namespace {

std::optional<KeyShape> shapeOf(const Cell& cell)
{
    const KeyType* type = findKeyType(cell.key);
    return type ? std::optional(type->shape()) : std::nullopt;
}

bool isAuto(const Cell& cell)
{
    const auto shape = shapeOf(cell);
    return shape && isAuto(*shape);
}

bool isByDefault(Storage storage)
{
    return storage == Storage::Native || storage == Storage::Binary;
}

// Integers are stored natively everywhere, 16 bytes where there is such a type; among 16-byte keys any other is a choice.
bool storageDiffers(const Cell& a, const Cell& b)
{
    if (a.storage == b.storage)
        return false;
    const bool sameShape = shapeOf(a) == KeyShape::Bytes16 && shapeOf(b) == KeyShape::Bytes16;
    return a.key == b.key || sameShape || !isByDefault(a.storage) || !isByDefault(b.storage);
}

bool sourceDiffers(const Cell& a, const Cell& b)
{
    if (a.source == b.source || a.key == b.key)
        return a.source != b.source;
    return !isAuto(a.source == KeySource::Server ? a : b); // an auto key has no other source
}

bool layoutDiffers(const Cell& a, const Cell& b)
{
    return !(a.layout == b.layout) && (a.key == b.key || !keyHoldsRows(a) || !keyHoldsRows(b));
}

// Options that both types have; a layout of Snowflake's fields or a method of v7 belongs to its type.
bool keyOptionsDiffer(const Cell& a, const Cell& b)
{
    return a.key != b.key && (a.keyOptions.skewMs != b.keyOptions.skewMs || a.keyOptions.spanS != b.keyOptions.spanS);
}

// Filled "as-key", the payload changes with the key type.
bool columnsDiffer(const Cell& a, const Cell& b)
{
    const bool followsKey = a.columns == ColumnFill::AsKey && a.table.shape == TableShape::SixColumns && a.key != b.key;
    return a.columns != b.columns || followsKey;
}

bool differIn(const Cell& a, const Cell& b, Factor factor)
{
    switch (factor) {
    case Factor::Part: return a.part != b.part || a.workload.kind != b.workload.kind;
    case Factor::Target: return a.target != b.target;
    case Factor::Table: return !(a.table == b.table);
    case Factor::Key: return keyOptionsDiffer(a, b);
    case Factor::Storage: return storageDiffers(a, b);
    case Factor::Source: return sourceDiffers(a, b);
    case Factor::Columns: return columnsDiffer(a, b);
    case Factor::Layout: return layoutDiffers(a, b);
    case Factor::Indexes: return a.indexes.columns != b.indexes.columns;
    case Factor::IndexMethod: return a.indexMethod != b.indexMethod;
    case Factor::Insert: return !(a.insert == b.insert);
    case Factor::Arrival: return a.arrival != b.arrival;
    case Factor::Clients: return a.clients != b.clients;
    case Factor::Rows: return a.rows != b.rows;
    case Factor::Prefill: return a.prefill != b.prefill;
    case Factor::Settings: return a.settings != b.settings;
    case Factor::Query: return false;
    }
    return false;
}

} // namespace

bool keyHoldsRows(const Cell& cell)
{
    const bool isAlias = cell.layout.type == "rowid" && shapeOf(cell) != KeyShape::Bytes16 && cell.storage == Storage::Native;
    return cell.layout.type == "clustered" || isAlias;
}

std::vector<Factor> differences(const CellResult& a, const CellResult& b)
{
    std::vector<Factor> factors;
    for (const Factor factor : allFactors()) {
        if (differIn(a.cell, b.cell, factor))
            factors.push_back(factor);
    }
    return factors;
}

bool areComparable(const CellResult& a, const CellResult& b)
{
    const bool sameKey = a.cell.key == b.cell.key && a.cell.keyOptions == b.cell.keyOptions;
    return differences(a, b).size() <= (sameKey ? 1u : 0u) && areOverEqualClusters(a, b);
}

bool areOverEqualClusters(const CellResult& a, const CellResult& b)
{
    return a.cell.target != b.cell.target || a.nodeCount() == b.nodeCount() || a.finishedTrials() == 0 || b.finishedTrials() == 0;
}

Message unequalClusters(const CellResult& a, const CellResult& b)
{
    return Message(QT_TRANSLATE_NOOP("Engine", "not comparable, since a node was lost: nodes: %1 against %2"),
                   {static_cast<std::int64_t>(a.nodeCount()), static_cast<std::int64_t>(b.nodeCount())});
}

Durability durabilityOf(const ResultSet& results, const Cell& cell)
{
    const TargetInfo* info = results.targetInfo(cell.target);
    Durability durability = info ? Durability{info->durability, info->weakDurability} : Durability{};
    if (!cell.settings)
        return durability;
    const std::string level = settingsText(cell.settings->set);
    if (info && info->levels.contains(level))
        return info->levels.at(level);
    // Nobody asked the target: what is set differently may promise something else.
    durability.words += (durability.words.empty() ? "" : ", ") + level;
    return durability;
}

bool areEquallyDurable(const ResultSet& resultsA, const Cell& a, const ResultSet& resultsB, const Cell& b)
{
    const auto engine = [](const ResultSet& results, const Cell& cell) {
        const TargetInfo* info = results.targetInfo(cell.target);
        return info ? info->engine : std::string();
    };
    const Durability one = durabilityOf(resultsA, a);
    const Durability other = durabilityOf(resultsB, b);
    if (engine(resultsA, a) == engine(resultsB, b))
        return one == other;
    return !one.isWeak && !other.isWeak; // two engines word the same promise differently
}

Message unequalDurability(const ResultSet& resultsA, const Cell& a, const ResultSet& resultsB, const Cell& b)
{
    return Message(QT_TRANSLATE_NOOP("Engine", "not comparable, since durability differs: %1 against %2"),
                   {durabilityOf(resultsA, a).words, durabilityOf(resultsB, b).words});
}

std::string namesOf(const std::vector<Factor>& factors)
{
    std::string names;
    for (const Factor factor : factors)
        names += (names.empty() ? "" : ", ") + std::string(name(factor));
    return names;
}

} // namespace keyrace
