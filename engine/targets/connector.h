// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "engine/processmark.h"
#include "engine/targets/session.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keyrace {

/// What a commit promises.
struct Durability {
    std::string words;   ///< short, in the engine's own: "wal, synchronous=normal"
    bool isWeak = false; ///< a commit may be lost when the machine (not the process) dies

    friend bool operator==(const Durability&, const Durability&) = default;
};

/// What a server says of itself, kept beside every result.
struct TargetInfo {
    std::string engine;        ///< "SQLite"
    std::string serverVersion; ///< "3.40.1"
    std::string clientLibrary; ///< "SQLite 3.40.1"
    std::map<std::string, std::string> settings; ///< durability, cache, WAL, checkpoint, packet size: as read back
    std::string durability;    ///< short, in the engine's words: "wal, synchronous=normal"
    bool weakDurability = false; ///< a commit may be lost when the machine (not the process) dies
    std::string filesystem;    ///< of the database's folder, where it is on this machine
    std::vector<Message> notes; ///< "SQLite serialises writers: …"
    std::map<std::string, Durability> levels = {}; ///< under each level of `settings` that a run has, by settingsText()
    /// What makes it look as if others rely on it: not loopback, other sessions active, large tables. Asked before a run.
    std::vector<Message> concerns = {};
};

/// A table that a run left behind, known by the mark that it carries (tablemark.h), never by its name.
struct LeftTable {
    std::string name;
    std::int64_t bytes = 0;
    ProcessMark maker;
    std::optional<Message> doubt; ///< why it cannot be seen whether its run still goes on; absent where the run is known to be gone
};

/// What a target needs to know beyond its URL.
struct ConnectorContext {
    /// Where an embedded target without a path puts its private files: the folder of the run file.
    std::filesystem::path privateFolder{};
    /// Looks a server's password up: the keychain, a prompt. May be empty, may block. See passwordFor().
    std::function<std::optional<std::string>(const std::string& url)> password{};
    /// The server is a private one that Keyrace started: extensions may be created there.
    bool ownsServer = false;
};

/// One database to measure. Connecting happens in describe(), createTable() and leftovers(), never in the constructor.
/// TargetRules may be asked from any thread; the rest belongs to the run's thread.
class Connector : public TargetRules {
public:
    /// Reaches the database and reads its version and settings. Throws Error{Unreachable|BadInput}.
    [[nodiscard]] virtual TargetInfo describe() = 0;
    /// What a commit promises under a level of the factor `settings`. A target whose levels cannot touch it leaves this as it is.
    [[nodiscard]] virtual Durability durability(const std::map<std::string, std::string>&)
    {
        const TargetInfo info = describe();
        return {info.durability, info.weakDurability};
    }
    /// An empty table for one trial, which carries TableMark::ofThisProcess() in a comment. Throws Error; an existing table of
    /// that name is refused, never dropped. A stop of spec.stop ends it within a moment, and leaves nothing.
    [[nodiscard]] virtual std::unique_ptr<TestTable> createTable(const TableSpec& spec) = 0;
    /// Tables that carry Keyrace's mark and whose run is not seen to go on: leftTable() decides.
    [[nodiscard]] virtual std::vector<LeftTable> leftovers() = 0;
    /// Drops one of leftovers(). Throws Error{Refused} for any other, a table of a run that goes on included.
    virtual void dropLeftover(const std::string& name) = 0;
    /// Bytes free where the database lives; absent where that is not known.
    [[nodiscard]] virtual std::optional<std::int64_t> freeBytes() = 0;
};

/// A kind of database: a folder in engine/targets, and its line in registry.cpp and CMake.
struct TargetKind {
    std::string_view scheme;   ///< "sqlite"
    std::string_view name;     ///< "SQLite"
    std::string_view example;  ///< a URL to show in help
    /// Throws Error{BadInput} for a URL that is wrong or holds a password.
    std::unique_ptr<Connector> (*make)(const std::string& url, const ConnectorContext& context);
};

[[nodiscard]] std::span<const TargetKind> targetKinds();
/// By the URL's scheme. Throws Error{BadInput} that names the known ones.
[[nodiscard]] std::unique_ptr<Connector> makeConnector(const std::string& url, const ConnectorContext& context);

} // namespace keyrace
