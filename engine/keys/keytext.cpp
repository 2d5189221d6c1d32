// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keys/keytext.h"

#include "engine/error.h"
#include "engine/keys/seat.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace keyrace {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::array<std::size_t, 4> kHyphens = {8, 13, 18, 23};

char upperCase(char letter)
{
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

// The digit's value, or npos.
std::size_t hexValue(char letter)
{
    return letter >= 'A' && letter <= 'F' ? static_cast<std::size_t>(letter - 'A' + 10) : kHexDigits.find(letter);
}

char* writeHex(std::uint64_t value, int digits, char* out)
{
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        *out++ = kHexDigits[value >> shift & 0xF];
    return out;
}

[[noreturn]] void refuse(const char* message, std::string_view text)
{
    throw Error(ErrorKind::BadInput, Message(message, {std::string(text)}));
}

} // namespace

std::string uuidText(Key key)
{
    std::string text(kUuidCharacters, '-');
    char* out = writeHex(key.high >> 32, 8, text.data()) + 1;
    out = writeHex(key.high >> 16, 4, out) + 1;
    out = writeHex(key.high, 4, out) + 1;
    out = writeHex(key.low >> 48, 4, out) + 1;
    writeHex(key.low, 12, out);
    return text;
}

std::string ulidText(Key key)
{
    // 26 characters of 5 bits hold 130 bits, the top two of them 0.
    std::string text(kUlidCharacters, '\0');
    for (std::size_t i = kUlidCharacters; i-- > 0;) {
        text[i] = kCrockford[key.low & 31];
        key.low = key.low >> 5 | key.high << 59;
        key.high >>= 5;
    }
    return text;
}

std::string hexText(Key key, int octets)
{
    std::string text(static_cast<std::size_t>(2 * octets), '\0');
    const int lowDigits = std::min(16, 2 * octets);
    writeHex(key.low, lowDigits, writeHex(key.high, 2 * octets - lowDigits, text.data()));
    return text;
}

Key uuidFromText(std::string_view text)
{
    const bool hyphens = text.size() == kUuidCharacters;
    if (!hyphens && text.size() != 32)
        refuse(QT_TRANSLATE_NOOP("Engine", "“%1” is no UUID: 32 hexadecimal digits were expected, as 8-4-4-4-12 or without hyphens"), text);
    Key key;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool hyphenHere = hyphens && std::find(kHyphens.begin(), kHyphens.end(), i) != kHyphens.end();
        if (hyphenHere && text[i] == '-')
            continue;
        const std::size_t digit = hexValue(text[i]);
        if (hyphenHere || digit == std::string_view::npos)
            refuse(QT_TRANSLATE_NOOP("Engine", "“%1” is no UUID: 32 hexadecimal digits were expected, as 8-4-4-4-12 or without hyphens"), text);
        key.high = key.high << 4 | key.low >> 60;
        key.low = key.low << 4 | digit;
    }
    return key;
}

Key ulidFromText(std::string_view text)
{
    if (text.size() != kUlidCharacters)
        refuse(QT_TRANSLATE_NOOP("Engine", "“%1” is no ULID: 26 characters were expected"), text);
    Key key;
    for (const char letter : text) {
        const std::size_t digit = kCrockford.find(upperCase(letter));
        if (digit == std::string_view::npos)
            refuse(QT_TRANSLATE_NOOP("Engine", "“%1” is no ULID: digits and letters without I, L, O and U were expected"), text);
        key.high = key.high << 5 | key.low >> 59;
        key.low = key.low << 5 | digit;
    }
    if (text.front() > '7')
        refuse(QT_TRANSLATE_NOOP("Engine", "“%1” is no ULID: the first character must be 0 to 7, more than 128 bits do not fit"), text);
    return key;
}

std::string isoTime(std::int64_t milliseconds, std::int64_t nanoseconds)
{
    using namespace std::chrono;
    constexpr std::int64_t kDay = 86'400'000;
    const std::int64_t day = floorDivide(milliseconds, kDay);
    const std::int64_t ofDay = milliseconds - day * kDay;
    const year_month_day date{sys_days(days(day))};

    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03d", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(ofDay / 3'600'000),
                  static_cast<int>(ofDay / 60'000 % 60), static_cast<int>(ofDay / 1'000 % 60), static_cast<int>(ofDay % 1'000));
    std::string result = text.data();
    if (nanoseconds > 0) {
        std::snprintf(text.data(), text.size(), "%06d", static_cast<int>(nanoseconds));
        result += text.data();
        result.erase(result.find_last_not_of('0') + 1);
    }
    return result + 'Z';
}

} // namespace keyrace
