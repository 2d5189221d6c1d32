// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sandbox/account.h"

#include "engine/error.h"

#include <array>

#include <grp.h>
#include <pwd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace keyrace {

Account Account::unprivileged(std::span<const char* const> names)
{
    Account account;
    std::array<char, 16'384> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    if (geteuid() != 0) {
        account.m_user = geteuid();
        account.m_group = getegid();
        if (getpwuid_r(account.m_user, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
            account.m_name = found->pw_name;
        return account;
    }
    std::string asked;
    for (const char* name : names) {
        asked += (asked.empty() ? "" : ", ") + std::string(name);
        if (getpwnam_r(name, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr || found->pw_uid == 0)
            continue;
        account.m_name = name;
        account.m_user = found->pw_uid;
        account.m_group = found->pw_gid;
        account.m_changes = true;
        return account;
    }
    throw Error(ErrorKind::Unreachable,
                Message(QT_TRANSLATE_NOOP("Engine", "A database server does not run as root, and this machine has none of the users %1 to run it as."), {asked}));
}

bool Account::canUse(const std::filesystem::path& path, int mode) const
{
    if (!m_changes)
        return access(path.c_str(), mode) == 0;
    // Root may do everything; only a process of that user can be asked what it may do.
    const pid_t process = fork();
    if (process == 0)
        _exit(become() && access(path.c_str(), mode) == 0 ? 0 : 1);
    int status = 1;
    return process > 0 && waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void Account::own(int file) const
{
    if (m_changes)
        (void)!fchown(file, m_user, m_group);
}

void Account::own(const std::filesystem::path& path) const
{
    if (m_changes)
        (void)!chown(path.c_str(), m_user, m_group);
}

bool Account::become() const noexcept
{
    return !m_changes || (setgroups(0, nullptr) == 0 && setgid(m_group) == 0 && setuid(m_user) == 0);
}

} // namespace keyrace
