// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/findingpainter.h"

#include <QtCore/QAbstractListModel>

#include <optional>
#include <vector>

namespace keyrace {

/// All findings of a result, what was expected of it with its verdicts, what was thought beforehand, and what happened
/// besides: one row each, under headings. Main thread only.
class FindingsModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum class RowKind { Heading, Card, Line };

    struct Row {
        RowKind kind = RowKind::Line;
        CardText text;
        std::optional<Finding> finding; ///< that the row stands for
    };

    explicit FindingsModel(const Theme& theme, QObject* parent = nullptr);

    void setContent(const ResultSet* results, const std::vector<Finding>& findings, const std::vector<Judgement>& judgements);
    void setTheme(const Theme& theme) { m_theme = theme; }
    [[nodiscard]] const Row& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    static void addHeading(std::vector<Row>& rows, const QString& text);
    static void addLine(std::vector<Row>& rows, const QString& text, const QColor& edge = {});
    void addFindings(std::vector<Row>& rows, const std::vector<Finding>& findings) const;
    void addExpectations(std::vector<Row>& rows, const std::vector<Judgement>& judgements) const;
    void addThoughts(std::vector<Row>& rows, const ResultSet& results) const;
    void addEvents(std::vector<Row>& rows, const ResultSet& results) const;

    Theme m_theme;
    std::vector<Row> m_rows;
};

} // namespace keyrace
