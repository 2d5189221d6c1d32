// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/targeturl.h"

#include "engine/plan/jsonnode.h"

#include <algorithm>

namespace keyrace {

namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

int hexDigit(char c)
{
    if (isDigit(c))
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// What is no escape stays: enough to recognise a name.
std::string looselyDecoded(std::string_view text)
{
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escape = text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0;
        decoded += escape ? static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2])) : text[i];
        i += escape ? 2 : 0;
    }
    return decoded;
}

/// user:password@host, also where the password holds an unescaped "/", "?" or "@". A colon before a port is none.
bool hasUserPassword(std::string_view afterScheme)
{
    const std::size_t at = afterScheme.rfind('@');
    if (at == std::string_view::npos)
        return false;
    const std::size_t colon = afterScheme.substr(0, at).find(':');
    if (colon == std::string_view::npos)
        return false;
    const std::size_t firstAt = afterScheme.find('@');
    if (firstAt < colon) // user@host:port/…
        return false;
    const std::string_view port = afterScheme.substr(colon + 1, afterScheme.find_first_of("/?,@", colon + 1) - colon - 1);
    const char next = colon + 1 + port.size() < afterScheme.size() ? afterScheme[colon + 1 + port.size()] : '@';
    return next == '@' || port.empty() || !std::all_of(port.begin(), port.end(), isDigit);
}

bool hasSecretOption(std::string_view url)
{
    std::size_t begin = 0;
    while (begin < url.size()) {
        std::size_t end = url.find_first_of("?&;:", begin);
        end = end == std::string_view::npos ? url.size() : end;
        const std::string_view option = url.substr(begin, end - begin);
        const std::size_t equals = option.find('=');
        if (equals != std::string_view::npos && isSecret(looselyDecoded(option.substr(0, equals))))
            return true;
        begin = end + 1;
    }
    return false;
}

} // namespace

void checkTargetUrl(std::string_view url, const std::string& path)
{
    const std::size_t colon = url.find(':');
    const bool scheme = colon != std::string_view::npos && colon > 0 && isLetter(url[0])
        && std::all_of(url.begin(), url.begin() + static_cast<std::ptrdiff_t>(colon),
                       [](char c) { return isLetter(c) || isDigit(c) || c == '+' || c == '-' || c == '.'; });
    if (!scheme)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 is not the URL of a target; accepted are such as "
                                                                             "sqlite:results.db?journal_mode=wal."),
                                                 {path}));
    const bool printable = std::none_of(url.begin(), url.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (!printable)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 holds control characters."), {path}));
    const bool password = (leadsToServer(url) && hasUserPassword(url.substr(url.find("://") + 3))) || hasSecretOption(url);
    if (password)
        throw Error(ErrorKind::BadInput, Message(kPasswordRefused, {path}));
}

std::map<std::string, std::string> urlOptions(std::string_view url)
{
    std::map<std::string, std::string> options;
    std::size_t begin = url.find('?');
    while (begin != std::string_view::npos) {
        const std::size_t end = url.find('&', begin + 1);
        const std::string_view option = url.substr(begin + 1, end == std::string_view::npos ? end : end - begin - 1);
        const std::size_t equals = option.find('=');
        if (equals != std::string_view::npos)
            options[looselyDecoded(option.substr(0, equals))] = looselyDecoded(option.substr(equals + 1));
        begin = end;
    }
    return options;
}

std::string percentEncoded(std::string_view text)
{
    static constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        if (isLetter(c) || isDigit(c) || std::string_view("-._~/").find(c) != std::string_view::npos)
            encoded += c;
        else {
            const auto octet = static_cast<unsigned char>(c);
            encoded += '%';
            encoded += kHex[octet >> 4U];
            encoded += kHex[octet & 15U];
        }
    }
    return encoded;
}

std::string percentDecoded(std::string_view text)
{
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        const std::string_view digits = text.substr(i + 1, 2);
        const bool escape = digits.size() == 2 && hexDigit(digits[0]) >= 0 && hexDigit(digits[1]) >= 0 && digits != "00";
        if (!escape)
            throw Error(ErrorKind::BadInput,
                        Message(QT_TRANSLATE_NOOP("Engine", "\"%1\" is no percent-escape of a character; a percent sign itself is written as %25."),
                                {std::string(text.substr(i, 3))}));
        decoded += static_cast<char>(hexDigit(digits[0]) * 16 + hexDigit(digits[1]));
        i += 2;
    }
    return decoded;
}

bool leadsToServer(std::string_view url)
{
    const std::size_t colon = url.find(':');
    return colon != std::string_view::npos && url.substr(colon, 3) == "://";
}

} // namespace keyrace
