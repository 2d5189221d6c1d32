// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/choices.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtCore/QStringList>

#include <algorithm>
#include <array>

namespace keyrace {

namespace {

class Choices {
    Q_DECLARE_TR_FUNCTIONS(Choices)
};

template <class T, std::size_t N>
std::span<const T> spanOf(const std::array<T, N>& values)
{
    return values;
}

constexpr std::array kShapes{TableShape::SixColumns, TableShape::Events, TableShape::Users, TableShape::KeyValue, TableShape::KeyOnly};
constexpr std::array kFills{ColumnFill::Independent, ColumnFill::AsKey, ColumnFill::Int, ColumnFill::Text};
constexpr std::array kIndexMethods{IndexMethod::Primary, IndexMethod::Btree, IndexMethod::Hash, IndexMethod::None};
constexpr std::array kMethods{InsertMethod::MultiRow, InsertMethod::Prepared, InsertMethod::Single,
                              InsertMethod::Array, InsertMethod::Bulk, InsertMethod::Pipeline};
constexpr std::array kSorting{Sorting::None, Sorting::Batch, Sorting::Trial};
constexpr std::array kArrival{Arrival::Shared, Arrival::Split};
constexpr std::array kKinds{WorkloadKind::Load, WorkloadKind::Growth, WorkloadKind::Append, WorkloadKind::Sustained,
                            WorkloadKind::Select, WorkloadKind::Churn, WorkloadKind::Lookup, WorkloadKind::Replay};
constexpr std::array kOrders{TrialOrder::Rounds, TrialOrder::Alternating, TrialOrder::Sequential, TrialOrder::Race};
constexpr std::array kRangeBy{RangeBy::Rank, RangeBy::Span, RangeBy::Sampled};
constexpr std::array kStorages{Storage::Native, Storage::Binary, Storage::BinaryOld, Storage::Text, Storage::Swapped, Storage::Unaliased};
constexpr std::array kSources{KeySource::Client, KeySource::Server};
constexpr std::array kV7{V7Method::Counter, V7Method::Submillisecond, V7Method::Random};
constexpr std::array kNodes{NodeKind::Random, NodeKind::Mac};
constexpr std::array kQueries{"pk_lookup", "point_lookup", "range_scan", "order_by_pk", "order_by_column", "count_group_by", "full_scan_count"};
constexpr std::array kLayouts{"heap", "clustered", "rowid", "partitioned"};
constexpr std::array kScenarios{"none", "few", "medium", "many"};

} // namespace

template <> std::span<const TableShape> allOf() { return spanOf(kShapes); }
template <> std::span<const ColumnFill> allOf() { return spanOf(kFills); }
template <> std::span<const IndexMethod> allOf() { return spanOf(kIndexMethods); }
template <> std::span<const InsertMethod> allOf() { return spanOf(kMethods); }
template <> std::span<const Sorting> allOf() { return spanOf(kSorting); }
template <> std::span<const Arrival> allOf() { return spanOf(kArrival); }
template <> std::span<const WorkloadKind> allOf() { return spanOf(kKinds); }
template <> std::span<const TrialOrder> allOf() { return spanOf(kOrders); }
template <> std::span<const RangeBy> allOf() { return spanOf(kRangeBy); }
template <> std::span<const Storage> allOf() { return spanOf(kStorages); }
template <> std::span<const KeySource> allOf() { return spanOf(kSources); }
template <> std::span<const V7Method> allOf() { return spanOf(kV7); }
template <> std::span<const NodeKind> allOf() { return spanOf(kNodes); }

std::span<const char* const> queryNames() { return spanOf(kQueries); }
std::span<const char* const> layoutNames() { return spanOf(kLayouts); }
std::span<const char* const> indexScenarioNames() { return spanOf(kScenarios); }

QString textOf(TableShape value)
{
    switch (value) {
    case TableShape::SixColumns: return Choices::tr("Six columns");
    case TableShape::Events: return Choices::tr("Events");
    case TableShape::Users: return Choices::tr("Users");
    case TableShape::KeyValue: return Choices::tr("Key and value");
    case TableShape::KeyOnly: return Choices::tr("Key only");
    }
    return {};
}

QString textOf(ColumnFill value)
{
    switch (value) {
    case ColumnFill::AsKey: return Choices::tr("By the key's own generator");
    case ColumnFill::Independent: return Choices::tr("The same numbers for every key");
    case ColumnFill::Int: return Choices::tr("4-byte integers");
    case ColumnFill::Text: return Choices::tr("Text of 36 characters");
    }
    return {};
}

QString textOf(IndexMethod value)
{
    switch (value) {
    case IndexMethod::Primary: return Choices::tr("Primary key");
    case IndexMethod::Btree: return Choices::tr("B-tree index");
    case IndexMethod::Hash: return Choices::tr("Hash index");
    case IndexMethod::None: return Choices::tr("No index");
    }
    return {};
}

QString textOf(InsertMethod value)
{
    switch (value) {
    case InsertMethod::Single: return Choices::tr("Single row");
    case InsertMethod::Prepared: return Choices::tr("Prepared");
    case InsertMethod::MultiRow: return Choices::tr("Multi-row");
    case InsertMethod::Array: return Choices::tr("Array");
    case InsertMethod::Bulk: return Choices::tr("Bulk load");
    case InsertMethod::Pipeline: return Choices::tr("Pipeline");
    }
    return {};
}

QString hintOf(InsertMethod method)
{
    switch (method) {
    case InsertMethod::Single:
        return Choices::tr("One row, one transaction. The round trip and the commit dominate: key types can hardly be told apart here.");
    case InsertMethod::Prepared:
        return Choices::tr("A prepared statement executed for each row, one commit per batch. On a server the round trip dominates: key types can hardly be told apart here.");
    case InsertMethod::MultiRow: return Choices::tr("One INSERT … VALUES for the whole batch, then a commit.");
    case InsertMethod::Array: return Choices::tr("One statement over arrays for the whole batch, then a commit.");
    case InsertMethod::Bulk: return Choices::tr("The database's own loader: COPY or LOAD DATA.");
    case InsertMethod::Pipeline: return Choices::tr("A prepared INSERT for each row, sent without waiting for answers, one commit per batch.");
    }
    return {};
}

QString textOf(Sorting value)
{
    switch (value) {
    case Sorting::None: return Choices::tr("Not sorted");
    case Sorting::Trial: return Choices::tr("All rows sorted by key");
    case Sorting::Batch: return Choices::tr("Each batch sorted by key");
    }
    return {};
}

QString textOf(Arrival value)
{
    switch (value) {
    case Arrival::Shared: return Choices::tr("Shared: whichever client is free");
    case Arrival::Split: return Choices::tr("Split: a part for each client");
    }
    return {};
}

QString textOf(WorkloadKind value)
{
    switch (value) {
    case WorkloadKind::Load: return Choices::tr("Load");
    case WorkloadKind::Growth: return Choices::tr("Growth");
    case WorkloadKind::Append: return Choices::tr("Append");
    case WorkloadKind::Sustained: return Choices::tr("Sustained");
    case WorkloadKind::Select: return Choices::tr("Reads");
    case WorkloadKind::Churn: return Choices::tr("Churn");
    case WorkloadKind::Lookup: return Choices::tr("Lookup");
    case WorkloadKind::Replay: return Choices::tr("Replay");
    }
    return {};
}

QString hintOf(WorkloadKind kind)
{
    switch (kind) {
    case WorkloadKind::Load: return Choices::tr("Rows into an empty table, from a common start to the last commit.");
    case WorkloadKind::Growth: return Choices::tr("The rate of every step while one table grows.");
    case WorkloadKind::Append: return Choices::tr("More rows into a table that is already filled.");
    case WorkloadKind::Sustained: return Choices::tr("Clients inserting one row per transaction for a while: rate and latency.");
    case WorkloadKind::Select: return Choices::tr("Seven reads, each with its plan and the rows that it returned.");
    case WorkloadKind::Churn: return Choices::tr("Size and fill before and after deleting, and after loading as many rows again.");
    case WorkloadKind::Lookup: return Choices::tr("One row by its key, again and again.");
    case WorkloadKind::Replay: return Choices::tr("How long a standby takes to replay a load.");
    }
    return {};
}

QString textOf(TrialOrder value)
{
    switch (value) {
    case TrialOrder::Rounds: return Choices::tr("Rounds, shuffled");
    case TrialOrder::Alternating: return Choices::tr("Alternating: A-B-C-A-B-C");
    case TrialOrder::Sequential: return Choices::tr("Sequential: A-A-B-B-C-C");
    case TrialOrder::Race: return Choices::tr("Race: in turns, by slices");
    }
    return {};
}

QString textOf(RangeBy value)
{
    switch (value) {
    case RangeBy::Rank: return Choices::tr("A share of the rows");
    case RangeBy::Span: return Choices::tr("A share of the value span");
    case RangeBy::Sampled: return Choices::tr("Between two sampled values");
    }
    return {};
}

QString textOf(Storage value)
{
    switch (value) {
    case Storage::Native: return Choices::tr("Native type");
    case Storage::Binary: return Choices::tr("Binary");
    case Storage::BinaryOld: return Choices::tr("Binary, older form");
    case Storage::Text: return Choices::tr("Text");
    case Storage::Swapped: return Choices::tr("Binary, time fields swapped");
    case Storage::Unaliased: return Choices::tr("INT, no alias of the rowid");
    }
    return {};
}

QString textOf(KeySource value)
{
    switch (value) {
    case KeySource::Client: return Choices::tr("Client");
    case KeySource::Server: return Choices::tr("Server");
    }
    return {};
}

QString textOf(V7Method value)
{
    switch (value) {
    case V7Method::Counter: return Choices::tr("Counter");
    case V7Method::Submillisecond: return Choices::tr("Sub-millisecond time");
    case V7Method::Random: return Choices::tr("Random, unordered");
    }
    return {};
}

QString textOf(NodeKind value)
{
    switch (value) {
    case NodeKind::Random: return Choices::tr("Random");
    case NodeKind::Mac: return Choices::tr("Network card's address");
    }
    return {};
}

QString textOf(const InsertChoice& insert)
{
    QString text = textOf(insert.method);
    if (insert.method != InsertMethod::Single)
        text = Choices::tr("%1, %2").arg(text, QLocale().toString(static_cast<qlonglong>(insert.batch)));
    switch (insert.sorted) {
    case Sorting::None: break;
    case Sorting::Batch: text = Choices::tr("%1, sorted").arg(text); break;
    case Sorting::Trial: text = Choices::tr("%1, all sorted").arg(text); break;
    }
    return insert.staging ? Choices::tr("%1, staged").arg(text) : text;
}

QString textOf(const LayoutChoice& layout)
{
    if (layout.type == "heap")
        return Choices::tr("Heap");
    if (layout.type == "clustered")
        return Choices::tr("Clustered by key");
    if (layout.type == "rowid")
        return Choices::tr("Rowid table");
    if (layout.type != "partitioned")
        return QString::fromStdString(layout.type);
    if (layout.by.empty())
        return Choices::tr("Partitioned");
    return Choices::tr("Partitioned by %1, %2").arg(QString::fromStdString(layout.by), QLocale().toString(layout.count));
}

QString textOf(const IndexChoice& indexes)
{
    if (indexes.name == "none")
        return Choices::tr("None");
    if (indexes.name == "few")
        return Choices::tr("Few");
    if (indexes.name == "medium")
        return Choices::tr("Medium");
    if (indexes.name == "many")
        return Choices::tr("Many");
    QStringList lists;
    for (const auto& columns : indexes.columns) {
        QStringList names;
        for (const auto& column : columns)
            names << QString::fromStdString(column);
        lists << names.join(u'+');
    }
    return lists.join(u", "_qs);
}

QString queryText(const std::string& query)
{
    static const std::array<const char*, kQueries.size()> texts{
        QT_TRANSLATE_NOOP("Choices", "Lookup by primary key"), QT_TRANSLATE_NOOP("Choices", "Lookup by a column"),
        QT_TRANSLATE_NOOP("Choices", "Range scan"), QT_TRANSLATE_NOOP("Choices", "Order by primary key"),
        QT_TRANSLATE_NOOP("Choices", "Order by a column"), QT_TRANSLATE_NOOP("Choices", "Count, grouped"),
        QT_TRANSLATE_NOOP("Choices", "Count by full scan")};
    const auto found = std::find(kQueries.begin(), kQueries.end(), query);
    return found == kQueries.end() ? QString::fromStdString(query) : Choices::tr(texts[static_cast<std::size_t>(found - kQueries.begin())]);
}

std::int64_t plainPayload(TableShape shape)
{
    switch (shape) {
    case TableShape::Events: return 100;
    case TableShape::KeyValue: return 50;
    case TableShape::SixColumns:
    case TableShape::Users:
    case TableShape::KeyOnly: break;
    }
    return 0;
}

std::vector<std::string> indexableColumns(TableShape shape)
{
    std::vector<std::string> columns;
    for (const char* scenario : kScenarios) {
        for (const auto& index : indexScenario(shape, scenario).value_or(std::vector<std::vector<std::string>>{})) {
            for (const auto& column : index) {
                if (std::find(columns.begin(), columns.end(), column) == columns.end())
                    columns.push_back(column);
            }
        }
    }
    return columns;
}

} // namespace keyrace
