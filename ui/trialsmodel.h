// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlQueryModel>

namespace keyrace {

/// Every trial of a finished run, read from its file through Qt Sql: read-only and immutable, so that nothing is written to
/// it or beside it. A file with a WAL is not read here: SQLite would make a -shm file for it. Main thread only.
class TrialsModel : public QSqlQueryModel {
    Q_OBJECT

public:
    explicit TrialsModel(QObject* parent = nullptr);
    ~TrialsModel() override;

    /// An empty path closes. What prevents reading is in problem().
    void setFile(const QString& file);
    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] const QString& problem() const { return m_problem; }
    /// Of the library that Qt's driver uses: it must be the one that the engine uses.
    [[nodiscard]] static QString sqliteSourceId();

    void sort(int column, Qt::SortOrder order) override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void close();
    void select(const QString& order);

    QString m_connection;
    QString m_file;
    QString m_problem;
};

} // namespace keyrace
