// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/password.h"

#include <cstdlib>

namespace keyrace {

std::optional<std::string> passwordFor(const std::string& url, const ConnectorContext& context)
{
    if (context.password) {
        if (auto known = context.password(url))
            return known;
    }
    const char* given = std::getenv("KEYRACE_PASSWORD");
    return given != nullptr && *given != '\0' ? std::optional<std::string>(given) : std::nullopt;
}

} // namespace keyrace
