// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/session.h"

#include <QtCore/QTemporaryDir>

#include <algorithm>
#include <filesystem>

namespace keyrace::test {

enum class KeyOrder { Ascending, Random };

// Eight octets of the number, high first, over and over.
inline void writeBytes(char* value, int width, std::uint64_t number)
{
    for (int i = 0; i < width; ++i)
        value[i] = static_cast<char>(number >> (56 - 8 * (i % 8)));
}

inline void makeUuid(char* value)
{
    value[6] = static_cast<char>((value[6] & 0x0F) | 0x40);
    value[8] = static_cast<char>((value[8] & 0x3F) | 0x80);
}

// Sixteen letters that stand for the number's halves of octets, over and over.
inline void writeText(char* value, int width, std::uint64_t number)
{
    for (int i = 0; i < width; ++i)
        value[i] = static_cast<char>('a' + ((number >> (60 - 4 * (i % 16))) & 15U));
}

// Takes numbers to numbers without meeting, and without leaving an order: the last steps of SplitMix64,
// https://prng.di.unimi.it/splitmix64.c
inline std::uint64_t scattered(std::uint64_t number)
{
    number = (number + 1) * 0x9E3779B97F4A7C15U;
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9U;
    number = (number ^ (number >> 27)) * 0x94D049BB133111EBU;
    return number ^ (number >> 31);
}

/// `count` rows for these columns, from `first` on: the same every time, no value of a column twice. Keys do not come from
/// the generators, so that these tests stand on their own.
inline RowSet madeRows(const std::vector<Column>& columns, std::int64_t first, std::size_t count, KeyOrder order = KeyOrder::Random)
{
    RowSet rows(columns, first, count);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Column& column = columns[c];
        for (std::size_t row = 0; column.isSent() && row < count; ++row) {
            const std::uint64_t place = static_cast<std::uint64_t>(first) + row + 1;
            const bool ascends = order == KeyOrder::Ascending && c == 0;
            // A UUID's version stands in the 49th bit and after: the places stay before it, or it would take their order.
            const std::uint64_t number = !ascends ? scattered(place + (std::uint64_t{c} << 40))
                : column.kind == ColumnKind::Uuid ? place << 16
                                                  : place;
            if (column.kind == ColumnKind::Timestamp) // until the year 2112
                rows.values(c).integers[row] = static_cast<std::int64_t>(number >> 12);
            else if (column.isInteger())
                rows.values(c).integers[row] = column.width == 4 ? static_cast<std::int32_t>(number >> 32) : static_cast<std::int64_t>(number);
            else if (column.kind == ColumnKind::Text)
                writeText(rows.values(c).bytes.data() + row * static_cast<std::size_t>(column.width), column.width, number);
            else
                writeBytes(rows.values(c).bytes.data() + row * static_cast<std::size_t>(column.width), column.width, number);
            if (column.kind == ColumnKind::Uuid) // the version and the variant, without which it is none
                makeUuid(rows.values(c).bytes.data() + row * 16);
        }
    }
    return rows;
}

/// What the column's values are when read back in ascending order.
inline std::vector<Value> sortedValues(const RowSet& rows, std::size_t column)
{
    std::vector<Value> values;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows.columns()[column].isInteger()) {
            values.emplace_back(rows.integer(column, row));
        } else {
            const auto bytes = rows.bytes(column, row);
            values.emplace_back(std::string(bytes.data(), bytes.size()));
        }
    }
    // std::string compares as memcmp, as unsigned octets.
    std::sort(values.begin(), values.end());
    return values;
}

inline void sendAll(Inserter& inserter, const RowSet& rows, std::size_t batch, CommitLog& log)
{
    log.start();
    for (std::size_t first = 0; first < rows.size(); first += batch)
        inserter.send(rows, first, std::min(batch, rows.size() - first), log);
}

inline std::filesystem::path folderOf(const QTemporaryDir& directory)
{
    return directory.path().toStdString();
}

} // namespace keyrace::test
