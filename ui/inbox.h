// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/resultset.h"

#include <cstddef>
#include <mutex>
#include <vector>

namespace keyrace {

/// Where a run's thread leaves its events until the window's next frame takes them. Any thread; the lock is held for one
/// append only, so that no insert waits for a repaint.
class Inbox {
public:
    /// Beyond this many, samples are dropped: the event that ends their trial holds them all.
    static constexpr std::size_t kMost = 4'096;

    void put(const RunEvent& event);
    [[nodiscard]] std::vector<RunEvent> take();

private:
    /// True where `samples` were added to the event before, which announced the same trial.
    bool coalesce(const SamplesTaken& samples);

    std::mutex m_mutex; ///< guards m_events
    std::vector<RunEvent> m_events;
};

} // namespace keyrace
