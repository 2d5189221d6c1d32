// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace::odbc {

/// `odbc:DRIVER={…};SERVER=…;UID=…?dialect=postgresql`: what the driver manager and the driver get, and which database is behind
/// them. A value; any thread.
struct OdbcUrl {
    struct Attribute {
        std::string name;  ///< as it was written
        std::string value; ///< without braces

        friend bool operator==(const Attribute&, const Attribute&) = default;
    };

    std::vector<Attribute> attributes;
    std::string dialect; ///< one of odbcDialectNames()

    /// By any of these names, in capitals; names are compared without case. Empty where there is none.
    [[nodiscard]] std::string attribute(std::initializer_list<std::string_view> names) const;
    /// What SQLDriverConnect() takes.
    [[nodiscard]] std::string connectionText(const std::optional<std::string>& password) const;
    /// For titles: the driver or DSN, the server and the database, without user and options.
    [[nodiscard]] std::string title() const;
    /// A server is named, and it is this machine.
    [[nodiscard]] bool isLoopback() const;
};

/// Throws Error{BadInput} that says what is wrong and what is accepted; a URL that holds a password is refused and not repeated.
[[nodiscard]] OdbcUrl parseOdbcUrl(std::string_view text);

} // namespace keyrace::odbc
