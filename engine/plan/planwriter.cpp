// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/expectations.h"
#include "engine/plan/levels.h"
#include "engine/plan/procedure.h"
#include "engine/plan/targeturl.h"

namespace keyrace {

namespace {

template <typename Level, typename Write>
void writeLevels(Json& json, const char* factor, const std::vector<Level>& levels, Write write)
{
    if (levels.empty())
        return;
    Json list = Json::array();
    for (const Level& level : levels)
        list.push_back(write(level));
    json[factor] = std::move(list);
}

Json writeFactors(const Factors& factors)
{
    const auto named = [](auto value) { return Json(name(value)); };
    Json json = Json::object();
    writeLevels(json, "key", factors.key, writeKeyLevel);
    writeLevels(json, "columns", factors.columns, named);
    writeLevels(json, "layout", factors.layout, writeLayout);
    writeLevels(json, "indexes", factors.indexes, writeIndexes);
    writeLevels(json, "index_method", factors.indexMethod, named);
    writeLevels(json, "insert", factors.insert, writeInsert);
    writeLevels(json, "arrival", factors.arrival, named);
    writeLevels(json, "clients", factors.clients, [](int clients) { return Json(clients); });
    writeLevels(json, "settings", factors.settings, writeSettings);
    return json;
}

void writePart(const Part& part, Json& json)
{
    json["table"] = writeTable(part.table);
    json["workload"] = writeWorkload(part.workload);
    json["factors"] = writeFactors(part.factors);
    if (Json protocol = writeProtocol(part.protocol); !protocol.is_null())
        json["protocol"] = std::move(protocol);
}

Json writeSandbox(const SandboxChoice& sandbox)
{
    Json json{{"engine", sandbox.engine}};
    if (!sandbox.bin.empty())
        json["bin"] = sandbox.bin;
    if (!sandbox.settings.empty())
        json["settings"] = sandbox.settings;
    if (sandbox.standby)
        json["standby"] = true;
    if (sandbox.memoryBytes)
        json["memory_bytes"] = *sandbox.memoryBytes;
    return json;
}

void writeTargets(const Plan& plan, Json& json)
{
    if (plan.targets.size() == 1)
        json["target"] = plan.targets.front();
    else if (!plan.targets.empty())
        json["targets"] = plan.targets;
    else if (plan.sandbox)
        json["sandbox"] = writeSandbox(*plan.sandbox);
}

} // namespace

Json toJson(const Plan& plan)
{
    Json json{{"keyrace", 1}};
    if (!plan.name.empty())
        json["name"] = plan.name;
    if (!plan.text.empty())
        json["text"] = plan.text;
    writeTargets(plan, json);
    if (plan.parts.size() == 1 && plan.parts.front().name.empty()) {
        writePart(plan.parts.front(), json);
    } else {
        json["parts"] = Json::array();
        for (const Part& part : plan.parts) {
            Json item = Json::object();
            if (!part.name.empty())
                item["name"] = part.name;
            writePart(part, item);
            json["parts"].push_back(std::move(item));
        }
    }
    if (!plan.hypotheses.empty())
        json["hypotheses"] = plan.hypotheses;
    if (!plan.expect.empty())
        json["expect"] = writeExpectations(plan.expect);
    return json;
}

std::vector<std::string> targetUrls(const Plan& plan)
{
    if (!plan.targets.empty())
        return plan.targets;
    if (!plan.sandbox)
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "The plan names no database: its member target (or sandbox) must be "
                                                                             "given, or another one chosen with --target or --sandbox.")));
    return {sandboxUrl(*plan.sandbox)};
}

} // namespace keyrace
