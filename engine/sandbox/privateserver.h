// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "engine/sandbox/guard.h"
#include "engine/sandbox/serverkind.h"

#include <memory>
#include <stop_token>

namespace keyrace {

/// A throwaway server of our own, started from installed programs with an empty data folder. It listens on the loopback interface
/// only, knows one user, and is gone with its processes and files when this object goes, also where we crash or are killed.
/// Used by one thread.
class PrivateServer {
public:
    /// Returns once the server answers. Its files lie in a new folder below `place`, or below /var/tmp where the server's user
    /// cannot reach that. Throws Error{Unreachable|BadInput|Limit|Cancelled}, with the last lines of the server's log.
    PrivateServer(const SandboxChoice& choice, const std::filesystem::path& place, std::stop_token stop = {});
    ~PrivateServer();
    PrivateServer(const PrivateServer&) = delete;
    PrivateServer& operator=(const PrivateServer&) = delete;

    [[nodiscard]] std::string url() const { return m_kind.url(m_place.port); }
    [[nodiscard]] const std::string& password() const { return m_place.password; }
    [[nodiscard]] const std::filesystem::path& folder() const { return m_place.folder; }
    [[nodiscard]] const std::filesystem::path& program() const { return m_place.programs.back(); }
    /// The last lines of what it wrote.
    [[nodiscard]] std::string logTail() const;

private:
    void makeFolder(const std::filesystem::path& place, const Account& account);
    void waitUntilItAnswers(const std::stop_token& stop);

    const ServerKind& m_kind;
    ServerPlace m_place;
    std::unique_ptr<Guard> m_guard;
};

} // namespace keyrace
