// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/encoding.h"

#include "engine/targets/mysql/api.h"
#include "engine/targets/mysql/dialect.h"

#include <charconv>
#include <chrono>
#include <cstring>

namespace keyrace::mysql {

namespace {

MYSQL_TIME timeOf(std::int64_t microseconds)
{
    using namespace std::chrono;
    const sys_time<std::chrono::microseconds> time{std::chrono::microseconds(microseconds)};
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    MYSQL_TIME result{};
    result.year = static_cast<unsigned int>(int(date.year()));
    result.month = unsigned(date.month());
    result.day = unsigned(date.day());
    result.hour = static_cast<unsigned int>(clock.hours().count());
    result.minute = static_cast<unsigned int>(clock.minutes().count());
    result.second = static_cast<unsigned int>(clock.seconds().count());
    result.second_part = static_cast<unsigned long>(clock.subseconds().count());
    result.time_type = MYSQL_TIMESTAMP_DATETIME;
    return result;
}

class Writer {
public:
    explicit Writer(std::vector<char>& bytes)
        : m_bytes(bytes)
    {
    }

    void put(char c) { m_bytes.push_back(c); }
    void put(std::string_view text) { m_bytes.insert(m_bytes.end(), text.begin(), text.end()); }

    void integer(std::int64_t number)
    {
        char text[24];
        const auto end = std::to_chars(text, text + sizeof text, number).ptr;
        put({text, static_cast<std::size_t>(end - text)});
    }

    // "2024-01-01 00:00:00.000000"
    void time(std::int64_t microseconds)
    {
        const MYSQL_TIME time = timeOf(microseconds);
        char text[40];
        const int size = std::snprintf(text, sizeof text, "%04u-%02u-%02u %02u:%02u:%02u.%06lu", time.year, time.month, time.day, time.hour, time.minute, time.second,
                                       time.second_part);
        put({text, static_cast<std::size_t>(size)});
    }

    void hex(std::span<const char> bytes)
    {
        static constexpr char kDigits[] = "0123456789ABCDEF";
        put("X'");
        for (const char c : bytes) {
            put(kDigits[static_cast<unsigned char>(c) >> 4U]);
            put(kDigits[static_cast<unsigned char>(c) & 15U]);
        }
        put('\'');
    }

    void quoted(std::span<const char> bytes)
    {
        put('\'');
        for (const char c : bytes) {
            if (c == '\'' || c == '\\')
                put('\\');
            put(c);
        }
        put('\'');
    }

    // As LOAD DATA reads it with its default separators.
    void escaped(std::span<const char> bytes)
    {
        for (const char c : bytes) {
            if (c == '\0' || c == '\t' || c == '\n' || c == '\\')
                put('\\');
            put(c == '\0' ? '0' : c == '\t' ? 't' : c == '\n' ? 'n' : c);
        }
    }

private:
    std::vector<char>& m_bytes;
};

void writeLiteral(Writer& writer, const RowSet& rows, std::size_t column, std::size_t row)
{
    const Column& kind = rows.columns()[column];
    if (kind.kind == ColumnKind::Timestamp) {
        writer.put('\'');
        writer.time(rows.integer(column, row));
        writer.put('\'');
    } else if (kind.isInteger())
        writer.integer(rows.integer(column, row));
    else if (kind.kind == ColumnKind::Text)
        writer.quoted(rows.bytes(column, row));
    else if (kind.kind == ColumnKind::Uuid)
        writer.quoted(uuidText({rows.bytes(column, row).data(), rows.bytes(column, row).size()}));
    else
        writer.hex(rows.bytes(column, row));
}

void writeField(Writer& writer, const RowSet& rows, std::size_t column, std::size_t row)
{
    const Column& kind = rows.columns()[column];
    if (kind.kind == ColumnKind::Timestamp)
        writer.time(rows.integer(column, row));
    else if (kind.isInteger())
        writer.integer(rows.integer(column, row));
    else if (kind.kind == ColumnKind::Uuid)
        writer.put(uuidText({rows.bytes(column, row).data(), rows.bytes(column, row).size()}));
    else
        writer.escaped(rows.bytes(column, row));
}

EncodedRows textRows(const RowSet& rows, bool asLiterals)
{
    EncodedRows result;
    Writer writer(result.bytes);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        result.starts.push_back(result.bytes.size());
        bool isFirst = true;
        if (asLiterals)
            writer.put('(');
        for (std::size_t column = 0; column < rows.columns().size(); ++column) {
            if (!rows.columns()[column].isSent())
                continue;
            if (!isFirst)
                writer.put(asLiterals ? ',' : '\t');
            isFirst = false;
            asLiterals ? writeLiteral(writer, rows, column, row) : writeField(writer, rows, column, row);
        }
        if (isFirst)
            writer.put("DEFAULT");
        writer.put(asLiterals ? std::string_view("),") : std::string_view("\n"));
    }
    result.starts.push_back(result.bytes.size());
    return result;
}

EncodedRows times(const RowSet& rows)
{
    EncodedRows result;
    for (std::size_t column = 0; column < rows.columns().size(); ++column) {
        result.starts.push_back(result.bytes.size());
        if (rows.columns()[column].kind != ColumnKind::Timestamp)
            continue;
        result.bytes.resize(result.bytes.size() + rows.size() * sizeof(MYSQL_TIME));
        char* place = result.bytes.data() + result.starts.back();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const MYSQL_TIME time = timeOf(rows.integer(column, row));
            std::memcpy(place + row * sizeof time, &time, sizeof time);
        }
    }
    return result;
}

} // namespace

EncodedRows encoded(const RowSet& rows, InsertMethod method)
{
    switch (method) {
    case InsertMethod::MultiRow:
        return textRows(rows, true);
    case InsertMethod::Bulk:
        return textRows(rows, false);
    case InsertMethod::Single:
    case InsertMethod::Prepared:
    case InsertMethod::Array:
    case InsertMethod::Pipeline:
        break;
    }
    return times(rows);
}

std::int64_t widestRow(const TableSpec& spec)
{
    std::int64_t bytes = 3;
    for (const Column* column : sentColumns(spec))
        bytes += column->isInteger() ? 29 : column->kind == ColumnKind::Uuid ? 39 : 2 * column->width + 4;
    return bytes;
}

} // namespace keyrace::mysql
