// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/options.h"

#include "engine/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace keyrace::mysql {

namespace {

SslMode sslMode(const std::string& word)
{
    constexpr std::array<std::pair<std::string_view, SslMode>, 5> kModes{{{"disabled", SslMode::Disabled},
                                                                           {"preferred", SslMode::Preferred},
                                                                           {"required", SslMode::Required},
                                                                           {"verify_ca", SslMode::VerifyCa},
                                                                           {"verify_identity", SslMode::VerifyIdentity}}};
    for (const auto& [name, mode] : kModes) {
        if (name == word)
            return mode;
    }
    throw Error(ErrorKind::BadInput,
                Message(QT_TRANSLATE_NOOP("Engine", "ssl-mode=%1 is not known; accepted are disabled, preferred, required, verify_ca and verify_identity."), {word}));
}

unsigned int seconds(const std::string& word)
{
    unsigned int number = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (code != std::errc() || end != word.data() + word.size() || number < 1 || number > 3'600)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "connect-timeout=%1: seconds from 1 to 3600 are accepted."), {word}));
    return number;
}

} // namespace

ConnectOptions ConnectOptions::onNode(std::size_t node) const
{
    ConnectOptions one = *this;
    if (!url.hosts.empty())
        one.url.hosts = {url.hosts[node]};
    return one;
}

ConnectOptions parseOptions(const std::string& url)
{
    ConnectOptions options{parseServerUrl(url), {}, SslMode::Preferred, {}, {}, {}, {}};
    if (options.url.database.empty())
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The address names no database: mysql://user@host:port/DATABASE is accepted.")));
    options.isCluster = options.url.hosts.size() > 1;
    for (const auto& [name, value] : options.url.options) {
        if (name == "ssl-mode")
            options.ssl = sslMode(value);
        else if (name == "ssl-ca")
            options.ca = value;
        else if (name == "ssl-cert")
            options.certificate = value;
        else if (name == "ssl-key")
            options.key = value;
        else if (name == "socket")
            options.socket = value;
        else if (name == "connect-timeout")
            options.connectSeconds = seconds(value);
        else
            throw Error(ErrorKind::BadInput,
                        Message(QT_TRANSLATE_NOOP("Engine", "The option %1 is not known; accepted are ssl-mode, ssl-ca, ssl-cert, ssl-key, socket and connect-timeout."), {name}));
    }
    return options;
}

} // namespace keyrace::mysql
