// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/passwordprompt.h"
#include "app/progressline.h"
#include "app/terminal.h"
#include "engine/findings/document.h"
#include "engine/plan/jsonnode.h"
#include "engine/plan/presets.h"
#include "engine/record/runfile.h"
#include "engine/run/concerns.h"
#include "engine/run/run.h"

#include <QtCore/QDateTime>

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <sstream>

namespace keyrace {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::string plan;
    std::vector<std::string> targets;
    std::vector<std::string> sandboxes;
    std::vector<std::string> sets;
    std::string output;
    std::string resume;
    std::string format = "text";
    bool samples = false;
    bool quiet = false;
    bool keep = false;
    bool yes = false;
};

/// The run as it stands: fed by the run's threads, read by the main thread.
class LiveResult {
public:
    void append(const RunEvent& event)
    {
        const std::lock_guard lock(m_mutex);
        m_results.append(event);
        if (std::holds_alternative<RunFinished>(event)) {
            m_isOver = true;
            m_ended.notify_all();
        }
    }
    /// Waits a little, or until the run is over; true then.
    bool waitBriefly()
    {
        std::unique_lock lock(m_mutex);
        return m_ended.wait_for(lock, std::chrono::milliseconds(200), [this] { return m_isOver; });
    }
    ResultSet snapshot() const
    {
        const std::lock_guard lock(m_mutex);
        return m_results;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_ended;
    ResultSet m_results;
    bool m_isOver = false;
};

Json planDocument(const std::string& name)
{
    if (const Preset* preset = findPreset(name))
        return preset->plan;
    std::ifstream stream(name, std::ios::binary);
    if (!stream || fs::is_directory(name)) {
        std::string names;
        for (const Preset& preset : presets())
            names += (names.empty() ? "" : ", ") + preset.name;
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 is neither a plan file nor a preset; the presets are %2."), {name, names}));
    }
    std::stringstream text;
    text << stream.rdbuf();
    return parseJson(text.str(), name);
}

// "sqlite:cache_size=-2000,synchronous=off" as the plan's member.
Json sandboxDocument(const std::string& text)
{
    const auto colon = text.find(':');
    Json sandbox{{"engine", text.substr(0, colon)}};
    std::istringstream pairs(colon == std::string::npos ? std::string() : text.substr(colon + 1));
    for (std::string pair; std::getline(pairs, pair, ',');) {
        const auto equals = pair.find('=');
        if (equals == std::string::npos)
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "--sandbox %1: ENGINE:key=value,key=value is accepted."), {text}));
        const std::string key = pair.substr(0, equals);
        const std::string value = pair.substr(equals + 1);
        if (key == "bin")
            sandbox["bin"] = value;
        else if (key == "memory" || key == "standby")
            setMember(sandbox, key == "memory" ? "memory_bytes" : "standby", value);
        else
            sandbox["settings"][key] = value;
    }
    return sandbox;
}

Plan planOf(const Arguments& arguments)
{
    Json document = planDocument(arguments.plan);
    const bool wantsStandby = document.is_object() && document.contains("sandbox") && document["sandbox"].is_object() && document["sandbox"].value("standby", Json(false)) == true;
    if (!arguments.targets.empty() || !arguments.sandboxes.empty()) {
        for (const char* member : {"target", "targets", "sandbox"})
            document.erase(member);
    }
    if (!arguments.targets.empty())
        document["targets"] = arguments.targets;
    if (arguments.sandboxes.size() > 1)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "A plan has one sandbox; name further databases with --target.")));
    if (!arguments.sandboxes.empty())
        document["sandbox"] = sandboxDocument(arguments.sandboxes.front());
    if (wantsStandby && document.contains("sandbox") && !document["sandbox"].contains("standby"))
        document["sandbox"]["standby"] = true;
    for (const std::string& set : arguments.sets) {
        const auto equals = set.find('=');
        if (equals == std::string::npos)
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "--set %1: PATH=VALUE is accepted, such as protocol.repeats=3."), {set}));
        setMember(document, set.substr(0, equals), set.substr(equals + 1));
    }
    return planFromJson(document);
}

fs::path outputOf(const Arguments& arguments)
{
    if (!arguments.output.empty())
        return fs::u8path(arguments.output);
    std::string stem = findPreset(arguments.plan) != nullptr ? arguments.plan : fs::path(arguments.plan).stem().string();
    return stem + QDateTime::currentDateTime().toString(QStringLiteral("-yyyyMMdd-HHmmss")).toStdString() + ".keyrace";
}

int statusOf(const ResultSet& results)
{
    const auto isUnreachable = [](const LogEntry& entry) { return entry.kind == kUnreachable; };
    const auto hasFailed = [](const CellResult& cell) { return cell.state == CellState::Failed; };
    const std::vector<Judgement> judgements = judge(results);
    if (results.state() == RunState::Cancelled)
        return kCancelled;
    if (std::any_of(results.log().begin(), results.log().end(), isUnreachable))
        return kUnreachableTarget;
    if (results.state() == RunState::Failed || std::any_of(results.cells().begin(), results.cells().end(), hasFailed))
        return kSomeFailed;
    if (std::any_of(judgements.begin(), judgements.end(), [](const Judgement& each) { return each.verdict == Verdict::NotMet; }))
        return kNotMet;
    return kAllMeasured;
}

