// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/odbc/connection.h"
#include "engine/targets/rows.h"

namespace keyrace::odbc {

/// How values of a column are handed to a driver.
struct Parameter {
    SQLSMALLINT type = SQL_C_SBIGINT; ///< of the value in memory
    SQLSMALLINT sqlType = SQL_BIGINT;
    SQLULEN size = 19; ///< of the column: digits or characters
    SQLSMALLINT digits = 0; ///< of a fraction
    std::size_t width = 8; ///< bytes of one value in memory
    bool hasLength = false; ///< the driver is told the length of each value
};

[[nodiscard]] Parameter parameterFor(const Column& column, const OdbcDialect& dialect);

/// Where the values of one sent column lie, one after the other.
struct Values {
    const char* first = nullptr;
    Parameter parameter;

    [[nodiscard]] const char* at(std::size_t row) const { return first + row * parameter.width; }
};

/// Of the columns that are sent, in order. Valid as long as the rows and what encode() made of them.
[[nodiscard]] std::vector<Values> valuesOf(const RowSet& rows, const OdbcDialect& dialect);
/// What columns need that do not lie in memory as a driver takes them: UUIDs as text, times taken apart.
[[nodiscard]] EncodedRows encoded(const RowSet& rows, const OdbcDialect& dialect);

/// The parameters of a read: keeps what a statement is bound to.
class ReadParameters {
public:
    void bind(Statement& statement, std::span<const Value> values, const Column& column, const OdbcDialect& dialect);

private:
    std::vector<std::string> m_values;
    std::vector<SQLLEN> m_lengths;
};

} // namespace keyrace::odbc
