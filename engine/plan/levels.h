// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/jsonnode.h"

namespace keyrace {

// Levels of the factors, from and to JSON. Reading throws Error{BadInput} that names the path.

inline constexpr std::int64_t kMaxRows = 1'000'000'000'000;
inline constexpr std::int64_t kMaxBatch = 10'000'000;
inline constexpr int kMaxClients = 4'096;
inline constexpr int kMaxPartitions = 10'000;

[[nodiscard]] TableChoice readTable(const JsonNode& node);
[[nodiscard]] Json writeTable(const TableChoice& table);
[[nodiscard]] std::string tableLabel(const TableChoice& table); ///< "six-columns", "six-columns:200"
[[nodiscard]] std::vector<std::string> columnsOf(const TableChoice& table);

[[nodiscard]] LayoutChoice readLayout(const JsonNode& node);
[[nodiscard]] Json writeLayout(const LayoutChoice& layout);
[[nodiscard]] std::string layoutLabel(const LayoutChoice& layout);

/// A scenario's columns depend on the table: see resolveIndexes().
[[nodiscard]] IndexChoice readIndexes(const JsonNode& node);
[[nodiscard]] Json writeIndexes(const IndexChoice& indexes);
[[nodiscard]] std::string indexesLabel(const IndexChoice& indexes);
/// Fills in a scenario's columns. Throws Error{BadInput} naming `path` where the table has no such scenario or column.
void resolveIndexes(IndexChoice& indexes, const TableChoice& table, const std::string& path);

[[nodiscard]] InsertChoice readInsert(const JsonNode& node);
[[nodiscard]] Json writeInsert(const InsertChoice& insert);

[[nodiscard]] SettingsChoice readSettings(const JsonNode& node);
[[nodiscard]] Json writeSettings(const SettingsChoice& settings);
/// Names of settings to their values; numbers and true, false become text.
[[nodiscard]] std::map<std::string, std::string> readSettingsMap(const JsonNode& node);

[[nodiscard]] SnowflakeLayout readFlavour(const JsonNode& node);
[[nodiscard]] Json writeFlavour(const SnowflakeLayout& flavour);

/// skew_ms, span_s, flavour, method, node: what is set of them.
[[nodiscard]] KeyOptions readKeyOptions(const JsonNode& node, std::string_view keyType);
void writeKeyOptions(const KeyOptions& options, Json& json);

[[nodiscard]] KeyLevel readKeyLevel(const JsonNode& node);
[[nodiscard]] Json writeKeyLevel(const KeyLevel& level);
/// The type and every option that was set: "uuidv4 storage=text clients=4".
[[nodiscard]] std::string defaultLabel(const KeyLevel& level);

[[nodiscard]] const KeyType& knownKeyType(const JsonNode& node);

} // namespace keyrace
