// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/parameters.h"

#include <chrono>
#include <cstring>

namespace keyrace::odbc {

namespace {

constexpr std::size_t kUuidText = 36;

// 8-4-4-4-12 digits: RFC 9562 §4.
void writeUuid(const char* bytes, char* text)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    for (int i = 0; i < 16; ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *text++ = '-';
        *text++ = kDigits[static_cast<unsigned char>(bytes[i]) >> 4U];
        *text++ = kDigits[static_cast<unsigned char>(bytes[i]) & 15U];
    }
}

void writeTime(std::int64_t microseconds, char* place)
{
    using namespace std::chrono;
    const sys_time<std::chrono::microseconds> time{std::chrono::microseconds(microseconds)};
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    SQL_TIMESTAMP_STRUCT taken{};
    taken.year = static_cast<SQLSMALLINT>(int(date.year()));
    taken.month = static_cast<SQLUSMALLINT>(unsigned(date.month()));
    taken.day = static_cast<SQLUSMALLINT>(unsigned(date.day()));
    taken.hour = static_cast<SQLUSMALLINT>(clock.hours().count());
    taken.minute = static_cast<SQLUSMALLINT>(clock.minutes().count());
    taken.second = static_cast<SQLUSMALLINT>(clock.seconds().count());
    taken.fraction = static_cast<SQLUINTEGER>(clock.subseconds().count() * 1'000); // nanoseconds
    std::memcpy(place, &taken, sizeof taken);
}

bool isTakenApart(const Column& column, const OdbcDialect& dialect)
{
    return column.kind == ColumnKind::Timestamp && !dialect.hasPlainTimes();
}

// One value in the form in which the driver takes it.
void write(const Column& column, const OdbcDialect& dialect, std::int64_t integer, const char* bytes, char* place)
{
    if (isTakenApart(column, dialect))
        writeTime(integer, place);
    else if (column.kind == ColumnKind::Uuid)
        writeUuid(bytes, place);
    else if (column.isInteger())
        std::memcpy(place, &integer, sizeof integer);
    else
        std::memcpy(place, bytes, static_cast<std::size_t>(column.width));
}

} // namespace

Parameter parameterFor(const Column& column, const OdbcDialect& dialect)
{
    const auto width = static_cast<std::size_t>(column.width);
    switch (column.kind) {
    case ColumnKind::Int32:
        return {SQL_C_SBIGINT, SQL_INTEGER, 10, 0, sizeof(std::int64_t), false};
    case ColumnKind::Timestamp:
        if (!dialect.hasPlainTimes())
            return {SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, 26, 6, sizeof(SQL_TIMESTAMP_STRUCT), false};
        break;
    case ColumnKind::Uuid:
        return {SQL_C_CHAR, SQL_CHAR, kUuidText, 0, kUuidText, true};
    case ColumnKind::Bytes:
    case ColumnKind::BytesOld:
        return {SQL_C_BINARY, SQL_VARBINARY, width, 0, width, true};
    case ColumnKind::Text:
        return {SQL_C_CHAR, SQL_VARCHAR, width, 0, width, true};
    case ColumnKind::Auto32:
    case ColumnKind::Auto64:
    case ColumnKind::Unaliased64:
    case ColumnKind::Int64:
        break;
    }
    return {};
}

std::vector<Values> valuesOf(const RowSet& rows, const OdbcDialect& dialect)
{
    std::vector<Values> all;
    for (std::size_t i = 0; i < rows.columns().size(); ++i) {
        const Column& column = rows.columns()[i];
        if (!column.isSent())
            continue;
        const RowSet::Values& values = rows.values(i);
        const char* first = values.bytes.data();
        if (isTakenApart(column, dialect) || column.kind == ColumnKind::Uuid)
            first = rows.encoded().bytes.data() + rows.encoded().starts[i];
        else if (column.isInteger())
            first = reinterpret_cast<const char*>(values.integers.data());
        all.push_back({first, parameterFor(column, dialect)});
    }
    return all;
}

EncodedRows encoded(const RowSet& rows, const OdbcDialect& dialect)
{
    EncodedRows result;
    for (std::size_t i = 0; i < rows.columns().size(); ++i) {
        const Column& column = rows.columns()[i];
        result.starts.push_back(result.bytes.size());
        if (!column.isSent() || !(isTakenApart(column, dialect) || column.kind == ColumnKind::Uuid))
            continue;
        const std::size_t width = parameterFor(column, dialect).width;
        result.bytes.resize(result.bytes.size() + rows.size() * width);
        for (std::size_t row = 0; row < rows.size(); ++row)
            write(column, dialect, column.isInteger() ? rows.integer(i, row) : 0, column.isInteger() ? nullptr : rows.bytes(i, row).data(),
                  result.bytes.data() + result.starts.back() + row * width);
    }
    return result;
}

void ReadParameters::bind(Statement& statement, std::span<const Value> values, const Column& column, const OdbcDialect& dialect)
{
    m_values.assign(values.size(), {});
    m_lengths.assign(values.size(), 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto* number = std::get_if<std::int64_t>(&values[i]);
        Parameter parameter = parameterFor(column, dialect);
        // A value may be of another length than the column's are.
        if (number == nullptr && column.kind != ColumnKind::Uuid)
            parameter.width = std::get<std::string>(values[i]).size();
        Column own = column;
        own.width = static_cast<int>(parameter.width);
        m_values[i].resize(parameter.width);
        write(own, dialect, number != nullptr ? *number : 0, number != nullptr ? nullptr : std::get<std::string>(values[i]).data(), m_values[i].data());
        m_lengths[i] = static_cast<SQLLEN>(parameter.width);
        statement.bind(static_cast<SQLUSMALLINT>(i + 1), parameter.type, parameter.sqlType, parameter.size, parameter.digits, m_values[i].data(),
                       static_cast<SQLLEN>(parameter.width), parameter.hasLength ? &m_lengths[i] : nullptr);
    }
}

} // namespace keyrace::odbc
