// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace keyrace::test {

inline std::string contentsOf(const std::filesystem::path& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Running processes whose command line or working folder names `text`; not ourselves.
inline std::vector<pid_t> processesOf(const std::string& text)
{
    std::vector<pid_t> found;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const std::string name = entry.path().filename();
        if (!std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }) || name == std::to_string(getpid()))
            continue;
        const std::string folder = std::filesystem::read_symlink(entry.path() / "cwd", ignored).string();
        if (folder.find(text) != std::string::npos || contentsOf(entry.path() / "cmdline").find(text) != std::string::npos)
            found.push_back(static_cast<pid_t>(std::stol(name)));
    }
    return found;
}

// The C library's own declaration cannot be linked from C++ before its version 2.37.
inline int processHandle(pid_t process)
{
    return static_cast<int>(syscall(SYS_pidfd_open, process, 0));
}

/// Waits for processes that are not our children to end; false after so long.
inline bool haveEnded(const std::vector<pid_t>& processes, std::chrono::milliseconds longest = std::chrono::seconds(15))
{
    for (const pid_t process : processes) {
        pollfd end{processHandle(process), POLLIN, 0};
        const bool ended = end.fd < 0 || poll(&end, 1, static_cast<int>(longest.count())) == 1;
        if (end.fd >= 0)
            close(end.fd);
        if (!ended)
            return false;
    }
    return true;
}

/// A child that carries out `work`, tells what it returned, and waits until it is killed.
class Child {
public:
    explicit Child(const std::function<std::string()>& work)
    {
        int told[2];
        if (pipe(told) != 0)
            return;
        m_process = fork();
        if (m_process == 0) {
            close(told[0]);
            try {
                const std::string word = work();
                (void)!write(told[1], word.data(), word.size());
                close(told[1]);
                while (true)
                    pause();
            } catch (...) {
            }
            _exit(1);
        }
        close(told[1]);
        char part[512];
        for (ssize_t size = 0; (size = read(told[0], part, sizeof part)) > 0;)
            said.append(part, static_cast<std::size_t>(size));
        close(told[0]);
    }
    ~Child() { end(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    void end()
    {
        if (m_process > 0) {
            kill(m_process, SIGKILL);
            waitpid(m_process, nullptr, 0);
        }
        m_process = 0;
    }

    std::string said;

private:
    pid_t m_process = 0;
};

} // namespace keyrace::test
