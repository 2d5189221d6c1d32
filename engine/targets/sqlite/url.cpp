// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/url.h"

#include "engine/error.h"
#include "engine/plan/targeturl.h"
#include "engine/targets/sqlite/pragmas.h"

#include <array>

namespace keyrace::sqlite {

namespace {

constexpr std::string_view kScheme = "sqlite:";

[[noreturn]] void refuse(const char* source, std::vector<Message::Argument> arguments)
{
    throw Error(ErrorKind::BadInput, Message(source, std::move(arguments)));
}

// An embedded database has neither host nor account; "sqlite:///path" is the usual way of writing an absolute path.
std::string_view withoutAuthority(std::string_view path)
{
    if (!path.starts_with("//"))
        return path;
    const std::string_view authority = path.substr(2, path.find('/', 2) - 2);
    if (authority.find('@') != std::string_view::npos)
        refuse(QT_TRANSLATE_NOOP("Engine", "An SQLite file has no user and no password. Write sqlite:PATH."), {});
    if (!authority.empty())
        refuse(QT_TRANSLATE_NOOP("Engine", "SQLite opens files of this machine, not of the host %1. Write sqlite:PATH."),
            {std::string(authority)});
    return path.substr(2);
}

bool isCredential(std::string_view name)
{
    constexpr std::array<std::string_view, 6> kNames{"user", "username", "password", "passwd", "pwd", "key"};
    for (const std::string_view known : kNames) {
        if (name == known)
            return true;
    }
    return false;
}

void addPragma(Url& url, std::string_view item)
{
    const std::size_t equals = item.find('=');
    const std::string name = percentDecoded(item.substr(0, equals));
    if (isCredential(name))
        refuse(QT_TRANSLATE_NOOP("Engine", "An SQLite file has no user and no password. Write sqlite:PATH."), {});
    if (equals == std::string_view::npos || name.empty())
        refuse(QT_TRANSLATE_NOOP("Engine", "\"%1\" in the URL is no setting: settings are written as name=value, with & between them."),
            {std::string(item)});
    std::string value = percentDecoded(item.substr(equals + 1));
    if (const auto why = whyRefused(name, value))
        throw Error(ErrorKind::BadInput, *why);
    if (!url.pragmas.emplace(name, normalised(name, value)).second)
        refuse(QT_TRANSLATE_NOOP("Engine", "The setting %1 stands in the URL twice."), {name});
}

} // namespace

Url parseUrl(std::string_view text)
{
    if (!text.starts_with(kScheme))
        refuse(QT_TRANSLATE_NOOP("Engine", "A URL of SQLite starts with sqlite:, such as sqlite:events.db?journal_mode=wal."), {});
    text.remove_prefix(kScheme.size());
    const std::size_t question = text.find('?');

    Url url;
    const std::string path = percentDecoded(withoutAuthority(text.substr(0, question)));
    if (path == ":memory:")
        refuse(QT_TRANSLATE_NOOP("Engine",
                   "A database in memory belongs to a single connection, so no two clients could share it. Name a file; on a "
                   "memory disk it stays in memory too."),
            {});
    if (!path.empty())
        url.path = path;
    if (question == std::string_view::npos)
        return url;
    std::string_view query = text.substr(question + 1);
    while (!query.empty()) {
        const std::size_t ampersand = query.find('&');
        addPragma(url, query.substr(0, ampersand));
        query = ampersand == std::string_view::npos ? std::string_view() : query.substr(ampersand + 1);
    }
    return url;
}

} // namespace keyrace::sqlite
