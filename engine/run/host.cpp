// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/host.h"

#include <sys/utsname.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

namespace keyrace {

namespace {

// The value of the first line "KEY<separator>value" of a file, without quotes; empty where there is none.
std::string valueIn(const char* file, std::string_view key, char separator)
{
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(key))
            continue;
        std::string value = line.substr(line.find(separator) + 1);
        std::erase(value, '"');
        const auto first = value.find_first_not_of(" \t");
        return first == std::string::npos ? std::string() : value.substr(first);
    }
    return {};
}

std::string firstLine(const char* file)
{
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

std::string system()
{
    std::string text = valueIn("/etc/os-release", "PRETTY_NAME", '=');
    utsname kernel{};
    if (uname(&kernel) == 0)
        text += (text.empty() ? "" : ", ") + std::string(kernel.sysname) + " " + kernel.release;
    return text;
}

// The file system of the mount that holds `path` ("ext4"); empty where it is not known.
std::string filesystemOf(const std::filesystem::path& path)
{
    std::error_code failed;
    const std::string place = std::filesystem::weakly_canonical(path, failed).string();
    std::ifstream mounts("/proc/self/mounts");
    std::string best;
    std::string type;
    for (std::string line; std::getline(mounts, line);) {
        std::istringstream fields(line);
        std::string device;
        std::string folder;
        std::string kind;
        fields >> device >> folder >> kind;
        const bool holds = folder == "/" || place == folder || place.starts_with(folder + "/");
        if (holds && folder.size() >= best.size()) {
            best = folder;
            type = kind;
        }
    }
    return type;
}

} // namespace

std::int64_t nowMs()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

HostInfo describeHost(const std::filesystem::path& folder)
{
    HostInfo host;
    host.cores = static_cast<int>(std::thread::hardware_concurrency());
    const std::string memory = valueIn("/proc/meminfo", "MemTotal", ':');
    if (!memory.empty())
        host.memoryBytes = std::strtoll(memory.c_str(), nullptr, 10) * 1024;
    host.filesystem = filesystemOf(folder);
    host.governor = firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    host.system = system();
    host.processor = valueIn("/proc/cpuinfo", "model name", ':');
    return host;
}

} // namespace keyrace
