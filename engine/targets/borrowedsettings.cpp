// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/borrowedsettings.h"

#include "engine/error.h"

#include <algorithm>

namespace keyrace {

BorrowedSettings::BorrowedSettings(std::unique_ptr<ServerSettings> server, std::optional<LoanJournal> journal)
    : m_server(std::move(server))
    , m_journal(std::move(journal))
    , m_loan{m_server->server(), ProcessMark::ofThisProcess(), {}, {}}
{
}

BorrowedSettings::~BorrowedSettings()
{
    try {
        giveBack();
    } catch (const std::exception&) { // the journal keeps it
    }
}

void BorrowedSettings::borrow(const std::map<std::string, std::string>& wanted)
{
    if (wanted == m_wanted)
        return;
    giveBack();
    if (wanted.empty())
        return;
    // What a dead run left changed would be taken for the server's own.
    for (const Loan& loan : left())
        settle(loan);
    refuseWhatOthersHold(wanted);
    std::map<std::string, std::optional<std::string>> values;
    for (const auto& [name, value] : wanted) {
        m_loan.settings.push_back({name, m_server->current(name), std::nullopt});
        values[name] = value;
    }
    note();
    m_server->set(values);
    for (BorrowedSetting& setting : m_loan.settings)
        setting.during = m_server->current(setting.name);
    note();
    m_wanted = wanted;
}

void BorrowedSettings::giveBack()
{
    if (m_loan.settings.empty())
        return;
    m_wanted.clear();
    restore(m_loan.settings);
    m_loan.settings.clear();
    if (m_journal)
        m_journal->forget(m_loan);
}

void BorrowedSettings::note()
{
    if (m_journal)
        m_journal->keep(m_loan);
}

void BorrowedSettings::refuseWhatOthersHold(const std::map<std::string, std::string>& wanted) const
{
    if (!m_journal)
        return;
    for (const Loan& loan : m_journal->loansOf(m_loan.server)) {
        const auto isWanted = [&](const BorrowedSetting& setting) { return wanted.contains(setting.name); };
        const auto held = std::find_if(loan.settings.begin(), loan.settings.end(), isWanted);
        if (loan.borrower.isAlive() && held != loan.settings.end() && !(loan.borrower == m_loan.borrower))
            throw Error(ErrorKind::Refused,
                        Message(QT_TRANSLATE_NOOP("Engine", "Another run (process %1) has changed the setting %2 of %3 and will give it back. Wait until it has ended."),
                                {loan.borrower.id, held->name, loan.server}));
    }
}

std::vector<Loan> BorrowedSettings::left() const
{
    std::vector<Loan> loans = m_journal ? m_journal->loansOf(m_loan.server) : std::vector<Loan>();
    std::erase_if(loans, [](const Loan& loan) { return loan.borrower.isAlive(); });
    return loans;
}

std::vector<std::string> BorrowedSettings::settle(const Loan& loan)
{
    std::vector<std::string> changed = restore(loan.settings);
    if (m_journal)
        m_journal->forget(loan);
    return changed;
}

std::vector<std::string> BorrowedSettings::restore(const std::vector<BorrowedSetting>& settings)
{
    std::map<std::string, std::optional<std::string>> values;
    std::vector<std::string> changed;
    for (const BorrowedSetting& setting : settings) {
        if (setting.during && m_server->current(setting.name) != setting.during)
            changed.push_back(setting.name);
        else
            values[setting.name] = setting.before;
    }
    if (!values.empty())
        m_server->set(values);
    return changed;
}

} // namespace keyrace
