// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "engine/sandbox/guard.h"
#include "engine/sandbox/serverkind.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace keyrace {

/// A throwaway server of our own, started from installed programs with an empty data folder, and its standby where that is asked for. It
/// listens on the loopback interface only, knows one user, and is gone with its processes and files when this object goes, also
/// where we crash or are killed.
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
    /// A server that replays what this one writes, and lets itself be read by the same user; null where there is none.
    [[nodiscard]] const PrivateServer* standby() const { return m_standby.get(); }
    /// Closes it and starts it again, with its data, and with these settings on top of those that it was made with. Throws Error, as
    /// the constructor; the server is down then until a restart succeeds.
    void restart(const std::map<std::string, std::string>& settings, const std::stop_token& stop);
    /// The last lines of what it wrote.
    [[nodiscard]] std::string logTail() const;

private:
    PrivateServer(const PrivateServer& primary, const SandboxChoice& choice, const std::filesystem::path& place, const std::stop_token& stop);

    void launch(const std::filesystem::path& place, const std::stop_token& stop);
    void makeFolder(const std::filesystem::path& place);
    void writeSettings();
    void waitUntilItAnswers(const std::stop_token& stop);

    const ServerKind& m_kind;
    const std::map<std::string, std::string> m_settings; ///< that it was made with
    const Account m_account;
    ServerPlace m_place;
    std::optional<std::filesystem::path> m_memoryGroup; ///< shared with the standby
    std::unique_ptr<Guard> m_guard;
    std::unique_ptr<PrivateServer> m_standby; ///< ends first
};

} // namespace keyrace
