// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sandbox/programs.h"
#include "engine/sandbox/serverkinds.h"

#include <array>
#include <csignal>
#include <fstream>
#include <iterator>

namespace keyrace {

namespace {

class PostgresqlKind final : public ServerKind {
public:
    std::string_view engine() const override { return "postgresql"; }

    std::span<const char* const> users() const override
    {
        static constexpr std::array kUsers{"postgres", "nobody"};
        return kUsers;
    }

    std::vector<std::filesystem::path> findPrograms(const std::string& bin) const override
    {
        // Debian, Red Hat, what is built by hand.
        const auto folders = programFolders(bin, {"usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "usr/bin", "usr/local/pgsql/bin"});
        const std::filesystem::path server = findProgram(folders, "postgres", "postgresql");
        return {findProgram({server.parent_path()}, "initdb", "postgresql"), server};
    }

    bool hasStandbys() const override { return true; }

    std::vector<std::filesystem::path> findStandbyPrograms(const std::string& bin) const override
    {
        const std::filesystem::path server = findPrograms(bin).back();
        return {findProgram({server.parent_path()}, "pg_basebackup", "postgresql-client"), server};
    }

    std::vector<Command> commands(const ServerPlace& place) const override
    {
        Command make = place.primary ? copy(place) : initialise(place);
        Command serve{{place.programs.back().string(), "-D", place.data(), "-p", std::to_string(place.port)}, {}};
        const auto set = [&serve](const std::string& name, const std::string& value) { serve.arguments.insert(serve.arguments.end(), {"-c", name + "=" + value}); };
        set("config_file", place.settingsFile());
        set("listen_addresses", "127.0.0.1");
        set("unix_socket_directories", place.folder.string());
        return {std::move(make), std::move(serve)};
    }

    // Not on the command line, which no level of settings could override.
    std::string settingsText(const ServerPlace& place) const override
    {
        std::string text = "include '" + place.data() + "/postgresql.conf'\ntrack_io_timing = 'on'\n";
        for (const auto& [name, value] : place.settings) {
            text += name + " = '";
            for (const char c : value)
                text.append(c == '\'' || c == '\\' ? 2 : 1, c);
            text += "'\n";
        }
        return text;
    }

    // At once, but with its shared memory given back.
    int stopSignal() const override { return SIGQUIT; }
    int closeSignal() const override { return SIGINT; }

    // Its eighth line says how far the server is.
    bool answers(const ServerPlace& place) const override
    {
        std::ifstream file(place.data() + "/postmaster.pid");
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        return text.find("\nready") != std::string::npos;
    }

    std::string url(int port) const override { return "postgresql://keyrace@127.0.0.1:" + std::to_string(port) + "/postgres?sslmode=disable"; }

    std::span<const std::string_view> ownSettings() const override
    {
        static constexpr std::array<std::string_view, 15> kOwn{"port", "primary_conninfo", "primary_slot_name", "include", "include_dir", "include_if_exists", "listen_addresses", "unix_socket_directories", "data_directory", "config_file",
                                                               "hba_file", "ident_file", "external_pid_file", "logging_collector", "ssl"};
        return kOwn;
    }

private:
    // Who reaches the socket, in a folder that only the server's user enters, could read the data as well: it asks for no password,
    // so that the standby need not keep one in a file.
    static Command initialise(const ServerPlace& place)
    {
        return {{place.programs.front().string(), "-D", place.data(), "-U", "keyrace", "--auth-host=scram-sha-256", "--auth-local=trust",
                 "--pwfile=/dev/stdin", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"},
                place.password + "\n"};
    }

    // With a slot, so that the primary keeps what the standby has not got yet.
    static Command copy(const ServerPlace& place)
    {
        return {{place.programs.front().string(), "-D", place.data(), "-h", place.primary->folder.string(), "-p", std::to_string(place.primary->port),
                 "-U", "keyrace", "--no-password", "--write-recovery-conf", "--wal-method=stream", "--create-slot", "--slot=keyrace_standby",
                 "--checkpoint=fast", "--no-sync"},
                {}};
    }
};

} // namespace

const ServerKind& postgresqlServer()
{
    static const PostgresqlKind kind;
    return kind;
}

} // namespace keyrace
