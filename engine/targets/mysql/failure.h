// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"

#include <string>

namespace keyrace::mysql {

/// What a failed statement means, by the server's or the library's number; `words` are their own. `place` is the server's title.
[[nodiscard]] Error statementFailure(unsigned int number, const std::string& words, const std::string& place);
/// What a refused connection means.
[[nodiscard]] Error connectFailure(unsigned int number, const std::string& words, const std::string& place);

} // namespace keyrace::mysql
