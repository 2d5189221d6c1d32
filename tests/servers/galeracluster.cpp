// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/galeracluster.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QRandomGenerator>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace keyrace::test {

namespace fs = std::filesystem;

namespace {

constexpr int kLongestStartMs = 120'000;

bool isFree(int port)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool isFree = bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    close(socket);
    return isFree;
}

// Below the ports that the system gives to outgoing connections.
int freePorts(int count)
{
    for (;;) {
        const int first = QRandomGenerator::system()->bounded(15'000, 31'900);
        int free = 0;
        while (free < count && isFree(first + free))
            ++free;
        if (free == count)
            return first;
    }
}

QStringList asServer(const QStringList& command)
{
    if (getuid() != 0)
        return command;
    return QStringList{"setpriv", "--reuid=mysql", "--regid=mysql", "--clear-groups", "--pdeathsig", "KILL", "--"} + command;
}

void run(const QStringList& command)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(command.front(), command.mid(1));
    if (!process.waitForFinished(kLongestStartMs) || process.exitCode() != 0)
        throw std::runtime_error(command.join(' ').toStdString() + ": " + process.readAll().toStdString());
}

QString text(const fs::path& path)
{
    return QString::fromStdString(path.string());
}

} // namespace

GaleraCluster::GaleraCluster(std::size_t nodes)
    : m_nodes(nodes)
{
    // Not below the test's own temporary folder, into which another user may not look.
    char folder[] = "/tmp/keyrace-test-galera-XXXXXX";
    if (mkdtemp(folder) == nullptr)
        throw std::runtime_error("no temporary folder");
    m_folder = folder;
    if (getuid() == 0) {
        const passwd* user = getpwnam("mysql");
        if (user == nullptr || chown(folder, user->pw_uid, user->pw_gid) != 0)
            throw std::runtime_error("the temporary folder cannot be given to the user mysql: installer/packages tests");
    }
    constexpr int kPortsOfANode = 4;
    const int first = freePorts(kPortsOfANode * static_cast<int>(nodes));
    for (std::size_t i = 0; i < nodes; ++i) {
        m_nodes[i].folder = m_folder / ("n" + std::to_string(i + 1));
        m_nodes[i].port = first + kPortsOfANode * static_cast<int>(i);
        m_nodes[i].groupPort = m_nodes[i].port + 1;
        run(asServer({"mkdir", text(m_nodes[i].folder)}));
    }
    run(asServer({"mariadb-install-db", "--no-defaults", "--datadir=" + text(m_nodes.front().folder / "data"), "--skip-test-db", "--auth-root-authentication-method=normal",
                  "--innodb-log-file-size=8M"}));
    for (std::size_t i = 0; i < nodes; ++i)
        start(i);
}

GaleraCluster::~GaleraCluster()
{
    for (Node& node : m_nodes) {
        if (node.process && node.process->state() != QProcess::NotRunning) {
            node.process->kill();
            node.process->waitForFinished();
        }
    }
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

// The first begins the cluster; the others get their data from it, as a node that is added to a real one does.
void GaleraCluster::start(std::size_t number)
{
    Node& node = m_nodes[number];
    std::string addresses;
    for (std::size_t i = 0; number != 0 && i < m_nodes.size(); ++i)
        addresses += (addresses.empty() ? "" : ",") + std::string("127.0.0.1:") + std::to_string(m_nodes[i].groupPort);
    const QString group = QString::number(node.groupPort);
    QStringList arguments{"mariadbd", "--no-defaults", "--datadir=" + text(node.folder / "data"), "--port=" + QString::number(node.port), "--bind-address=127.0.0.1",
                          "--socket=" + text(node.folder / "s"), "--pid-file=" + text(node.folder / "pid"), "--log-error=" + text(node.folder / "log"),
                          "--skip-name-resolve", "--local-infile=1", "--innodb-buffer-pool-size=32M", "--innodb-log-file-size=8M",
                          "--innodb-flush-log-at-trx-commit=2", "--performance-schema=OFF", "--binlog-format=ROW", "--innodb-autoinc-lock-mode=2", "--wsrep-on=ON",
                          "--wsrep-provider=/usr/lib/galera/libgalera_smm.so", "--wsrep-cluster-name=keyrace", "--wsrep-cluster-address=gcomm://" + QString::fromStdString(addresses),
                          "--wsrep-node-name=n" + QString::number(number + 1), "--wsrep-node-address=127.0.0.1:" + group, "--wsrep-sst-method=rsync",
                          "--wsrep-sst-receive-address=127.0.0.1:" + QString::number(node.groupPort + 2),
                          // A node that is killed is given up after one second in place of five.
                          "--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:" + group + ";ist.recv_addr=127.0.0.1:" + QString::number(node.groupPort + 1)
                              + ";gcache.size=16M;gcache.dir=" + text(node.folder)
                              + ";evs.keepalive_period=PT0.3S;evs.inactive_check_period=PT0.2S;evs.suspect_timeout=PT1S;evs.inactive_timeout=PT3S"};
    if (number == 0) {
        QFile accounts(text(m_folder / "accounts"));
        if (!accounts.open(QIODevice::WriteOnly))
            throw std::runtime_error("accounts cannot be written");
        accounts.write("CREATE DATABASE keyrace;\nCREATE USER keyrace@'127.0.0.1' IDENTIFIED BY '" + QByteArray::fromStdString(password())
                       + "';\nGRANT ALL ON *.* TO keyrace@'127.0.0.1';\n");
        accounts.close();
        accounts.setPermissions(accounts.permissions() | QFileDevice::ReadOther);
        arguments.append("--init-file=" + accounts.fileName());
    } else {
        run(asServer({"mkdir", text(node.folder / "data")}));
    }
    const QStringList command = asServer(arguments);
    node.process = std::make_unique<QProcess>();
    node.process->start(command.front(), command.mid(1));
    node.process->waitForStarted();
    node.running = static_cast<pid_t>(node.process->processId());
    QElapsedTimer timer;
    timer.start();
    while (!isReady(node)) {
        if (node.process->waitForFinished(50) || timer.elapsed() > kLongestStartMs)
            throw std::runtime_error("a node of Galera did not start: " + logTail(number));
    }
}

bool GaleraCluster::isReady(const Node& node) const
{
    QProcess client;
    client.start("mariadb", {"--no-defaults", "-h", "127.0.0.1", "-P", QString::number(node.port), "-u", "keyrace", "-p" + QString::fromStdString(password()), "-Ne",
                             "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'WSREP_READY'"});
    return client.waitForFinished() && client.readAllStandardOutput().trimmed() == "ON";
}

std::string GaleraCluster::url() const
{
    std::string hosts;
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        hosts += (hosts.empty() ? "" : ",") + host(i);
    return "mysql://keyrace@" + hosts + "/keyrace";
}

std::string GaleraCluster::url(std::size_t node) const
{
    return "mysql://keyrace@" + host(node) + "/keyrace";
}

// setpriv becomes the server itself: the process is the server's. From any thread, so not by QProcess.
void GaleraCluster::kill(std::size_t node)
{
    if (const pid_t process = m_nodes[node].running.exchange(0); process > 0)
        ::kill(process, SIGKILL);
}

std::string GaleraCluster::logTail(std::size_t node) const
{
    QFile log(text(m_nodes[node].folder / "log"));
    return log.open(QIODevice::ReadOnly) ? log.readAll().right(2'000).toStdString() : std::string("no log");
}

} // namespace keyrace::test
