// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/cell.h"

#include <array>
#include <optional>
#include <string_view>

namespace keyrace {

/// The words by which a plan names an enumeration's values, in the order of the enumeration.
template <typename Enum>
struct EnumNames;

template <>
struct EnumNames<TableShape> {
    static constexpr std::array<std::string_view, 5> kNames{"six-columns", "events", "users", "key-value", "key-only"};
};
template <>
struct EnumNames<ColumnFill> {
    static constexpr std::array<std::string_view, 4> kNames{"as-key", "independent", "int", "text"};
};
template <>
struct EnumNames<IndexMethod> {
    static constexpr std::array<std::string_view, 4> kNames{"primary", "btree", "hash", "none"};
};
template <>
struct EnumNames<InsertMethod> {
    static constexpr std::array<std::string_view, 6> kNames{"single", "prepared", "multi-row", "array", "bulk", "pipeline"};
};
template <>
struct EnumNames<Sorting> {
    static constexpr std::array<std::string_view, 3> kNames{"none", "trial", "batch"};
};
template <>
struct EnumNames<Arrival> {
    static constexpr std::array<std::string_view, 2> kNames{"shared", "split"};
};
template <>
struct EnumNames<WorkloadKind> {
    static constexpr std::array<std::string_view, 8> kNames{"load",   "growth", "append", "sustained",
                                                            "select", "churn",  "lookup", "replay"};
};
template <>
struct EnumNames<TrialOrder> {
    static constexpr std::array<std::string_view, 4> kNames{"rounds", "alternating", "sequential", "race"};
};
template <>
struct EnumNames<RangeBy> {
    static constexpr std::array<std::string_view, 3> kNames{"rank", "span", "sampled"};
};
template <>
struct EnumNames<Factor> {
    static constexpr std::array<std::string_view, 17> kNames{
        "part",         "target", "table",   "key",     "storage", "source",  "columns",  "layout", "indexes",
        "index_method", "insert", "arrival", "clients", "rows",    "prefill", "settings", "query"};
};

template <typename Enum>
[[nodiscard]] std::optional<Enum> fromName(std::string_view name)
{
    const auto& names = EnumNames<Enum>::kNames;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name)
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

/// What the format accepts besides the enumerations above.
inline constexpr std::array<std::string_view, 4> kLayouts{"heap", "clustered", "rowid", "partitioned"};
inline constexpr std::array<std::string_view, 4> kScenarios{"none", "few", "medium", "many"};
inline constexpr std::array<std::string_view, 7> kReads{"pk_lookup",       "point_lookup",   "range_scan",     "order_by_pk",
                                                        "order_by_column", "count_group_by", "full_scan_count"};
inline constexpr std::array<std::string_view, 4> kSandboxEngines{"sqlite", "postgresql", "mariadb", "mysql"};

} // namespace keyrace
