// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/processmark.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace keyrace {

/// A setting of a whole server that was changed for a run.
struct BorrowedSetting {
    std::string name;
    std::optional<std::string> before; ///< what gives it back; absent where nobody had set it
    std::optional<std::string> during; ///< as the server told it once it was changed; absent until then
};

/// What one process has borrowed from one server, kept in a file until it is given back: so that it can be after a crash.
struct Loan {
    std::string server; ///< as ServerUrl::server()
    ProcessMark borrower;
    std::vector<BorrowedSetting> settings;
    std::filesystem::path file{}; ///< given by LoanJournal
};

/// The files of loans in a folder that all runs of a user share. They hold no password and no user's name. Any thread.
class LoanJournal {
public:
    /// An empty folder is the user's own for the state of programs: $XDG_STATE_HOME/keyrace, else ~/.local/state/keyrace.
    explicit LoanJournal(std::filesystem::path folder = {});

    /// Writes it down, in place of what it was before; on disk when this returns. Throws Error{Disk}.
    void keep(Loan& loan) const;
    void forget(const Loan& loan) const noexcept;
    /// All of a server, living borrowers included. A file that cannot be read is left alone.
    [[nodiscard]] std::vector<Loan> loansOf(const std::string& server) const;

private:
    std::filesystem::path m_folder;
};

} // namespace keyrace
