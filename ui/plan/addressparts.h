// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace keyrace {

/// A target's address taken apart and put together again: scheme, what follows, and the options behind the question mark in
/// their order. Only for editing; what an address means is the target's own business.
struct AddressParts {
    using Options = std::vector<std::pair<std::string, std::string>>;

    std::string scheme;
    std::string place; ///< path, or //user@host:port/database
    Options options;

    [[nodiscard]] static AddressParts fromString(const std::string& url);
    [[nodiscard]] std::string toString() const;
};

/// The value of an option, empty where it is not set; and setting it, an empty value takes it away.
[[nodiscard]] std::string optionOf(const AddressParts::Options& options, const std::string& name);
void setOption(AddressParts::Options& options, const std::string& name, const std::string& value);

} // namespace keyrace
