// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"

#include <string>
#include <string_view>

namespace keyrace::postgresql {

/// What a failed statement means, by the SQLSTATE; `words` are the server's own, in whatever language it speaks. `place` is
/// the server's title. An empty state: the connection is gone.
[[nodiscard]] Error statementFailure(std::string_view state, const std::string& words, const std::string& place);
/// What a refused connection means. An empty state: no server answered.
[[nodiscard]] Error connectFailure(std::string_view state, const std::string& words, const std::string& place);


} // namespace keyrace::postgresql
