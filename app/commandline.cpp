// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include "app/terminal.h"
#include "engine/findings/document.h"
#include "engine/findings/findings.h"

#include <algorithm>
#include <array>

namespace keyrace {

namespace {

struct Command {
    const char* name;
    AddCommand add;
};

constexpr std::array<Command, 8> kCommands{{{"run", addRunCommand},
                                            {"presets", addPresetsCommand},
                                            {"show", addShowCommand},
                                            {"export", addExportCommand},
                                            {"compare", addCompareCommand},
                                            {"keys", addKeysCommand},
                                            {"target", addTargetCommand},
                                            {"cleanup", addCleanupCommand}}};

int statusOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Unreachable:
    case ErrorKind::Login:
    case ErrorKind::Refused:
        return kUnreachableTarget;
    case ErrorKind::Cancelled:
        return kCancelled;
    case ErrorKind::BadInput:
    case ErrorKind::Target:
    case ErrorKind::Disk:
    case ErrorKind::Limit:
        return kWrongInput;
    }
    return kWrongInput;
}

std::string judgementText(const Judgement& judgement)
{
    std::string text = "  " + std::string(name(judgement.verdict)) + ": " + judgement.expectation.text;
    if (judgement.expectation.text.empty())
        text += judgement.expectation.id;
    if (judgement.value)
        text += " (" + Message("%1", {*judgement.value}).english();
    if (judgement.value && judgement.ci95)
        text += Message(", 95 % %1–%2", {judgement.ci95->low, judgement.ci95->high}).english();
    if (judgement.value)
        text += ")";
    if (!judgement.why.isEmpty())
        text += "; " + judgement.why.translated().toStdString();
    return text + "\n";
}

} // namespace

bool CommandLine::isCommand(const std::string& argument)
{
    return argument.starts_with('-')
        || std::any_of(kCommands.begin(), kCommands.end(), [&](const Command& each) { return argument == each.name; });
}

int CommandLine::execute(int argc, char** argv)
{
    CLI::App program(utf8(tr("Keyrace measures which primary key fits a database. Without arguments it opens its window.")), "keyrace");
    program.set_version_flag("--version", QCoreApplication::applicationVersion().toStdString());
    program.footer(utf8(tr("Examples:\n"
                           "  keyrace run quick-look\n"
                           "  keyrace run plan.keyplan --set protocol.repeats=3 -o first.keyrace\n"
                           "  keyrace export first.keyrace --view curve --to curve.svg\n"
                           "  keyrace keys uuidv7 -n 5\n"
                           "Each command has its own --help.")));
    program.require_subcommand(1);
    int status = kAllMeasured;
    for (const Command& command : kCommands)
        command.add(program, status);
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& success) { // help and version
        return program.exit(success);
    } catch (const CLI::ParseError& error) {
        terminal::complain("keyrace: " + std::string(error.what()));
        return kWrongInput;
    } catch (const Error& error) {
        terminal::complain("keyrace: " + error.whole().translated().toStdString());
        return statusOf(error.kind());
    }
    return status == kAllMeasured && terminal::outputLost() ? kWrongInput : status;
}

std::string resultText(const ResultSet& results, int width)
{
    std::string text = textTable(results, width);
    if (!results.damage.isEmpty())
        text += "\n" + results.damage.translated().toStdString() + "\n";
    const std::vector<Finding> findings = findingsOf(results);
    if (!findings.empty())
        text += "\n" + utf8(CommandLine::tr("Findings")) + "\n";
    for (const Finding& finding : findings) {
        text += "  " + finding.text.translated().toStdString() + "\n";
        if (!finding.detail.isEmpty())
            text += "    " + finding.detail.translated().toStdString() + "\n";
    }
    const std::vector<Judgement> judgements = judge(results);
    if (!judgements.empty())
        text += "\n" + utf8(CommandLine::tr("Expectations")) + "\n";
    for (const Judgement& judgement : judgements)
        text += judgementText(judgement);
    return text;
}

} // namespace keyrace
