// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/background.h"
#include "ui/theme.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QDateTime>
#include <QtCore/QSettings>

#include <vector>

namespace keyrace {

struct RecentRun {
    QString file;
    QString name;
    QString database;
    QString headline; ///< the heaviest finding
    QDateTime when;
    bool isGone = false; ///< its file is not there any more
};

/// Runs that were made or opened here, the latest first; kept in the settings. Main thread only.
class RecentRuns : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int kMost = 12;

    RecentRuns(QSettings& settings, const Theme& theme, QObject* parent = nullptr);

    void add(const RecentRun& run);
    /// Looks in a worker which files are still there: a folder on a network may not answer.
    void checkFiles();
    void setTheme(const Theme& theme);
    /// Null where its file is gone.
    [[nodiscard]] const RecentRun* at(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void load();
    void save();

    QSettings& m_settings;
    Theme m_theme;
    std::vector<RecentRun> m_runs;
    Background m_worker;
};

} // namespace keyrace
