// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recentruns.h"

#include "ui/words.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>

#include <algorithm>

namespace keyrace {

namespace {

enum Column { Name, Database, Result, When, kColumns };

const QString kGroup = QStringLiteral("recentRuns");

} // namespace

RecentRuns::RecentRuns(QSettings& settings, const Theme& theme, QObject* parent)
    : QAbstractTableModel(parent)
    , m_settings(settings)
    , m_theme(theme)
{
    load();
}

void RecentRuns::load()
{
    const int count = std::min(m_settings.beginReadArray(kGroup), kMost);
    for (int n = 0; n < count; ++n) {
        m_settings.setArrayIndex(n);
        m_runs.push_back({m_settings.value(QStringLiteral("file")).toString(), m_settings.value(QStringLiteral("name")).toString(),
                          m_settings.value(QStringLiteral("database")).toString(),
                          m_settings.value(QStringLiteral("headline")).toString(),
                          m_settings.value(QStringLiteral("when")).toDateTime()});
    }
    m_settings.endArray();
}

void RecentRuns::save()
{
    m_settings.remove(kGroup);
    m_settings.beginWriteArray(kGroup, static_cast<int>(m_runs.size()));
    for (std::size_t n = 0; n < m_runs.size(); ++n) {
        m_settings.setArrayIndex(static_cast<int>(n));
        m_settings.setValue(QStringLiteral("file"), m_runs[n].file);
        m_settings.setValue(QStringLiteral("name"), m_runs[n].name);
        m_settings.setValue(QStringLiteral("database"), m_runs[n].database);
        m_settings.setValue(QStringLiteral("headline"), m_runs[n].headline);
        m_settings.setValue(QStringLiteral("when"), m_runs[n].when);
    }
    m_settings.endArray();
}

void RecentRuns::add(const RecentRun& run)
{
    beginResetModel();
    std::erase_if(m_runs, [&](const RecentRun& other) { return other.file == run.file; });
    const auto later = std::find_if(m_runs.begin(), m_runs.end(), [&](const RecentRun& other) { return other.when <= run.when; });
    m_runs.insert(later, run);
    if (m_runs.size() > kMost)
        m_runs.resize(kMost);
    endResetModel();
    save();
}

void RecentRuns::checkFiles()
{
    if (m_worker.isBusy() || m_runs.empty())
        return;
    QStringList files;
    for (const RecentRun& run : m_runs)
        files += run.file;
    m_worker.start(
        this,
        [files] {
            QStringList gone;
            for (const QString& file : files) {
                if (!QFileInfo::exists(file))
                    gone += file;
            }
            return gone;
        },
        [this](const QStringList& gone) {
            for (RecentRun& run : m_runs)
                run.isGone = gone.contains(run.file);
            emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
        });
}

void RecentRuns::setTheme(const Theme& theme)
{
    m_theme = theme;
}

const RecentRun* RecentRuns::at(int row) const
{
    if (row < 0 || row >= rowCount() || m_runs[static_cast<std::size_t>(row)].isGone)
        return nullptr;
    return &m_runs[static_cast<std::size_t>(row)];
}

int RecentRuns::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RecentRuns::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant RecentRuns::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const RecentRun& run = m_runs[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole) {
        const QString file = QDir::toNativeSeparators(run.file);
        return run.isGone ? tr("This file is not there any more: %1").arg(file) : file;
    }
    if (role == Qt::ForegroundRole && run.isGone)
        return m_theme.disabledText();
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return run.isGone ? tr("%1 (file is gone)").arg(run.name) : run.name;
    case Database:
        return run.database;
    case Result:
        return run.headline;
    case When:
        return words::when(run.when, QDateTime::currentDateTime());
    default:
        return {};
    }
}

QVariant RecentRuns::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Run");
    case Database:
        return tr("Database");
    case Result:
        return tr("Result");
    case When:
        return tr("When");
    default:
        return {};
    }
}

} // namespace keyrace
