// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/targets/loanjournal.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace keyrace {

/// The settings of a whole server, as one kind of database changes them. Connects when asked. Throws Error.
class ServerSettings {
public:
    virtual ~ServerSettings() = default;

    /// As ServerUrl::server().
    [[nodiscard]] virtual std::string server() const = 0;
    /// What set(name, …) would bring back; absent where nobody has set it.
    [[nodiscard]] virtual std::optional<std::string> current(const std::string& name) = 0;
    /// Changes them for all sessions that begin from now on; absent values are no longer set by anybody.
    virtual void set(const std::map<std::string, std::optional<std::string>>& values) = 0;
};

/// Settings of a whole server that put themselves back: what they were is written down before they are changed, so that the
/// next run on that server, or `keyrace cleanup`, gives them back where this process dies. Used by the run's thread.
class BorrowedSettings {
public:
    /// Without a journal nothing is written down: the server is a private one, which ends with us.
    BorrowedSettings(std::unique_ptr<ServerSettings> server, std::optional<LoanJournal> journal);
    /// Tries to give back; what cannot be stays in the journal.
    ~BorrowedSettings();
    BorrowedSettings(const BorrowedSettings&) = delete;
    BorrowedSettings& operator=(const BorrowedSettings&) = delete;

    /// From now on the server has these, and nothing else of ours. Throws Error; Refused where another run that goes on has
    /// borrowed one of them.
    void borrow(const std::map<std::string, std::string>& wanted);
    void giveBack();

    /// Loans of this server whose borrower is gone.
    [[nodiscard]] std::vector<Loan> left() const;
    /// Gives one of them back. A setting that somebody has changed since is left as it is; those are returned by their names.
    std::vector<std::string> settle(const Loan& loan);

private:
    void refuseWhatOthersHold(const std::map<std::string, std::string>& wanted) const;
    std::vector<std::string> restore(const std::vector<BorrowedSetting>& settings);
    void note();

    std::unique_ptr<ServerSettings> m_server;
    std::optional<LoanJournal> m_journal;
    Loan m_loan;
    std::map<std::string, std::string> m_wanted;
};

} // namespace keyrace
