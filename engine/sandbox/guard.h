// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/sandbox/account.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <sys/types.h>

namespace keyrace {

/// A program to run, by its path, and what it reads from its standard input: the only way a password takes.
struct Command {
    std::vector<std::string> arguments; ///< the program first
    std::string input;
};

/// A small process of its own that carries out commands one after the other, the last of which is a server. It holds a pipe to us: when
/// that ends, because this object goes or because we crash or are killed, it stops what runs and removes the folder.
/// Used by one thread.
class Guard {
public:
    struct Orders {
        std::filesystem::path folder; ///< removed at the end; also the working folder and the home of what runs
        std::filesystem::path log;    ///< takes the output of all commands
        Account account;
        std::vector<Command> commands;
        int stopSignal = 0;           ///< what makes the server stop at once and clean up after itself
        int closeSignal = 0;          ///< what makes it stop with its data kept
        std::optional<std::filesystem::path> memoryGroup; ///< a control group that limits what runs; removed at the end
    };
    /// What a command that ended told: the last one should not end, the others should end with 0.
    struct Ended {
        int command = 0;
        int status = 0; ///< as of waitpid()
    };

    /// Throws Error{Limit} where no process can be made.
    explicit Guard(const Orders& orders);
    /// Blocks until all is stopped and removed.
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    /// Waits so long for a command that fails, or for the server's end.
    [[nodiscard]] std::optional<Ended> wait(std::chrono::milliseconds time);
    /// Closes the server, also one that has ended by itself, and starts its command again, without input. Returns once it was started.
    /// Throws Error{Cancelled} at a stop, Error{Target} where the guard is gone.
    void restart(const std::stop_token& stop);

private:
    pid_t m_process = -1;
    int m_control = -1; ///< our end keeps the guard waiting
    int m_report = -1;
    int m_restarts = 0; ///< ordered and not told yet
    std::filesystem::path m_folder;
};

} // namespace keyrace
