// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/terminal.h"

#include "app/commandline.h"

#include <sys/ioctl.h>
#include <unistd.h>

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
