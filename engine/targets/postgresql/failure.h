// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"

#include <string>
#include <string_view>

namespace keyrace::postgresql {

/// What a failed statement means, by the SQLSTATE; `words` are the server's own, in whatever language it speaks. `place` is
/// the server's title. An empty state: the connection is gone.
[[nodiscard]] Error statementFailure(std::string_view state, const std::string& words, const std::string& place);
/// The transaction was rolled back because of others and can be sent again: a deadlock, or one that could not be put in order with
/// others (which a distributed engine tells often).
[[nodiscard]] bool isConflict(std::string_view state);
/// The server has no such function, table, column, setting or statement: it is of another kind or age.
[[nodiscard]] bool isLacking(std::string_view state);
inline constexpr std::string_view kReadOnly = "25006";

/// What a refused connection means. An empty state: no server answered.
[[nodiscard]] Error connectFailure(std::string_view state, const std::string& words, const std::string& place);

} // namespace keyrace::postgresql
