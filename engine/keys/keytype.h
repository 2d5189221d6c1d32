// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/keys/key.h"
#include "engine/keys/keyclock.h"
#include "engine/message.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keyrace {

/// What a key is to a database, before its storage is chosen. A database's dialect maps these to column types, so that
/// neither key types nor databases need to know each other.
enum class KeyShape { Auto32, Auto64, Int64, Bytes16 };

/// The next number, made by the database.
[[nodiscard]] constexpr bool isAuto(KeyShape shape)
{
    return shape == KeyShape::Auto32 || shape == KeyShape::Auto64;
}

/// How a key is stored; `unaliased` is SQLite's INT PRIMARY KEY.
enum class Storage { Native, Binary, BinaryOld, Text, Swapped, Unaliased };

enum class KeySource { Client, Server };

[[nodiscard]] std::string_view name(Storage storage);
[[nodiscard]] std::string_view name(KeySource source);
[[nodiscard]] std::optional<Storage> storageFromName(std::string_view name);
[[nodiscard]] std::optional<KeySource> keySourceFromName(std::string_view name);

/// The fields of a Snowflake from high to low: time in milliseconds since `epochMs`, node, sequence.
struct SnowflakeLayout {
    std::string name;          ///< "twitter", "discord", "instagram", or empty for one's own
    std::int64_t epochMs = 0;  ///< Unix time in milliseconds at which the time field is 0
    std::array<int, 3> bits{}; ///< time, node, sequence; 63 in all, or 64 where the sign bit is used

    friend bool operator==(const SnowflakeLayout&, const SnowflakeLayout&) = default;
};

[[nodiscard]] std::span<const SnowflakeLayout> snowflakeFlavours();
[[nodiscard]] const SnowflakeLayout* findSnowflakeFlavour(std::string_view name);

/// How v7 keeps its order within one generator: RFC 9562 §6.2 method 1, method 3 (as PostgreSQL 18), or not at all.
enum class V7Method { Counter, Submillisecond, Random };
/// The node field of v1 and v6: 48 random bits with the multicast bit set, or the look of a network card's address.
enum class NodeKind { Random, Mac };

[[nodiscard]] std::string_view name(V7Method method);
[[nodiscard]] std::string_view name(NodeKind node);
[[nodiscard]] std::optional<V7Method> v7MethodFromName(std::string_view name);
[[nodiscard]] std::optional<NodeKind> nodeKindFromName(std::string_view name);

/// The options of a key level. Absent means the default, and is not shown in labels.
struct KeyOptions {
    std::optional<double> skewMs;  ///< clock error per client, drawn uniformly within ± this many milliseconds
    std::optional<double> spanS;   ///< simulated seconds over which a trial's keys are spread; 0: all made now
    std::optional<SnowflakeLayout> flavour;
    std::optional<V7Method> method;
    std::optional<NodeKind> node;

    friend bool operator==(const KeyOptions&, const KeyOptions&) = default;
};

/// Makes keys, in ascending order where its type promises one. One per client and trial; used by one thread.
class KeyGenerator {
public:
    virtual ~KeyGenerator() = default;

    /// Fills `out` with the next keys, asking `clock` once for each. Never repeats a key.
    /// Throws Error{Limit} where the type's space is exhausted (a ULID's 80 random bits overflow, a time field ends).
    virtual void fill(std::span<Key> out, KeyClock& clock) = 0;

    /// Nanoseconds of key time for which this generator had to wait: sequence exhausted, clock stepped back.
    [[nodiscard]] std::int64_t stalled() const { return m_stalled; }

protected:
    std::int64_t m_stalled = 0;
};

/// Who a generator is: its random numbers follow from seed, client and stream; its node is the client's number. Node and
/// clock error follow from seed and client alone.
struct GeneratorSeat {
    std::uint64_t seed = 1;
    int client = 0;
    std::uint64_t stream = 0; ///< tells the trials of a run apart, so that none repeats another's random numbers
};

/// What a key type costs and gives away, for the cards of the plan page and the README.
struct KeyCard {
    int bytes = 0;          ///< per copy of the key in its default storage
    int textCharacters = 0; ///< 36, 26, or 0 for integers
    double randomBits = 0;  ///< unpredictable bits per key
    bool revealsTime = false;
    bool revealsMachine = false;
    bool revealsOrder = false;
    bool needsCoordination = false; ///< a server's counter, or node numbers that somebody hands out
    Message guessability;           ///< one sentence
    Message order;                  ///< one sentence: where new keys land in a B-tree
};

/// One field of a decoded key: ("time", "2022-02-22T19:22:22.000Z"), ("counter", "3267").
using KeyField = std::pair<std::string, std::string>;

struct DecodedKey {
    std::string type; ///< "uuidv7", "ulid", "snowflake"; another UUID version as "uuidv3"
    std::vector<KeyField> fields;
};

/// A way of making primary keys. Adding one is one file in engine/keys and its line in registry.cpp and CMake.
/// Immutable; any thread.
class KeyType {
public:
    virtual ~KeyType() = default;

    [[nodiscard]] virtual std::string_view name() const = 0; ///< as in a plan: "uuidv7"
    [[nodiscard]] virtual Message label() const = 0;         ///< as on screen: "UUID v7"
    [[nodiscard]] virtual KeyShape shape() const = 0;
    /// Storages that this type can have on some database, the default of databases without a native type first.
    [[nodiscard]] virtual std::span<const Storage> storages() const = 0;
    [[nodiscard]] virtual KeyCard card(const KeyOptions& options) const = 0;
    /// How many generators can work at once without meeting (Snowflake's nodes); INT_MAX where there is no bound.
    [[nodiscard]] virtual int maxClients(const KeyOptions& options) const = 0;
    /// Null for types that the server makes (auto-increment).
    [[nodiscard]] virtual std::unique_ptr<KeyGenerator> generator(const KeyOptions& options, const GeneratorSeat& seat) const = 0;
    /// The key's canonical text: UUID in lower case with hyphens, ULID in Crockford base32, integers in decimal.
    [[nodiscard]] virtual std::string text(Key key) const = 0;
};

[[nodiscard]] std::span<const KeyType* const> keyTypes();
/// Null where there is none of that name.
[[nodiscard]] const KeyType* findKeyType(std::string_view name);

/// Bytes of one key of this shape in this storage: 4, 8, 16, 36, 26.
[[nodiscard]] int storedBytes(const KeyType& type, Storage storage);

/// Reads one key in any of its texts: UUID with or without hyphens, ULID, decimal or hexadecimal integer. An integer
/// decodes as every Snowflake flavour. Throws Error{BadInput} that says what was expected.
[[nodiscard]] std::vector<DecodedKey> decodeKey(std::string_view text);

/// MySQL's UUID_TO_BIN(x, 1): time_low and time_high change places. Its own inverse is unswapped().
[[nodiscard]] Key swapped(Key key);
[[nodiscard]] Key unswapped(Key key);

} // namespace keyrace
