// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/terminal.h"
#include "engine/keys/keystream.h"

namespace keyrace {

namespace {

struct Arguments {
    std::string type;
    std::int64_t count = 1;
    std::optional<std::uint64_t> seed;
    std::string format = "text";
    std::string decode;
};

/// Ends the making of keys.
struct NobodyReads {};

std::string typeNames()
{
    std::string names;
    for (const KeyType* type : keyTypes())
        names += (names.empty() ? "" : ", ") + std::string(type->name());
    return names;
}

void decode(const std::string& text)
{
    for (const DecodedKey& key : decodeKey(text)) {
        terminal::print(key.type + "\n");
        for (const auto& [field, value] : key.fields)
            terminal::print("  " + field + std::string(field.size() < 14 ? 14 - field.size() : 1, ' ') + value + "\n");
    }
}

void makeKeys(const Arguments& arguments)
{
    KeyStreamRequest request;
    request.type = findKeyType(arguments.type);
    if (request.type == nullptr)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "There is no key type %1; there are %2."), {arguments.type, typeNames()}));
    request.count = arguments.count;
    request.seed = arguments.seed;
    request.format = keyFormatFromName(arguments.format).value();
    try {
        writeKeys(request, [](std::string_view text) {
            if (!terminal::print(text))
                throw NobodyReads();
        });
    } catch (const NobodyReads&) {
        // Enough keys for whoever read them; what was lost otherwise has been told.
    }
}

} // namespace

void addKeysCommand(CLI::App& program, int&)
{
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = program.add_subcommand("keys", utf8(CommandLine::tr("Print keys, or say what a key holds")));
    command->footer(utf8(CommandLine::tr("Examples:\n"
                                         "  keyrace keys uuidv7 -n 3\n"
                                         "  keyrace keys snowflake -n 3 --seed 1 --format hex\n"
                                         "  keyrace keys --decode 017f22e2-79b0-7cc3-98c4-dc0c0c07398f")));
    CLI::Option* type = command->add_option("TYPE", arguments->type, utf8(CommandLine::tr("Key type: %1").arg(QString::fromStdString(typeNames()))));
    command->add_option("-n", arguments->count, utf8(CommandLine::tr("How many keys")))->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}))->capture_default_str();
    command->add_option("--seed", arguments->seed, utf8(CommandLine::tr("Make the same keys every time, on a clock that begins at 2024-01-01")));
    command->add_option("--format", arguments->format, utf8(CommandLine::tr("How keys are written")))->check(CLI::IsMember({"text", "hex", "raw"}))->capture_default_str();
    CLI::Option* key = command->add_option("--decode", arguments->decode, utf8(CommandLine::tr("A UUID, ULID or integer to take apart")));
    key->excludes(type);
    command->callback([arguments, type, key] {
        if (key->count() > 0)
            decode(arguments->decode);
        else if (type->count() > 0)
            makeKeys(*arguments);
        else
            throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "Name a key type (%1), or a key with --decode."), {typeNames()}));
    });
}

} // namespace keyrace
