// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"

#include <optional>
#include <string>
#include <string_view>

namespace keyrace {

/// Who made a table, carried by the table itself: in its comment, or where a database has none in its definition. What is
/// dropped as left behind goes by this alone. Any thread.
struct TableMark {
    std::string table; ///< a copy under another name, or a renamed table, is not ours any more
    std::string time;  ///< of making, ISO 8601 UTC
    std::string host;
    ProcessMark process;

    static TableMark ofThisProcess(std::string table);
    /// One line of ASCII without quotes, at most 400 octets: "made by keyrace, table keyrace_1a2b3c4d_t5, …".
    [[nodiscard]] std::string text() const;
    /// Nothing where `text` is not exactly what text() writes.
    [[nodiscard]] static std::optional<TableMark> parse(std::string_view text);
};

/// Throws Error{Refused} for a name that is not keyrace_… of small letters, digits and underscores: no table is made under it.
void checkTableName(const std::string& name);

/// The table `name` whose comment is `mark`, as left behind (its size is left to the caller). Nothing where it carries no
/// mark of its own, or the process that made it still runs on this machine.
[[nodiscard]] std::optional<LeftTable> leftTable(const std::string& name, std::string_view mark);

} // namespace keyrace
