// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace keyrace::sqlite {

/// `sqlite:PATH?pragma=value&…`, taken apart. Without a path every table gets a private file of its own.
struct Url {
    std::optional<std::filesystem::path> path;
    std::map<std::string, std::string> pragmas; ///< checked, values in SQLite's words
};

/// Throws Error{BadInput} that says what is wrong and what is accepted.
[[nodiscard]] Url parseUrl(std::string_view text);

} // namespace keyrace::sqlite
