// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/addressparts.h"

#include <QtCore/QByteArray>

#include <algorithm>

namespace keyrace {

namespace {

std::string decoded(const std::string& text)
{
    return QByteArray::fromPercentEncoding(QByteArray::fromStdString(text)).toStdString();
}

std::string encoded(const std::string& text, const char* plain)
{
    return QByteArray::fromStdString(text).toPercentEncoding(plain).toStdString();
}

} // namespace

AddressParts AddressParts::fromString(const std::string& url)
{
    AddressParts result;
    const auto colon = url.find(':');
    result.scheme = url.substr(0, colon);
    const std::string rest = colon == std::string::npos ? std::string() : url.substr(colon + 1);
    const auto question = rest.find('?');
    result.place = decoded(rest.substr(0, question));
    std::string options = question == std::string::npos ? std::string() : rest.substr(question + 1);
    while (!options.empty()) {
        const auto end = options.find('&');
        const std::string option = options.substr(0, end);
        const auto equals = option.find('=');
        if (!option.empty())
            result.options.emplace_back(decoded(option.substr(0, equals)), equals == std::string::npos ? std::string() : decoded(option.substr(equals + 1)));
        options = end == std::string::npos ? std::string() : options.substr(end + 1);
    }
    return result;
}

std::string AddressParts::toString() const
{
    std::string url = scheme + ":" + encoded(place, "/@:,[]+ \\");
    char sign = '?';
    for (const auto& [name, value] : options) {
        url += sign + encoded(name, "_-.") + "=" + encoded(value, "_-./,:+ ");
        sign = '&';
    }
    return url;
}

std::string optionOf(const AddressParts::Options& options, const std::string& name)
{
    const auto found = std::find_if(options.begin(), options.end(), [&](const auto& option) { return option.first == name; });
    return found == options.end() ? std::string() : found->second;
}

void setOption(AddressParts::Options& options, const std::string& name, const std::string& value)
{
    const auto found = std::find_if(options.begin(), options.end(), [&](const auto& option) { return option.first == name; });
    if (value.empty()) {
        if (found != options.end())
            options.erase(found);
    } else if (found != options.end()) {
        found->second = value;
    } else {
        options.emplace_back(name, value);
    }
}

} // namespace keyrace
