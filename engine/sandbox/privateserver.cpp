// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sandbox/privateserver.h"

#include "engine/error.h"
#include "engine/sandbox/memorygroup.h"
#include "engine/sandbox/serverkinds.h"

#include <QtCore/QRandomGenerator>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace keyrace {

namespace fs = std::filesystem;

namespace {

using namespace std::chrono_literals;

/// A slow disk and a busy machine included; then the server is given up.
constexpr auto kLongestStart = 180s;
constexpr std::size_t kShownLog = 2'000;

std::string newPassword()
{
    static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    std::string password;
    for (int i = 0; i < 32; ++i)
        password += kLetters[static_cast<std::size_t>(QRandomGenerator::system()->bounded(static_cast<int>(kLetters.size())))];
    return password;
}

// Below the ports that the system gives to outgoing connections, one of which could take it before the server does.
int freePort()
{
    for (int tries = 0; tries < 100; ++tries) {
        const int port = QRandomGenerator::system()->bounded(15'000, 32'000);
        const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const bool isFree = bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
        close(socket);
        if (isFree)
            return port;
    }
    throw Error(ErrorKind::Limit, Message(QT_TRANSLATE_NOOP("Engine", "No port is free on the loopback interface for a private server.")));
}

std::string normalised(std::string name)
{
    std::replace(name.begin(), name.end(), '-', '_');
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name;
}

void checkSettings(const ServerKind& kind, const std::map<std::string, std::string>& settings)
{
    const auto isPlain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; };
    for (const auto& [name, value] : settings) {
        if (name.empty() || name.front() == '-' || !std::all_of(name.begin(), name.end(), isPlain))
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "\"%1\" is no name of a server setting."), {name}));
        const auto own = kind.ownSettings();
        if (std::find(own.begin(), own.end(), normalised(name)) != own.end())
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The setting %1 of a private server is Keyrace's own: it decides where the server lives and who may connect."), {name}));
    }
}

std::string describedEnd(int status)
{
    return WIFEXITED(status) ? "exit status " + std::to_string(WEXITSTATUS(status)) : "signal " + std::to_string(WTERMSIG(status));
}

} // namespace

const ServerKind& serverKind(std::string_view engine)
{
    for (const ServerKind* kind : {&postgresqlServer(), &mariadbServer(), &mysqlServer()}) {
        if (kind->engine() == engine)
            return *kind;
    }
    throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "There are no private servers of \"%1\"; known are postgresql, mariadb and mysql."), {std::string(engine)}));
}

std::vector<fs::path> ServerKind::findStandbyPrograms(const std::string&) const
{
    throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "Private servers of %1 are started without a standby; PostgreSQL's can have one."), {std::string(engine())}));
}

PrivateServer::PrivateServer(const SandboxChoice& choice, const fs::path& place, std::stop_token stop)
    : m_kind(serverKind(choice.engine))
    , m_settings(choice.settings)
    , m_account(Account::unprivileged(m_kind.users()))
{
    checkSettings(m_kind, m_settings);
    m_place.programs = m_kind.findPrograms(choice.bin);
    m_place.password = newPassword();
    if (choice.memoryBytes)
        m_memoryGroup = makeMemoryGroup(*choice.memoryBytes);
    launch(place, stop);
    if (choice.standby)
        m_standby.reset(new PrivateServer(*this, choice, place, stop));
}

PrivateServer::PrivateServer(const PrivateServer& primary, const SandboxChoice& choice, const fs::path& place, const std::stop_token& stop)
    : m_kind(primary.m_kind)
    , m_settings(primary.m_settings)
    , m_account(primary.m_account)
    , m_memoryGroup(primary.m_memoryGroup)
{
    m_place.programs = m_kind.findStandbyPrograms(choice.bin);
    m_place.password = primary.password();
    m_place.primary = {primary.folder(), primary.m_place.port};
    launch(place, stop);
}

