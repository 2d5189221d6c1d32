// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sandbox/memorygroup.h"

#include "engine/error.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include <unistd.h>

namespace keyrace {

namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<fs::path> mountPoint()
{
    std::istringstream lines(contents("/proc/self/mounts"));
    std::string device, place, type, rest;
    while (lines >> device >> place >> type && std::getline(lines, rest)) {
        if (type == "cgroup2")
            return place;
    }
    return std::nullopt;
}

// Of the line "0::/user.slice/…".
fs::path ownGroup(const fs::path& mount)
{
    std::istringstream lines(contents("/proc/self/cgroup"));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("0::/"))
            return mount / line.substr(4);
    }
    return mount;
}

bool passesMemoryOn(const fs::path& group)
{
    std::istringstream names(contents(group / "cgroup.subtree_control"));
    for (std::string name; names >> name;) {
        if (name == "memory")
            return true;
    }
    return false;
}

Error refusal(const char* why, std::string detail = {})
{
    return {ErrorKind::Unreachable, Message(why), std::move(detail)};
}

void write(const fs::path& file, const std::string& value)
{
    std::ofstream stream(file);
    stream << value << std::flush;
    if (!stream)
        throw refusal(QT_TRANSLATE_NOOP("Engine", "The memory of a private server cannot be limited: the control group cannot be set up."), file.string());
}

} // namespace

fs::path makeMemoryGroup(std::int64_t bytes)
{
    const auto mount = mountPoint();
    if (!mount)
        throw refusal(QT_TRANSLATE_NOOP("Engine", "The memory of a private server cannot be limited: this machine has no cgroup v2."));
    const fs::path own = ownGroup(*mount);
    const fs::path parent = own == *mount || own == *mount / "" || passesMemoryOn(own) ? own : own.parent_path();
    if (!passesMemoryOn(parent))
        throw refusal(QT_TRANSLATE_NOOP("Engine", "The memory of a private server cannot be limited: the controller memory of cgroup v2 is not handed on in this control group."),
                      parent.string());
    const fs::path group = parent / ("keyrace-" + std::to_string(getpid()));
    std::error_code code;
    fs::create_directory(group, code);
    if (code)
        throw refusal(QT_TRANSLATE_NOOP("Engine", "The memory of a private server cannot be limited: no control group can be made in this one."), parent.string() + ": " + code.message());
    write(group / "memory.max", std::to_string(bytes));
    if (fs::exists(group / "memory.swap.max"))
        write(group / "memory.swap.max", "0");
    return group;
}

} // namespace keyrace
