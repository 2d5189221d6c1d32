// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "engine/targets/sqlite/database.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace keyrace::sqlite {

/// How long a look at a file waits for somebody's lock, when a person waits for the answer.
inline constexpr std::chrono::milliseconds kLookTimeout{2'000};

/// What is asked before a file of the user's is measured on: large tables of somebody else. Reads no table.
[[nodiscard]] std::vector<Message> concernsAbout(const Database& database);

/// Tables in a file of the user's. Nothing is created. Throws Error.
[[nodiscard]] std::vector<LeftTable> leftTablesIn(const std::filesystem::path& file);
/// Throws Error{Refused} for a table that leftTablesIn() does not list.
void dropLeftTable(const std::filesystem::path& file, const std::string& name);

/// Private files in a folder: those that hold nothing but marked tables, or nothing, and whose process is gone.
[[nodiscard]] std::vector<LeftTable> leftFilesIn(const std::filesystem::path& folder);
/// With what SQLite keeps beside it. Throws Error{Refused} for a file that leftFilesIn() does not list.
void dropLeftFile(const std::filesystem::path& folder, const std::string& name);

} // namespace keyrace::sqlite
