// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/serverurl.h"

#include "engine/error.h"
#include "engine/plan/targeturl.h"

#include <algorithm>
#include <charconv>

namespace keyrace {

namespace {

[[noreturn]] void refuse(const char* source, std::vector<Message::Argument> arguments = {})
{
    throw Error(ErrorKind::BadInput, Message(source, std::move(arguments)));
}

/// Cuts `text` at the first `separator`: returns what stands before it and leaves what follows.
std::string_view cut(std::string_view& text, char separator)
{
    const std::size_t place = text.find(separator);
    const std::string_view before = text.substr(0, place);
    text = place == std::string_view::npos ? std::string_view() : text.substr(place + 1);
    return before;
}

std::uint16_t portOf(std::string_view text)
{
    std::uint16_t port = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (code != std::errc() || end != text.data() + text.size() || port == 0)
        refuse(QT_TRANSLATE_NOOP("Engine", "\"%1\" in the URL is no port; ports are 1 to 65535."), {std::string(text)});
    return port;
}

ServerUrl::Host hostOf(std::string_view text)
{
    ServerUrl::Host host;
    std::size_t end = text.find(':');
    if (text.starts_with('[')) {
        const std::size_t bracket = text.find(']');
        if (bracket == std::string_view::npos)
            refuse(QT_TRANSLATE_NOOP("Engine", "The bracket of the address %1 in the URL is not closed."), {std::string(text)});
        host.name = text.substr(1, bracket - 1);
        end = bracket + 1;
        if (end < text.size() && text[end] != ':')
            refuse(QT_TRANSLATE_NOOP("Engine", "After the address %1 in the URL only a colon and a port may follow."),
                   {std::string(text.substr(0, end))});
    } else {
        if (end != std::string_view::npos && text.find(':', end + 1) != std::string_view::npos)
            refuse(QT_TRANSLATE_NOOP("Engine", "An IPv6 address is written in brackets: [%1]."), {std::string(text)});
        host.name = percentDecoded(text.substr(0, end));
    }
    if (host.name.empty())
        refuse(QT_TRANSLATE_NOOP("Engine", "A host in the URL has no name."));
    if (end < text.size())
        host.port = portOf(text.substr(end + 1));
    return host;
}

void addOption(ServerUrl& url, std::string_view item)
{
    std::string_view value = item;
    const std::string name = percentDecoded(cut(value, '='));
    if (name.empty() || item.find('=') == std::string_view::npos)
        refuse(QT_TRANSLATE_NOOP("Engine", "\"%1\" in the URL is no option: options are written as name=value, with & between them."),
               {std::string(item)});
    if (!url.options.emplace(name, percentDecoded(value)).second)
        refuse(QT_TRANSLATE_NOOP("Engine", "The option %1 stands in the URL twice."), {name});
}

} // namespace

ServerUrl parseServerUrl(std::string_view text)
{
    checkTargetUrl(text, "URL");
    ServerUrl url;
    url.scheme = cut(text, ':');
    if (!text.starts_with("//"))
        refuse(QT_TRANSLATE_NOOP("Engine", "A URL of a server is written as %1://user@host:port/database."), {url.scheme});
    std::string_view place = text.substr(2);
    std::string_view query = place;
    place = cut(query, '?');
    std::string_view database = place;
    std::string_view hosts = cut(database, '/');
    if (const std::size_t at = hosts.rfind('@'); at != std::string_view::npos) {
        url.user = percentDecoded(hosts.substr(0, at));
        hosts.remove_prefix(at + 1);
    }
    while (!hosts.empty())
        url.hosts.push_back(hostOf(cut(hosts, ',')));
    url.database = percentDecoded(database);
    while (!query.empty())
        addOption(url, cut(query, '&'));
    return url;
}

std::string ServerUrl::Host::text() const
{
    const bool isAddress = name.find(':') != std::string::npos;
    return (isAddress ? '[' + name + ']' : name) + (port ? ':' + std::to_string(*port) : std::string());
}

std::string ServerUrl::title() const
{
    std::string result;
    for (const Host& host : hosts)
        result.append(result.empty() ? "" : ",").append(host.text());
    return scheme + "://" + result + '/' + database;
}

bool ServerUrl::isLoopback() const
{
    const auto option = options.find("host");
    const bool byOption = option == options.end() || option->second.starts_with('/') || isLoopbackHost(option->second);
    return byOption && std::all_of(hosts.begin(), hosts.end(), [](const Host& host) { return isLoopbackHost(host.name); });
}

std::vector<ServerUrl> ServerUrl::nodes() const
{
    std::vector<ServerUrl> nodes(std::max<std::size_t>(hosts.size(), 1), *this);
    for (std::size_t i = 0; i < hosts.size(); ++i)
        nodes[i].hosts = {hosts[i]};
    return nodes;
}

std::string ServerUrl::server(std::uint16_t usualPort) const
{
    const auto option = [this](const char* name) {
        const auto found = options.find(name);
        return found == options.end() ? std::string() : found->second;
    };
    const std::string socket = option("socket");
    std::string host = hosts.empty() ? option("host") : hosts.front().name;
    if (!socket.empty() || host.starts_with('/'))
        return scheme + ':' + (socket.empty() ? host : socket);
    if (host.empty() || isLoopbackHost(host))
        host = "127.0.0.1";
    return scheme + "://" + host + ':' + std::to_string(hosts.empty() ? usualPort : hosts.front().port.value_or(usualPort));
}

bool isLoopbackHost(std::string_view name)
{
    return name == "localhost" || name == "::1" || name.starts_with("127.") || name.starts_with('/');
}

} // namespace keyrace
