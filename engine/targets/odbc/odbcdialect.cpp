// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/odbcdialect.h"

#include <array>

namespace keyrace::odbc {

namespace {

std::array<const OdbcDialect*, 5> dialects()
{
    return {&db2(), &postgresql(), &mariadb(), &mysql(), &sqlite()};
}

} // namespace

std::vector<std::string_view> odbcDialectNames()
{
    std::vector<std::string_view> names;
    for (const OdbcDialect* dialect : dialects())
        names.push_back(dialect->name());
    return names;
}

const OdbcDialect* findOdbcDialect(std::string_view name)
{
    for (const OdbcDialect* dialect : dialects()) {
        if (dialect->name() == name)
            return dialect;
    }
    return nullptr;
}

Durability durabilityOf(const std::map<std::string, std::string>& settings, std::span<const std::pair<const char*, const char*>> weakValues)
{
    Durability durability;
    for (const auto& [name, weak] : weakValues) {
        const auto found = settings.find(name);
        if (found == settings.end())
            continue;
        durability.words.append(durability.words.empty() ? "" : ", ").append(name).append("=").append(found->second);
        durability.isWeak = durability.isWeak || found->second == weak;
    }
    return durability;
}

} // namespace keyrace::odbc
