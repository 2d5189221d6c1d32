// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace keyrace {

/// Makes a control group (cgroup v2) beside our own whose processes together have `bytes` of memory, the file cache included, and
/// no swap. Throws Error{Unreachable} that says why this machine does not allow it.
[[nodiscard]] std::filesystem::path makeMemoryGroup(std::int64_t bytes);

} // namespace keyrace
