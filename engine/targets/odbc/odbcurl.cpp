// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/odbc/odbcurl.h"

#include "engine/error.h"
#include "engine/targets/odbc/odbcdialect.h"
#include "engine/targets/serverurl.h"

#include <algorithm>
#include <cctype>

namespace keyrace::odbc {

namespace {

constexpr std::string_view kScheme = "odbc:";
constexpr std::string_view kOptions = "?dialect=";

std::string inCapitals(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return result;
}

std::string trimmed(std::string_view text)
{
    const auto isSpace = [](unsigned char c) { return std::isspace(c) != 0; };
    while (!text.empty() && isSpace(static_cast<unsigned char>(text.front())))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(static_cast<unsigned char>(text.back())))
        text.remove_suffix(1);
    return std::string(text);
}

// Also inside another value, as in psqlODBC's pqopt={password=…}.
bool isPassword(const OdbcUrl::Attribute& attribute)
{
    const std::string name = inCapitals(attribute.name);
    const std::string value = inCapitals(attribute.value);
    return name == "PWD" || name == "PASSWORD" || name == "PASS" || value.find("PASSWORD=") != std::string::npos || value.find("PWD=") != std::string::npos;
}

[[noreturn]] void refuse(Message why)
{
    throw Error(ErrorKind::BadInput, std::move(why));
}

// Takes one "name=value" from the front: a value in braces may hold anything, with its closing braces doubled.
OdbcUrl::Attribute takeAttribute(std::string_view& rest)
{
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos || rest.find(';') < equals)
        refuse(Message(QT_TRANSLATE_NOOP("Engine", "After odbc: stand pairs of name=value with semicolons between them; one has no \"=\".")));
    OdbcUrl::Attribute attribute{trimmed(rest.substr(0, equals)), {}};
    rest.remove_prefix(equals + 1);
    if (!rest.starts_with('{')) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        attribute.value = trimmed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        return attribute;
    }
    std::size_t i = 1;
    for (; i < rest.size() && (rest[i] != '}' || rest.substr(i + 1).starts_with('}')); ++i) {
        attribute.value += rest[i];
        i += rest[i] == '}' ? 1 : 0;
    }
    if (i >= rest.size() || (i + 1 < rest.size() && rest[i + 1] != ';'))
        refuse(Message(QT_TRANSLATE_NOOP("Engine", "The value of %1 begins with a brace that is not closed before the next semicolon."), {attribute.name}));
    rest.remove_prefix(std::min(i + 2, rest.size()));
    return attribute;
}

} // namespace

OdbcUrl parseOdbcUrl(std::string_view text)
{
    text.remove_prefix(text.starts_with(kScheme) ? kScheme.size() : 0);
    OdbcUrl url;
    const std::size_t options = text.rfind(kOptions);
    std::string_view rest = text.substr(0, options);
    while (!trimmed(rest).empty()) {
        url.attributes.push_back(takeAttribute(rest));
        if (isPassword(url.attributes.back()))
            refuse(Message(QT_TRANSLATE_NOOP("Engine", "A URL that holds a password is not accepted, since URLs are shown and written down. Give it by KEYRACE_PASSWORD, or where Keyrace asks for it.")));
    }
    if (url.attribute({"DRIVER", "DSN", "FILEDSN"}).empty())
        refuse(Message(QT_TRANSLATE_NOOP("Engine", "An ODBC connection names its DRIVER or its DSN: odbc:DRIVER={PostgreSQL Unicode};SERVER=localhost;DATABASE=bench;UID=me?dialect=postgresql")));
    if (options != std::string_view::npos)
        url.dialect = text.substr(options + kOptions.size());
    const std::vector<std::string_view> known = odbcDialectNames();
    if (std::find(known.begin(), known.end(), url.dialect) == known.end()) {
        std::string names;
        for (const std::string_view name : known)
            names.append(names.empty() ? "" : ", ").append(name);
        refuse(Message(QT_TRANSLATE_NOOP("Engine", "An ODBC connection ends with ?dialect= and the SQL that the database speaks: %1."), {names}));
    }
    return url;
}

std::string OdbcUrl::attribute(std::initializer_list<std::string_view> names) const
{
    for (const std::string_view name : names) {
        for (const Attribute& attribute : attributes) {
            if (inCapitals(attribute.name) == name)
                return attribute.value;
        }
    }
    return {};
}

std::string OdbcUrl::connectionText(const std::optional<std::string>& password) const
{
    std::string text;
    const auto add = [&text](const std::string& name, const std::string& value) {
        text += name + "={";
        for (const char c : value)
            text.append(c == '}' ? 2 : 1, c);
        text += "};";
    };
    const auto isPlain = [](const std::string& value) { return value.find_first_of(" ;{}[]()?*=!@,") == std::string::npos; };
    for (const Attribute& attribute : attributes) {
        if (isPlain(attribute.value))
            text += attribute.name + '=' + attribute.value + ';';
        else
            add(attribute.name, attribute.value);
    }
    if (password)
        add("PWD", *password);
    return text;
}

std::string OdbcUrl::title() const
{
    std::string text = "odbc:" + attribute({"DSN", "DRIVER", "FILEDSN"});
    const std::string server = attribute({"SERVER", "SERVERNAME", "HOSTNAME"});
    const std::string port = attribute({"PORT"});
    if (!server.empty())
        text += ' ' + server + (port.empty() ? "" : ':' + port);
    if (const std::string database = attribute({"DATABASE", "DBALIAS"}); !database.empty())
        text += (server.empty() ? ' ' : '/') + database;
    return text;
}

bool OdbcUrl::isLoopback() const
{
    return isLoopbackHost(attribute({"SERVER", "SERVERNAME", "HOSTNAME"}));
}

} // namespace keyrace::odbc
