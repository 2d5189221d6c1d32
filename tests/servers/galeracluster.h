// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <QtCore/QProcess>

#include <sys/types.h>

namespace keyrace::test {

/// A Galera cluster of MariaDB servers from Debian's packages, all on the loopback interface, gone with this object. As root the
/// servers run as the user mysql. Small and not durable: what is tested is how nodes agree.
class GaleraCluster {
public:
    /// Throws std::runtime_error with the end of a server's log.
    explicit GaleraCluster(std::size_t nodes);
    ~GaleraCluster();
    GaleraCluster(const GaleraCluster&) = delete;
    GaleraCluster& operator=(const GaleraCluster&) = delete;

    /// Of all nodes.
    [[nodiscard]] std::string url() const;
    [[nodiscard]] std::string url(std::size_t node) const;
    [[nodiscard]] std::string host(std::size_t node) const { return "127.0.0.1:" + std::to_string(m_nodes[node].port); }
    [[nodiscard]] static std::string password() { return "keyrace"; }
    /// At once, as a power cut would. Any thread.
    void kill(std::size_t node);
    [[nodiscard]] std::string logTail(std::size_t node) const;

private:
    struct Node {
        std::filesystem::path folder;
        int port = 0;      ///< of SQL
        int groupPort = 0; ///< of the group; the next two are for state transfers
        std::unique_ptr<QProcess> process;
        std::atomic<pid_t> running{0}; ///< 0 once it was killed
    };

    void start(std::size_t node);
    [[nodiscard]] bool isReady(const Node& node) const;

    std::filesystem::path m_folder;
    std::vector<Node> m_nodes;
};

} // namespace keyrace::test
