// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/connectors.h"

#include <vector>

namespace keyrace {

/// What is to be asked before a run, in words.
struct Concerns {
    std::vector<Message> serious; ///< others seem to rely on a database, or settings of a whole server would be changed: not without a yes
    std::vector<Message> wishes;  ///< what could be measured as well: without a yes it is not
};

/// Connects to each target; one that cannot be reached is left to the run, which tells it. Throws Error{BadInput}.
[[nodiscard]] Concerns concernsOf(const Plan& plan, ConnectorContext context);

} // namespace keyrace
