// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/processmark.h"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>

#include <unistd.h>

namespace keyrace {

namespace {

std::string contents(const std::string& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string bootId()
{
    std::istringstream text(contents("/proc/sys/kernel/random/boot_id"));
    std::string id;
    text >> id;
    return id;
}

// Field 22 of /proc/PID/stat; 0 where it does not run. The name in field 2 may hold blanks and parentheses.
std::int64_t startOf(std::int64_t id)
{
    const std::string stat = contents("/proc/" + std::to_string(id) + "/stat");
    const std::size_t end = stat.rfind(')');
    if (end == std::string::npos)
        return 0;
    std::istringstream fields(stat.substr(end + 1));
    std::string field;
    fields >> field;
    if (field == "Z" || field == "X")
        return 0;
    for (int place = 4; place <= 22; ++place)
        fields >> field;
    std::istringstream number(field);
    std::int64_t started = 0;
    number >> started;
    return started;
}

} // namespace

ProcessMark ProcessMark::ofThisProcess()
{
    return {getpid(), startOf(getpid()), bootId()};
}

bool ProcessMark::isAlive() const
{
    if (id <= 0 || started <= 0 || boot != bootId())
        return false;
    if (const std::int64_t now = startOf(id); now != 0)
        return now == started;
    // Where /proc hides the processes of others (hidepid), only this tells that there is one.
    return kill(static_cast<pid_t>(id), 0) != 0 && errno == EPERM;
}

} // namespace keyrace
