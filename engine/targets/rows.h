// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/cell.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace keyrace {

/// What a column is to a database; its dialect maps this to a column type. All values of a column have one width.
enum class ColumnKind {
    Auto32, Auto64,   ///< made by the server, no values are sent
    Unaliased64,      ///< SQLite's INT PRIMARY KEY, left NULL
    Int32, Int64,
    Uuid,             ///< 16 bytes into a native `uuid` column
    Bytes,            ///< `width` raw bytes
    BytesOld,         ///< Db2's CHAR(16) FOR BIT DATA
    Text,             ///< `width` ASCII characters
    Timestamp         ///< microseconds since 1970-01-01T00:00:00Z
};

/// A parameter of a read or a sampled value: an integer, or raw bytes/text as the column stores them.
using Value = std::variant<std::int64_t, std::string>;

/// What a column is filled with, for the maker of rows; a database need not know.
enum class Content { Key, UpToAMillion, AnyInteger, RandomText, RandomBytes, ConstantBytes, CreatedAt };

struct Column {
    std::string name;
    ColumnKind kind = ColumnKind::Int64;
    int width = 8; ///< bytes of one value: 4, 8, 16, 36, …
    Content content = Content::AnyInteger;
    bool isMadeByServer = false; ///< source `server`: the column's default makes the key, no values are sent

    [[nodiscard]] bool isSent() const { return kind > ColumnKind::Unaliased64 && !isMadeByServer; }
    [[nodiscard]] bool isInteger() const { return kind == ColumnKind::Int32 || kind == ColumnKind::Int64 || kind == ColumnKind::Timestamp; }
};

/// The table under test as a database sees it: derived from a cell, the name chosen by the run (`keyrace_…`).
struct TableSpec {
    std::string name;
    std::vector<Column> columns; ///< the key first
    LayoutChoice layout;
    IndexMethod indexMethod = IndexMethod::Primary;
    std::vector<std::vector<std::string>> indexes;
    std::int64_t expectedRows = 0;
    std::map<std::string, std::string> settings; ///< of the cell's settings level
    std::stop_token stop = {}; ///< asks to give up making it, also while it waits for a lock
    std::string keyType = {};       ///< by its name in the registry: for a column that the server fills
    std::vector<Value> bounds = {}; ///< partitioned: where the second and every later partition begins, ascending
};

/// Throws nothing; a storage that a key's shape cannot have is refused earlier, when the plan is expanded.
[[nodiscard]] TableSpec tableSpec(const Cell& cell, std::string tableName);

/// Why a method that sends values cannot load the cell: its rows hold nothing but a key that the server makes. Absent where
/// there are values.
[[nodiscard]] std::optional<Message> nothingToSend(const Cell& cell);

/// What a target made of the rows ahead of the clock, in the form in which they will be sent.
struct EncodedRows {
    std::vector<char> bytes;
    std::vector<std::size_t> starts; ///< where each row, or each column, begins in `bytes`; and the end
};

/// Rows made outside the clock, a column at a time: integers as 64-bit numbers, everything else as `width` bytes each,
/// one after the other. Columns that are not sent have no values. Owned by the trial, read by its clients.
class RowSet {
public:
    struct Values {
        std::vector<std::int64_t> integers; ///< of integer columns
        std::vector<char> bytes;            ///< of the others: rows × width
    };

    RowSet(std::vector<Column> columns, std::int64_t firstRow, std::size_t rows);

    [[nodiscard]] std::int64_t firstRow() const { return m_firstRow; } ///< of the trial, from 0
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] const std::vector<Column>& columns() const { return m_columns; }
    [[nodiscard]] const Values& values(std::size_t column) const { return m_values[column]; }
    [[nodiscard]] Values& values(std::size_t column) { return m_values[column]; }
    [[nodiscard]] std::int64_t integer(std::size_t column, std::size_t row) const { return m_values[column].integers[row]; }
    [[nodiscard]] std::span<const char> bytes(std::size_t column, std::size_t row) const;
    /// Empty until TestTable::encode() filled it; a target that binds values where they lie leaves it so.
    [[nodiscard]] const EncodedRows& encoded() const { return m_encoded; }
    void setEncoded(EncodedRows encoded) { m_encoded = std::move(encoded); }

private:
    std::vector<Column> m_columns;
    std::int64_t m_firstRow;
    std::size_t m_size;
    std::vector<Values> m_values;
    EncodedRows m_encoded;
};

} // namespace keyrace