void PrivateServer::launch(const fs::path& place, const std::stop_token& stop)
{
    m_place.settings = m_settings;
    for (const fs::path& program : m_place.programs) {
        if (!m_account.canUse(program, X_OK))
            throw Error(ErrorKind::Unreachable,
                        Message(QT_TRANSLATE_NOOP("Engine", "The user %1, as which a private server would run, cannot start %2: every folder above it must be open to that user."),
                                {m_account.name(), program.string()}));
    }
    makeFolder(place);
    m_place.port = freePort();
    try {
        writeSettings();
        m_guard = std::make_unique<Guard>(Guard::Orders{m_place.folder, m_place.folder / "log", m_account, m_kind.commands(m_place), m_kind.stopSignal(),
                                                        m_kind.closeSignal(), m_memoryGroup});
    } catch (...) {
        fs::remove_all(m_place.folder);
        throw;
    }
    waitUntilItAnswers(stop);
}

PrivateServer::~PrivateServer() = default;

void PrivateServer::restart(const std::map<std::string, std::string>& settings, const std::stop_token& stop)
{
    checkSettings(m_kind, settings);
    m_place.settings = settings;
    m_place.settings.insert(m_settings.begin(), m_settings.end());
    writeSettings();
    m_guard->restart(stop);
    waitUntilItAnswers(stop);
    if (m_standby) // second: it can do with less than its primary for a moment
        m_standby->restart(settings, stop);
}

void PrivateServer::writeSettings()
{
    std::ofstream file(m_place.settingsFile());
    file << m_kind.settingsText(m_place) << std::flush;
    if (!file)
        throw Error(ErrorKind::Disk, Message(QT_TRANSLATE_NOOP("Engine", "The settings of a private server cannot be written to %1."), {m_place.settingsFile()}));
    fs::permissions(m_place.settingsFile(), fs::perms::owner_read | fs::perms::owner_write);
    m_account.own(fs::path(m_place.settingsFile()));
}

void PrivateServer::makeFolder(const fs::path& place)
{
    std::string why;
    for (const fs::path& parent : {fs::absolute(place), fs::path("/var/tmp")}) {
        std::string folder = (parent / "keyrace-server-XXXXXX").string();
        if (mkdtemp(folder.data()) == nullptr) {
            why = parent.string() + ": " + std::strerror(errno);
            continue;
        }
        m_account.own(fs::path(folder));
        if (m_account.canUse(folder, R_OK | W_OK | X_OK)) {
            m_place.folder = folder;
            return;
        }
        fs::remove(folder);
    }
    throw Error(ErrorKind::Unreachable,
                Message(QT_TRANSLATE_NOOP("Engine", "A private server has no place for its files: the user %1 can reach neither %2 nor /var/tmp."), {m_account.name(), place.string()}), why);
}

void PrivateServer::waitUntilItAnswers(const std::stop_token& stop)
{
    const auto end = std::chrono::steady_clock::now() + kLongestStart;
    while (!m_kind.answers(m_place)) {
        if (stop.stop_requested())
            throw Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped while a private server was being started.")));
        if (const auto ended = m_guard->wait(50ms)) {
            const Command command = m_kind.commands(m_place)[static_cast<std::size_t>(ended->command)];
            throw Error(ErrorKind::Unreachable,
                        Message(QT_TRANSLATE_NOOP("Engine", "A private server could not be started: %1 ended with %2."), {command.arguments.front(), describedEnd(ended->status)}),
                        logTail());
        }
        if (std::chrono::steady_clock::now() > end)
            throw Error(ErrorKind::Unreachable, Message(QT_TRANSLATE_NOOP("Engine", "A private server does not answer after %1 seconds."), {std::int64_t{kLongestStart.count()}}), logTail());
    }
}

std::string PrivateServer::logTail() const
{
    std::ifstream file(m_place.folder / "log");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    if (text.size() > kShownLog)
        text.erase(0, text.find('\n', text.size() - kShownLog) + 1);
    return text;
}

} // namespace keyrace
