// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/targetcheck.h"

#include "engine/error.h"
#include "engine/sandbox/sandbox.h"

#include <QtCore/QTemporaryDir>

#include <mutex>
#include <optional>
#include <thread>

namespace keyrace {

struct TargetCheck::State {
    std::mutex mutex;                  ///< guards receiver
    TargetCheck* receiver = nullptr;   ///< null once nobody waits any more
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
    const std::lock_guard lock(m_state->mutex);
    m_state->receiver = nullptr;
    m_state.reset();
}

void TargetCheck::start(const std::string& url)
{
    giveUp();
    m_since.start();
    m_state = std::make_shared<State>();
    m_state->receiver = this;
    std::thread([state = m_state, url] {
        try {
            state->info = makeTarget(url, ConnectorContext{state->folder.path().toStdString()})->describe();
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
