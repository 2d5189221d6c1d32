// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include <memory>
#include <thread>
#include <utility>

namespace keyrace {

/// One piece of work at a time off the main thread; its result comes back to the owner by a queued call. A member of the
/// QObject that is passed as context, so that the work has ended before the context goes. Main thread only.
class Background {
public:
    [[nodiscard]] bool isBusy() const { return m_busy; }

    /// `work()` must not throw. Only where !isBusy().
    template <typename Work, typename Deliver>
    void start(QObject* context, Work work, Deliver deliver)
    {
        m_busy = true;
        m_thread = std::jthread([this, context, work = std::move(work), deliver = std::move(deliver)]() mutable {
            // Shared, since a queued functor is copied.
            auto result = std::make_shared<decltype(work())>(work());
            QMetaObject::invokeMethod(
                context,
                [this, result, deliver]() mutable {
                    m_busy = false;
                    deliver(std::move(*result));
                },
                Qt::QueuedConnection);
        });
    }

private:
    bool m_busy = false;
    std::jthread m_thread;
};

} // namespace keyrace
