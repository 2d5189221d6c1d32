// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trialsmodel.h"

#include "ui/words.h"

#include <QtCore/QFileInfo>
#include <QtCore/QUrl>
#include <QtCore/QUuid>
#include <QtSql/QSqlError>
#include <QtSql/QSqlQuery>

#include <array>

namespace keyrace {

namespace {

enum class ColumnForm { Text, Count, Number, State };

struct TrialColumn {
    const char* title;
    const char* expression; ///< of the query, and of its order
    ColumnForm kind;
};

constexpr std::array kColumns{
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Key type"), "cell.label", ColumnForm::Text},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Indexes"), "cell.indexes", ColumnForm::Text},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Insert strategy"), "cell.insert_method", ColumnForm::Text},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Clients"), "cell.clients", ColumnForm::Count},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Round"), "trial.round + 1", ColumnForm::Count},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "State"), "trial.state", ColumnForm::State},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Rows before"), "trial.start_rows", ColumnForm::Count},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Rows"), "trial.rows", ColumnForm::Count},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Time\nseconds"), "trial.seconds", ColumnForm::Number},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Insert rate\nrows per second"), "trial.rows_per_s", ColumnForm::Number},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "p50\nms"), "latency.p50_ns / 1e6", ColumnForm::Number},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "p95\nms"), "latency.p95_ns / 1e6", ColumnForm::Number},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "p99\nms"), "latency.p99_ns / 1e6", ColumnForm::Number},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Longest\nms"), "latency.max_ns / 1e6", ColumnForm::Number},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Connecting\nseconds"), "trial.connect_seconds", ColumnForm::Number},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Making rows\nseconds"), "trial.key_seconds", ColumnForm::Number},
    TrialColumn{QT_TRANSLATE_NOOP("keyrace::TrialsModel", "Reason"), "trial.reason", ColumnForm::Text},
};

const TrialColumn* columnAt(int section)
{
    return section >= 0 && static_cast<std::size_t>(section) < kColumns.size() ? &kColumns[static_cast<std::size_t>(section)] : nullptr;
}

/// Numbers stand to the right, and so do their titles.
QVariant alignment(const TrialColumn* column)
{
    const bool isNumber = column && (column->kind == ColumnForm::Count || column->kind == ColumnForm::Number);
    return QVariant::fromValue((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QString stateWord(const QString& name)
{
    for (const TrialState state : {TrialState::Pending, TrialState::Running, TrialState::Done, TrialState::Failed,
                                   TrialState::Stopped, TrialState::TimedOut, TrialState::Skipped}) {
        if (name.toStdString() == keyrace::name(state))
            return words::state(state);
    }
    return name;
}

} // namespace

TrialsModel::TrialsModel(QObject* parent)
    : QSqlQueryModel(parent)
    , m_connection(QUuid::createUuid().toString())
{
}

TrialsModel::~TrialsModel()
{
    close();
}

void TrialsModel::close()
{
    // Not clear(): it would keep the driver of the connection that goes.
    if (QSqlDatabase::contains(m_connection))
        setQuery(QSqlQuery());
    QSqlDatabase::removeDatabase(m_connection);
    m_file.clear();
    m_problem.clear();
}

void TrialsModel::setFile(const QString& file)
{
    if (file == m_file)
        return;
    close();
    if (file.isEmpty())
        return;
    m_file = file;
    if (QFileInfo(file + QStringLiteral("-wal")).size() > 0) {
        m_problem = tr("The trials of a run that was interrupted can be read here once it was resumed and has finished.");
        return;
    }
    QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_OPEN_URI"));
    QUrl url = QUrl::fromLocalFile(QFileInfo(file).absoluteFilePath());
    url.setQuery(QStringLiteral("immutable=1"));
    database.setDatabaseName(QString::fromUtf8(url.toEncoded()));
    if (!database.open()) {
        m_problem = database.lastError().text();
        return;
    }
    select({});
}

void TrialsModel::select(const QString& order)
{
    QStringList expressions;
    for (const TrialColumn& column : kColumns)
        expressions += QLatin1String(column.expression);
    const QString query = QStringLiteral("SELECT %1 FROM trial JOIN cell ON cell.id = trial.cell_id"
                                         " LEFT JOIN latency ON latency.trial_id = trial.id ORDER BY %2 trial.cell_id, trial.n")
                              .arg(expressions.join(QStringLiteral(", ")), order);
    setQuery(query, QSqlDatabase::database(m_connection, false));
    if (lastError().isValid())
        m_problem = lastError().text();
}

void TrialsModel::sort(int column, Qt::SortOrder order)
{
    if (m_file.isEmpty() || !m_problem.isEmpty())
        return;
    const TrialColumn* chosen = columnAt(column);
    select(chosen ? QStringLiteral("%1 %2,").arg(QLatin1String(chosen->expression),
                                                 order == Qt::AscendingOrder ? QStringLiteral("ASC") : QStringLiteral("DESC"))
                  : QString());
}

QVariant TrialsModel::data(const QModelIndex& index, int role) const
{
    const TrialColumn* column = columnAt(index.column());
    if (!column)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(column);
    if (role != Qt::DisplayRole)
        return {};
    const QVariant value = QSqlQueryModel::data(index, Qt::DisplayRole);
    if (value.isNull())
        return QStringLiteral("–");
    switch (column->kind) {
    case ColumnForm::Text:
        return value;
    case ColumnForm::State:
        return stateWord(value.toString());
    case ColumnForm::Count:
        return QLocale().toString(value.toLongLong());
    case ColumnForm::Number:
        return words::number(value.toDouble());
    }
    return {};
}

QVariant TrialsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal)
        return alignment(columnAt(section));
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    const TrialColumn* column = columnAt(section);
    return column ? tr(column->title) : QVariant();
}

QString TrialsModel::sqliteSourceId()
{
    const QString connection = QUuid::createUuid().toString();
    QString id;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection);
        database.setDatabaseName(QStringLiteral(":memory:"));
        if (database.open()) {
            QSqlQuery query(QStringLiteral("SELECT sqlite_source_id()"), database);
            if (query.next())
                id = query.value(0).toString();
        }
    }
    QSqlDatabase::removeDatabase(connection);
    return id;
}

} // namespace keyrace
