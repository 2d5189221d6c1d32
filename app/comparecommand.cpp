// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/terminal.h"
#include "engine/findings/document.h"
#include "engine/record/runfile.h"

#include <algorithm>

namespace keyrace {

void addCompareCommand(CLI::App& program, int& status)
{
    struct Arguments {
        std::string a;
        std::string b;
        std::string format = "text";
        std::optional<double> failUnder;
    };
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand("compare", utf8(CommandLine::tr("Compare two runs, cell by cell, as ratios B ÷ A")));
    command->footer(utf8(CommandLine::tr("Example, as a gate in continuous integration:\n"
                                         "  keyrace compare before.keyrace after.keyrace --format junit --fail-under 0.9")));
    command->add_option("A", arguments->a, utf8(CommandLine::tr("The run file to compare with")))->required();
    command->add_option("B", arguments->b, utf8(CommandLine::tr("The run file that is compared")))->required();
    command->add_option("--format", arguments->format, utf8(CommandLine::tr("How it is written")))->check(CLI::IsMember({"text", "json", "junit"}))->capture_default_str();
    command->add_option("--fail-under", arguments->failUnder, utf8(CommandLine::tr("End with status 4 where a cell's whole interval lies below this ratio")))->check(CLI::PositiveNumber);
    command->callback([arguments, &status] {
        const Comparison comparison = compare(*readRunFile(arguments->a), *readRunFile(arguments->b));
        if (comparison.cells.empty())
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The two runs have no cell in common.")));
        if (arguments->format == "json")
            terminal::print(jsonOf(comparison).dump(2) + "\n");
        else if (arguments->format == "junit")
            terminal::print(junitOf(comparison, arguments->failUnder));
        else
            terminal::print(textOf(comparison));
        const bool crossed = arguments->failUnder && std::any_of(comparison.cells.begin(), comparison.cells.end(), [&](const ComparedCell& cell) {
            return cell.isBelow(*arguments->failUnder);
        });
        status = crossed ? kNotMet : kAllMeasured;
    });
}

} // namespace keyrace
