// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/terminal.h"

#include "app/commandline.h"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <system_error>

namespace keyrace::terminal {

namespace {

volatile std::sig_atomic_t g_interrupted = 0;
bool g_outputLost = false;

extern "C" void noteSignal(int)
{
    g_interrupted = 1;
}

volatile std::sig_atomic_t g_whileAsking = 0;

extern "C" void noteWhileAsking(int signal)
{
    g_whileAsking = signal;
}

/// A terminal that does not echo. What would end the program, and leave the terminal so, is put off until this goes.
class Unechoed {
public:
    Unechoed()
    {
        g_whileAsking = 0;
        struct sigaction action{};
        action.sa_handler = noteWhileAsking;
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            sigaction(kSignals[i], &action, &m_actions[i]);
        tcgetattr(STDIN_FILENO, &m_before);
        termios silent = m_before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    ~Unechoed()
    {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &m_before);
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            sigaction(kSignals[i], &m_actions[i], nullptr);
        if (g_whileAsking != 0)
            std::raise(g_whileAsking);
    }
    Unechoed(const Unechoed&) = delete;
    Unechoed& operator=(const Unechoed&) = delete;

private:
    static constexpr std::array<int, 4> kSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    std::array<struct sigaction, kSignals.size()> m_actions{};
    termios m_before{};
};

} // namespace

bool isTerminal(int descriptor)
{
    return isatty(descriptor) == 1;
}

int width(int descriptor)
{
    winsize size{};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 100;
}

bool print(std::string_view text)
{
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
        return true;
    const int error = errno;
    if (error != EPIPE && !g_outputLost) {
        g_outputLost = true;
        complain("keyrace: " + utf8(CommandLine::tr("Standard output cannot be written: %1").arg(QString::fromStdString(std::generic_category().message(error)))));
    }
    return false;
}

bool outputLost()
{
    return g_outputLost;
}

void complain(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fputc('\n', stderr);
}

bool confirm(std::string_view question)
{
    if (!isTerminal(STDIN_FILENO) || !isTerminal(STDERR_FILENO))
        return false;
    std::fwrite(question.data(), 1, question.size(), stderr);
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

std::optional<std::string> askSecret(std::string_view question)
{
    if (!isTerminal(STDIN_FILENO) || !isTerminal(STDERR_FILENO))
        return std::nullopt;
    std::string answer;
    char c = 0;
    {
        const Unechoed unechoed; // before the question: what was typed ahead is no answer
        std::fwrite(question.data(), 1, question.size(), stderr);
        // By itself: a signal ends this read, and would be overlooked by a stream.
        while (g_whileAsking == 0 && read(STDIN_FILENO, &c, 1) == 1 && c != '\n')
            answer += c;
        std::fputc('\n', stderr);
    }
    return answer.empty() || c != '\n' ? std::nullopt : std::optional(answer);
}

void noteSignals()
{
    struct sigaction action{};
    action.sa_handler = noteSignal;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaction(signal, &action, nullptr);
}

bool interrupted()
{
    return g_interrupted != 0;
}

} // namespace keyrace::terminal
