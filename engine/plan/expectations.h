// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/jsonnode.h"

namespace keyrace {

/// The member `expect` of a plan: gates and published shapes. Levels are kept by their names, however they are written.
[[nodiscard]] std::vector<Expectation> readExpectations(const JsonNode& node);
[[nodiscard]] Json writeExpectations(const std::vector<Expectation>& expectations);

} // namespace keyrace
