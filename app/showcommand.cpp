// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/terminal.h"
#include "engine/findings/document.h"
#include "engine/record/runfile.h"

#include <unistd.h>

namespace keyrace {

void addShowCommand(CLI::App& program, int&)
{
    struct Arguments {
        std::string file;
        std::string format = "text";
        bool samples = false;
    };
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand("show", utf8(CommandLine::tr("Print the result of a recorded run")));
    command->footer(utf8(CommandLine::tr("Examples:\n"
                                         "  keyrace show first.keyrace\n"
                                         "  keyrace show first.keyrace --format csv --samples > samples.csv")));
    command->add_option("FILE", arguments->file, utf8(CommandLine::tr("A run file")))->required();
    command->add_option("--format", arguments->format, utf8(CommandLine::tr("How it is written")))->check(CLI::IsMember({"text", "json", "csv"}))->capture_default_str();
    command->add_flag("--samples", arguments->samples, utf8(CommandLine::tr("With every sample (csv: the samples in place of the cells)")));
    command->callback([arguments] {
        const auto results = readRunFile(arguments->file);
        if (arguments->format == "json")
            terminal::print(runDocument(*results, arguments->samples).dump(2) + "\n");
        else if (arguments->format == "csv")
            terminal::print(arguments->samples ? samplesCsv(*results) : cellsCsv(*results));
        else
            terminal::print(resultText(*results, terminal::width(STDOUT_FILENO)));
        if (!results->damage.isEmpty() && arguments->format != "text")
            terminal::complain(results->damage.translated().toStdString());
    });
}

} // namespace keyrace
