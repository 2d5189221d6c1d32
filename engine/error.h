// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/message.h"

#include <exception>
#include <string>

namespace keyrace {

enum class ErrorKind {
    BadInput,    ///< a plan, a URL, a file or an argument is wrong: exit status 2
    Unreachable, ///< a target cannot be reached or opened: exit status 3
    Login,       ///< it does not let the user in, since the password is missing or wrong: exit status 3
    Refused,     ///< the target answered and said no (rights, read-only, somebody else's table)
    Target,      ///< a statement failed
    Disk,        ///< no space left, or an input/output error
    Cancelled,   ///< stopped on request: a state, not a fault
    Limit        ///< a limit of the server, the library or the machine
};

/// What the engine throws. `what happened, to what, and what to try` is message(); the server's own words are kept apart.
class Error : public std::exception {
public:
    Error(ErrorKind kind, Message message, std::string serverText = {});

    [[nodiscard]] ErrorKind kind() const { return m_kind; }
    [[nodiscard]] const Message& message() const { return m_message; }
    /// The server's or the library's own words; empty where there are none.
    [[nodiscard]] const std::string& serverText() const { return m_serverText; }
    /// message() followed by the server's words.
    [[nodiscard]] Message whole() const { return m_message.withDetail(m_serverText); }
    /// message() in English, followed by the server's words.
    [[nodiscard]] const char* what() const noexcept override { return m_what.c_str(); }

private:
    ErrorKind m_kind;
    Message m_message;
    std::string m_serverText;
    std::string m_what;
};

} // namespace keyrace
