// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"

namespace keyrace::sqlite {

/// What SQLite cannot do, known without opening a file. Any thread.
[[nodiscard]] std::optional<Message> whyUnavailable(const Cell& cell);
[[nodiscard]] Storage defaultStorage(KeyShape shape);
/// What a commit promises under journal_mode and synchronous, in the words in which they are read back. Both are there.
[[nodiscard]] Durability durabilityOf(const std::map<std::string, std::string>& settings);

} // namespace keyrace::sqlite
