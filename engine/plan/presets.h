// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// A plan that comes with Keyrace. Its name is `NAME` (minutes on two cores) or `NAME@published`.
struct Preset {
    std::string name;
    std::string title;
    std::string text;
    Json plan;
};

[[nodiscard]] const std::vector<Preset>& presets();
[[nodiscard]] const Preset* findPreset(std::string_view name);

} // namespace keyrace
