// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "ui/passwordasker.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>

#include <memory>
#include <string>

namespace keyrace {

/// Reaches a database on a thread of its own and reads its version and settings. Main thread only; one that is given up,
/// or that goes while the database does not answer, leaves its thread to end by itself.
class TargetCheck : public QObject {
    Q_OBJECT

public:
    explicit TargetCheck(QObject* parent = nullptr);
    ~TargetCheck() override;

    /// `passwords` are asked for on that thread.
    void start(const std::string& url, const PasswordSource& passwords = {});
    void giveUp();
    [[nodiscard]] bool isRunning() const { return m_state != nullptr; }
    [[nodiscard]] qint64 secondsRunning() const { return m_state ? m_since.elapsed() / 1'000 : 0; }

signals:
    void answered(const keyrace::TargetInfo& info);
    void failed(const QString& message);

private:
    struct State;
    void finish(const std::shared_ptr<State>& state);

    std::shared_ptr<State> m_state;
    QElapsedTimer m_since;
};

} // namespace keyrace
