// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/postgresql/pqxx.h"
#include "engine/targets/session.h"

#include <cstddef>
#include <vector>

namespace keyrace::postgresql {

/// Puts rows into the form in which a method sends them, ahead of the clock:
/// single, prepared, bulk, pipeline: a row as COPY's binary format has it, the count of its fields, then each with its length;
/// array: the elements of a column's array after the other; multi-row: a row's literals in parentheses, with a comma behind.
[[nodiscard]] EncodedRows encoded(const RowSet& rows, InsertMethod method);

/// Reads rows in COPY's binary format: where the fields lie is the same in every row.
class BinaryRows {
public:
    explicit BinaryRows(const std::vector<Column>& columns);

    [[nodiscard]] std::size_t stride() const { return m_stride; } ///< octets of a row
    [[nodiscard]] std::size_t fields() const { return m_fields.size(); }
    [[nodiscard]] std::size_t offset(std::size_t field) const { return m_fields[field].offset; }
    [[nodiscard]] std::size_t size(std::size_t field) const { return m_fields[field].size; }
    /// Points `parameters` at the fields of a row.
    void point(const RowSet& rows, std::size_t row, std::vector<Parameter>& parameters) const;

private:
    struct Field {
        std::size_t offset; ///< of the value, after its length
        std::size_t size;
    };
    std::vector<Field> m_fields;
    std::size_t m_stride = 0;
};

/// One array a column in PostgreSQL's binary form, out of encoded() rows: a head, and a slice of elements.
class BinaryArrays {
public:
    explicit BinaryArrays(const std::vector<Column>& columns);

    /// The arrays of rows [first, first + count); valid until the next call.
    [[nodiscard]] const std::vector<Parameter>& arrays(const RowSet& rows, std::size_t first, std::size_t count);

private:
    struct Array {
        std::size_t column;  ///< in RowSet
        std::size_t element; ///< octets, with its length
        std::uint32_t type;
        std::vector<char> bytes;
    };
    std::vector<Array> m_arrays;
    std::vector<Parameter> m_parameters;
};

} // namespace keyrace::postgresql
