// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workloads/procedure.h"

namespace keyrace {

// One for each file of a workload; listed in registry.cpp.
[[nodiscard]] const Procedure& loadProcedure();
[[nodiscard]] const Procedure& growthProcedure();
[[nodiscard]] const Procedure& selectProcedure();

} // namespace keyrace
