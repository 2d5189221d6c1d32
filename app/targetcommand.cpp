// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/passwordprompt.h"
#include "app/terminal.h"
#include "engine/targets/abilities.h"
#include "engine/sandbox/sandbox.h"

#include <QtCore/QTemporaryDir>

#include <nlohmann/json.hpp>

namespace keyrace {

namespace {

Json jsonOf(const std::vector<Message>& messages)
{
    Json list = Json::array();
    for (const Message& message : messages)
        list.push_back(message.english());
    return list;
}

Json jsonOf(const std::vector<Right>& rights)
{
    Json list = Json::array();
    for (const Right& right : rights) {
        Json entry{{"right", right.what.english()}, {"granted", !right.missing.has_value()}};
        if (right.missing)
            entry["missing"] = right.missing->english();
        list.push_back(std::move(entry));
    }
    return list;
}

Json jsonOf(const std::vector<Ability>& abilities)
{
    Json list = Json::array();
    for (const Ability& ability : abilities) {
        Json entry{{"factor", ability.factor}, {"level", ability.level}, {"available", !ability.reason.has_value()}};
        if (ability.reason)
            entry["reason"] = ability.reason->english();
        list.push_back(std::move(entry));
    }
    return list;
}

Json jsonOf(const std::vector<NodeInfo>& nodes)
{
    Json list = Json::array();
    for (const NodeInfo& node : nodes) {
        Json entry{{"host", node.host}};
        if (node.problem.isEmpty())
            entry.update({{"engine", node.engine}, {"server_version", node.serverVersion}});
        else
            entry["problem"] = node.problem.english();
        list.push_back(std::move(entry));
    }
    return list;
}

void printText(const TargetInfo& info, const std::vector<Ability>& abilities)
{
    std::string text = info.engine + " " + info.serverVersion + " (" + info.clientLibrary + ")\n";
    text += utf8(CommandLine::tr("Durability: %1").arg(QString::fromStdString(info.durability)))
        + (info.weakDurability ? utf8(CommandLine::tr("; a commit may be lost when the machine fails")) : std::string()) + "\n";
    if (!info.encryption.empty())
        text += utf8(CommandLine::tr("Encryption: %1").arg(QString::fromStdString(info.encryption))) + "\n";
    for (const Right& right : info.rights) {
        text += utf8(CommandLine::tr("The user may %1: ").arg(right.what.translated()));
        text += (right.missing ? utf8(CommandLine::tr("no. ")) + utf8(right.missing->translated()) : utf8(CommandLine::tr("yes"))) + "\n";
    }
    for (const auto& [name, value] : info.settings)
        text += "  " + name + " = " + value + "\n";
    for (const NodeInfo& node : info.nodes)
        text += "  " + node.host + ": " + (node.problem.isEmpty() ? node.engine + ' ' + node.serverVersion : node.problem.translated().toStdString()) + "\n";
    for (const Message& note : info.notes)
        text += note.translated().toStdString() + "\n";
    for (const Message& concern : info.concerns)
        text += utf8(CommandLine::tr("Asked before a run: %1").arg(concern.translated())) + "\n";
    for (const Ability& ability : abilities) {
        text += "  " + ability.factor + " " + ability.level + ": ";
        text += ability.reason ? utf8(CommandLine::tr("not available. ")) + ability.reason->translated().toStdString() : utf8(CommandLine::tr("yes"));
        text += "\n";
    }
    terminal::print(text);
}

} // namespace

void addTargetCommand(CLI::App& program, int&)
{
    struct Arguments {
        std::string url;
        std::string format = "text";
    };
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand("target", utf8(CommandLine::tr("Connect to a database; print its version, settings and what it can do")));
    command->footer(utf8(CommandLine::tr("Example:\n  keyrace target 'sqlite:/tmp/test.db?journal_mode=wal'")));
    command->add_option("URL", arguments->url, utf8(CommandLine::tr("The database")))->required();
    command->add_option("--format", arguments->format, utf8(CommandLine::tr("How it is written")))->check(CLI::IsMember({"text", "json"}))->capture_default_str();
    command->callback([arguments] {
        const QTemporaryDir folder;
        PasswordPrompt passwords;
        ConnectorContext context{folder.path().toStdString()};
        context.askPassword = passwords.ask();
        const auto connector = makeTarget(arguments->url, context);
        const TargetInfo info = connector->describe();
        const std::vector<Ability> abilities = abilitiesOf(*connector);
        if (arguments->format == "text") {
            printText(info, abilities);
            return;
        }
        terminal::print(Json{{"keyrace", 1},
                             {"target", arguments->url},
                             {"engine", info.engine},
                             {"server_version", info.serverVersion},
                             {"client_library", info.clientLibrary},
                             {"durability", info.durability},
                             {"weak_durability", info.weakDurability},
                             {"encryption", info.encryption},
                             {"rights", jsonOf(info.rights)},
                             {"settings", info.settings},
                             {"nodes", jsonOf(info.nodes)},
                             {"notes", jsonOf(info.notes)},
                             {"concerns", jsonOf(info.concerns)},
                             {"abilities", jsonOf(abilities)}}
                            .dump(2)
                        + "\n");
    });
}

} // namespace keyrace
