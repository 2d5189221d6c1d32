// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/damage.h"

#include <algorithm>

namespace keyrace {

void Damage::note(std::string_view what, std::string_view why)
{
    constexpr std::size_t kNamed = 10;
    const std::string text = std::string(what) + " (" + std::string(why) + ")";
    if (std::find(m_lost.begin(), m_lost.end(), text) != m_lost.end())
        return;
    if (m_lost.size() < kNamed)
        m_lost.push_back(text);
    else
        ++m_more;
}

Message Damage::message() const
{
    if (m_lost.empty())
        return {};
    std::string list;
    for (const std::string& lost : m_lost)
        list += (list.empty() ? "" : ", ") + lost;
    if (m_more > 0)
        list += ", …";
    return Message(QT_TRANSLATE_NOOP("Engine", "This file is damaged. What could not be read: %1"), {list});
}

} // namespace keyrace
