// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/rows.h"

#include "engine/targets/partitions.h"

#include <algorithm>

namespace keyrace {

namespace {

ColumnKind kindOf(KeyShape shape, Storage storage)
{
    switch (shape) {
    case KeyShape::Auto32:
        return storage == Storage::Unaliased ? ColumnKind::Unaliased64 : ColumnKind::Auto32;
    case KeyShape::Auto64:
        return storage == Storage::Unaliased ? ColumnKind::Unaliased64 : ColumnKind::Auto64;
    case KeyShape::Int64:
        return ColumnKind::Int64;
    case KeyShape::Bytes16:
        break;
    }
    switch (storage) {
    case Storage::Native:
        return ColumnKind::Uuid;
    case Storage::BinaryOld:
        return ColumnKind::BytesOld;
    case Storage::Text:
        return ColumnKind::Text;
    case Storage::Binary:
    case Storage::Swapped:
    case Storage::Unaliased:
        break;
    }
    return ColumnKind::Bytes;
}

Column keyColumn(const Cell& cell, const KeyType& type)
{
    Column column{"id", kindOf(type.shape(), cell.storage), storedBytes(type, cell.storage), Content::Key};
    column.isMadeByServer = cell.source == KeySource::Server && !isAuto(type.shape());
    return column;
}

// What `columns` puts into col_a … col_f.
Column filledColumn(const Cell& cell, const KeyType& type)
{
    switch (cell.columns) {
    case ColumnFill::AsKey:
        if (isAuto(type.shape()))
            return {"", ColumnKind::Int32, 4, Content::UpToAMillion};
        if (type.shape() == KeyShape::Int64)
            return {"", ColumnKind::Int64, 8, Content::UpToAMillion};
        return {"", kindOf(type.shape(), cell.storage), storedBytes(type, cell.storage), Content::Key};
    case ColumnFill::Independent:
        return {"", ColumnKind::Int64, 8, Content::AnyInteger};
    case ColumnFill::Int:
        return {"", ColumnKind::Int32, 4, Content::UpToAMillion};
    case ColumnFill::Text:
        return {"", ColumnKind::Text, 36, Content::RandomText};
    }
    return {};
}

void addPayload(std::vector<Column>& columns, const char* name, std::int64_t bytes, Content content)
{
    if (bytes > 0)
        columns.push_back({name, ColumnKind::Bytes, static_cast<int>(bytes), content});
}

std::vector<Column> columnsOf(const Cell& cell, const KeyType& type)
{
    const Column createdAt{"created_at", ColumnKind::Timestamp, 8, Content::CreatedAt};
    std::vector<Column> columns{keyColumn(cell, type)};
    switch (cell.table.shape) {
    case TableShape::SixColumns:
        for (const char* name : {"col_a", "col_b", "col_c", "col_d", "col_e", "col_f"}) {
            columns.push_back(filledColumn(cell, type));
            columns.back().name = name;
        }
        columns.push_back(createdAt);
        break;
    case TableShape::Events:
        columns.push_back({"user_id", ColumnKind::Int64, 8, Content::UpToAMillion});
        columns.push_back(createdAt);
        break;
    case TableShape::Users:
        columns.push_back({"username", ColumnKind::Text, 20, Content::RandomText});
        columns.push_back({"password", ColumnKind::Text, 60, Content::RandomText});
        break;
    case TableShape::KeyValue:
        addPayload(columns, "data", cell.table.payloadBytes, Content::ConstantBytes);
        return columns;
    case TableShape::KeyOnly:
        break;
    }
    addPayload(columns, "payload", cell.table.payloadBytes, Content::RandomBytes);
    return columns;
}

} // namespace

TableSpec tableSpec(const Cell& cell, std::string tableName)
{
    TableSpec spec;
    spec.name = std::move(tableName);
    if (const KeyType* type = findKeyType(cell.key))
        spec.columns = columnsOf(cell, *type);
    spec.layout = cell.layout;
    spec.indexMethod = cell.indexMethod;
    spec.indexes = cell.indexes.columns;
    spec.expectedRows = cell.prefill + cell.rows;
    spec.keyType = cell.key;
    if (cell.layout.type == "partitioned")
        spec.bounds = partitionBounds(cell);
    if (cell.settings)
        spec.settings = cell.settings->set;
    return spec;
}

std::optional<Message> nothingToSend(const Cell& cell)
{
    const std::vector<Column> columns = tableSpec(cell, {}).columns;
    if (std::any_of(columns.begin(), columns.end(), [](const Column& column) { return column.isSent(); }))
        return std::nullopt;
    return Message(QT_TRANSLATE_NOOP("Engine", "The rows hold nothing but a key that the server makes: there is nothing to send by %1."), {std::string(name(cell.insert.method))});
}

RowSet::RowSet(std::vector<Column> columns, std::int64_t firstRow, std::size_t rows)
    : m_columns(std::move(columns))
    , m_firstRow(firstRow)
    , m_size(rows)
    , m_values(m_columns.size())
{
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (!m_columns[i].isSent())
            continue;
        if (m_columns[i].isInteger())
            m_values[i].integers.resize(rows);
        else
            m_values[i].bytes.resize(rows * static_cast<std::size_t>(m_columns[i].width));
    }
}

std::span<const char> RowSet::bytes(std::size_t column, std::size_t row) const
{
    const auto width = static_cast<std::size_t>(m_columns[column].width);
    return {m_values[column].bytes.data() + row * width, width};
}

} // namespace keyrace
