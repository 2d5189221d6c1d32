// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

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
    /// A request of `stop` cancels.
    explicit Interrupt(const std::stop_token& stop = {});

    void cancel() noexcept { cancel(m_state); }
    [[nodiscard]] bool isCancelled() const;
    /// Throws Error{Cancelled}.
    void throwIfCancelled() const;

    /// What may wait for a network for long, before there is a connection to be ended: `make` runs in a thread of its own, and what
    /// it made is returned. cancel() throws Error{Cancelled} here at once and leaves that thread to itself; what it makes then is
    /// dropped there. So it holds nothing that belongs to somebody else. What it throws is thrown here.
    template<typename Make>
    std::invoke_result_t<Make> reach(Make make)
    {
        struct Attempt { // guarded by State::mutex
            std::optional<std::invoke_result_t<Make>> made;
            std::exception_ptr error;
            bool isOver = false;
        };
        throwIfCancelled();
        const auto attempt = std::make_shared<Attempt>();
        std::thread([state = m_state, attempt, make = std::move(make)]() mutable {
            decltype(attempt->made) made;
            std::exception_ptr error;
            try {
                made.emplace(make());
            } catch (...) {
                error = std::current_exception();
            }
            {
                const std::lock_guard lock(state->mutex);
                attempt->made = std::move(made);
                attempt->error = std::move(error);
                attempt->isOver = true;
            }
            state->ended.notify_all();
        }).detach();
        waitFor(attempt->isOver);
        if (attempt->error)
            std::rethrow_exception(std::exchange(attempt->error, nullptr));
        return std::move(*attempt->made);
    }

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
    static void cancel(const std::shared_ptr<State>& state) noexcept;
    /// Blocks until cancel(), then throws Error{Cancelled}, or until it is true. It changes under the mutex.
    void waitFor(const bool& isOver) const;
    static void ask(const std::shared_ptr<State>& state, const std::shared_ptr<const Line>& line);
    static void abandonLater(const std::shared_ptr<State>& state, const std::shared_ptr<const Line>& line);

    struct Cancel {
        std::shared_ptr<State> state;
        void operator()() const noexcept { cancel(state); }
    };

    std::shared_ptr<State> m_state;
    std::stop_callback<Cancel> m_onStop;
};

} // namespace keyrace
