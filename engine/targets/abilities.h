// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace keyrace {

/// A level of a factor on one target: what a person may ask before any plan is made.
struct Ability {
    std::string factor; ///< "layout", "insert", "storage", "workload", …
    std::string level;
    std::optional<Message> reason; ///< why it is not available; absent where it is
};

/// Asks a target's rules about each level, everything else at its default. Nothing is connected.
[[nodiscard]] std::vector<Ability> abilitiesOf(const TargetRules& rules);

} // namespace keyrace
