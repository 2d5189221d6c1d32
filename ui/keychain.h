// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include <functional>
#include <memory>
#include <optional>

namespace keyrace {

/// Where passwords are kept that a person wants to be kept: by the system, never in a file of our own. Main thread only; nothing
/// here waits.
class Keychain {
public:
    struct Found {
        bool answers = false;             ///< there is a keychain
        std::optional<QString> password{}; ///< that it has for the key
    };

    virtual ~Keychain() = default;

    virtual void read(const QString& key, std::function<void(const Found&)> done) = 0;
    /// `done` gets what went wrong, empty where nothing did.
    virtual void write(const QString& key, const QString& password, std::function<void(const QString& problem)> done) = 0;
};

/// The desktop's own. One that does not answer within two seconds is taken for none.
[[nodiscard]] std::unique_ptr<Keychain> systemKeychain();

} // namespace keyrace
