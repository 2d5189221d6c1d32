// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/keytype.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

enum class TableShape { SixColumns, Events, Users, KeyValue, KeyOnly };
/// What fills `six-columns`' payload: keys of the key's own generator, or the same stream in every cell.
enum class ColumnFill { AsKey, Independent, Int, Text };
enum class IndexMethod { Primary, Btree, Hash, None };
enum class InsertMethod { Single, Prepared, MultiRow, Array, Bulk, Pipeline };
enum class Sorting { None, Trial, Batch };
enum class Arrival { Shared, Split };
enum class WorkloadKind { Load, Growth, Append, Sustained, Select, Churn, Lookup, Replay };
enum class TrialOrder { Rounds, Alternating, Sequential, Race };

/// The table under test, by name or with a width of one's own.
struct TableChoice {
    TableShape shape = TableShape::SixColumns;
    std::int64_t payloadBytes = 0; ///< resolved: 100 for events, 50 for key-value, else 0 (no such column)

    friend bool operator==(const TableChoice&, const TableChoice&) = default;
};

/// The secondary indexes: a named scenario, or a list of column lists (then `name` is empty).
struct IndexChoice {
    std::string name; ///< none, few, medium, many
    std::vector<std::vector<std::string>> columns; ///< resolved, one entry an index

    friend bool operator==(const IndexChoice&, const IndexChoice&) = default;
};

struct LayoutChoice {
    std::string type; ///< heap, clustered, rowid, partitioned
    std::string by;   ///< partitioned: "id" or "created_at"
    int count = 0;    ///< partitioned: number of partitions

    friend bool operator==(const LayoutChoice&, const LayoutChoice&) = default;
};

struct InsertChoice {
    InsertMethod method = InsertMethod::MultiRow;
    std::int64_t batch = 1'000; ///< rows per commit; 1 for `single`
    Sorting sorted = Sorting::None;
    bool staging = false;

    friend bool operator==(const InsertChoice&, const InsertChoice&) = default;
};

/// Server settings as a factor level: what is set, and the name under which it is shown.
struct SettingsChoice {
    std::string label;
    std::map<std::string, std::string> set;

    friend bool operator==(const SettingsChoice&, const SettingsChoice&) = default;
};

/// "journal_mode=wal, synchronous=off"
[[nodiscard]] std::string settingsText(const std::map<std::string, std::string>& settings);

enum class RangeBy { Rank, Span, Sampled };

/// Section "Workloads" of the plan format; members that a kind does not have keep their defaults and are not written.
struct Workload {
    WorkloadKind kind = WorkloadKind::Load;
    std::vector<std::int64_t> rows;    ///< more than one is a factor
    std::vector<std::int64_t> prefill; ///< more than one is a factor
    std::int64_t step = 0;             ///< growth: rows of one step
    std::optional<std::string> prefillKey;
    bool reindex = false;
    double seconds = 0;
    std::optional<double> ratePerS;
    int executions = 50;
    int discard = 5;
    int trim = 2;
    std::vector<std::string> queries; ///< select: names of reads; all where the plan names none
    RangeBy rangeBy = RangeBy::Rank;
    double rangeFraction = 0.1;
    double fraction = 0; ///< churn
    std::string which;   ///< churn: oldest, random
    int vacuums = 2;     ///< churn
    bool checkpointBefore = false;

    friend bool operator==(const Workload&, const Workload&) = default;
};

struct Protocol {
    int repeats = 7;
    int trim = 1;
    std::int64_t warmupRows = 10'000;
    TrialOrder order = TrialOrder::Rounds;
    int sliceMs = 1'000;
    std::uint64_t seed = 1;
    std::optional<double> maxSeconds;

    friend bool operator==(const Protocol&, const Protocol&) = default;
};

/// One combination of levels within a part, every default filled in. What varies stands here; how it is measured
/// (workload, protocol) is shared by the part's cells. A value; any thread.
struct Cell {
    int index = 0; ///< position in the plan, and in every list of results
    int partIndex = 0;
    std::string part;
    std::string target; ///< as in the plan; resolved by the run to a connector. Never holds a password
    TableChoice table;
    std::string key;   ///< the key type's name
    std::string label; ///< of the key level: what the plan says, else the type and every option that was set
    bool labelled = false; ///< the plan gave the label
    Storage storage = Storage::Binary;
    KeySource source = KeySource::Client;
    KeyOptions keyOptions;
    ColumnFill columns = ColumnFill::Independent;
    LayoutChoice layout;
    IndexChoice indexes;
    IndexMethod indexMethod = IndexMethod::Primary;
    InsertChoice insert;
    Arrival arrival = Arrival::Shared;
    int clients = 1;
    std::optional<SettingsChoice> settings;
    Workload workload;
    Protocol protocol;
    std::int64_t rows = 0;
    std::int64_t prefill = 0;
    /// Why this cell cannot be measured on its target; absent where it can.
    std::optional<Message> unavailable;
};

/// The factors that name a level on the command line, in charts and in `where`.
enum class Factor {
    Part, Target, Table, Key, Storage, Source, Columns, Layout, Indexes, IndexMethod, Insert, Arrival, Clients, Rows,
    Prefill, Settings, Query
};

[[nodiscard]] std::string_view name(TableShape value);
[[nodiscard]] std::string_view name(ColumnFill value);
[[nodiscard]] std::string_view name(IndexMethod value);
[[nodiscard]] std::string_view name(InsertMethod value);
[[nodiscard]] std::string_view name(Sorting value); ///< "none", "trial", "batch"
[[nodiscard]] std::string_view name(Arrival value);
[[nodiscard]] std::string_view name(WorkloadKind value);
[[nodiscard]] std::string_view name(TrialOrder value);
[[nodiscard]] std::string_view name(RangeBy value);
[[nodiscard]] std::string_view name(Factor value);
[[nodiscard]] std::optional<Factor> factorFromName(std::string_view name);
[[nodiscard]] const std::vector<Factor>& allFactors();

/// The cell's level of a factor as written on the command line: key by its label, inserts as "multi-row:1000:batch",
/// index lists as "a+b,c", a partitioned layout as "partitioned:id:24". Query has no level in a cell: empty.
[[nodiscard]] std::string levelName(const Cell& cell, Factor factor);
[[nodiscard]] std::string insertLabel(const InsertChoice& insert);

/// Columns of a table's secondary index scenario; empty optional where the table has no such scenario.
[[nodiscard]] std::optional<std::vector<std::vector<std::string>>> indexScenario(TableShape shape, std::string_view name);

/// The cell's levels as they stand in the JSON document of a run (section 7 of the format): key, label, storage, …
[[nodiscard]] nlohmann::ordered_json toJson(const Cell& cell);
/// The inverse, for reading a run file. Throws Error{BadInput}.
[[nodiscard]] Cell cellFromJson(const nlohmann::ordered_json& json);

} // namespace keyrace
