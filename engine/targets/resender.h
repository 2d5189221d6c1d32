// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"
#include "engine/targets/commitlog.h"
#include "engine/targets/session.h"

namespace keyrace {

/// The database rolled a transaction back because of others: a deadlock, a lock that was kept too long, a certification or a
/// serialisation that failed. Nothing of it is left, so it can be sent again.
class Conflict : public Error {
public:
    using Error::Error;
};

/// Sends a transaction again where the database rolled it back because of others, and counts how often and for how long. Belongs to
/// an inserter and its thread.
class Resender {
public:
    /// A hundred times in a row, or for a minute: then the conflict is the trial's failure.
    static constexpr int kMost = 100;
    static constexpr std::chrono::seconds kLongest{60};

    /// `attempt` sends and commits a whole transaction, or throws and leaves nothing of it. Throws what it throws.
    template<typename Attempt>
    void carryOut(const CommitLog& log, Attempt attempt)
    {
        begin(log.lastMark());
        for (;;) {
            try {
                attempt();
                return;
            } catch (const Conflict& conflict) {
                lost(conflict);
            }
        }
    }
    /// The same in two steps: a transaction begins, and one attempt was rolled back. Throws where it is not to be sent again.
    void begin(CommitLog::Clock::time_point now);
    void lost(const Conflict& conflict);

    [[nodiscard]] const Retries& retries() const { return m_retries; }

private:
    Retries m_retries;
    CommitLog::Clock::time_point m_first; ///< attempt at this transaction
    CommitLog::Clock::time_point m_last;
    int m_times = 0;
};

} // namespace keyrace
