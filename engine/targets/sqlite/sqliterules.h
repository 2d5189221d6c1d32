// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"

namespace keyrace::sqlite {

/// What SQLite cannot do, known without opening a file. Any thread.
[[nodiscard]] std::optional<Message> whyUnavailable(const Cell& cell);
[[nodiscard]] Storage defaultStorage(KeyShape shape);

} // namespace keyrace::sqlite
