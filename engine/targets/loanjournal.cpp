// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/loanjournal.h"

#include "engine/error.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

namespace keyrace {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kEnding = ".borrowed";

fs::path stateFolder()
{
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
        return fs::path(state) / "keyrace";
    const char* home = std::getenv("HOME");
    return fs::path(home != nullptr && *home != '\0' ? home : "/var/tmp") / ".local/state/keyrace";
}

Json jsonOf(const std::optional<std::string>& text)
{
    return text ? Json(*text) : Json(nullptr);
}

std::optional<std::string> textOf(const Json& json)
{
    return json.is_null() ? std::nullopt : std::optional(json.get<std::string>());
}

std::string documentOf(const Loan& loan)
{
    Json settings = Json::array();
    for (const BorrowedSetting& setting : loan.settings)
        settings.push_back({{"name", setting.name}, {"before", jsonOf(setting.before)}, {"during", jsonOf(setting.during)}});
    const ProcessMark& mark = loan.borrower;
    return Json{{"keyrace", 1},
                {"server", loan.server},
                {"process", {{"id", mark.id}, {"started", mark.started}, {"boot", mark.boot}}},
                {"settings", settings}}
        .dump(2);
}

std::optional<Loan> loanIn(const fs::path& file)
{
    try {
        std::ifstream stream(file);
        const Json json = Json::parse(stream);
        const Json& process = json.at("process");
        Loan loan{json.at("server").get<std::string>(),
                  {process.at("id").get<std::int64_t>(), process.at("started").get<std::int64_t>(), process.at("boot").get<std::string>()},
                  {},
                  file};
        for (const Json& setting : json.at("settings"))
            loan.settings.push_back({setting.at("name").get<std::string>(), textOf(setting.at("before")), textOf(setting.at("during"))});
        return loan;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

// Of the text, and of the name by which it will be found.
bool writeThrough(const fs::path& file, const std::string& text)
{
    const fs::path fresh = file.string() + ".new";
    const int descriptor = open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return false;
    const bool isWritten = write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(descriptor) == 0;
    close(descriptor);
    if (!isWritten || rename(fresh.c_str(), file.c_str()) != 0)
        return false;
    const int folder = open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool isSynced = folder >= 0 && fsync(folder) == 0;
    close(folder);
    return isSynced;
}

} // namespace

LoanJournal::LoanJournal(fs::path folder)
    : m_folder(folder.empty() ? stateFolder() : std::move(folder))
{
}

void LoanJournal::keep(Loan& loan) const
{
    static std::atomic<int> number{0};
    if (loan.file.empty())
        loan.file = m_folder / (std::to_string(getpid()) + '-' + std::to_string(++number) + std::string(kEnding));
    std::error_code failed;
    fs::create_directories(m_folder, failed);
    if (failed || !writeThrough(loan.file, documentOf(loan)))
        throw Error(ErrorKind::Disk,
                    Message(QT_TRANSLATE_NOOP("Engine", "No setting of a server is borrowed: what it was cannot be written down in %1."), {m_folder.string()}),
                    failed ? failed.message() : std::strerror(errno));
}

void LoanJournal::forget(const Loan& loan) const noexcept
{
    std::error_code ignored;
    if (!loan.file.empty())
        fs::remove(loan.file, ignored);
}

std::vector<Loan> LoanJournal::loansOf(const std::string& server) const
{
    std::vector<Loan> loans;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(m_folder, ignored)) {
        if (entry.path().extension() != kEnding)
            continue;
        if (auto loan = loanIn(entry.path()); loan && loan->server == server)
            loans.push_back(std::move(*loan));
    }
    return loans;
}

} // namespace keyrace
