// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/reads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace keyrace {

std::span<const ReadName> readNames()
{
    static constexpr std::array<ReadName, 7> names{{{"pk_lookup", ReadKind::PkLookup},
                                                    {"point_lookup", ReadKind::PointLookup},
                                                    {"range_scan", ReadKind::RangeScan},
                                                    {"order_by_pk", ReadKind::OrderByPk},
                                                    {"order_by_column", ReadKind::OrderByColumn},
                                                    {"count_group_by", ReadKind::CountGroupBy},
                                                    {"full_scan_count", ReadKind::FullScanCount}}};
    return names;
}

std::optional<ReadKind> readFromName(std::string_view name)
{
    for (const ReadName& each : readNames()) {
        if (each.name == name)
            return each.kind;
    }
    return std::nullopt;
}

std::optional<std::string> readColumn(TableShape shape, ReadKind kind)
{
    if (kind == ReadKind::PkLookup || kind == ReadKind::OrderByPk)
        return "id";
    switch (shape) {
    case TableShape::SixColumns:
        return kind == ReadKind::FullScanCount ? "col_b" : "col_a";
    case TableShape::Events:
        return "user_id";
    case TableShape::Users:
        return "username";
    case TableShape::KeyValue:
    case TableShape::KeyOnly:
        return std::nullopt;
    }
    return std::nullopt;
}

namespace {

// Values at these ranks in any order, read in one ascending pass.
std::vector<Value> valuesAt(Session& session, const std::string& column, const std::vector<std::int64_t>& ranks)
{
    std::vector<std::int64_t> sorted = ranks;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const std::vector<Value> values = session.valuesAtRanks(column, sorted);
    std::vector<Value> result;
    result.reserve(ranks.size());
    for (const std::int64_t rank : ranks) {
        const auto place = std::lower_bound(sorted.begin(), sorted.end(), rank) - sorted.begin();
        result.push_back(values.at(static_cast<std::size_t>(place)));
    }
    return result;
}

std::vector<Parameters> pairs(const std::vector<Value>& values)
{
    std::vector<Parameters> result;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2)
        result.push_back({values[i], values[i + 1]});
    return result;
}

std::uint64_t leading(const std::string& bytes)
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 8; ++i)
        number = number << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    return number;
}

std::string withLeading(std::uint64_t number, std::size_t size, char fill)
{
    std::string bytes(size, fill);
    for (std::size_t i = 0; i < std::min<std::size_t>(8, size); ++i)
        bytes[i] = static_cast<char>(number >> (8 * (7 - i)));
    return bytes;
}

std::vector<Parameters> rangeParameters(Session& session, const Cell& cell, const std::string& column, std::int64_t rows, int count,
                                        std::mt19937_64& random)
{
    const double fraction = cell.workload.rangeFraction;
    std::vector<std::int64_t> ranks;
    switch (cell.workload.rangeBy) {
    case RangeBy::Rank: {
        const auto width = std::clamp<std::int64_t>(std::llround(fraction * static_cast<double>(rows)), 1, rows);
        for (int i = 0; i < count; ++i) {
            const auto first = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows - width + 1));
            ranks.push_back(first);
            ranks.push_back(first + width - 1);
        }
        return pairs(valuesAt(session, column, ranks));
    }
    case RangeBy::Sampled: {
        for (int i = 0; i < count; ++i) {
            auto a = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows));
            auto b = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows));
            ranks.push_back(std::min(a, b));
            ranks.push_back(std::max(a, b));
        }
        return pairs(valuesAt(session, column, ranks));
    }
    case RangeBy::Span: {
        const std::vector<Value> ends = valuesAt(session, column, {0, rows - 1});
        std::vector<Parameters> result;
        for (int i = 0; i < count; ++i) {
            const double position = static_cast<double>(random() >> 11) * 0x1p-53;
            auto [low, high] = spanWindow(ends[0], ends[1], position, fraction);
            result.push_back({std::move(low), std::move(high)});
        }
        return result;
    }
    }
    return {};
}

} // namespace

std::pair<Value, Value> spanWindow(const Value& lowest, const Value& highest, double position, double fraction)
{
    if (const auto* low = std::get_if<std::int64_t>(&lowest)) {
        const auto span = static_cast<double>(std::get<std::int64_t>(highest) - *low);
        const auto first = *low + std::llround(span * (1.0 - fraction) * position);
        return {first, first + std::llround(span * fraction)};
    }
    const auto& bytes = std::get<std::string>(lowest);
    const std::uint64_t low = leading(bytes);
    const auto span = static_cast<double>(leading(std::get<std::string>(highest)) - low);
    const auto first = low + static_cast<std::uint64_t>(span * (1.0 - fraction) * position);
    const auto last = first + static_cast<std::uint64_t>(span * fraction);
    return {withLeading(first, bytes.size(), '\0'), withLeading(last, bytes.size(), '\xff')};
}

std::vector<Parameters> drawParameters(Session& session, ReadKind kind, const Cell& cell, const std::string& column, std::int64_t rows,
                                       int count, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    switch (kind) {
    case ReadKind::OrderByPk:
    case ReadKind::OrderByColumn:
    case ReadKind::CountGroupBy:
        return std::vector<Parameters>(static_cast<std::size_t>(count));
    case ReadKind::RangeScan:
        return rangeParameters(session, cell, column, rows, count, random);
    case ReadKind::PkLookup:
    case ReadKind::PointLookup:
    case ReadKind::FullScanCount: {
        std::vector<std::int64_t> ranks;
        for (int i = 0; i < count; ++i)
            ranks.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows)));
        std::vector<Parameters> result;
        for (Value& value : valuesAt(session, column, ranks))
            result.push_back({std::move(value)});
        return result;
    }
    }
    return {};
}

} // namespace keyrace
