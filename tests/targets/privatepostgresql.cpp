// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/targets/privatepostgresql.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>

#include <arpa/inet.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace keyrace::test {

namespace {

void run(const std::string& command)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start("sh", {"-c", QString::fromStdString(command)});
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        throw std::runtime_error(command + ": " + process.readAll().toStdString());
}

std::string newestPrograms()
{
    std::vector<std::pair<int, std::string>> found;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql", ignored)) {
        if (std::filesystem::exists(entry.path() / "bin/initdb"))
            found.emplace_back(std::atoi(entry.path().filename().c_str()), (entry.path() / "bin").string());
    }
    if (found.empty())
        throw std::runtime_error("no PostgreSQL server is installed in /usr/lib/postgresql: installer/packages tests");
    return std::max_element(found.begin(), found.end())->second;
}

int freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(socket, reinterpret_cast<sockaddr*>(&address), size);
    getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    close(socket);
    return ntohs(address.sin_port);
}

} // namespace

PrivatePostgresql::PrivatePostgresql()
    : m_bin(newestPrograms())
    , m_port(freePort())
{
    // Not below the test's own temporary folder, into which another user may not look.
    char folder[] = "/tmp/keyrace-test-postgresql-XXXXXX";
    if (mkdtemp(folder) == nullptr)
        throw std::runtime_error("no temporary folder");
    m_folder = folder;
    if (getuid() == 0) {
        const passwd* user = getpwnam("postgres");
        user = user != nullptr ? user : getpwnam("nobody");
        if (chown(folder, user->pw_uid, user->pw_gid) != 0)
            throw std::runtime_error("the temporary folder cannot be given away");
    }
    run(asServer(m_bin + "/initdb -N -D " + m_folder + "/data -U keyrace -A trust -E UTF8 --locale=C"));
    // First: the user who must give a password.
    run("sed -i '1i host all locked 127.0.0.1/32 scram-sha-256' " + m_folder + "/data/pg_hba.conf");
    start();
}

PrivatePostgresql::~PrivatePostgresql()
{
    try {
        kill();
    } catch (const std::exception&) { // was killed before
    }
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::string PrivatePostgresql::asServer(const std::string& command) const
{
    if (getuid() != 0)
        return command;
    const std::string user = getpwnam("postgres") != nullptr ? "postgres" : "nobody";
    return "setpriv --reuid=" + user + " --regid=$(id -g " + user + ") --clear-groups -- " + command;
}

void PrivatePostgresql::start()
{
    run(asServer(m_bin + "/pg_ctl -D " + m_folder + "/data -w -t 60 -s -l " + m_folder + "/log -o '-p " + std::to_string(m_port)
                 + " -c listen_addresses=127.0.0.1 -k " + m_folder + " -c fsync=off -c max_connections=20' start"));
}

void PrivatePostgresql::kill()
{
    run(asServer(m_bin + "/pg_ctl -D " + m_folder + "/data -w -s -m immediate stop"));
}

std::string PrivatePostgresql::url(const std::string& user, const std::string& rest) const
{
    return "postgresql://" + user + "@127.0.0.1:" + std::to_string(m_port) + '/' + rest;
}

std::string PrivatePostgresql::conninfo() const
{
    return "host=127.0.0.1 user=keyrace dbname=postgres port=" + std::to_string(m_port);
}

} // namespace keyrace::test
