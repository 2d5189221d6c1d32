// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"

namespace keyrace {

/// A target by its URL: "sandbox:mariadb?innodb_buffer_pool_size=16M" is a private server, which is started when it is first asked
/// something and stopped when its connector goes; the rest is makeConnector()'s. context.stop ends a start. Throws Error{BadInput}.
[[nodiscard]] std::unique_ptr<Connector> makeTarget(const std::string& url, const ConnectorContext& context);

} // namespace keyrace
