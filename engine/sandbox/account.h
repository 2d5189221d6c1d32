// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include <sys/types.h>

namespace keyrace {

/// The user under which a private server runs: oneself, or where that is root, which database servers refuse, the first of
/// `names` that this machine knows. A value; any thread.
class Account {
public:
    /// Throws Error{Unreachable} where root finds none of them.
    static Account unprivileged(std::span<const char* const> names);

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Whether this user may reach and use `path`: `mode` as of access(2).
    [[nodiscard]] bool canUse(const std::filesystem::path& path, int mode) const;
    /// Makes this user the owner of an open file or a path.
    void own(int file) const;
    void own(const std::filesystem::path& path) const;
    /// Becomes this user, for the calling process. Only after a fork; async-signal-safe. False where the kernel refuses.
    [[nodiscard]] bool become() const noexcept;

private:
    std::string m_name;
    uid_t m_user = 0;
    gid_t m_group = 0;
    bool m_changes = false; ///< another user than ourselves
};

} // namespace keyrace
