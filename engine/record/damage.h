// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/message.h"
#include "engine/record/sqlitefile.h"

#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// What of a run file could not be read. Used by one thread.
class Damage {
public:
    void note(std::string_view what, std::string_view why);

    /// Reads one table as far as it goes.
    template <typename Function>
    void guard(std::string_view table, Function read)
    {
        try {
            read();
        } catch (const SqliteFault& fault) {
            note(table, fault.what());
        }
    }

    /// Empty where everything could be read.
    [[nodiscard]] Message message() const;

private:
    std::vector<std::string> m_lost;
    std::size_t m_more = 0; ///< beyond those that are named
};

} // namespace keyrace
