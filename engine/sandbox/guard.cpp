// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sandbox/guard.h"

#include "engine/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace keyrace {

namespace {

/// Long enough for a server that is asked to stop at once, and for one that writes out what it holds.
constexpr int kStopMs = 10'000;
constexpr int kCloseMs = 120'000;

/// Guard::Ended::command of a server that was started again.
constexpr int kRestarted = -1;

/// Everything that the guard's processes need, made before the fork: afterwards no lock of another thread may be needed.
struct Prepared {
    struct Program {
        std::vector<char*> arguments;
        int input = -1;
    };

    explicit Prepared(const Guard::Orders& orders)
        : home("HOME=" + orders.folder.string())
        , temporary("TMPDIR=" + orders.folder.string())
        , environment{path.data(), locale.data(), home.data(), temporary.data(), nullptr}
    {
        for (const Command& command : orders.commands) {
            Program program;
            for (const std::string& argument : command.arguments)
                program.arguments.push_back(const_cast<char*>(argument.c_str()));
            program.arguments.push_back(nullptr);
            programs.push_back(std::move(program));
        }
    }

    // Nothing of our own environment: it may hold a password, and settings for clients.
    std::string path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
    std::string locale = "LC_ALL=C.UTF-8";
    std::string home;
    std::string temporary;
    std::array<char*, 5> environment;
    std::vector<Program> programs;
};

// The C library's own declaration cannot be linked from C++ before its version 2.37.
int processHandle(pid_t process)
{
    return static_cast<int>(syscall(SYS_pidfd_open, process, 0));
}

int openPipe(std::array<int, 2>& ends)
{
    return pipe2(ends.data(), O_CLOEXEC);
}

void closeFile(int& file)
{
    if (file >= 0)
        close(file);
    file = -1;
}

/// The guard's own process, from the fork to its end.
class Watch {
public:
    Watch(const Guard::Orders& orders, Prepared& prepared, int control, int report)
        : m_orders(orders)
        , m_prepared(prepared)
        , m_control(control)
        , m_report(report)
    {
    }

    [[noreturn]] void live()
    {
        setsid();
        prctl(PR_SET_NAME, "keyrace-guard");
        // What a stopped server leaves running becomes our child, so that it can be waited for.
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
            ::signal(signal, SIG_IGN);
        const std::size_t server = m_prepared.programs.size() - 1;
        bool goesOn = true;
        for (std::size_t i = 0; goesOn && i < server; ++i)
            goesOn = carryOut(i);
        if (goesOn)
            serve(server);
        else
            waitForOwner(-1);
        removeAll();
        _exit(0);
    }

private:
    enum class News { ProcessEnded, OwnerGone, Restart };

    // False once nothing more is to be started.
    bool carryOut(std::size_t place)
    {
        const pid_t process = start(place, m_orders.commands[place].input);
        const int handle = process > 0 ? processHandle(process) : -1;
        if (handle >= 0 && waitForOwner(handle) == News::ProcessEnded) {
            const int status = statusOf(process, handle);
            if (status == 0)
                return true;
            report({static_cast<int>(place), status});
            waitForOwner(-1);
            return false;
        }
        if (process > 0)
            stop(process, handle, SIGTERM, kStopMs);
        return false;
    }

    // One that has ended by itself can be started again.
    void serve(std::size_t place)
    {
        for (bool isFirst = true;; isFirst = false) {
            const pid_t process = start(place, isFirst ? m_orders.commands[place].input : std::string());
            const int handle = process > 0 ? processHandle(process) : -1;
            if (!isFirst)
                report({kRestarted, 0});
            News news = waitForOwner(handle);
            if (news == News::ProcessEnded) {
                report({static_cast<int>(place), statusOf(process, handle)});
                news = waitForOwner(-1);
            } else if (process > 0) {
                if (news == News::OwnerGone)
                    stop(process, handle, m_orders.stopSignal, kStopMs);
                else
                    closeServer(process, handle);
                close(handle);
            }
            if (news == News::OwnerGone)
                return;
        }
    }

    static int statusOf(pid_t process, int handle)
    {
        int status = 0;
        waitpid(process, &status, 0);
        close(handle);
        return status;
    }

    void report(const Guard::Ended& ended) const { (void)!write(m_report, &ended, sizeof ended); }

