// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"

#include <initializer_list>
#include <optional>
#include <string_view>

namespace keyrace {

/// The inverse of name(): one of `all` by its name, nothing for a name that none has.
template <typename State>
[[nodiscard]] std::optional<State> stateFromName(std::string_view text, std::initializer_list<State> all)
{
    for (const State state : all) {
        if (name(state) == text)
            return state;
    }
    return {};
}

[[nodiscard]] inline std::optional<RunState> runStateFromName(std::string_view text)
{
    using enum RunState;
    return stateFromName(text, {Running, Done, Failed, Cancelled, Interrupted});
}
[[nodiscard]] inline std::optional<CellState> cellStateFromName(std::string_view text)
{
    using enum CellState;
    return stateFromName(text, {Pending, Running, Done, Failed, Skipped, NotAvailable});
}
[[nodiscard]] inline std::optional<TrialState> trialStateFromName(std::string_view text)
{
    using enum TrialState;
    return stateFromName(text, {Pending, Running, Done, Failed, Stopped, TimedOut, Skipped});
}

} // namespace keyrace
