// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace keyrace {

/// A file of resources/presets, compiled in. Its definition is written by CMake from presetfiles.cpp.in.
struct PresetFile {
    std::string_view name; ///< without `.keyplan`
    std::string_view text;
};

[[nodiscard]] std::span<const PresetFile> presetFiles();

} // namespace keyrace
