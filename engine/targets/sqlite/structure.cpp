// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/structure.h"

#include "engine/targets/sqlite/dialect.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace keyrace::sqlite {

namespace {

/// One B-tree, added up from its pages.
struct Tree {
    std::int64_t bytes = 0; ///< with inner and overflow pages
    std::int64_t leafPages = 0;
    std::int64_t leafBytes = 0;
    std::int64_t unusedInLeaves = 0;
    std::int64_t backwardLeaves = 0; ///< lie before the leaf that precedes them in the order of keys
    std::int64_t depth = 0;          ///< levels, the root and the leaves included
};

// dbstat walks a tree in the order of its keys. A page's path has one slash a level: "/", "/1c2/", "/1c2/000/".
Tree walk(const Database& database, const std::string& name)
{
    Tree tree;
    const StatementHandle statement = database.prepare(
        "SELECT pagetype, pageno, pgsize, unused, length(path) - length(replace(path, '/', '')) FROM dbstat WHERE name = "
        + quotedText(name));
    std::int64_t previous = 0;
    while (database.step(statement.get())) {
        const std::string_view type(reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 0)));
        const std::int64_t bytes = sqlite3_column_int64(statement.get(), 2);
        tree.bytes += bytes;
        if (type != "leaf")
            continue;
        const std::int64_t page = sqlite3_column_int64(statement.get(), 1);
        ++tree.leafPages;
        tree.leafBytes += bytes;
        tree.unusedInLeaves += sqlite3_column_int64(statement.get(), 3);
        tree.depth = std::max<std::int64_t>(tree.depth, sqlite3_column_int64(statement.get(), 4));
        tree.backwardLeaves += page < previous ? 1 : 0;
        previous = page;
    }
    return tree;
}

struct Index {
    std::string name;
    bool isPrimaryKey;
};

std::vector<Index> indexesOf(const Database& database, const std::string& table)
{
    std::vector<Index> indexes;
    const StatementHandle statement
        = database.prepare("SELECT name, origin = 'pk' FROM pragma_index_list(" + quotedText(table) + ')');
    while (database.step(statement.get()))
        indexes.push_back({reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 0)),
            sqlite3_column_int(statement.get(), 1) != 0});
    return indexes;
}

void addKeyTree(Counters& counters, const Tree& tree)
{
    const auto share = [](std::int64_t part, std::int64_t whole) { return static_cast<double>(part) / static_cast<double>(whole); };
    counters.values["pk_bytes"] = static_cast<double>(tree.bytes);
    counters.values["index_depth"] = static_cast<double>(tree.depth);
    counters.values["leaf_pages"] = static_cast<double>(tree.leafPages);
    counters.values["leaf_fill"] = 1.0 - share(tree.unusedInLeaves, tree.leafBytes);
    counters.values["leaf_fragmentation"] = share(tree.backwardLeaves, tree.leafPages);
}

void addTrees(Counters& counters, const Database& database, const TableSpec& spec)
{
    const KeyHome home = keyHome(spec);
    const Tree table = walk(database, spec.name);
    counters.values["table_bytes"] = static_cast<double>(table.bytes);
    if (home == KeyHome::Table)
        addKeyTree(counters, table);
    double indexBytes = 0;
    for (const Index& index : indexesOf(database, spec.name)) {
        // The primary key of a WITHOUT ROWID table is listed as an index too, but it is the table.
        if (index.isPrimaryKey && home == KeyHome::Table)
            continue;
        const Tree tree = walk(database, index.name);
        const bool holdsKey = home == KeyHome::OwnIndex ? index.name == keyIndexName(spec) : index.isPrimaryKey;
        if (holdsKey)
            addKeyTree(counters, tree);
        else
            indexBytes += static_cast<double>(tree.bytes);
    }
    counters.values["index_bytes"] = indexBytes;
}

constexpr const char* kKeyCounters[] = {"pk_bytes", "index_depth", "leaf_pages", "leaf_fill", "leaf_fragmentation"};

} // namespace

bool hasDbstat()
{
    return sqlite3_compileoption_used("ENABLE_DBSTAT_VTAB") != 0;
}

Counters structureOf(const Database& database, const TableSpec& spec)
{
    database.throwIfCancelled();
    Counters counters;
    const std::int64_t pages = database.integer("PRAGMA page_count").value_or(0);
    counters.values["page_count"] = static_cast<double>(pages);
    counters.values["freelist_pages"] = static_cast<double>(database.integer("PRAGMA freelist_count").value_or(0));
    counters.values["file_bytes"] = static_cast<double>(pages * database.integer("PRAGMA page_size").value_or(0));
    if (!hasDbstat()) {
        const Message reason(QT_TRANSLATE_NOOP("Engine", "This SQLite library was built without dbstat, which reads pages."));
        for (const char* name : kKeyCounters)
            counters.absent[name] = reason;
        counters.absent["table_bytes"] = reason;
        counters.absent["index_bytes"] = reason;
        return counters;
    }
    addTrees(counters, database, spec);
    if (keyHome(spec) == KeyHome::Nowhere) {
        for (const char* name : kKeyCounters)
            counters.absent[name] = Message(QT_TRANSLATE_NOOP("Engine", "No index holds the key."));
    }
    return counters;
}

std::int64_t tableBytes(const Database& database, const std::string& table)
{
    if (!hasDbstat())
        return 0;
    return database
        .integer("SELECT sum(pgsize) FROM sqlite_schema AS s JOIN dbstat AS d ON d.name = s.name "
                 "WHERE d.aggregate = TRUE AND s.tbl_name = "
            + quotedText(table))
        .value_or(0);
}

} // namespace keyrace::sqlite
