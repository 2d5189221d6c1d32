// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/connector.h"
#include "ui/keychain.h"

#include <QtCore/QPointer>
#include <QtCore/QSet>
#include <QtWidgets/QDialog>

#include <memory>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace keyrace {

/// Where those who connect get passwords from: ConnectorContext::password and ::askPassword. Any thread.
struct PasswordSource {
    PasswordLookup known{};
    PasswordLookup ask{};
};

/// A server's password, typed by a person.
class PasswordDialog : public QDialog {
    Q_OBJECT

public:
    /// `canKeep`: there is a keychain.
    PasswordDialog(const QString& server, bool canKeep, QWidget* parent);

    [[nodiscard]] QString password() const;
    [[nodiscard]] bool isToBeKept() const;

private:
    QLineEdit* m_password;
    QCheckBox* m_keep = nullptr;
};

/// Gets passwords for servers: from the keychain, else from whoever sits before the window, each until the program ends. Lives on
/// the main thread, which never waits for them; those who ask wait on threads of their own.
class PasswordAsker : public QObject {
    Q_OBJECT

public:
    PasswordAsker(std::unique_ptr<Keychain> keychain, QWidget* window);
    ~PasswordAsker() override;

    [[nodiscard]] PasswordSource source() const;
    /// Whoever waits goes on without a password, as do all who ask from now on.
    void close();

signals:
    /// A password was to be kept, and could not be.
    void notKept(const QString& why);

private:
    struct Question;
    struct State;

    void lookUp(const std::shared_ptr<Question>& question);
    void show(const std::shared_ptr<Question>& question, bool canKeep);
    void answer(const std::shared_ptr<Question>& question, const std::optional<QString>& password);

    std::unique_ptr<Keychain> m_keychain;
    QWidget* m_window;
    std::shared_ptr<State> m_state;
    QSet<QString> m_lookedUp; ///< what the keychain said of these was not enough, if they are asked for again
};

} // namespace keyrace
