// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"

namespace keyrace {

/// The password for a server: what the context's function knows, else KEYRACE_PASSWORD; absent where the client library is
/// to look into its own files (.pgpass, .my.cnf), or needs none. With context.askPassword it is tried out by `logIn`, which connects
/// with it, and asked for where that is refused with ErrorKind::Login; other errors of it are thrown. The password goes to the
/// client library and nowhere else.
[[nodiscard]] std::optional<std::string> passwordFor(const std::string& url, const ConnectorContext& context,
                                                     const std::function<void(const std::optional<std::string>& password)>& logIn);

} // namespace keyrace
