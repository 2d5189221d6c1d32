// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/mysql/counters.h"

#include "engine/targets/mysql/dialect.h"

#include <array>
#include <utility>

namespace keyrace::mysql {

namespace {

using Named = std::map<std::string, std::string>;

Named pairs(const std::vector<Row>& rows)
{
    Named result;
    for (const Row& row : rows)
        result[row[0].value_or("")] = row[1].value_or("");
    return result;
}

void addStatus(Counters& counters, const Named& status, const char* counter, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        if (const auto found = status.find(name); found != status.end()) {
            counters.values[counter] = std::strtod(found->second.c_str(), nullptr);
            return;
        }
    }
    counters.absent[counter] = Message(QT_TRANSLATE_NOOP("Engine", "This server has no status variable %1."), {std::string(*names.begin())});
}

// Counted only where somebody has switched them on; private servers have all of them on.
void addMetrics(Counters& counters, Connection& connection)
{
    constexpr std::array<std::pair<const char*, const char*>, 2> kMetrics{{{"page_splits", "index_page_splits"}, {"page_merges", "index_page_merge_successful"}}};
    Named counted;
    try {
        counted = pairs(connection.query("SELECT NAME, COUNT FROM information_schema.INNODB_METRICS WHERE NAME IN ('index_page_splits', 'index_page_merge_successful') AND "
                                         + countsWhere(connection)));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Refused)
            throw;
        for (const auto& [counter, metric] : kMetrics)
            counters.absent[counter] = connection.isLacking()
                ? error.whole()
                : Message(QT_TRANSLATE_NOOP("Engine", "Only a user with the right PROCESS may read InnoDB's metrics.")).withDetail(error.serverText());
        return;
    }
    for (const auto& [counter, metric] : kMetrics) {
        if (const auto found = counted.find(metric); found != counted.end())
            counters.values[counter] = std::strtod(found->second.c_str(), nullptr);
        else
            counters.absent[counter] = Message(QT_TRANSLATE_NOOP("Engine", "The server does not count this, and nobody agreed to switch it on for the run: SET GLOBAL innodb_monitor_enable = '%1'."), {std::string(metric)});
    }
}

void addTrees(Counters& counters, Connection& connection, const TableSpec& spec)
{
    const std::string table = connection.quoted(spec.name);
    // The table's own tree is its primary key, or where it has none a hidden one.
    const std::vector<Row> rows = connection.query("SELECT index_name, stat_name, stat_value * @@innodb_page_size, stat_value FROM mysql.innodb_index_stats "
                                                   "WHERE database_name = DATABASE() AND table_name = " + table + " AND stat_name IN ('size', 'n_leaf_pages')");
    const std::string keyTree = spec.indexMethod == IndexMethod::Primary ? "PRIMARY" : keyIndexName(spec);
    double indexBytes = 0;
    for (const Row& row : rows) {
        const std::string index = row[0].value_or("");
        const bool isTable = index == "PRIMARY" || index == "GEN_CLUST_INDEX";
        const bool isKey = index == keyTree;
        if (row[1] == "n_leaf_pages") {
            if (isKey)
                counters.values["leaf_pages"] = std::strtod(row[3].value_or("").c_str(), nullptr);
            continue;
        }
        const double bytes = std::strtod(row[2].value_or("").c_str(), nullptr);
        if (isTable)
            counters.values["table_bytes"] = bytes;
        if (isKey)
            counters.values["pk_bytes"] = bytes;
        if (!isTable && !isKey)
            indexBytes += bytes;
    }
    if (!counters.values.contains("table_bytes"))
        throw Error(ErrorKind::Target, Message(QT_TRANSLATE_NOOP("Engine", "InnoDB keeps no statistics of %1."), {spec.name}));
    counters.values["index_bytes"] = indexBytes;
}

} // namespace

std::string countsWhere(const Connection& connection)
{
    return connection.isMariadb() ? "(ENABLED = 1)" : "(STATUS = 'enabled')";
}

Counters flowOf(Connection& connection)
{
    Counters counters;
    const Named status = pairs(connection.query("SHOW GLOBAL STATUS LIKE 'Innodb%'"));
    addStatus(counters, status, "wal_bytes", {"Innodb_os_log_written", "Innodb_redo_log_current_lsn", "Innodb_lsn_current"});
    addStatus(counters, status, "pages_read", {"Innodb_pages_read"});
    addStatus(counters, status, "pages_written", {"Innodb_pages_written"});
    addStatus(counters, status, "doublewrite_pages", {"Innodb_dblwr_pages_written"});
    addStatus(counters, status, "cache_misses", {"Innodb_buffer_pool_reads"});
    addStatus(counters, status, "cache_requests", {"Innodb_buffer_pool_read_requests"});
    if (counters.values.contains("cache_misses") && counters.values.contains("cache_requests"))
        counters.values["cache_hits"] = counters.values["cache_requests"] - counters.values["cache_misses"];
    counters.values.erase("cache_requests");
    addMetrics(counters, connection);
    counters.absent["full_page_images"] = Message(QT_TRANSLATE_NOOP("Engine", "InnoDB's log holds changes, not whole pages; those go through the doublewrite buffer."));
    counters.absent["checkpoints"] = Message(QT_TRANSLATE_NOOP("Engine", "InnoDB writes dirty pages all the time and counts no checkpoints."));
    return counters;
}

Counters structureOf(Connection& connection, const TableSpec& spec)
{
    Counters counters;
    connection.query("ANALYZE TABLE " + dialect(connection.isMariadb()).quotedName(spec.name));
    try {
        addTrees(counters, connection, spec);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Refused)
            throw;
        for (const char* name : {"pk_bytes", "table_bytes", "index_bytes"})
            counters.absent[name] = connection.isLacking()
                ? error.whole()
                : Message(QT_TRANSLATE_NOOP("Engine", "The user may not read mysql.innodb_index_stats, where InnoDB keeps sizes.")).withDetail(error.serverText());
    }
    for (const char* name : {"leaf_fill", "leaf_fragmentation", "index_depth"})
        counters.absent[name] = Message(QT_TRANSLATE_NOOP("Engine", "InnoDB does not tell this of a tree without reading all its pages."));
    if (spec.indexMethod == IndexMethod::None) {
        counters.values.erase("pk_bytes");
        counters.absent["pk_bytes"] = Message(QT_TRANSLATE_NOOP("Engine", "No index holds the key."));
    }
    return counters;
}

} // namespace keyrace::mysql
