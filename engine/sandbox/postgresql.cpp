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

    std::vector<Command> commands(const ServerPlace& place) const override
    {
        Command make{{place.programs.front().string(), "-D", place.data(), "-U", "keyrace", "--auth=scram-sha-256", "--pwfile=/dev/stdin",
                      "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"},
                     place.password + "\n"};
        Command serve{{place.programs.back().string(), "-D", place.data(), "-p", std::to_string(place.port)}, {}};
        const auto set = [&serve](const std::string& name, const std::string& value) { serve.arguments.insert(serve.arguments.end(), {"-c", name + "=" + value}); };
        set("listen_addresses", "127.0.0.1");
        set("unix_socket_directories", place.folder.string());
        set("track_io_timing", "on");
        for (const auto& [name, value] : place.settings)
            set(name, value);
        return {std::move(make), std::move(serve)};
    }

    // At once, but with its shared memory given back.
    int stopSignal() const override { return SIGQUIT; }

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
        static constexpr std::array<std::string_view, 10> kOwn{"port", "listen_addresses", "unix_socket_directories", "data_directory", "config_file",
                                                               "hba_file", "ident_file", "external_pid_file", "logging_collector", "ssl"};
        return kOwn;
    }
};

} // namespace

const ServerKind& postgresqlServer()
{
    static const PostgresqlKind kind;
    return kind;
}

} // namespace keyrace
