// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/jsonnode.h"

namespace keyrace {

// What is timed and how it is measured: workload and protocol, from and to JSON.

/// The members that a kind of workload has, besides `kind` and `checkpoint`.
struct WorkloadMembers {
    bool rows = false;
    bool step = false;
    bool prefill = false;
    bool prefillNeeded = false;
    bool prefillKey = false;
    bool seconds = false;
    bool ratePerS = false;
    bool reads = false; ///< executions, discard, trim, queries, range
    bool churn = false; ///< fraction, which, vacuums
    bool reindex = false;
};

[[nodiscard]] WorkloadMembers membersOf(WorkloadKind kind);

[[nodiscard]] Workload readWorkload(const JsonNode& node);
/// Without what has its default.
[[nodiscard]] Json writeWorkload(const Workload& workload);

/// The members that are given replace those of `base`.
[[nodiscard]] Protocol readProtocol(const JsonNode& node, Protocol base);
/// 2 · trim < repeats: checked once members are merged. `path` names the protocol.
void checkTrim(const Protocol& protocol, const std::string& path);
/// Without what has its default; null where everything has.
[[nodiscard]] Json writeProtocol(const Protocol& protocol);

} // namespace keyrace
