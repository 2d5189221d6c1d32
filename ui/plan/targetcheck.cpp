// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/targetcheck.h"

#include "engine/error.h"
#include "engine/sandbox/sandbox.h"

#include <QtCore/QTemporaryDir>

#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace keyrace {

struct TargetCheck::State {
    std::mutex mutex;                  ///< guards receiver
    TargetCheck* receiver = nullptr;   ///< null once nobody waits any more
    std::stop_source stop;             ///< ends the reaching
    QTemporaryDir folder;              ///< for the files of a private database
    std::optional<TargetInfo> info;    ///< written before the receiver is told
    QString problem;
};

TargetCheck::TargetCheck(QObject* parent)
    : QObject(parent)
{
}

TargetCheck::~TargetCheck()
{
    giveUp();
}

void TargetCheck::giveUp()
{
    if (!m_state)
        return;
    const auto state = std::move(m_state);
    {
        const std::lock_guard lock(state->mutex);
        state->receiver = nullptr;
    }
    state->stop.request_stop();
}

void TargetCheck::start(const std::string& url, const PasswordSource& passwords)
{
    giveUp();
    m_since.start();
    m_state = std::make_shared<State>();
    m_state->receiver = this;
    std::thread([state = m_state, url, passwords] {
        try {
            ConnectorContext context{state->folder.path().toStdString(), passwords.known};
            context.askPassword = passwords.ask;
            context.stop = state->stop.get_token();
            state->info = makeTarget(url, context)->describe();
        } catch (const Error& error) {
            state->problem = error.message().translated();
            if (!error.serverText().empty())
                state->problem += u'\n' + QString::fromStdString(error.serverText());
        } catch (const std::exception& error) {
            state->problem = QString::fromUtf8(error.what());
        }
        const std::lock_guard lock(state->mutex);
        if (TargetCheck* receiver = state->receiver)
            QMetaObject::invokeMethod(receiver, [receiver, state] { receiver->finish(state); }, Qt::QueuedConnection);
    }).detach();
}

void TargetCheck::finish(const std::shared_ptr<State>& state)
{
    if (state != m_state)
        return;
    m_state.reset();
    if (state->info)
        emit answered(*state->info);
    else
        emit failed(state->problem);
}

} // namespace keyrace
