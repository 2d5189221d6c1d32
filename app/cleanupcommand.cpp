// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/passwordprompt.h"
#include "app/terminal.h"
#include "engine/record/runfile.h"
#include "engine/sandbox/sandbox.h"

#include <algorithm>
#include <set>

namespace keyrace {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::string place;
    bool yes = false;
    bool doubtful = false;
};

struct Found {
    std::shared_ptr<Connector> connector;
    LeftTable table;
};

// What a run borrowed is given back without a question: to that it had agreed.
int giveBack(Connector& connector)
{
    int count = 0;
    for (const Loan& loan : connector.leftLoans()) {
        const std::vector<std::string> changed = connector.settle(loan);
        for (const BorrowedSetting& setting : loan.settings) {
            const bool wasChanged = std::find(changed.begin(), changed.end(), setting.name) != changed.end();
            const QString name = QString::fromStdString(setting.name);
            terminal::print(utf8(wasChanged ? CommandLine::tr("%1: left as it is, since somebody has changed it after the run").arg(name) : CommandLine::tr("%1: given back").arg(name)) + "\n");
            ++count;
        }
    }
    return count;
}

int look(const std::string& url, const fs::path& folder, PasswordPrompt& passwords, std::vector<Found>& found)
{
    ConnectorContext context{folder, passwords.known()};
    context.askPassword = passwords.ask();
    const std::shared_ptr<Connector> connector = makeTarget(url, context);
    const int settings = giveBack(*connector);
    for (LeftTable& table : connector->leftovers())
        found.push_back({connector, std::move(table)});
    return settings;
}

// A URL, or a run file: every database that it was measured on, and the folder in which it stands. How many settings were given back.
int lookFor(const std::string& place, PasswordPrompt& passwords, std::vector<Found>& found)
{
    const fs::path file = fs::u8path(place);
    if (std::error_code ignored; !fs::is_regular_file(file, ignored))
        return look(place, {}, passwords, found);
    int settings = 0;
    std::set<std::string> targets;
    const auto results = readRunFile(file);
    for (const CellResult& cell : results->cells())
        targets.insert(cell.cell.target);
    for (const std::string& target : targets)
        settings += look(target, fs::absolute(file).parent_path(), passwords, found);
    return settings;
}

int listed(const std::vector<Found>& found)
{
    int doubtful = 0;
    for (const auto& [connector, table] : found) {
        std::string line = table.name + "  " + utf8(CommandLine::tr("%1 kB").arg(table.bytes / 1000));
        if (table.doubt)
            line += "  (" + utf8(table.doubt->translated()) + ")";
        terminal::print(line + "\n");
        doubtful += table.doubt ? 1 : 0;
    }
    return doubtful;
}

// Every table is tried: one that cannot be dropped keeps none of the others.
void drop(const std::vector<Found>& found, bool doubtful)
{
    int dropped = 0;
    std::optional<Error> failure;
    for (const auto& [connector, table] : found) {
        if (table.doubt && !doubtful)
            continue;
        try {
            connector->dropLeftover(table.name);
            ++dropped;
        } catch (const Error& error) {
            failure = error;
        }
    }
    terminal::print(utf8(CommandLine::tr("Dropped %n table(s).", nullptr, dropped)) + "\n");
    if (failure)
        throw *failure;
}

int cleanUp(const Arguments& arguments)
{
    PasswordPrompt passwords; // the connectors in `found` may still ask it
    std::vector<Found> found;
    const int settings = lookFor(arguments.place, passwords, found);
    if (found.empty()) {
        if (settings == 0)
            terminal::print(utf8(CommandLine::tr("Nothing was left behind.")) + "\n");
        return kAllMeasured;
    }
    const int doubtful = listed(found);
    const int count = static_cast<int>(found.size()) - (arguments.doubtful ? 0 : doubtful);
    if (doubtful > 0 && !arguments.doubtful)
        terminal::complain(utf8(CommandLine::tr("%n of them may belong to a run that goes on; say --doubtful to drop these too.", nullptr, doubtful)));
    if (count == 0)
        return kAllMeasured;
    if (!arguments.yes && !terminal::confirm(utf8(CommandLine::tr("Drop %n table(s)? [y/N] ", nullptr, count)))) {
        terminal::complain(utf8(CommandLine::tr("Nothing was dropped; say --yes to drop without being asked.")));
        return kWrongInput;
    }
    drop(found, arguments.doubtful);
    return kAllMeasured;
}

} // namespace

void addCleanupCommand(CLI::App& program, int& status)
{
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand("cleanup", utf8(CommandLine::tr("List, then drop, tables that a run left behind, and give back settings that it had borrowed")));
    command->footer(utf8(CommandLine::tr("A table is known by the mark that its run put into it, never by its name; those of a run that goes on are not listed.\n"
                                         "Examples:\n"
                                         "  keyrace cleanup sqlite:/tmp/test.db\n"
                                         "  keyrace cleanup sqlite:              private files in the current folder\n"
                                         "  keyrace cleanup rowid.keyrace --yes  what was left on the databases of this run and beside its file")));
    command->add_option("PLACE", arguments->place, utf8(CommandLine::tr("A database, or a run file")))->required();
    command->add_flag("--yes", arguments->yes, utf8(CommandLine::tr("Drop them without asking")));
    command->add_flag("--doubtful", arguments->doubtful, utf8(CommandLine::tr("Also those of which it cannot be seen whether their run still goes on")));
    command->callback([arguments, &status] { status = cleanUp(*arguments); });
}

} // namespace keyrace