    // What comes first.
    News waitForOwner(int process) const
    {
        std::array<pollfd, 2> both{{{m_control, POLLIN, 0}, {process, POLLIN, 0}}};
        while (true) {
            if (poll(both.data(), both.size(), -1) < 0 && errno != EINTR)
                return News::OwnerGone;
            if (char order = 0; (both[0].revents & POLLIN) != 0 && read(m_control, &order, 1) == 1)
                return News::Restart;
            if ((both[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
                return News::OwnerGone;
            if ((both[1].revents & POLLIN) != 0)
                return News::ProcessEnded;
        }
    }

    // Its first process tells the others.
    void closeServer(pid_t process, int handle) const
    {
        kill(process, m_orders.closeSignal);
        pollfd end{handle, POLLIN, 0};
        poll(&end, 1, kCloseMs);
        stop(process, handle, SIGKILL, 0);
    }

    static void stop(pid_t process, int handle, int signal, int longest)
    {
        kill(-process, signal);
        pollfd end{handle, POLLIN, 0};
        poll(&end, 1, longest);
        kill(-process, SIGKILL);
        for (int waits = 0; waits < 500; ++waits) {
            const pid_t ended = waitpid(-1, nullptr, WNOHANG);
            if (ended < 0)
                return;
            if (ended == 0)
                poll(nullptr, 0, 10);
        }
    }

    pid_t start(std::size_t place, const std::string& text)
    {
        std::array<int, 2> input{-1, -1};
        if (pipe(input.data()) != 0)
            return -1;
        m_orders.account.own(input[0]); // a server that opens /dev/stdin by its name has to own it
        (void)!write(input[1], text.data(), text.size());
        close(input[1]);
        const pid_t process = fork();
        if (process == 0)
            become(place, input[0]);
        close(input[0]);
        if (process > 0)
            setpgid(process, process);
        return process;
    }

    [[noreturn]] void become(std::size_t place, int input)
    {
        setpgid(0, 0);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
            ::signal(signal, SIG_DFL);
        const int log = open(m_orders.log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(input, 0);
        dup2(log, 1);
        dup2(log, 2);
        joinMemoryGroup();
        const char* program = m_prepared.programs[place].arguments.front();
        const bool isReady = m_orders.account.become() && chdir(m_orders.folder.c_str()) == 0;
        close_range(3, ~0U, 0);
        // After the change of user, which would undo it: should the guard be killed, the server goes too.
        prctl(PR_SET_PDEATHSIG, m_orders.stopSignal);
        if (isReady)
            execve(program, m_prepared.programs[place].arguments.data(), m_prepared.environment.data());
        const char* why = std::strerror(errno);
        (void)!write(2, program, std::strlen(program));
        (void)!write(2, ": ", 2);
        (void)!write(2, why, std::strlen(why));
        (void)!write(2, "\n", 1);
        _exit(127);
    }

    void joinMemoryGroup() const
    {
        if (!m_orders.memoryGroup)
            return;
        const int members = open((*m_orders.memoryGroup / "cgroup.procs").c_str(), O_WRONLY);
        (void)!write(members, "0", 1);
        close(members);
    }

    void removeAll() const
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_orders.folder, ignored);
        if (m_orders.memoryGroup)
            rmdir(m_orders.memoryGroup->c_str());
    }

    const Guard::Orders& m_orders;
    Prepared& m_prepared;
    int m_control;
    int m_report;
};

// The guard keeps only its own two files: a socket or a lock of ours that it held on to would outlive us.
void keepOnly(int first, int second)
{
    const auto low = static_cast<unsigned>(std::min(first, second));
    const auto high = static_cast<unsigned>(std::max(first, second));
    if (low > 3)
        close_range(3, low - 1, 0);
    if (high > low + 1)
        close_range(low + 1, high - 1, 0);
    close_range(high + 1, ~0U, 0);
}

} // namespace

Guard::Guard(const Orders& orders)
    : m_folder(orders.folder)
{
    Prepared prepared(orders);
    std::array<int, 2> control{-1, -1};
    std::array<int, 2> report{-1, -1};
    // A socket, since writing to one whose reader is gone can be done without a signal.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control.data()) == 0 && openPipe(report) == 0)
        m_process = fork();
    if (m_process == 0) {
        keepOnly(control[0], report[1]);
        Watch(orders, prepared, control[0], report[1]).live();
    }
    const std::string why = std::strerror(errno);
    closeFile(control[0]);
    closeFile(report[1]);
    m_control = control[1];
    m_report = report[0];
    if (m_process > 0)
        return;
    closeFile(m_control);
    closeFile(m_report);
    throw Error(ErrorKind::Limit, Message(QT_TRANSLATE_NOOP("Engine", "No process can be made for a private server.")), why);
}

Guard::~Guard()
{
    closeFile(m_control);
    closeFile(m_report);
    while (waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) { }
    // Nothing is left to remove unless somebody killed the guard.
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::optional<Guard::Ended> Guard::wait(std::chrono::milliseconds time)
{
    pollfd report{m_report, POLLIN, 0};
    if (poll(&report, 1, static_cast<int>(time.count())) <= 0)
        return std::nullopt;
    Ended ended{0, SIGKILL};
    (void)!read(m_report, &ended, sizeof ended);
    return ended;
}

void Guard::restart(const std::stop_token& stop)
{
    const char order = 'r';
    m_restarts += send(m_control, &order, 1, MSG_NOSIGNAL) == 1 ? 1 : 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(kCloseMs + kStopMs);
    while (m_restarts > 0 && std::chrono::steady_clock::now() < end) {
        if (stop.stop_requested())
            throw Error(ErrorKind::Cancelled, Message(QT_TRANSLATE_NOOP("Engine", "Stopped while a private server was being started.")));
        // An end from before the order is told first.
        const auto told = wait(std::chrono::milliseconds(50));
        if (told && told->command == kRestarted && --m_restarts == 0)
            return;
    }
    throw Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "The private server could not be restarted.")));
}

} // namespace keyrace
