// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

#include <QtCore/QString>

#include <span>

namespace keyrace {

/// The words of the panel for what a plan can say. All in the order in which they are offered.
template <class T>
[[nodiscard]] std::span<const T> allOf();
template <> std::span<const TableShape> allOf();
template <> std::span<const ColumnFill> allOf();
template <> std::span<const IndexMethod> allOf();
template <> std::span<const InsertMethod> allOf();
template <> std::span<const Sorting> allOf();
template <> std::span<const Arrival> allOf();
template <> std::span<const WorkloadKind> allOf();
template <> std::span<const TrialOrder> allOf();
template <> std::span<const RangeBy> allOf();
template <> std::span<const Storage> allOf();
template <> std::span<const KeySource> allOf();
template <> std::span<const V7Method> allOf();
template <> std::span<const NodeKind> allOf();

[[nodiscard]] QString textOf(TableShape value);
[[nodiscard]] QString textOf(ColumnFill value);
[[nodiscard]] QString textOf(IndexMethod value);
[[nodiscard]] QString textOf(InsertMethod value);
[[nodiscard]] QString textOf(Sorting value);
[[nodiscard]] QString textOf(Arrival value);
[[nodiscard]] QString textOf(WorkloadKind value);
[[nodiscard]] QString textOf(TrialOrder value);
[[nodiscard]] QString textOf(RangeBy value);
[[nodiscard]] QString textOf(Storage value);
[[nodiscard]] QString textOf(KeySource value);
[[nodiscard]] QString textOf(V7Method value);
[[nodiscard]] QString textOf(NodeKind value);
/// "Multi-row, 5,000 rows, sorted"
[[nodiscard]] QString textOf(const InsertChoice& insert);
[[nodiscard]] QString textOf(const LayoutChoice& layout);
[[nodiscard]] QString textOf(const IndexChoice& indexes);
/// What crosses the wire.
[[nodiscard]] QString hintOf(InsertMethod method);
/// What a workload does, in one sentence.
[[nodiscard]] QString hintOf(WorkloadKind kind);
/// What is read.
[[nodiscard]] QString queryText(const std::string& query);
[[nodiscard]] std::span<const char* const> queryNames();
[[nodiscard]] std::span<const char* const> layoutNames();
[[nodiscard]] std::span<const char* const> indexScenarioNames();

/// The payload that a table has where the plan names none.
[[nodiscard]] std::int64_t plainPayload(TableShape shape);
/// The columns of a table on which an index can be made.
[[nodiscard]] std::vector<std::string> indexableColumns(TableShape shape);

template <class T>
[[nodiscard]] int placeOf(T value)
{
    int place = 0;
    for (const T candidate : allOf<T>()) {
        if (candidate == value)
            return place;
        ++place;
    }
    return -1;
}

template <class T>
[[nodiscard]] std::vector<QString> textsOf(const QString& first = {})
{
    std::vector<QString> texts;
    if (!first.isEmpty())
        texts.push_back(first);
    for (const T value : allOf<T>())
        texts.push_back(textOf(value));
    return texts;
}

} // namespace keyrace
