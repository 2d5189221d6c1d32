// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/error.h"
#include "engine/findings/metric.h"

#include <CLI/CLI.hpp>
#include <QtCore/QCoreApplication>

#include <filesystem>
#include <string>

namespace keyrace {

/// Exit statuses of the command line, as scripts rely on them.
enum ExitStatus : int {
    kAllMeasured = 0,
    kSomeFailed = 1,
    kWrongInput = 2,
    kUnreachableTarget = 3,
    kNotMet = 4,
    kCancelled = 130
};

/// The translation context of everything that commands print.
class CommandLine {
    Q_DECLARE_TR_FUNCTIONS(CommandLine)

public:
    /// The arguments name a command (or ask for help or the version) and no window.
    static bool isCommand(const std::string& argument);
    /// Parses and carries out a command. Needs a QCoreApplication; `export` a QApplication. Returns the exit status.
    static int execute(int argc, char** argv);
};

/// A command adds itself to the program and sets `status` when it is carried out. Errors are thrown, and printed once.
using AddCommand = void (*)(CLI::App& program, int& status);
void addRunCommand(CLI::App& program, int& status);
void addPresetsCommand(CLI::App& program, int& status);
void addShowCommand(CLI::App& program, int& status);
void addExportCommand(CLI::App& program, int& status);
void addCompareCommand(CLI::App& program, int& status);
void addKeysCommand(CLI::App& program, int& status);
void addTargetCommand(CLI::App& program, int& status);
void addCleanupCommand(CLI::App& program, int& status);

/// For CLI11, which takes UTF-8.
[[nodiscard]] inline std::string utf8(const QString& text)
{
    return text.toStdString();
}

/// What a result says, for a terminal: figures, findings, expectations, circumstances.
[[nodiscard]] std::string resultText(const ResultSet& results, int width);

} // namespace keyrace
