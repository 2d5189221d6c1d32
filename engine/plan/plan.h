// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/cell.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

using Json = nlohmann::ordered_json;

/// A level of the factor `key`. Members beyond the key's own fix that factor for this level alone.
struct KeyLevel {
    std::string type;
    std::optional<Storage> storage;
    std::optional<KeySource> source;
    std::optional<std::string> label;
    KeyOptions options;

    std::optional<ColumnFill> columns;
    std::optional<LayoutChoice> layout;
    std::optional<IndexChoice> indexes;
    std::optional<IndexMethod> indexMethod;
    std::optional<InsertChoice> insert;
    std::optional<Arrival> arrival;
    std::optional<int> clients;
    std::optional<SettingsChoice> settings;
    std::optional<std::int64_t> rows;
    std::optional<std::int64_t> prefill;

    friend bool operator==(const KeyLevel&, const KeyLevel&) = default;
};

/// What varies. An empty list means that the part does not name the factor.
struct Factors {
    std::vector<KeyLevel> key;
    std::vector<ColumnFill> columns;
    std::vector<LayoutChoice> layout;
    std::vector<IndexChoice> indexes;
    std::vector<IndexMethod> indexMethod;
    std::vector<InsertChoice> insert;
    std::vector<Arrival> arrival;
    std::vector<int> clients;
    std::vector<SettingsChoice> settings;

    friend bool operator==(const Factors&, const Factors&) = default;
};

/// One table shape, one workload, the factors that vary in it, and how it is measured; merged with the plan's own.
struct Part {
    std::string name; ///< empty for a plan that has no parts
    TableChoice table;
    Workload workload;
    Factors factors;
    Protocol protocol;

    friend bool operator==(const Part&, const Part&) = default;
};

/// A private throwaway server, or private file on SQLite.
struct SandboxChoice {
    std::string engine;
    std::string bin;
    std::map<std::string, std::string> settings;
    bool standby = false;
    std::optional<std::int64_t> memoryBytes;

    friend bool operator==(const SandboxChoice&, const SandboxChoice&) = default;
};

/// The levels by which an expectation picks a cell; also "part", "target", and "steps" for growth.
struct CellSelector {
    std::map<std::string, std::string> levels;    ///< factor name to level name
    std::optional<std::pair<int, int>> steps;     ///< counted from 1, both included
    std::optional<std::string> pick;              ///< "max" or "min" of several
    std::optional<std::string> metric;            ///< `over` may have one of its own

    friend bool operator==(const CellSelector&, const CellSelector&) = default;
};

struct Expectation {
    std::string id;
    std::string text;
    std::string metric;
    CellSelector where;
    std::optional<CellSelector> over; ///< the ratio where ÷ over is judged
    std::optional<double> min;
    std::optional<double> max;

    friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// A plan as its author wrote it, checked and with its parts merged. A value; any thread.
struct Plan {
    std::string name;
    std::string text; ///< one sentence: what it asks
    std::vector<std::string> targets; ///< URLs, never with a password
    std::optional<SandboxChoice> sandbox;
    std::vector<Part> parts; ///< at least one
    std::vector<std::string> hypotheses;
    std::vector<Expectation> expect;

    friend bool operator==(const Plan&, const Plan&) = default;
};

/// Reads and checks a plan. Throws Error{BadInput} whose message names the JSON path, the value and what is accepted.
[[nodiscard]] Plan parsePlan(std::string_view text);
[[nodiscard]] Plan planFromJson(const Json& json);
/// The plan as JSON that parsePlan() reads back to an equal plan; defaults are not written.
[[nodiscard]] Json toJson(const Plan& plan);
/// Replaces one member before the plan is checked: `--set protocol.repeats=3`; list items by number. The value is JSON,
/// else text. Throws Error{BadInput} where the path leads nowhere.
void setMember(Json& plan, std::string_view path, std::string_view value);
/// The workload of one part with every default filled in, as a run's JSON shows it, and back.
[[nodiscard]] Json toJson(const Workload& workload);
[[nodiscard]] Workload workloadFromJson(const Json& json);
[[nodiscard]] Json toJson(const Protocol& protocol);

/// What a target does where a plan names nothing: filled in when a plan is expanded, and what it cannot do.
/// Implemented by every target (Connector) and known before anything is connected.
class TargetRules {
public:
    virtual ~TargetRules() = default;

    [[nodiscard]] virtual Storage defaultStorage(KeyShape shape) const = 0;
    [[nodiscard]] virtual std::string defaultLayout() const = 0;
    /// Why this cell cannot be measured here, or nothing where it can. The cell has all defaults filled in.
    [[nodiscard]] virtual std::optional<Message> unavailable(const Cell& cell) const = 0;
};

/// Finds the rules of a target URL. Throws Error{BadInput} for a URL that no target knows.
using RulesFinder = std::function<const TargetRules&(const std::string& url)>;

/// The plan's cells, part after part, in the plan's order; those that a target cannot do carry the reason.
/// Throws Error{BadInput} where two cells of a part are equal, where there are more than kMaxCells, or where no cell is
/// available.
[[nodiscard]] std::vector<Cell> expand(const Plan& plan, const RulesFinder& rules);
inline constexpr std::int64_t kMaxCells = 10'000;

/// The targets of a plan as URLs: its own, or its sandbox's.
[[nodiscard]] std::vector<std::string> targetUrls(const Plan& plan);
/// A private SQLite file as `sqlite:?pragma=value`, a private server as `sandbox:mariadb?bin=FOLDER&memory=BYTES&setting=value`.
[[nodiscard]] std::string sandboxUrl(const SandboxChoice& choice);
/// The inverse for a private server; absent for every other target. Throws Error{BadInput}.
[[nodiscard]] std::optional<SandboxChoice> sandboxOf(std::string_view url);

/// What a run will cost, told before it is paid.
struct Estimate {
    std::int64_t cells = 0; ///< available ones
    std::int64_t trials = 0;
    std::int64_t rows = 0;  ///< inserted in all, warm-up included
    double seconds = 0;
    std::int64_t diskBytes = 0; ///< the most that stands on disk at one time
};

[[nodiscard]] Estimate estimate(const std::vector<Cell>& cells);

} // namespace keyrace
