// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/terminal.h"
#include "engine/plan/presets.h"
#include "engine/run/connectors.h"

#include <cmath>

namespace keyrace {

namespace {

struct Cost {
    std::vector<std::string> targets;
    Estimate estimate;
};

Cost costOf(const Preset& preset)
{
    const Plan plan = planFromJson(preset.plan);
    return {targetUrls(plan), estimate(cellsOf(plan))};
}

void printJson()
{
    Json list = Json::array();
    for (const Preset& preset : presets()) {
        const Cost cost = costOf(preset);
        list.push_back({{"name", preset.name},
                        {"text", preset.text},
                        {"targets", cost.targets},
                        {"cells", cost.estimate.cells},
                        {"seconds", std::round(cost.estimate.seconds)}});
    }
    terminal::print(Json{{"keyrace", 1}, {"presets", std::move(list)}}.dump(2) + "\n");
}

void printText()
{
    for (const Preset& preset : presets()) {
        const Cost cost = costOf(preset);
        const QString time = cost.estimate.seconds < 100 ? CommandLine::tr("about %1 s").arg(qRound(cost.estimate.seconds))
                                                         : CommandLine::tr("about %1 min").arg(qRound(cost.estimate.seconds / 60));
        terminal::print(preset.name + "\n  " + preset.title + "\n  " + preset.text + "\n  "
                        + utf8(CommandLine::tr("%n cell(s), ", nullptr, static_cast<int>(cost.estimate.cells)) + time) + "\n");
    }
}

} // namespace

void addPresetsCommand(CLI::App& program, int&)
{
    auto format = std::make_shared<std::string>("text");
    CLI::App* command = program.add_subcommand("presets", utf8(CommandLine::tr("List the experiments that come with Keyrace")));
    command->add_option("--format", *format, utf8(CommandLine::tr("How the list is written")))->check(CLI::IsMember({"text", "json"}))->capture_default_str();
    command->callback([format] { *format == "json" ? printJson() : printText(); });
}

} // namespace keyrace
