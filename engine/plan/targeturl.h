// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace keyrace {

/// What every target URL has to be, whatever its database: a scheme, and no password. Throws Error{BadInput} that names
/// `path` and never repeats the URL.
void checkTargetUrl(std::string_view url, const std::string& path);

/// The options after the question mark, percent-decoded.
[[nodiscard]] std::map<std::string, std::string> urlOptions(std::string_view url);
/// The inverse for one name or value.
[[nodiscard]] std::string percentEncoded(std::string_view text);
/// One part of a URL. Throws Error{BadInput} for a percent sign that begins no escape.
[[nodiscard]] std::string percentDecoded(std::string_view text);

/// A URL with an authority leads to a server; the others to a file or a data source on this machine.
[[nodiscard]] bool leadsToServer(std::string_view url);

} // namespace keyrace
