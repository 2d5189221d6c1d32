// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/resender.h"

namespace keyrace {

void Resender::begin(CommitLog::Clock::time_point now)
{
    m_first = now;
    m_last = now;
    m_times = 0;
}

void Resender::lost(const Conflict& conflict)
{
    const CommitLog::Clock::time_point now = CommitLog::Clock::now();
    if (++m_times == kMost || now - m_first > kLongest) {
        const Message tries(QT_TRANSLATE_NOOP("Engine", "The transaction was given up; times it was sent: %1."), {std::int64_t{m_times}});
        throw Error(conflict.kind(), Message::joined({conflict.message(), tries}, " "), conflict.serverText());
    }
    ++m_retries.count;
    m_retries.nanoseconds += std::chrono::nanoseconds(now - m_last).count();
    m_last = now;
}

} // namespace keyrace
