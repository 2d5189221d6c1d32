// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figuresmodel.h"

#include "ui/leveltitle.h"
#include "ui/words.h"

#include <QtGui/QFont>

#include <algorithm>
#include <map>
#include <utility>

namespace keyrace {

void FiguresModel::setResults(std::shared_ptr<const ResultSet> results)
{
    m_wanted = std::move(results);
    if (m_wanted == m_shown || m_worker.isBusy())
        return;
    m_shown = m_wanted;
    if (!m_shown) {
        take({});
        return;
    }
    m_worker.start(
        this, [shown = m_shown] { return tableOf(*shown); },
        [this](Table table) {
            take(std::move(table));
            setResults(m_wanted); // a newer one may have come meanwhile
        });
}

void FiguresModel::take(Table table)
{
    if (table.columns == m_table.columns && table.rows.size() == m_table.rows.size()) {
        m_table = std::move(table);
        if (!m_table.rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

// ---- the figures, in the worker ------------------------------------------------------------------------------------

FiguresModel::Table FiguresModel::tableOf(const ResultSet& results)
{
    Table table;
    table.rows.resize(results.cells().size());
    addLevels(table, results);
    addProgress(table, results);
    for (const Metric& metric : metricsOf(results))
        addMetric(table, results, metric);
    addNodes(table, results);
    return table;
}

void FiguresModel::addLevels(Table& table, const ResultSet& results)
{
    std::vector<Factor> factors = varyingFactors(results);
    if (std::find(factors.begin(), factors.end(), Factor::Key) == factors.end())
        factors.insert(factors.begin(), Factor::Key);
    for (const Factor factor : factors) {
        if (factor == Factor::Query)
            continue;
        table.columns.push_back({factorTitle(factor), {}, false});
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            table.rows[row].push_back({{}, levelTitle(results.cells()[row].cell, factor), {}, false});
    }
}

void FiguresModel::addProgress(Table& table, const ResultSet& results)
{
    table.columns.push_back({tr("State"), {}, false});
    table.columns.push_back({tr("Trials"), tr("Finished trials of those that the plan asks for"), true});
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const CellResult& cell = results.cells()[row];
        table.rows[row].push_back({{}, words::state(cell.state), cell.reason.translated(), false});
        table.rows[row].push_back({double(cell.finishedTrials()),
                                   tr("%1 of %2").arg(cell.finishedTrials()).arg(cell.cell.protocol.repeats),
                                   {},
                                   false});
    }
}

// Of a cluster, what each node did: a column for each that any cell knows.
void FiguresModel::addNodes(Table& table, const ResultSet& results)
{
    std::vector<std::string> hosts;
    std::vector<std::map<std::string, NodeResult>> nodes(table.rows.size());
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (NodeResult& node : results.cells()[row].nodes()) {
            if (std::find(hosts.begin(), hosts.end(), node.host) == hosts.end())
                hosts.push_back(node.host);
            nodes[row].emplace(node.host, std::move(node));
        }
    }
    for (const std::string& host : hosts) {
        //: %1 is a node of a cluster: its host and port
        table.columns.push_back({tr("Node %1\nrows per second").arg(QString::fromStdString(host)), tr("Rows that the clients of this node committed, over the time of the whole trial"), true});
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto node = nodes[row].find(host);
            const auto rate = node == nodes[row].end() ? std::nullopt : node->second.rowsPerS.trimmedMean;
            //: after it a number
            const QString tip = node == nodes[row].end() || !node->second.retries ? QString() : tr("Transactions sent again: %1").arg(*node->second.retries);
            table.rows[row].push_back({rate, rate ? words::number(*rate) : QString(), tip, false});
        }
    }
}

void FiguresModel::addMetric(Table& table, const ResultSet& results, const Metric& metric)
{
    const QString label = metric.label.translated();
    const QString unit = metric.unit.translated();
    table.columns.push_back({unit.isEmpty() ? label : label + QLatin1Char('\n') + unit, QString::fromStdString(metric.name), true});
    std::vector<Measured> figures;
    bool hasIntervals = false;
    for (const CellResult& cell : results.cells()) {
        figures.push_back(measured(cell, metric));
        hasIntervals = hasIntervals || figures.back().ci95.has_value();
    }
    const bool isHeadline = metric.name == "rows_per_s";
    if (hasIntervals || isHeadline)
        table.columns.push_back({tr("95 % interval"), label, true});
    if (isHeadline)
        table.columns.push_back({tr("Variation"), tr("Standard deviation over mean of a cell's trials; above 5 % it is noisy"), true});
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const Measured& figure = figures[row];
        const QString absent = figure.absent.translated();
        table.rows[row].push_back({figure.value, figure.value ? words::number(*figure.value) : QString(),
                                   figure.provisional ? tr("provisional: not all trials are done") : absent, false});
        if (hasIntervals || isHeadline) {
            table.rows[row].push_back({figure.ci95 ? std::optional(figure.ci95->low) : std::nullopt,
                                       figure.ci95 ? tr("%1 – %2").arg(words::number(std::max(0.0, figure.ci95->low)), words::number(figure.ci95->high))
                                                   : QString(),
                                       absent, false});
        }
        if (isHeadline) {
            const Summary summary = results.cells()[row].rowsPerS();
            table.rows[row].push_back({summary.cv, summary.cv ? words::percent(*summary.cv, 1) : QString(), {},
                                       results.cells()[row].isNoisy()});
        }
    }
}

// ---- the model -----------------------------------------------------------------------------------------------------

/// Numbers stand to the right, and so do their titles.
QVariant FiguresModel::alignment(int column) const
{
    const bool isNumber = m_table.columns[static_cast<std::size_t>(column)].isNumber;
    return QVariant::fromValue((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

int FiguresModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int FiguresModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant FiguresModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const Figure& figure = m_table.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return figure.text.isEmpty() ? QStringLiteral("–") : figure.noisy ? figure.text + QStringLiteral(" ⚠") : figure.text;
    case Qt::ToolTipRole:
        return figure.noisy ? tr("Noisy: the trials of this cell vary by more than 5 %.") : figure.tip;
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case kSortRole:
        return figure.value ? QVariant(*figure.value) : figure.text.isEmpty() ? QVariant() : QVariant(figure.text);
    case kCellRole:
        return index.row();
    default:
        return {};
    }
}

QVariant FiguresModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section < 0 || section >= columnCount())
        return {};
    const Column& column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return column.title;
    if (role == Qt::ToolTipRole)
        return column.tip;
    if (role == Qt::TextAlignmentRole)
        return alignment(section);
    return {};
}

} // namespace keyrace
