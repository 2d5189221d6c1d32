// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/celltables.h"

#include "engine/record/states.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace keyrace {

namespace {

std::int64_t wholeNumber(std::string_view text)
{
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void setHostFact(Environment& environment, std::string_view name, const std::string& value)
{
    HostInfo& host = environment.host;
    if (name == "keyrace")
        environment.keyrace = value;
    else if (name == "cores")
        host.cores = static_cast<int>(std::clamp<std::int64_t>(wholeNumber(value), 0, 1 << 20));
    else if (name == "memory_bytes")
        host.memoryBytes = wholeNumber(value);
    else if (name == "filesystem")
        host.filesystem = value;
    else if (name == "governor")
        host.governor = value;
    else if (name == "system")
        host.system = value;
    else if (name == "processor")
        host.processor = value;
}

void setTargetFact(TargetInfo& info, std::string_view name, const std::string& value)
{
    if (name == "engine")
        info.engine = value;
    else if (name == "server_version")
        info.serverVersion = value;
    else if (name == "client_library")
        info.clientLibrary = value;
    else if (name == "durability")
        info.durability = value;
    else if (name == "weak_durability")
        info.weakDurability = value == "1";
    else if (name == "filesystem")
        info.filesystem = value;
    else if (name == "encryption")
        info.encryption = value;
}

// "MariaDB 10.11.19": an engine's name may hold blanks, its version none.
NodeInfo nodeFrom(std::string host, const std::string& value, bool isReady)
{
    if (!isReady)
        return {std::move(host), {}, {}, Message::verbatim(value)};
    const std::size_t blank = std::min(value.rfind(' '), value.size());
    return {std::move(host), value.substr(0, blank), value.substr(std::min(blank + 1, value.size())), {}};
}

TargetInfo& infoOf(Environment& environment, const std::string& target)
{
    for (EnvironmentTarget& known : environment.targets) {
        if (known.target == target)
            return known.info;
    }
    environment.targets.push_back({target, {}});
    return environment.targets.back().info;
}

enum CellColumn { kId, kState, kReason, kLevels };

CellRow cellFrom(const SqliteStatement& row)
{
    CellRow result;
    result.cell = cellFromJson(Json::parse(row.text(kLevels)));
    result.cell.index = static_cast<int>(row.integer(kId));
    result.state = cellStateFromName(row.text(kState)).value_or(CellState::Pending);
    result.reason = Message::verbatim(row.string(kReason));
    // A resumed run may have found out, or found the target again.
    result.cell.unavailable.reset();
    if (result.state == CellState::NotAvailable)
        result.cell.unavailable = result.reason;
    return result;
}

CellRow unreadable(std::size_t index)
{
    CellRow row;
    row.cell.index = static_cast<int>(index);
    row.cell.unavailable = Message(QT_TRANSLATE_NOOP("Engine", "The file is damaged here."));
    return row;
}

} // namespace

Environment readEnvironment(const SqliteFile& file)
{
    Environment environment;
    SqliteStatement row = file.prepare("SELECT target, kind, name, value FROM main.environment ORDER BY id");
    while (row.step()) {
        const std::string target = row.string(0);
        if (target.empty()) {
            setHostFact(environment, row.text(2), row.string(3));
            continue;
        }
        TargetInfo& info = infoOf(environment, target);
        if (row.text(1) == "setting")
            info.settings.insert_or_assign(row.string(2), row.string(3));
        else if (row.text(1) == "level" || row.text(1) == "weak level")
            info.levels[row.string(2)] = {row.string(3), row.text(1) == "weak level"};
        else if (row.text(1) == "note")
            info.notes.push_back(Message::verbatim(row.string(3)));
        else if (row.text(1) == "node" || row.text(1) == "lost node")
            info.nodes.push_back(nodeFrom(row.string(2), row.string(3), row.text(1) == "node"));
        else
            setTargetFact(info, row.text(2), row.string(3));
    }
    return environment;
}

std::vector<CellRow> readCells(const SqliteFile& file, Damage& damage)
{
    std::vector<CellRow> cells;
    SqliteStatement row = file.prepare("SELECT id, state, reason, levels FROM main.cell ORDER BY id");
    while (row.step()) {
        const std::int64_t index = row.integer(kId);
        const std::string what = "cell " + std::to_string(index);
        if (index < static_cast<std::int64_t>(cells.size()) || index >= kMaxCells) {
            damage.note(what, "no such place in a plan");
            continue;
        }
        while (static_cast<std::int64_t>(cells.size()) < index) {
            damage.note("cell " + std::to_string(cells.size()), "missing");
            cells.push_back(unreadable(cells.size()));
        }
        try {
            cells.push_back(cellFrom(row));
        } catch (const std::exception& error) {
            damage.note(what, error.what());
            cells.push_back(unreadable(cells.size()));
        }
    }
    return cells;
}

} // namespace keyrace
