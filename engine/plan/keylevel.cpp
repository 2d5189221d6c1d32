// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/levels.h"

#include <algorithm>

namespace keyrace {

namespace {

constexpr double kMaxSkewMs = 1e9;
constexpr double kMaxSpanS = 1e9;
constexpr std::int64_t kSimulationStartMs = SimulatedClock::kStart / 1'000'000;

/// Which key types an option means something to; the others have it from everybody's clock.
struct OptionOwners {
    std::string_view option;
    std::array<std::string_view, 2> types;
};
constexpr std::array<OptionOwners, 3> kOwners{{
    {"flavour", {"snowflake", ""}},
    {"method", {"uuidv7", ""}},
    {"node", {"uuidv1", "uuidv6"}},
}};

constexpr std::array<std::string_view, 19> kMembers{
    "type",    "storage", "source",       "label",  "skew_ms", "span_s",  "flavour",  "method", "node",   "columns",
    "layout",  "indexes", "index_method", "insert", "arrival", "clients", "settings", "rows",   "prefill"};

void checkOwners(const JsonNode& node, std::string_view keyType)
{
    for (const OptionOwners& owners : kOwners) {
        if (!node.has(owners.option) || std::find(owners.types.begin(), owners.types.end(), keyType) != owners.types.end())
            continue;
        std::string types(owners.types[0]);
        if (!owners.types[1].empty())
            types += ", " + std::string(owners.types[1]);
        node[owners.option].refuse(QT_TRANSLATE_NOOP("Engine", "%1 (%2) means nothing to %3; it belongs to: %4."),
                                   {std::string(keyType), types});
    }
}

template <typename Enum>
Enum named(const JsonNode& node, std::optional<Enum> (*find)(std::string_view), std::initializer_list<Enum> all)
{
    std::vector<std::string_view> accepted;
    for (const Enum value : all)
        accepted.push_back(name(value));
    return *find(node.oneOf(accepted));
}

void checkStorage(const JsonNode& node, const KeyType& type, Storage storage)
{
    const auto storages = type.storages();
    if (std::find(storages.begin(), storages.end(), storage) != storages.end())
        return;
    std::vector<std::string_view> accepted;
    for (const Storage possible : storages)
        accepted.push_back(name(possible));
    node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2, which %3 cannot have; accepted: %4."),
                {std::string(type.name()), listed(accepted)});
}

KeySource readSource(const JsonNode& node, const KeyType& type)
{
    const auto source = named<KeySource>(node, keySourceFromName, {KeySource::Client, KeySource::Server});
    const bool automatic = type.shape() == KeyShape::Auto32 || type.shape() == KeyShape::Auto64;
    if (automatic && source == KeySource::Client)
        node.refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2, but the server makes the keys of %3; accepted: server."),
                    {std::string(type.name())});
    return source;
}

void readOverrides(const JsonNode& node, KeyLevel& level)
{
    if (node.has("columns"))
        level.columns = node["columns"].choice<ColumnFill>();
    if (node.has("layout"))
        level.layout = readLayout(node["layout"]);
    if (node.has("indexes"))
        level.indexes = readIndexes(node["indexes"]);
    if (node.has("index_method"))
        level.indexMethod = node["index_method"].choice<IndexMethod>();
    if (node.has("insert"))
        level.insert = readInsert(node["insert"]);
    if (node.has("arrival"))
        level.arrival = node["arrival"].choice<Arrival>();
    if (node.has("clients"))
        level.clients = node["clients"].smallInteger(1, kMaxClients);
    if (node.has("settings"))
        level.settings = readSettings(node["settings"]);
    if (node.has("rows"))
        level.rows = node["rows"].integer(1, kMaxRows);
    if (node.has("prefill"))
        level.prefill = node["prefill"].integer(0, kMaxRows);
}

void writeOverrides(const KeyLevel& level, Json& json)
{
    if (level.columns)
        json["columns"] = name(*level.columns);
    if (level.layout)
        json["layout"] = writeLayout(*level.layout);
    if (level.indexes)
        json["indexes"] = writeIndexes(*level.indexes);
    if (level.indexMethod)
        json["index_method"] = name(*level.indexMethod);
    if (level.insert)
        json["insert"] = writeInsert(*level.insert);
    if (level.arrival)
        json["arrival"] = name(*level.arrival);
    if (level.clients)
        json["clients"] = *level.clients;
    if (level.settings)
        json["settings"] = writeSettings(*level.settings);
    if (level.rows)
        json["rows"] = *level.rows;
    if (level.prefill)
        json["prefill"] = *level.prefill;
}

std::string flavourLabel(const SnowflakeLayout& flavour)
{
    if (!flavour.name.empty())
        return flavour.name;
    return std::to_string(flavour.epochMs) + "/" + std::to_string(flavour.bits[0]) + "+" + std::to_string(flavour.bits[1]) + "+"
        + std::to_string(flavour.bits[2]);
}

} // namespace

const KeyType& knownKeyType(const JsonNode& node)
{
    std::vector<std::string_view> known;
    for (const KeyType* type : keyTypes())
        known.push_back(type->name());
    return *findKeyType(node.oneOf(known));
}

