// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace keyrace {

/// Why a trial ended before its work was done.
enum class EndRequest { None, Stop, Skip, TimeOut };

/// What may be asked of a run while it is on. Requests come from any thread and return at once; the run and its clients
/// look here between two batches, and statements under way are cancelled through trialToken().
class RunControl {
public:
    /// Ends the run.
    void stop() { request(EndRequest::Stop); }
    /// Ends the trial that runs now, and its cell.
    void skip() { request(EndRequest::Skip); }
    /// Ends the trial that runs now: its time is up.
    void timeOut() { request(EndRequest::TimeOut); }
    void setPaused(bool paused);

    /// Forgets an earlier skip or time-out; a stop stays.
    void beginTrial();
    /// Stop callbacks on it cancel what is being executed. Valid until the next beginTrial().
    [[nodiscard]] std::stop_token trialToken() const;
    /// The same without time-outs: a person waits. For what a trial does after its clock, which a time-out leaves alone.
    [[nodiscard]] std::stop_token personToken() const;
    [[nodiscard]] EndRequest endRequest() const { return m_request.load(std::memory_order_acquire); }
    [[nodiscard]] bool isStopped() const { return endRequest() == EndRequest::Stop; }

    [[nodiscard]] bool isPaused() const { return m_paused.load(std::memory_order_relaxed); }
    /// Blocks until the pause is over or the trial is ended.
    void waitWhilePaused();
    /// Throws Error{Cancelled} where the trial was asked to end.
    void throwIfEnded() const;

private:
    void request(EndRequest request);

    std::atomic<EndRequest> m_request{EndRequest::None};
    std::atomic<bool> m_paused{false};
    mutable std::mutex m_mutex;
    std::condition_variable m_changed; ///< of m_request and m_paused
    std::stop_source m_trial;          ///< guarded by m_mutex
    std::stop_source m_person;         ///< guarded by m_mutex
};

} // namespace keyrace
