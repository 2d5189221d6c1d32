// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/targets/sqlite/sqliterules.h"

#include "engine/targets/sqlite/pragmas.h"

namespace keyrace::sqlite {

namespace {

using Reason = std::optional<Message>;

Reason storageReason(KeyShape shape, Storage storage)
{
    switch (storage) {
    case Storage::Native:
        if (shape == KeyShape::Bytes16)
            return Message(QT_TRANSLATE_NOOP("Engine", "SQLite has no uuid type; available are binary and text."));
        return std::nullopt;
    case Storage::BinaryOld:
        return Message(QT_TRANSLATE_NOOP("Engine", "binary-old is a type of Db2; SQLite stores 16 bytes as binary."));
    case Storage::Unaliased:
        if (!isAuto(shape))
            return Message(QT_TRANSLATE_NOOP("Engine", "unaliased is an INT PRIMARY KEY left NULL, which only an auto key can be."));
        return std::nullopt;
    case Storage::Binary:
    case Storage::Text:
    case Storage::Swapped:
        if (shape != KeyShape::Bytes16)
            return Message(QT_TRANSLATE_NOOP("Engine", "SQLite stores integer keys as native."));
        return std::nullopt;
    }
    return std::nullopt;
}

Reason layoutReason(const Cell& cell, KeyShape shape)
{
    if (cell.layout.type == "rowid")
        return std::nullopt;
    if (cell.layout.type != "clustered")
        return Message(
            QT_TRANSLATE_NOOP("Engine", "SQLite has no layout %1; available are rowid and clustered (WITHOUT ROWID)."), {cell.layout.type});
    if (isAuto(shape))
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite numbers rows only by their rowid, which a WITHOUT ROWID table does not have."));
    if (cell.indexMethod != IndexMethod::Primary)
        return Message(QT_TRANSLATE_NOOP("Engine", "A clustered table is its primary key's B-tree, so the key cannot be indexed otherwise."));
    return std::nullopt;
}

Reason indexMethodReason(const Cell& cell, KeyShape shape)
{
    switch (cell.indexMethod) {
    case IndexMethod::Primary:
        return std::nullopt;
    case IndexMethod::Hash:
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite has no hash indexes, only B-trees."));
    case IndexMethod::Btree:
    case IndexMethod::None:
        break;
    }
    if (isAuto(shape))
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite makes a key only for a primary key."));
    return std::nullopt;
}

Reason insertReason(const InsertChoice& insert)
{
    if (insert.staging)
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite has no uuid type into which a staging table's text could be converted."));
    switch (insert.method) {
    case InsertMethod::Single:
    case InsertMethod::Prepared:
    case InsertMethod::MultiRow:
        return std::nullopt;
    case InsertMethod::Array:
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite binds no arrays; prepared does the same within the process."));
    case InsertMethod::Bulk:
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite has no bulk path such as COPY; prepared with a large batch is its fastest."));
    case InsertMethod::Pipeline:
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite runs within the process: there is no network to pipeline over."));
    }
    return std::nullopt;
}

Reason workloadReason(const Cell& cell)
{
    if (cell.workload.kind == WorkloadKind::Replay)
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite has no standby that could replay."));
    const bool looksUpKeys = cell.workload.kind == WorkloadKind::Select || cell.workload.kind == WorkloadKind::Lookup;
    if (looksUpKeys && cell.storage == Storage::Unaliased)
        return Message(QT_TRANSLATE_NOOP("Engine", "An unaliased key is NULL in every row, so no row can be found by it."));
    return std::nullopt;
}

Reason settingsReason(const Cell& cell)
{
    if (!cell.settings)
        return std::nullopt;
    for (const auto& [name, value] : cell.settings->set) {
        if (Reason reason = whyRefused(name, value))
            return reason;
    }
    return std::nullopt;
}

} // namespace

Storage defaultStorage(KeyShape shape)
{
    return shape == KeyShape::Bytes16 ? Storage::Binary : Storage::Native;
}

Durability durabilityOf(const std::map<std::string, std::string>& settings)
{
    const std::string& journal = settings.at("journal_mode");
    const std::string& synchronous = settings.at("synchronous");
    const bool isWeak = synchronous == "off" || journal == "off" || journal == "memory" || (journal == "wal" && synchronous == "normal");
    return {journal + ", synchronous=" + synchronous, isWeak};
}

Reason whyUnavailable(const Cell& cell)
{
    const KeyType* type = findKeyType(cell.key);
    if (!type)
        return Message(QT_TRANSLATE_NOOP("Engine", "There is no key type %1."), {cell.key});
    const KeyShape shape = type->shape();
    if (cell.source == KeySource::Server && !isAuto(shape))
        return Message(QT_TRANSLATE_NOOP("Engine", "SQLite makes no keys of this type; the client does."));
    for (const Reason& reason : {storageReason(shape, cell.storage), layoutReason(cell, shape), indexMethodReason(cell, shape),
             insertReason(cell.insert), workloadReason(cell), settingsReason(cell)}) {
        if (reason)
            return reason;
    }
    return std::nullopt;
}

} // namespace keyrace::sqlite
