// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/sandbox/guard.h"

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// Where a private server lives, and how it is reached: on the loopback interface only, by one user with a password that is
/// drawn for it and held in memory only.
struct ServerPlace {
    std::filesystem::path folder; ///< of everything; mode 700
    std::vector<std::filesystem::path> programs; ///< as ServerKind::findPrograms() found them
    int port = 0;
    std::string password; ///< letters and digits
    std::map<std::string, std::string> settings;
    struct Primary {
        std::filesystem::path folder;
        int port = 0;
    };
    std::optional<Primary> primary; ///< of a standby

    [[nodiscard]] std::string data() const { return (folder / "data").string(); }
    /// What the server reads `settings` from, at every start.
    [[nodiscard]] std::string settingsFile() const { return (folder / "settings").string(); }
};

/// How one kind of database server is made from installed programs. Stateless; any thread.
class ServerKind {
public:
    virtual ~ServerKind() = default;

    [[nodiscard]] virtual std::string_view engine() const = 0; ///< as a plan names it
    [[nodiscard]] virtual std::span<const char* const> users() const = 0; ///< whom it may run as where we are root
    /// The programs that it takes, the server last: below `bin`, or where systems install them. Throws Error{Unreachable} that
    /// says where was looked and what to install.
    [[nodiscard]] virtual std::vector<std::filesystem::path> findPrograms(const std::string& bin) const = 0;
    /// The same for a standby. Throws Error{BadInput} where the kind has none.
    [[nodiscard]] virtual std::vector<std::filesystem::path> findStandbyPrograms(const std::string& bin) const;
    [[nodiscard]] virtual bool hasStandbys() const { return false; }
    /// Initialising, or for a standby copying its primary, then the server itself.
    [[nodiscard]] virtual std::vector<Command> commands(const ServerPlace& place) const = 0;
    /// What ServerPlace::settingsFile() holds.
    [[nodiscard]] virtual std::string settingsText(const ServerPlace& place) const = 0;
    [[nodiscard]] virtual int stopSignal() const = 0; ///< at once, whatever becomes of its data
    [[nodiscard]] virtual int closeSignal() const = 0; ///< in good order
    /// Whether it answers by now.
    [[nodiscard]] virtual bool answers(const ServerPlace& place) const = 0;
    [[nodiscard]] virtual std::string url(int port) const = 0;
    /// Settings that decide where a server lives and who may connect: those are Keyrace's.
    [[nodiscard]] virtual std::span<const std::string_view> ownSettings() const = 0;
};

/// Throws Error{BadInput} for an engine that has no servers.
[[nodiscard]] const ServerKind& serverKind(std::string_view engine);

} // namespace keyrace
