// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace keyrace {

/// A way to reach the server beside a connection that is busy. Outlives its connection while a request is under way.
struct Line {
    std::function<void()> request; ///< asks the server to end what the connection is executing; may block, throws nothing
    int socket = -1;
};

/// Ends what one client is executing, for good: cancel() may come from any thread and never waits. The server is asked, and
/// asked again, since a request that arrives between two statements has no effect; where nothing ends within a second (the
/// network is cut) the socket is abandoned, which ends the waiting on this side.
class Interrupt {
public:
    Interrupt();

    void cancel() noexcept;
    [[nodiscard]] bool isCancelled() const;
    /// Throws Error{Cancelled}.
    void throwIfCancelled() const;

    /// As long as it lives its line's connection is executing. Throws Error{Cancelled} where cancel() came before.
    class Running {
    public:
        Running(Interrupt& interrupt, std::shared_ptr<const Line> line);
        ~Running();
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

    private:
        Interrupt& m_interrupt;
    };

private:
    /// Shared with the threads that ask.
    struct State {
        std::mutex mutex;
        std::condition_variable ended;
        bool isCancelled = false;          ///< guarded by mutex, as is the next
        std::shared_ptr<const Line> active; ///< what is executing; null between statements
    };
    static void ask(const std::shared_ptr<State>& state, const std::shared_ptr<const Line>& line);
    static void abandonLater(const std::shared_ptr<State>& state, const std::shared_ptr<const Line>& line);

    std::shared_ptr<State> m_state;
};

} // namespace keyrace
