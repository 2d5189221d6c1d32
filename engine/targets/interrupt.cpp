// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/interrupt.h"

#include "engine/error.h"

#include <sys/socket.h>

#include <chrono>
#include <thread>

namespace keyrace {

namespace {

constexpr std::chrono::milliseconds kAskAgain{100};
/// Leaves a little of the second within which a stop takes effect.
constexpr std::chrono::milliseconds kAbandon{800};

[[noreturn]] void throwCancelled()
{
    throw Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped on request.")));
}

} // namespace

Interrupt::Interrupt(const std::stop_token& stop)
    : m_state(std::make_shared<State>())
    , m_onStop(stop, Cancel{m_state})
{
}

// Nobody waits for these threads: a request may hang for as long as the network does.
void Interrupt::cancel(const std::shared_ptr<State>& state) noexcept
{
    const std::lock_guard lock(state->mutex);
    if (state->isCancelled)
        return;
    state->isCancelled = true;
    state->ended.notify_all();
    if (!state->active)
        return;
    try {
        std::thread(&Interrupt::ask, state, state->active).detach();
        std::thread(&Interrupt::abandonLater, state, state->active).detach();
    } catch (const std::exception&) { // no thread is to be had
        shutdown(state->active->socket, SHUT_RDWR);
    }
}

void Interrupt::waitFor(const bool& isOver) const
{
    std::unique_lock lock(m_state->mutex);
    m_state->ended.wait(lock, [&] { return isOver || m_state->isCancelled; });
    if (!isOver)
        throwCancelled();
}

void Interrupt::ask(const std::shared_ptr<State>& state, const std::shared_ptr<const Line>& line)
{
    std::unique_lock lock(state->mutex);
    while (state->active == line) {
        lock.unlock();
        line->request();
        lock.lock();
        state->ended.wait_for(lock, kAskAgain, [&] { return state->active != line; });
    }
}

void Interrupt::abandonLater(const std::shared_ptr<State>& state, const std::shared_ptr<const Line>& line)
{
    std::unique_lock lock(state->mutex);
    // What is executing keeps its connection, so the socket is still its own.
    if (!state->ended.wait_for(lock, kAbandon, [&] { return state->active != line; }))
        shutdown(line->socket, SHUT_RDWR);
}

bool Interrupt::isCancelled() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->isCancelled;
}

void Interrupt::throwIfCancelled() const
{
    if (isCancelled())
        throwCancelled();
}

Interrupt::Running::Running(Interrupt& interrupt, std::shared_ptr<const Line> line)
    : m_interrupt(interrupt)
{
    const std::lock_guard lock(interrupt.m_state->mutex);
    if (interrupt.m_state->isCancelled)
        throwCancelled();
    interrupt.m_state->active = std::move(line);
}

Interrupt::Running::~Running()
{
    const std::lock_guard lock(m_interrupt.m_state->mutex);
    m_interrupt.m_state->active.reset();
    m_interrupt.m_state->ended.notify_all();
}

} // namespace keyrace
