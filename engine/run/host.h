// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"

#include <filesystem>

namespace keyrace {

/// This machine as Linux tells it; what it does not tell stays empty or 0. `folder` is where the run file stands.
[[nodiscard]] HostInfo describeHost(const std::filesystem::path& folder);
/// The file system of the mount that holds `path` ("ext4"), from /proc/self/mounts; empty where it is not known.
[[nodiscard]] std::string filesystemOf(const std::filesystem::path& path);

} // namespace keyrace