SnowflakeLayout readFlavour(const JsonNode& node)
{
    if (!node.isObject()) {
        std::string known;
        for (const SnowflakeLayout& flavour : snowflakeFlavours())
            known += (known.empty() ? "" : ", ") + flavour.name;
        const SnowflakeLayout* flavour = node.isText() ? findSnowflakeFlavour(node.text()) : nullptr;
        if (!flavour)
            node.refuse(known + R"(, {"epoch_ms": 0, "bits": [41, 10, 12]})");
        return *flavour;
    }
    node.expectMembers({"epoch_ms", "bits"});
    SnowflakeLayout flavour;
    // Simulated time begins in 2024; a later epoch would ask for times before zero.
    flavour.epochMs = node["epoch_ms"].integer(0, kSimulationStartMs);
    const std::vector<JsonNode> bits = node["bits"].items();
    int sum = 0;
    for (std::size_t i = 0; i < bits.size() && i < flavour.bits.size(); ++i)
        sum += flavour.bits[i] = bits[i].smallInteger(1, 62);
    if (bits.size() != flavour.bits.size() || sum < 63 || sum > 64)
        node["bits"].refuse(QT_TRANSLATE_NOOP("Engine", "%1 is %2; three numbers are expected, the bits of time, node and sequence, 63 in all "
                                                        "or 64 with the sign."), {});
    return flavour;
}

Json writeFlavour(const SnowflakeLayout& flavour)
{
    if (!flavour.name.empty())
        return flavour.name;
    return {{"epoch_ms", flavour.epochMs}, {"bits", flavour.bits}};
}

KeyOptions readKeyOptions(const JsonNode& node, std::string_view keyType)
{
    checkOwners(node, keyType);
    KeyOptions options;
    if (node.has("skew_ms"))
        options.skewMs = node["skew_ms"].number(0, kMaxSkewMs);
    if (node.has("span_s"))
        options.spanS = node["span_s"].number(0, kMaxSpanS);
    if (node.has("flavour"))
        options.flavour = readFlavour(node["flavour"]);
    if (node.has("method"))
        options.method = named<V7Method>(node["method"], v7MethodFromName,
                                         {V7Method::Counter, V7Method::Submillisecond, V7Method::Random});
    if (node.has("node"))
        options.node = named<NodeKind>(node["node"], nodeKindFromName, {NodeKind::Random, NodeKind::Mac});
    return options;
}

void writeKeyOptions(const KeyOptions& options, Json& json)
{
    if (options.skewMs)
        json["skew_ms"] = plainNumber(*options.skewMs);
    if (options.spanS)
        json["span_s"] = plainNumber(*options.spanS);
    if (options.flavour)
        json["flavour"] = writeFlavour(*options.flavour);
    if (options.method)
        json["method"] = name(*options.method);
    if (options.node)
        json["node"] = name(*options.node);
}

KeyLevel readKeyLevel(const JsonNode& node)
{
    KeyLevel level;
    if (!node.isObject()) {
        level.type = knownKeyType(node).name();
        return level;
    }
    node.expectMembers(kMembers);
    const KeyType& type = knownKeyType(node["type"]);
    level.type = type.name();
    if (node.has("storage")) {
        level.storage = named<Storage>(node["storage"], storageFromName,
                                       {Storage::Native, Storage::Binary, Storage::BinaryOld, Storage::Text, Storage::Swapped,
                                        Storage::Unaliased});
        checkStorage(node["storage"], type, *level.storage);
    }
    if (node.has("source"))
        level.source = readSource(node["source"], type);
    if (node.has("label"))
        level.label = node["label"].word();
    level.options = readKeyOptions(node, level.type);
    readOverrides(node, level);
    return level;
}

Json writeKeyLevel(const KeyLevel& level)
{
    Json json{{"type", level.type}};
    if (level.storage)
        json["storage"] = name(*level.storage);
    if (level.source)
        json["source"] = name(*level.source);
    if (level.label)
        json["label"] = *level.label;
    writeKeyOptions(level.options, json);
    writeOverrides(level, json);
    if (json.size() == 1)
        return level.type;
    return json;
}

std::string defaultLabel(const KeyLevel& level)
{
    std::string label = level.type;
    const auto add = [&label](std::string_view option, std::string_view value) {
        label += " " + std::string(option) + "=" + std::string(value);
    };
    if (level.storage)
        add("storage", name(*level.storage));
    if (level.source)
        add("source", name(*level.source));
    if (level.options.skewMs)
        add("skew_ms", plainNumber(*level.options.skewMs).dump());
    if (level.options.spanS)
        add("span_s", plainNumber(*level.options.spanS).dump());
    if (level.options.flavour)
        add("flavour", flavourLabel(*level.options.flavour));
    if (level.options.method)
        add("method", name(*level.options.method));
    if (level.options.node)
        add("node", name(*level.options.node));
    if (level.columns)
        add("columns", name(*level.columns));
    if (level.layout)
        add("layout", layoutLabel(*level.layout));
    if (level.indexes)
        add("indexes", indexesLabel(*level.indexes));
    if (level.indexMethod)
        add("index_method", name(*level.indexMethod));
    if (level.insert)
        add("insert", insertLabel(*level.insert));
    if (level.arrival)
        add("arrival", name(*level.arrival));
    if (level.clients)
        add("clients", std::to_string(*level.clients));
    if (level.rows)
        add("rows", std::to_string(*level.rows));
    if (level.prefill)
        add("prefill", std::to_string(*level.prefill));
    if (level.settings)
        add("settings", level.settings->label);
    return label;
}

} // namespace keyrace
