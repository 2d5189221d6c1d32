// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// Where to look for programs: below `bin`, which is their folder or the root of an unpacked system, else in the system's
/// places. A pattern may have one `*`, which stands for a version: the newest comes first.
[[nodiscard]] std::vector<std::filesystem::path> programFolders(const std::string& bin, const std::vector<std::string>& patterns);

/// The first of them that holds `program`. Throws Error{Unreachable} that names it, where was looked, and the package that brings it.
[[nodiscard]] std::filesystem::path findProgram(const std::vector<std::filesystem::path>& folders, const std::string& program, const std::string& package);

} // namespace keyrace
