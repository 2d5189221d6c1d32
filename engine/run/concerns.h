// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/connectors.h"

#include <vector>

namespace keyrace {

/// What makes a database of the plan look as if others rely on it, in words: to be asked before its run. Connects to each
/// target; one that cannot be reached is left to the run, which tells it. Throws Error{BadInput}.
[[nodiscard]] std::vector<Message> concernsOf(const Plan& plan, const ConnectorContext& context);

} // namespace keyrace
