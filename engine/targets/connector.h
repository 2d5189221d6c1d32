// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/plan.h"
#include "engine/processmark.h"
#include "engine/targets/loanjournal.h"
#include "engine/targets/session.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
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

/// What the user may do on a server: as the server tells, never tried out.
struct Right {
    Message what; ///< "make tables in schema public"
    std::optional<Message> missing = {}; ///< why not, and what to do; absent where it is granted
};

/// One host of a target that names several.
struct NodeInfo {
    std::string host;          ///< and its port: "db1:3306"
    std::string engine;        ///< empty where it did not answer, as the version is
    std::string serverVersion;
    Message problem = {};      ///< why no client is sent there; empty where it is ready

    friend bool operator==(const NodeInfo&, const NodeInfo&) = default;
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
    /// Of the connection, as its client library tells: "TLSv1.3, TLS_AES_256_GCM_SHA384", or "none"; empty where no network is crossed.
    std::string encryption = {};
    std::vector<Right> rights = {};
    /// What could be counted as well if something of the whole server were switched on for the run. Offered before a run.
    std::vector<Message> wishes = {};
    std::vector<NodeInfo> nodes = {}; ///< of a cluster, in the order of the URL; empty for one server
};

/// A table that a run left behind, known by the mark that it carries (tablemark.h), never by its name.
struct LeftTable {
    std::string name;
    std::int64_t bytes = 0;
    ProcessMark maker;
    std::optional<Message> doubt; ///< why it cannot be seen whether its run still goes on; absent where the run is known to be gone
};

/// What somebody allowed to be changed on servers that are not our own. It is given back after the run.
struct Consent {
    bool settings = false;    ///< levels of the factor `settings` that are settings of a whole server
    bool instruments = false; ///< what is in TargetInfo::wishes
};

/// The password for a URL; absent where it is not known, or not given.
using PasswordLookup = std::function<std::optional<std::string>(const std::string& url)>;

/// What a target needs to know beyond its URL.
struct ConnectorContext {
    /// Where an embedded target without a path puts its private files: the folder of the run file.
    std::filesystem::path privateFolder{};
    /// A server's password, where it is known: from the keychain, or given before. May be empty, may block. See passwordFor().
    PasswordLookup password{};
    /// The server is a private one that Keyrace started: extensions may be created there.
    bool ownsServer = false;
    /// Restarts the private server, with these settings on top of those that it was started with.
    std::function<void(const std::map<std::string, std::string>& settings, const std::stop_token& stop)> restart{};
    /// Of the private server's standby, whose user and password are the same; empty where there is none.
    std::string standby{};
    Consent consent{};
    /// Where borrowed settings are written down; empty: LoanJournal's usual one.
    std::filesystem::path journalFolder{};
    /// Ends the reaching of a server: describe() and all that connects throws Error{Cancelled} within 200 ms.
    std::stop_token stop{};
    /// Asks somebody for a password, once the server has refused to let the user in without one. May be empty, may block.
    PasswordLookup askPassword{};
};

/// One database to measure. Connecting happens in describe(), createTable() and leftovers(), never in the constructor.
/// TargetRules may be asked from any thread; the rest belongs to the run's thread.
class Connector : public TargetRules {
public:
    /// Reaches the database and reads its version and settings. Throws Error{Unreachable|BadInput}.
    [[nodiscard]] virtual TargetInfo describe() = 0;
    /// What a commit promises under a level of the factor `settings`; nothing is changed. From then on unavailable() knows what kind
    /// of settings these are. A target whose levels cannot touch it leaves this as it is.
    [[nodiscard]] virtual Durability durability(const std::map<std::string, std::string>&)
    {
        const TargetInfo info = describe();
        return {info.durability, info.weakDurability};
    }
    /// Of a level, what would change the whole server: to be asked for before a run. Known once durability() was asked.
    [[nodiscard]] virtual std::vector<std::string> borrowedBy(const std::map<std::string, std::string>&) const { return {}; }
    /// Makes the server's own settings those of a level, and what the session of a client cannot have for itself; gives back
    /// what an earlier level borrowed. Before every trial. Throws Error.
    virtual void enterLevel(const std::map<std::string, std::string>&, const std::stop_token&) {}
    /// Gives back all that was borrowed. Throws Error: then the journal keeps it. Also done when this object goes.
    virtual void giveBack() {}
    /// What runs that are gone have borrowed from this server and not given back.
    [[nodiscard]] virtual std::vector<Loan> leftLoans() { return {}; }
    /// Gives one of them back, but for what somebody has changed since: the names of that are returned.
    virtual std::vector<std::string> settle(const Loan&) { return {}; }
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
