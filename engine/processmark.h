// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace keyrace {

/// Who writes a run file or made a table: a process id alone is used again after a while and after the next boot. Linux only; any thread.
struct ProcessMark {
    std::int64_t id = 0;      ///< 0: nobody
    std::int64_t started = 0; ///< in clock ticks since the boot
    std::string boot;         ///< the kernel's id of this boot

    static ProcessMark ofThisProcess();
    /// It still runs on this machine. A process that ended but was not waited for does not.
    [[nodiscard]] bool isAlive() const;

    friend bool operator==(const ProcessMark&, const ProcessMark&) = default;
};

} // namespace keyrace
