// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "engine/sandbox/privateserver.h"
#include "engine/targets/connector.h"
#include "engine/targets/serverurl.h"

#include <cstdlib>
#include <map>
#include <memory>

namespace keyrace::test {

/// A private server for tests by name: "postgresql" and "mariadb" from Debian's packages, "postgresql 18" and "mysql" as
/// tests/servers/fetch brought them.
inline SandboxChoice serverChoice(const std::string& name, std::map<std::string, std::string> settings = {})
{
    const bool isFetched = name == "mysql" || name == "postgresql 18";
    const char* elsewhere = std::getenv("KEYRACE_TEST_SERVERS"); // tests/run, where the checkout cannot be reached by servers
    const std::string fetched = elsewhere != nullptr ? elsewhere : KEYRACE_SOURCE_DIR "/build/servers/root";
    return {name.substr(0, name.find(' ')), isFetched ? fetched : "", std::move(settings), false, {}};
}

/// The servers of one test program, each started when first asked for and stopped with this object.
class TestServers {
public:
    explicit TestServers(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
    }

    /// Throws Error where it cannot be started: a test fails then, with the reason.
    PrivateServer& server(const std::string& name, const std::map<std::string, std::string>& settings = {})
    {
        std::string key = name;
        for (const auto& [setting, value] : settings)
            key += ' ' + setting + '=' + value;
        std::unique_ptr<PrivateServer>& known = m_servers[key];
        if (!known)
            known = std::make_unique<PrivateServer>(serverChoice(name, settings), m_folder);
        return *known;
    }
    /// The same server through ODBC: postgresql://keyrace@127.0.0.1:5432/postgres?… taken apart.
    static std::string odbcUrl(const PrivateServer& server, const std::string& driver, const std::string& dialect)
    {
        const ServerUrl url = parseServerUrl(server.url());
        return "odbc:DRIVER={" + driver + "};SERVER=" + url.hosts.front().name + ";PORT=" + std::to_string(url.hosts.front().port.value_or(0)) + ";DATABASE=" + url.database
            + ";UID=" + url.user + "?dialect=" + dialect;
    }
    /// A context that knows the passwords of the servers started so far.
    [[nodiscard]] ConnectorContext context() const
    {
        ConnectorContext context;
        context.privateFolder = m_folder;
        context.password = [this](const std::string& url) -> std::optional<std::string> {
            for (const auto& [name, server] : m_servers) {
                const std::string port = ";PORT=" + std::to_string(parseServerUrl(server->url()).hosts.front().port.value_or(0)) + ';';
                if (url.starts_with(server->url()) || (url.starts_with("odbc:") && url.find(port) != std::string::npos))
                    return server->password();
            }
            return std::nullopt;
        };
        return context;
    }

private:
    std::filesystem::path m_folder;
    std::map<std::string, std::unique_ptr<PrivateServer>> m_servers;
};

} // namespace keyrace::test
