// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"
#include "engine/targets/connector.h"
#include "engine/targets/serverurl.h"

#include <functional>
#include <stop_token>

namespace keyrace {

/// Looks at one node: fills in what answers, throws Error for why it cannot be used. Called in a thread of its own, which may outlive
/// whoever asked: it refers to nothing but what it holds itself.
using LookAtNode = std::function<void(NodeInfo& info)>;

/// Looks at all nodes of a cluster at the same time, each under the name of its host. Returns once all have answered or failed; a stop
/// throws Error{Cancelled} at once.
[[nodiscard]] std::vector<NodeInfo> lookAtNodes(const ServerUrl& url, const std::function<LookAtNode(std::size_t node)>& lookAt, std::stop_token stop = {});
/// Which of them can be used, in order. Throws Error{Unreachable} with the reason of each where none can.
[[nodiscard]] std::vector<std::size_t> readyNodes(const std::vector<NodeInfo>& nodes);
/// Of nodes that are used: "db1:3306".
[[nodiscard]] std::vector<std::string> hostsOf(const std::vector<NodeInfo>& nodes, const std::vector<std::size_t>& used);

/// The error of a trial that lost a node in its middle: what its clients had committed is no ordinary trial.
[[nodiscard]] Error nodeLost(const std::string& host, const std::string& words);

} // namespace keyrace
