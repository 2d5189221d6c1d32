// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/password.h"

#include "engine/error.h"

#include <cstdlib>

namespace keyrace {

namespace {

std::optional<std::string> known(const std::string& url, const ConnectorContext& context)
{
    if (context.password) {
        if (auto password = context.password(url))
            return password;
    }
    const char* given = std::getenv("KEYRACE_PASSWORD");
    return given != nullptr && *given != '\0' ? std::optional<std::string>(given) : std::nullopt;
}

} // namespace

std::optional<std::string> passwordFor(const std::string& url, const ConnectorContext& context, const std::function<void(const std::optional<std::string>& password)>& logIn)
{
    std::optional<std::string> password = known(url, context);
    if (!context.askPassword)
        return password;
    try {
        logIn(password);
        return password;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Login)
            throw;
    }
    return context.askPassword(url);
}

} // namespace keyrace
