// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workloads/runcontrol.h"

#include "engine/error.h"

namespace keyrace {

void RunControl::request(EndRequest request)
{
    std::stop_source trial;
    std::stop_source person{std::nostopstate};
    {
        const std::lock_guard lock(m_mutex);
        if (m_request == EndRequest::Stop)
            return;
        m_request.store(request, std::memory_order_release);
        trial = m_trial;
        if (request != EndRequest::TimeOut)
            person = m_person;
    }
    m_changed.notify_all();
    // Outside the lock: the callbacks cancel statements on their connections.
    trial.request_stop();
    person.request_stop();
}

void RunControl::setPaused(bool paused)
{
    {
        const std::lock_guard lock(m_mutex);
        m_paused = paused;
    }
    m_changed.notify_all();
}

void RunControl::beginTrial()
{
    const std::lock_guard lock(m_mutex);
    if (m_request == EndRequest::Stop)
        return;
    m_request = EndRequest::None;
    m_trial = std::stop_source();
    m_person = std::stop_source();
}

std::stop_token RunControl::trialToken() const
{
    const std::lock_guard lock(m_mutex);
    return m_trial.get_token();
}

std::stop_token RunControl::personToken() const
{
    const std::lock_guard lock(m_mutex);
    return m_person.get_token();
}

void RunControl::waitWhilePaused()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_paused || m_request != EndRequest::None; });
}

void RunControl::throwIfEnded() const
{
    switch (endRequest()) {
    case EndRequest::None:
        return;
    case EndRequest::Stop:
        throw Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "The run was stopped.")));
    case EndRequest::Skip:
        throw Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "The cell was skipped.")));
    case EndRequest::TimeOut:
        throw Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "The time limit of a trial was reached.")));
    }
}

} // namespace keyrace
