// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inbox.h"

#include <utility>

namespace keyrace {

void Inbox::put(const RunEvent& event)
{
    const std::lock_guard lock(m_mutex);
    if (const auto* samples = std::get_if<SamplesTaken>(&event)) {
        if (coalesce(*samples) || m_events.size() >= kMost)
            return;
    }
    m_events.push_back(event);
}

std::vector<RunEvent> Inbox::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_events, {});
}

bool Inbox::coalesce(const SamplesTaken& samples)
{
    if (m_events.empty())
        return false;
    auto* last = std::get_if<SamplesTaken>(&m_events.back());
    if (!last || last->cell != samples.cell || last->n != samples.n)
        return false;
    last->samples.insert(last->samples.end(), samples.samples.begin(), samples.samples.end());
    last->fraction = samples.fraction;
    return true;
}

} // namespace keyrace
