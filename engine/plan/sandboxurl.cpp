// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/plan/plan.h"
#include "engine/plan/targeturl.h"

#include <charconv>

namespace keyrace {

namespace {

constexpr std::string_view kScheme = "sandbox:";

std::int64_t positive(const std::string& text)
{
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || end != text.data() + text.size() || number < 1)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "memory=%1: a number of bytes is accepted."), {text}));
    return number;
}

} // namespace

std::string sandboxUrl(const SandboxChoice& choice)
{
    std::string url = choice.engine == "sqlite" ? "sqlite:" : std::string(kScheme) + choice.engine;
    char separator = '?';
    const auto add = [&](const std::string& name, const std::string& value) {
        url += separator + percentEncoded(name) + "=" + percentEncoded(value);
        separator = '&';
    };
    if (!choice.bin.empty())
        add("bin", choice.bin);
    if (choice.memoryBytes)
        add("memory", std::to_string(*choice.memoryBytes));
    if (choice.standby)
        add("standby", "true");
    for (const auto& [setting, value] : choice.settings)
        add(setting, value);
    return url;
}

std::optional<SandboxChoice> sandboxOf(std::string_view url)
{
    if (!url.starts_with(kScheme))
        return std::nullopt;
    SandboxChoice choice;
    choice.engine = url.substr(kScheme.size(), url.find('?') - kScheme.size());
    for (const auto& [name, value] : urlOptions(url)) {
        if (name == "bin")
            choice.bin = value;
        else if (name == "memory")
            choice.memoryBytes = positive(value);
        else if (name == "standby")
            choice.standby = value == "true";
        else
            choice.settings[name] = value;
    }
    return choice;
}

} // namespace keyrace
