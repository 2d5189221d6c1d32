// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/terminal.h"
#include "ui/window.h"

#include <QtCore/QTemporaryDir>
#include <QtWidgets/QApplication>

#include <clocale>
#include <csignal>

namespace {

int carryOut(int argc, char** argv)
{
    // Qt takes over the user's locale; figures in files and arguments are plain.
    std::setlocale(LC_NUMERIC, "C");
    keyrace::installTranslations();
    return keyrace::CommandLine::execute(argc, argv);
}

int runCommand(int argc, char** argv, bool drawsPictures)
{
    if (!drawsPictures) {
        const QCoreApplication application(argc, argv);
        return carryOut(argc, argv);
    }
    // Pictures are drawn with widgets, and need no display for it, nor a folder that Qt would leave behind.
    const QTemporaryDir runtime;
    qputenv("XDG_RUNTIME_DIR", runtime.path().toUtf8());
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    return carryOut(argc, argv);
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_IGN);
    QCoreApplication::setApplicationName(QStringLiteral("keyrace"));
    QCoreApplication::setOrganizationDomain(QStringLiteral("keyrace.org"));
    QCoreApplication::setApplicationVersion(QStringLiteral(KEYRACE_VERSION));
    const std::string first = argc > 1 ? argv[1] : std::string();
    if (!first.empty() && keyrace::CommandLine::isCommand(first))
        return runCommand(argc, argv, first == "export");
    if (!first.empty() && !std::filesystem::exists(first)) {
        keyrace::terminal::complain("keyrace: " + first + " is neither a command nor a file; see keyrace --help");
        return keyrace::kWrongInput;
    }
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        keyrace::terminal::complain("keyrace: the window needs a display, and there is none here; see keyrace --help for what works without");
        return keyrace::kWrongInput;
    }
    return keyrace::runWindow(argc, argv, QString::fromStdString(first));
}
