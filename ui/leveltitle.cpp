// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/leveltitle.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>

namespace keyrace {

namespace {

struct LevelTitle {
    Q_DECLARE_TR_FUNCTIONS(LevelTitle)
};

QString indexesTitle(const Cell& cell)
{
    const auto& name = cell.indexes.name;
    const auto count = cell.indexes.columns.size();
    if (name == "none")
        return LevelTitle::tr("None");
    if (name == "few")
        return LevelTitle::tr("Few (%1)").arg(count);
    if (name == "medium")
        return LevelTitle::tr("Medium (%1)").arg(count);
    if (name == "many")
        return LevelTitle::tr("Many (%1)").arg(count);
    return QString::fromStdString(levelName(cell, Factor::Indexes));
}

QString methodTitle(InsertMethod method)
{
    switch (method) {
    case InsertMethod::Single: return LevelTitle::tr("Single rows");
    case InsertMethod::Prepared: return LevelTitle::tr("Prepared");
    case InsertMethod::MultiRow: return LevelTitle::tr("Multi-row");
    case InsertMethod::Array: return LevelTitle::tr("Array");
    case InsertMethod::Bulk: return LevelTitle::tr("Bulk");
    case InsertMethod::Pipeline: return LevelTitle::tr("Pipeline");
    }
    return {};
}

QString insertTitle(const InsertChoice& insert)
{
    QString title = methodTitle(insert.method);
    if (insert.method != InsertMethod::Single)
        title = LevelTitle::tr("%1, %2").arg(title, QLocale().toString(qlonglong{insert.batch}));
    if (insert.sorted == Sorting::Trial)
        title = LevelTitle::tr("%1, sorted").arg(title);
    if (insert.sorted == Sorting::Batch)
        title = LevelTitle::tr("%1, sorted by batch").arg(title);
    return insert.staging ? LevelTitle::tr("%1, staged").arg(title) : title;
}

QString counted(std::int64_t count)
{
    return QLocale().toString(qlonglong{count});
}

} // namespace

QString keyTitle(const Cell& cell)
{
    const KeyType* type = findKeyType(cell.key);
    if (type == nullptr || (cell.labelled && cell.label != cell.key))
        return QString::fromStdString(cell.label.empty() ? cell.key : cell.label);
    QString title = type->label().translated();
    if (cell.label.size() > cell.key.size() && cell.label.compare(0, cell.key.size(), cell.key) == 0)
        title += QString::fromStdString(cell.label.substr(cell.key.size()));
    return title;
}

QString levelTitle(const Cell& cell, Factor factor)
{
    switch (factor) {
    case Factor::Key: return keyTitle(cell);
    case Factor::Indexes: return indexesTitle(cell);
    case Factor::Insert: return insertTitle(cell.insert);
    case Factor::Clients: return counted(cell.clients);
    case Factor::Rows: return counted(cell.rows);
    case Factor::Prefill: return counted(cell.prefill);
    case Factor::Part:
    case Factor::Target:
    case Factor::Table:
    case Factor::Storage:
    case Factor::Source:
    case Factor::Columns:
    case Factor::Layout:
    case Factor::IndexMethod:
    case Factor::Arrival:
    case Factor::Settings:
    case Factor::Query: break;
    }
    return QString::fromStdString(levelName(cell, factor));
}

QString factorTitle(Factor factor)
{
    switch (factor) {
    case Factor::Part: return LevelTitle::tr("Part");
    case Factor::Target: return LevelTitle::tr("Database");
    case Factor::Table: return LevelTitle::tr("Table");
    case Factor::Key: return LevelTitle::tr("Key");
    case Factor::Storage: return LevelTitle::tr("Storage");
    case Factor::Source: return LevelTitle::tr("Source");
    case Factor::Columns: return LevelTitle::tr("Columns");
    case Factor::Layout: return LevelTitle::tr("Layout");
    case Factor::Indexes: return LevelTitle::tr("Indexes");
    case Factor::IndexMethod: return LevelTitle::tr("Key's index");
    case Factor::Insert: return LevelTitle::tr("Insert");
    case Factor::Arrival: return LevelTitle::tr("Arrival");
    case Factor::Clients: return LevelTitle::tr("Clients");
    case Factor::Rows: return LevelTitle::tr("Rows");
    case Factor::Prefill: return LevelTitle::tr("Rows before");
    case Factor::Settings: return LevelTitle::tr("Settings");
    case Factor::Query: return LevelTitle::tr("Read");
    }
    return {};
}

} // namespace keyrace
