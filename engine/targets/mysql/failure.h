// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"

#include <string>

namespace keyrace::mysql {

/// What a failed statement means, by the server's or the library's number; `words` are their own. `place` is the server's title.
[[nodiscard]] Error statementFailure(unsigned int number, const std::string& words, const std::string& place);
/// The connection is gone.
[[nodiscard]] bool isLost(unsigned int number);
/// The transaction is to be rolled back because of others, and can be sent again: a deadlock, which a failed certification of Galera
/// calls itself too, or a lock that was kept too long.
[[nodiscard]] bool isConflict(unsigned int number);
/// The server has no such table, variable, function or statement: it is of another kind or age.
[[nodiscard]] bool isLacking(unsigned int number);
inline constexpr unsigned int kNotReady = 1047; ///< Galera's; a server alone knows all of its commands
inline constexpr unsigned int kReadOnly = 1290;

/// What a refused connection means.
[[nodiscard]] Error connectFailure(unsigned int number, const std::string& words, const std::string& place);

} // namespace keyrace::mysql
