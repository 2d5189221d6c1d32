// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/runfile.h"

#include "engine/error.h"
#include "engine/record/privatecopy.h"
#include "engine/record/runfileheader.h"
#include "engine/record/runfilereader.h"

namespace keyrace {

namespace {

// A view under the name of a table could count for ever, and is nothing that Keyrace wrote.
void refuseStrangeTables(const SqliteFile& file, const std::filesystem::path& path)
{
    SqliteStatement strange = file.prepare("SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view') AND (type = 'view' OR sql LIKE 'CREATE VIRTUAL%') "
                                           "AND lower(name) IN ('run', 'environment', 'part', 'cell', 'trial', 'sample', 'counter', 'latency', 'query', "
                                           "'plan_node', 'event')");
    if (strange.step())
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 was not written by Keyrace: \"%2\" is no table."), {path.string(), strange.string(0)}));
}

std::shared_ptr<ResultSet> readTables(const SqliteFile& file, const std::filesystem::path& path)
{
    refuseStrangeTables(file, path);
    return std::make_shared<ResultSet>(readTables(file, runFileState(file).state));
}

std::shared_ptr<ResultSet> readAll(const SqliteFile& file, const std::filesystem::path& path)
{
    try {
        return readTables(file, path);
    } catch (const SqliteFault&) { // perhaps only the end is missing
        file.tolerateDamage();
    }
    try {
        auto results = readTables(file, path);
        if (results->damage.isEmpty())
            results->damage = Message(QT_TRANSLATE_NOOP("Engine", "This file is damaged: it is shorter than it was written."));
        return results;
    } catch (const SqliteFault& fault) {
        throw Error(ErrorKind::BadInput, Message(QT_TRANSLATE_NOOP("Engine", "%1 is damaged; nothing in it can be read."), {path.string()}), fault.what());
    }
}

} // namespace

std::shared_ptr<ResultSet> readRunFile(const std::filesystem::path& path)
{
    const SqliteFile untouched = openUntouched(path);
    const RunFileHeader header = headerOf(untouched, path);
    if (!header.walMode && !hasCompanions(path))
        return readAll(untouched, path);
    const PrivateCopy copy(untouched, path);
    return readAll(copy.file(), path);
}

} // namespace keyrace
