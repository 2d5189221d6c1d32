// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/session.h"

#include <cstddef>
#include <vector>

namespace keyrace::postgresql {

/// Puts rows into the form in which a method sends them, ahead of the clock:
/// single, prepared, bulk, pipeline: a row as COPY's binary format has it, the count of its fields, then each with its length;
/// array: the elements of a column's array after the other; multi-row: a row's literals in parentheses, with a comma behind.
[[nodiscard]] EncodedRows encoded(const RowSet& rows, InsertMethod method);

/// Parameters of a prepared statement, all in binary, as libpq takes them. The octets belong to somebody else.
struct Arguments {
    std::vector<const char*> values;
    std::vector<int> lengths;
    std::vector<int> formats;

    explicit Arguments(std::size_t count) : values(count), lengths(count), formats(count, 1) { }
    [[nodiscard]] int count() const { return static_cast<int>(values.size()); }
};

/// Reads rows in COPY's binary format: where the fields lie is the same in every row.
class BinaryRows {
public:
    explicit BinaryRows(const std::vector<Column>& columns);

    [[nodiscard]] std::size_t stride() const { return m_stride; } ///< octets of a row
    /// The fields of a row; valid until the next call.
    [[nodiscard]] const Arguments& fields(const RowSet& rows, std::size_t row);

private:
    std::vector<std::size_t> m_offsets; ///< of each value, after its length
    std::size_t m_stride = 0;
    Arguments m_fields;
};

/// One array a column in PostgreSQL's binary form, out of encoded() rows: a head, and a slice of elements.
class BinaryArrays {
public:
    explicit BinaryArrays(const std::vector<Column>& columns);

    /// The arrays of rows [first, first + count); valid until the next call.
    [[nodiscard]] const Arguments& arrays(const RowSet& rows, std::size_t first, std::size_t count);

private:
    struct Array {
        std::size_t column;  ///< in RowSet
        std::size_t element; ///< octets, with its length
        std::uint32_t type;
        std::vector<char> bytes;
    };
    std::vector<Array> m_arrays;
    Arguments m_arguments;
};

} // namespace keyrace::postgresql
