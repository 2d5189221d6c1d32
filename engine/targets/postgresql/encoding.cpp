// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/encoding.h"

#include "engine/targets/postgresql/dialect.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>

namespace keyrace::postgresql {

namespace {

/// PostgreSQL counts microseconds from 2000-01-01, Keyrace from 1970-01-01.
constexpr std::int64_t kEpochDifference = 946'684'800'000'000;

template<typename Integer>
char* put(char* to, Integer value)
{
    for (int shift = static_cast<int>(sizeof(Integer)) * 8 - 8; shift >= 0; shift -= 8)
        *to++ = static_cast<char>(static_cast<std::uint64_t>(value) >> shift);
    return to;
}

std::size_t sizeOf(const Column& column)
{
    return column.kind == ColumnKind::Int32 ? 4 : column.isInteger() ? 8 : static_cast<std::size_t>(column.width);
}

std::size_t sentCount(const std::vector<Column>& columns)
{
    return static_cast<std::size_t>(std::count_if(columns.begin(), columns.end(), [](const Column& column) { return column.isSent(); }));
}

// A value with its length before it, as fields of a row and elements of an array have it.
char* putValue(char* to, const RowSet& rows, std::size_t column, std::size_t row)
{
    const Column& kind = rows.columns()[column];
    to = put(to, static_cast<std::int32_t>(sizeOf(kind)));
    if (kind.kind == ColumnKind::Int32)
        return put(to, static_cast<std::int32_t>(rows.integer(column, row)));
    if (kind.kind == ColumnKind::Timestamp)
        return put(to, rows.integer(column, row) - kEpochDifference);
    if (kind.isInteger())
        return put(to, rows.integer(column, row));
    const std::span<const char> bytes = rows.bytes(column, row);
    std::memcpy(to, bytes.data(), bytes.size());
    return to + bytes.size();
}

EncodedRows tuples(const RowSet& rows)
{
    const BinaryRows layout(rows.columns());
    EncodedRows encoded;
    encoded.bytes.resize(rows.size() * layout.stride());
    char* to = encoded.bytes.data();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        to = put(to, static_cast<std::int16_t>(sentCount(rows.columns())));
        for (std::size_t column = 0; column < rows.columns().size(); ++column) {
            if (rows.columns()[column].isSent())
                to = putValue(to, rows, column, row);
        }
    }
    return encoded;
}

EncodedRows elements(const RowSet& rows)
{
    EncodedRows encoded;
    for (std::size_t column = 0; column < rows.columns().size(); ++column) {
        const Column& kind = rows.columns()[column];
        encoded.starts.push_back(encoded.bytes.size());
        if (!kind.isSent())
            continue;
        encoded.bytes.resize(encoded.bytes.size() + rows.size() * (4 + sizeOf(kind)));
        char* to = encoded.bytes.data() + encoded.starts.back();
        for (std::size_t row = 0; row < rows.size(); ++row)
            to = putValue(to, rows, column, row);
    }
    encoded.starts.push_back(encoded.bytes.size());
    return encoded;
}

void append(std::vector<char>& to, std::string_view text)
{
    to.insert(to.end(), text.begin(), text.end());
}

void appendNumber(std::vector<char>& to, std::int64_t number)
{
    std::array<char, 24> digits{};
    const auto [end, code] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    append(to, {digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void appendTime(std::vector<char>& to, std::int64_t microseconds)
{
    using namespace std::chrono;
    const auto time = sys_time<std::chrono::microseconds>(std::chrono::microseconds(microseconds));
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    std::array<char, 64> text{};
    const int length = std::snprintf(text.data(), text.size(), "'%04d-%02u-%02u %02d:%02d:%02d.%06d+00'", static_cast<int>(date.year()),
                                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                                     static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
                                     static_cast<int>(clock.subseconds().count()));
    append(to, {text.data(), static_cast<std::size_t>(length)});
}

void appendHex(std::vector<char>& to, std::span<const char> bytes)
{
    static constexpr std::string_view kDigits = "0123456789abcdef";
    for (const char c : bytes) {
        to.push_back(kDigits[static_cast<unsigned char>(c) >> 4U]);
        to.push_back(kDigits[static_cast<unsigned char>(c) & 15U]);
    }
}

void appendLiteral(std::vector<char>& to, const RowSet& rows, std::size_t column, std::size_t row)
{
    const Column& kind = rows.columns()[column];
    if (kind.kind == ColumnKind::Timestamp) {
        appendTime(to, rows.integer(column, row));
    } else if (kind.isInteger()) {
        appendNumber(to, rows.integer(column, row));
    } else if (kind.kind == ColumnKind::Text) {
        to.push_back('\'');
        for (const char c : rows.bytes(column, row))
            to.insert(to.end(), c == '\'' ? 2 : 1, c);
        to.push_back('\'');
    } else {
        append(to, kind.kind == ColumnKind::Uuid ? "'" : "'\\x");
        appendHex(to, rows.bytes(column, row));
        to.push_back('\'');
    }
}

EncodedRows literals(const RowSet& rows)
{
    EncodedRows encoded;
    encoded.starts.reserve(rows.size() + 1);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        encoded.starts.push_back(encoded.bytes.size());
        char before = '(';
        for (std::size_t column = 0; column < rows.columns().size(); ++column) {
            if (!rows.columns()[column].isSent())
                continue;
            encoded.bytes.push_back(before);
            before = ',';
            appendLiteral(encoded.bytes, rows, column, row);
        }
        append(encoded.bytes, before == '(' ? "(DEFAULT)," : "),");
    }
    encoded.starts.push_back(encoded.bytes.size());
    return encoded;
}

} // namespace

EncodedRows encoded(const RowSet& rows, InsertMethod method)
{
    switch (method) {
    case InsertMethod::MultiRow:
        return literals(rows);
    case InsertMethod::Array:
        return elements(rows);
    case InsertMethod::Single:
    case InsertMethod::Prepared:
    case InsertMethod::Bulk:
    case InsertMethod::Pipeline:
        break;
    }
    return tuples(rows);
}

BinaryRows::BinaryRows(const std::vector<Column>& columns)
    : m_stride(sizeof(std::int16_t))
    , m_fields(sentCount(columns))
{
    for (const Column& column : columns) {
        if (!column.isSent())
            continue;
        m_fields.lengths[m_offsets.size()] = static_cast<int>(sizeOf(column));
        m_offsets.push_back(m_stride + sizeof(std::int32_t));
        m_stride += sizeof(std::int32_t) + sizeOf(column);
    }
}

const Arguments& BinaryRows::fields(const RowSet& rows, std::size_t row)
{
    const char* bytes = rows.encoded().bytes.data() + row * m_stride;
    for (std::size_t field = 0; field < m_offsets.size(); ++field)
        m_fields.values[field] = bytes + m_offsets[field];
    return m_fields;
}

BinaryArrays::BinaryArrays(const std::vector<Column>& columns)
    : m_arguments(sentCount(columns))
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].isSent())
            m_arrays.push_back({i, sizeof(std::int32_t) + sizeOf(columns[i]), typeOid(columns[i]), {}});
    }
}

const Arguments& BinaryArrays::arrays(const RowSet& rows, std::size_t first, std::size_t count)
{
    // Dimensions, whether there are nulls, the element's type, then length and lowest index of the only dimension.
    constexpr std::size_t kHead = 5 * sizeof(std::int32_t);
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        Array& array = m_arrays[i];
        array.bytes.resize(kHead + count * array.element);
        char* to = put(array.bytes.data(), std::int32_t{1});
        to = put(to, std::int32_t{0});
        to = put(to, array.type);
        to = put(to, static_cast<std::int32_t>(count));
        to = put(to, std::int32_t{1});
        std::memcpy(to, rows.encoded().bytes.data() + rows.encoded().starts[array.column] + first * array.element, count * array.element);
        m_arguments.values[i] = array.bytes.data();
        m_arguments.lengths[i] = static_cast<int>(array.bytes.size());
    }
    return m_arguments;
}

} // namespace keyrace::postgresql
