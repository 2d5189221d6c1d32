// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "engine/targets/postgresql/connection.h"
#include "engine/targets/postgresql/kin.h"
#include "engine/targets/postgresql/postgresqlrules.h"

namespace keyrace::postgresql {

/// What it calls itself.
[[nodiscard]] Kin kinOf(Connection& connection);
/// Looks at every node of a cluster at the same time; a stop ends it at once. What cannot take part in a trial has the reason.
[[nodiscard]] std::vector<NodeInfo> lookAtNodes(const Conninfo& conninfo, std::stop_token stop = {});
/// Version, settings and durability as this session has them, and what stands out.
[[nodiscard]] TargetInfo serverInfo(Connection& connection);
/// What a commit promises under these settings.
[[nodiscard]] Durability durabilityOf(const std::map<std::string, std::string>& settings);
/// What decides whether a cell can be measured.
[[nodiscard]] Abilities serverAbilities(Connection& connection);
/// Where the server keeps its data; empty where it does not say so.
[[nodiscard]] std::string dataFolder(Connection& connection);
/// What makes the database look as if others rely on it, beyond its address.
[[nodiscard]] std::vector<Message> serverConcerns(Connection& connection);

} // namespace keyrace::postgresql
