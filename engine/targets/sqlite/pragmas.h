// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "engine/targets/sqlite/database.h"

#include <map>
#include <optional>
#include <string>

namespace keyrace::sqlite {

using Settings = std::map<std::string, std::string>;

/// Why a pragma or its value is not accepted, naming what is; nothing where it is.
[[nodiscard]] std::optional<Message> whyRefused(const std::string& name, const std::string& value);
/// An accepted value in the words in which read-back settings are shown: synchronous=1 becomes "normal".
[[nodiscard]] std::string normalised(const std::string& name, const std::string& value);

enum class Scope { FileAndConnection, Connection };

/// Sets and reads back; a value that did not take is an Error{Refused}. What is fixed when a file is created is only set
/// with Scope::FileAndConnection. Call makeCancellable() afterwards, not before.
void apply(Database& database, const Settings& settings, Scope scope);
/// Every known pragma as it stands.
[[nodiscard]] Settings readBack(const Database& database);

} // namespace keyrace::sqlite
