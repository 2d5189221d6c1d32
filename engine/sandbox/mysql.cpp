// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/error.h"
#include "engine/sandbox/programs.h"
#include "engine/sandbox/serverkinds.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <optional>

namespace keyrace {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kFolders{"usr/sbin", "usr/bin", "usr/libexec", "usr/local/mysql/bin", "usr/local/bin", "opt/mysql/bin"};

/// What MariaDB and MySQL have in common.
class MysqlFamily : public ServerKind {
public:
    std::span<const char* const> users() const override
    {
        static constexpr std::array kUsers{"mysql", "nobody"};
        return kUsers;
    }

    // Nothing of it is to be kept, and it holds nothing outside its folder.
    int stopSignal() const override { return SIGKILL; }
    int closeSignal() const override { return SIGTERM; }

    // The first byte of its greeting comes once it takes connections.
    bool answers(const ServerPlace& place) const override
    {
        const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(place.port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        pollfd greeting{socket, POLLIN, 0};
        char first = 0;
        const bool answers = connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 && poll(&greeting, 1, 500) == 1
            && read(socket, &first, 1) == 1;
        close(socket);
        return answers;
    }

    std::string url(int port) const override { return "mysql://keyrace@127.0.0.1:" + std::to_string(port) + "/keyrace"; }

    std::span<const std::string_view> ownSettings() const override
    {
        static constexpr std::array<std::string_view, 12> kOwn{"port", "bind_address", "socket", "datadir", "basedir", "pid_file", "init_file", "user",
                                                               "log_error", "skip_name_resolve", "skip_networking", "skip_grant_tables"};
        return kOwn;
    }

    std::string settingsText(const ServerPlace& place) const override
    {
        std::string text = "[server]\nlocal_infile=1\ninnodb_monitor_enable=all\n";
        for (const auto& [name, value] : place.settings) {
            text += name + "=\"";
            for (const char c : value)
                text += c == '\n' ? "\\n" : c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
            text += "\"\n";
        }
        return text;
    }

protected:
    /// One that was unpacked into a folder of its own does not find its messages and plugins from there by itself: that folder.
    [[nodiscard]] static std::optional<fs::path> ownBase(const ServerPlace& place)
    {
        const fs::path base = place.programs.back().parent_path().parent_path();
        return base == "/usr" ? std::nullopt : std::optional(base);
    }

    [[nodiscard]] static Command command(const fs::path& program, const ServerPlace& place, std::vector<std::string> options,
                                         const std::string& defaults = "--no-defaults")
    {
        Command result{{program.string(), defaults, "--datadir=" + place.data()}, {}};
        result.arguments.insert(result.arguments.end(), options.begin(), options.end());
        return result;
    }

    /// `accounts`: what to do about the accounts that initialising made, a statement a line.
    [[nodiscard]] static Command serve(const ServerPlace& place, std::vector<std::string> options, const std::string& accounts)
    {
        options.insert(options.end(), {"--port=" + std::to_string(place.port), "--bind-address=127.0.0.1", "--socket=" + (place.folder / "s").string(),
                                       "--pid-file=" + (place.folder / "pid").string(), "--tmpdir=" + place.folder.string(), "--skip-name-resolve",
                                       "--init-file=/dev/stdin"});
        Command result = command(place.programs.back(), place, std::move(options), "--defaults-file=" + place.settingsFile());
        result.input = accounts + "CREATE DATABASE keyrace;\nCREATE USER keyrace@'127.0.0.1' IDENTIFIED BY '" + place.password
            + "';\nGRANT ALL ON *.* TO keyrace@'127.0.0.1';\n";
        return result;
    }
};

class MariadbKind final : public MysqlFamily {
public:
    std::string_view engine() const override { return "mariadb"; }

    std::vector<fs::path> findPrograms(const std::string& bin) const override
    {
        const auto folders = programFolders(bin, kFolders);
        return {findProgram(folders, "mariadb-install-db", "mariadb-server-core"), findProgram(folders, "mariadbd", "mariadb-server-core")};
    }

    std::vector<Command> commands(const ServerPlace& place) const override
    {
        std::vector<std::string> base;
        if (const auto own = ownBase(place))
            base = {"--basedir=" + own->string()};
        std::vector<std::string> make = base;
        make.insert(make.end(), {"--skip-test-db", "--auth-root-authentication-method=normal", "--skip-name-resolve"});
        return {command(place.programs.front(), place, std::move(make)), serve(place, std::move(base), "DELETE FROM mysql.global_priv WHERE User = 'root';\nFLUSH PRIVILEGES;\n")};
    }
};

class MysqlKind final : public MysqlFamily {
public:
    std::string_view engine() const override { return "mysql"; }

    std::vector<fs::path> findPrograms(const std::string& bin) const override
    {
        const fs::path program = findProgram(programFolders(bin, kFolders), "mysqld", "mysql-server-core");
        // MariaDB's packages bring its server under this name too.
        std::error_code ignored;
        if (fs::canonical(program, ignored).filename() == "mariadbd")
            throw Error(ErrorKind::Unreachable,
                        Message(QT_TRANSLATE_NOOP("Engine", "No private server can be started: %1 is MariaDB. Name the folder of MySQL's programs as bin, or take the engine mariadb."),
                                {program.string()}));
        return {program};
    }

    std::vector<Command> commands(const ServerPlace& place) const override
    {
        std::vector<std::string> base;
        if (const auto own = ownBase(place))
            base = {"--basedir=" + own->string(), "--plugin-dir=" + (*own / "lib/mysql/plugin").string(), "--lc-messages-dir=" + (*own / "share/mysql").string(),
                    "--character-sets-dir=" + (*own / "share/mysql/charsets").string()};
        std::vector<std::string> make = base;
        make.push_back("--initialize-insecure");
        // The folder that was compiled in need not be there.
        base.insert(base.end(), {"--secure-file-priv=", "--mysqlx=OFF"});
        return {command(place.programs.back(), place, std::move(make)), serve(place, std::move(base), "ALTER USER root@localhost IDENTIFIED BY '" + place.password + "';\n")};
    }
};

} // namespace

const ServerKind& mariadbServer()
{
    static const MariadbKind kind;
    return kind;
}

const ServerKind& mysqlServer()
{
    static const MysqlKind kind;
    return kind;
}

} // namespace keyrace
