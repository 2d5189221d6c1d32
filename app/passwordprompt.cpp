// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/passwordprompt.h"

#include "app/commandline.h"
#include "app/terminal.h"

namespace keyrace {

PasswordLookup PasswordPrompt::known()
{
    return [this](const std::string& url) -> std::optional<std::string> {
        const std::lock_guard lock(m_mutex);
        const auto found = m_answers.find(url);
        return found == m_answers.end() ? std::nullopt : std::optional(found->second);
    };
}

PasswordLookup PasswordPrompt::ask()
{
    return [this](const std::string& url) -> std::optional<std::string> {
        const std::lock_guard lock(m_mutex);
        auto answer = terminal::askSecret(utf8(CommandLine::tr("Password for %1: ").arg(QString::fromStdString(url))));
        if (answer)
            m_answers[url] = *answer;
        return answer;
    };
}

} // namespace keyrace
