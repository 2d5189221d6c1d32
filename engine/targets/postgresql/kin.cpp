// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/postgresql/kin.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace keyrace::postgresql {

namespace {

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// The digits and points from `place` on.
std::string numberAt(const std::string& text, std::size_t place)
{
    std::size_t end = place;
    while (end < text.size() && (isDigit(text[end]) || text[end] == '.'))
        ++end;
    return text.substr(place, end - place);
}

// "CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, …)": the first word, and the first number.
Kin ofItsOwnName(const std::string& version)
{
    std::size_t number = 0;
    while (number < version.size() && !(isDigit(version[number]) && number > 0 && (version[number - 1] == ' ' || version[number - 1] == 'v')))
        ++number;
    return {version.substr(0, version.find(' ')), numberAt(version, number)};
}

/// Those that call themselves PostgreSQL first: the mark is followed by their own number.
struct Mark {
    std::string_view text;
    const char* engine;
};
constexpr Mark kMarks[] = {{"-YB-", "YugabyteDB"}, {"(Greenplum Database ", "Greenplum Database"}, {"(EnterpriseDB Advanced Server ", "EnterpriseDB Advanced Server"},
                           {"Redshift ", "Redshift"}, {"(openGauss ", "openGauss"}, {"(Materialize ", "Materialize"}, {"(Apache Cloudberry ", "Apache Cloudberry"}};

} // namespace

Kin kinOf(const std::string& version, const std::string& serverVersion, const std::string& aurora)
{
    if (!version.empty() && !version.starts_with("PostgreSQL"))
        return ofItsOwnName(version);
    for (const auto& [text, engine] : kMarks) {
        if (const std::size_t place = version.find(text); place != std::string::npos)
            return {engine, numberAt(version, place + text.size())};
    }
    const std::string own = serverVersion.substr(0, serverVersion.find(' '));
    return {aurora.empty() ? "PostgreSQL" : "Aurora PostgreSQL", aurora.empty() ? own : own + " (" + aurora + ')'};
}

} // namespace keyrace::postgresql
