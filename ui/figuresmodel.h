// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/findings/metric.h"
#include "ui/background.h"

#include <QtCore/QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace keyrace {

/// The figures of a result, one line a cell: levels, state, rate with interval, latency, counters. The figures are taken
/// from snapshots in a worker; the model itself belongs to the main thread.
class FiguresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// What to sort by: the number behind the text.
    static constexpr int kSortRole = Qt::UserRole;
    /// Cell::index.
    static constexpr int kCellRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    void setResults(std::shared_ptr<const ResultSet> results);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Figure {
        std::optional<double> value; ///< a number that stands to the right
        QString text;
        QString tip;                 ///< why it is absent, or what weakens it
        bool noisy = false;
    };
    struct Column {
        QString title;
        QString tip;
        bool isNumber = false;

        friend bool operator==(const Column&, const Column&) = default;
    };
    struct Table {
        std::vector<Column> columns;
        std::vector<std::vector<Figure>> rows; ///< one a cell
    };

    static Table tableOf(const ResultSet& results);
    static void addLevels(Table& table, const ResultSet& results);
    static void addProgress(Table& table, const ResultSet& results);
    static void addNodes(Table& table, const ResultSet& results);
    static void addMetric(Table& table, const ResultSet& results, const Metric& metric);
    void take(Table table);
    [[nodiscard]] QVariant alignment(int column) const;

    std::shared_ptr<const ResultSet> m_wanted;
    std::shared_ptr<const ResultSet> m_shown;
    Table m_table;
    Background m_worker;
};

} // namespace keyrace
