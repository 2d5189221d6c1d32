// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/keys/keytext.h"
#include "engine/keys/keytype.h"
#include "engine/keys/seat.h"
#include "engine/keys/snowflake.h"
#include "engine/keys/uuidfields.h"

#include <algorithm>
#include <charconv>

namespace keyrace {

namespace {

std::string hexadecimal(std::uint64_t value, int bits)
{
    const int octets = (bits + 7) / 8;
    return "0x" + hexText({0, value}, octets);
}

std::string gregorianTime(std::uint64_t ticks)
{
    constexpr std::int64_t kTicksPerMillisecond = 10'000;
    const std::int64_t unixTicks = static_cast<std::int64_t>(ticks) - uuid::kGregorianOffset;
    const std::int64_t milliseconds = floorDivide(unixTicks, kTicksPerMillisecond);
    return isoTime(milliseconds, (unixTicks - milliseconds * kTicksPerMillisecond) * 100);
}

void addGregorian(DecodedKey& decoded, std::uint64_t ticks, Key key)
{
    decoded.fields.emplace_back("time", gregorianTime(ticks));
    decoded.fields.emplace_back("clock_seq", hexadecimal(uuid::clockSeq(key), 14));
    decoded.fields.emplace_back("node", hexText({0, uuid::node(key)}, 6));
    const bool multicast = (uuid::node(key) >> 40 & 1) != 0;
    decoded.fields.emplace_back("node_kind", multicast ? "random" : "mac");
}

void addV7(DecodedKey& decoded, Key key)
{
    const auto milliseconds = static_cast<std::int64_t>(uuid::v7Milliseconds(key));
    const std::uint64_t randA = uuid::v7RandA(key);
    // The first nanosecond whose fraction of the millisecond, cut to 12 bits, is rand_a.
    const auto nanoseconds = static_cast<std::int64_t>((randA * 1'000'000 + 4095) / 4096);
    decoded.fields.emplace_back("time", isoTime(milliseconds));
    decoded.fields.emplace_back("counter", std::to_string(randA));
    decoded.fields.emplace_back("time_if_submillisecond", isoTime(milliseconds, nanoseconds));
    decoded.fields.emplace_back("random", hexadecimal(uuid::v7RandB(key), 62));
}

DecodedKey decodeUlid(Key key)
{
    DecodedKey decoded{"ulid", {}};
    decoded.fields.emplace_back("text", ulidText(key));
    decoded.fields.emplace_back("time", isoTime(static_cast<std::int64_t>(key.high >> 16)));
    decoded.fields.emplace_back("random", "0x" + hexText({key.high & 0xFFFF, key.low}, 10));
    decoded.fields.emplace_back("octets", hexText(key, 16));
    return decoded;
}

DecodedKey decodeUuid(Key key)
{
    DecodedKey decoded{"uuidv" + std::to_string(uuid::version(key)), {}};
    decoded.fields.emplace_back("text", uuidText(key));
    switch (uuid::version(key)) {
    case 1:
        addGregorian(decoded, uuid::v1Ticks(key), key);
        break;
    case 4:
        decoded.fields.emplace_back("random_bits", "122");
        break;
    case 6:
        addGregorian(decoded, uuid::v6Ticks(key), key);
        break;
    case 7:
        addV7(decoded, key);
        break;
    default:
        break;
    }
    decoded.fields.emplace_back("octets", hexText(key, 16));
    return decoded;
}

// Sixteen octets that claim to be no UUID of RFC 9562 may be a ULID's.
std::vector<DecodedKey> decodeOctets(Key key)
{
    constexpr std::uint64_t kAllOnes = ~std::uint64_t{0};
    const bool nil = key == Key{};
    const bool max = key == Key{kAllOnes, kAllOnes};
    if (uuid::hasRfcVariant(key) && uuid::version(key) >= 1 && uuid::version(key) <= 8)
        return {decodeUuid(key)};
    DecodedKey decoded{nil ? "uuid-nil" : max ? "uuid-max" : "uuid", {}};
    decoded.fields.emplace_back("text", uuidText(key));
    decoded.fields.emplace_back("octets", hexText(key, 16));
    if (nil || max)
        return {decoded};
    decoded.fields.emplace_back("version", std::to_string(uuid::version(key)));
    decoded.fields.emplace_back("variant", uuid::hasRfcVariant(key) ? "RFC 9562" : "not RFC 9562");
    return {decoded, decodeUlid(key)};
}

// Absent for a flavour whose fields leave the number's top bit free when that bit is set.
std::optional<DecodedKey> decodeSnowflake(const SnowflakeLayout& layout, std::uint64_t value)
{
    const std::optional<SnowflakeFields> fields = snowflakeFields(layout, value);
    if (!fields)
        return std::nullopt;
    DecodedKey decoded{"snowflake", {}};
    decoded.fields.emplace_back("flavour", layout.name);
    decoded.fields.emplace_back("time", isoTime(static_cast<std::int64_t>(fields->time) + layout.epochMs));
    int shift = layout.bits[1] + layout.bits[2];
    for (const NamedBits& named : snowflakeFieldNames(layout)) {
        shift -= named.bits;
        const std::uint64_t field = value >> shift & ((std::uint64_t{1} << named.bits) - 1);
        decoded.fields.emplace_back(named.name, std::to_string(field));
    }
    decoded.fields.emplace_back("text", std::to_string(value));
    return decoded;
}

std::vector<DecodedKey> decodeInteger(std::uint64_t value)
{
    std::vector<DecodedKey> result;
    for (const SnowflakeLayout& flavour : snowflakeFlavours()) {
        if (std::optional<DecodedKey> decoded = decodeSnowflake(flavour, value))
            result.push_back(std::move(*decoded));
    }
    return result;
}

std::optional<std::uint64_t> integerFrom(std::string_view digits, int base)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return value;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpaces = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpaces);
    return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

bool isDecimal(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) { return letter >= '0' && letter <= '9'; });
}

} // namespace

std::vector<DecodedKey> decodeKey(std::string_view given)
{
    const std::string_view text = trimmed(given);
    if (text.starts_with("0x") || text.starts_with("0X")) {
        const std::string_view digits = text.substr(2);
        if (digits.size() == 32)
            return decodeOctets(uuidFromText(digits));
        if (const auto value = integerFrom(digits, 16))
            return decodeInteger(*value);
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "“%1” is no key: after 0x, 1 to 16 hexadecimal digits were expected for "
                                                                             "an integer, or 32 for 16 octets"),
                                                 {std::string(text)}));
    }
    if (text.size() == kUuidCharacters || text.size() == 32)
        return decodeOctets(uuidFromText(text));
    if (text.size() == kUlidCharacters)
        return {decodeUlid(ulidFromText(text))};
    if (isDecimal(text)) {
        if (const auto value = integerFrom(text, 10))
            return decodeInteger(*value);
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "“%1” is no key: an integer from 0 to 18446744073709551615 was expected"),
                                                 {std::string(text)}));
    }
    throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "“%1” is no key: a UUID (32 hexadecimal digits, with or without hyphens), "
                                                                         "a ULID (26 characters), an integer, or 0x and hexadecimal digits were "
                                                                         "expected"),
                                             {std::string(text)}));
}

} // namespace keyrace