void printResult(const Arguments& arguments, const ResultSet& results, const fs::path& file)
{
    if (arguments.format == "json")
        terminal::print(runDocument(results, arguments.samples).dump(2) + "\n");
    else
        terminal::print(resultText(results, terminal::width(STDOUT_FILENO)));
    if (!results.reason().isEmpty())
        terminal::complain("keyrace: " + results.reason().translated().toStdString());
    if (!arguments.quiet)
        terminal::complain(utf8(CommandLine::tr("Recorded in %1").arg(QString::fromStdString(file.string()))));
}

// Before the run file is made: what is refused leaves nothing behind.
Consent askFirst(const Plan& plan, const fs::path& file, bool yes, PasswordPrompt& passwords)
{
    ConnectorContext context{fs::absolute(file).parent_path(), passwords.known()};
    context.askPassword = passwords.ask();
    const Concerns concerns = concernsOf(plan, std::move(context));
    for (const Message& concern : concerns.serious)
        terminal::complain(utf8(concern.translated()));
    if (!concerns.serious.empty() && !yes && !terminal::confirm(utf8(CommandLine::tr("Measure there all the same? [y/N] "))))
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "Nothing was measured; say --yes to measure there without being asked.")));
    const bool canAsk = yes || terminal::isTerminal(STDIN_FILENO);
    for (const Message& wish : canAsk ? concerns.wishes : std::vector<Message>())
        terminal::complain(utf8(wish.translated()));
    const bool switchesOn = yes || (!concerns.wishes.empty() && terminal::confirm(utf8(CommandLine::tr("Switch them on for the run? [y/N] "))));
    return {true, switchesOn};
}

int carryOut(const Arguments& arguments)
{
    const bool resumes = !arguments.resume.empty();
    if (resumes == !arguments.plan.empty())
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "Name a plan, a preset, or a run file with --resume.")));
    const fs::path file = resumes ? fs::u8path(arguments.resume) : outputOf(arguments);
    Plan plan = resumes ? readRunFile(file)->plan() : planOf(arguments);
    PasswordPrompt passwords;
    const Consent consent = askFirst(plan, file, arguments.yes, passwords);

    LiveResult live;
    ProgressLine progress(arguments.quiet);
    terminal::noteSignals();
    Run run(std::move(plan), {file, resumes, arguments.keep, consent, passwords.known(), passwords.ask()}, [&live](const RunEvent& event) { live.append(event); });
    bool stopping = false;
    while (!live.waitBriefly()) {
        if (terminal::interrupted() && !stopping) {
            stopping = true;
            run.stop();
        }
        progress.show(live.snapshot());
    }
    run.wait();
    progress.finish();
    const ResultSet results = live.snapshot();
    printResult(arguments, results, file);
    return statusOf(results);
}

} // namespace

void addRunCommand(CLI::App& program, int& status)
{
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand("run", utf8(CommandLine::tr("Carry out a plan and record it")));
    command->footer(utf8(CommandLine::tr("Examples:\n"
                                         "  keyrace run quick-look\n"
                                         "  keyrace run sqlite-rowid --set protocol.repeats=5 -o rowid.keyrace\n"
                                         "  keyrace run plan.keyplan --target 'sqlite:?cache_size=-64000' --format json > result.json\n"
                                         "  keyrace run --resume rowid.keyrace\n"
                                         "Exit status: 0 all measured, 1 some cells failed, 2 the command or the plan is wrong, 3 a target cannot be\n"
                                         "reached, 4 an expectation is not met, 130 cancelled.")));
    command->add_option("PLAN", arguments->plan, utf8(CommandLine::tr("A plan file or the name of a preset")));
    command->add_option("--target", arguments->targets, utf8(CommandLine::tr("A database, in place of the plan's; may be given several times")))->take_all();
    command->add_option("--sandbox", arguments->sandboxes, utf8(CommandLine::tr("A private throwaway database, in place of the plan's: ENGINE:key=value,…")))->take_all();
    command->add_option("--set", arguments->sets, utf8(CommandLine::tr("Change a member of the plan: PATH=VALUE")))->take_all();
    command->add_option("-o,--output", arguments->output, utf8(CommandLine::tr("The run file to write; it must not exist. Default: NAME-DATE-TIME.keyrace here")));
    command->add_option("--resume", arguments->resume, utf8(CommandLine::tr("Go on with this run file from its first unfinished trial")));
    command->add_option("--format", arguments->format, utf8(CommandLine::tr("How the result is printed")))->check(CLI::IsMember({"text", "json"}))->capture_default_str();
    command->add_flag("--samples", arguments->samples, utf8(CommandLine::tr("With every sample (json)")));
    command->add_flag("--quiet", arguments->quiet, utf8(CommandLine::tr("No progress")));
    command->add_flag("--keep", arguments->keep, utf8(CommandLine::tr("Leave the tables under test in place; keyrace cleanup drops them")));
    command->add_flag("--yes", arguments->yes, utf8(CommandLine::tr("Measure without being asked also where others seem to rely on the database, or settings of a whole server are changed for the run")));
    command->callback([arguments, &status] { status = carryOut(*arguments); });
}

} // namespace keyrace
