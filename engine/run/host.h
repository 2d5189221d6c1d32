// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"

#include <filesystem>

namespace keyrace {

/// This machine as Linux tells it; what it does not tell stays empty or 0. `folder` is where the run file stands.
[[nodiscard]] HostInfo describeHost(const std::filesystem::path& folder);
/// Unix time in milliseconds, as events carry it.
[[nodiscard]] std::int64_t nowMs();

} // namespace keyrace
