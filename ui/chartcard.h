// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"

#include <QtWidgets/QFrame>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace keyrace {

class ElidedLabel;

/// A chart with its title, what it shows, and what can be done with it: maximise, reset, and its menu. Main thread only.
class ChartCard : public QFrame {
    Q_OBJECT

public:
    ChartCard(const ChartKind& kind, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] const ChartKind& kind() const { return m_kind; }
    [[nodiscard]] Chart& chart() { return *m_chart; }
    /// Draws at once where the card is visible, else when it is shown.
    void setResults(std::shared_ptr<const ResultSet> results);
    void setTheme(const Theme& theme);
    void setMaximised(bool maximised);

signals:
    void maximiseToggled(bool maximised);
    /// The figures behind the chart are wanted as a file: "csv" or "json".
    void figuresWanted(const QString& ending);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void addHeader(const Theme& theme);
    QToolButton* addTool(QHBoxLayout* row, const QString& name, const QString& tip);
    void paintIcons(const Theme& theme);
    void fillMenu();
    void refreshCaption();

    const ChartKind& m_kind;
    Chart* m_chart;
    QLabel* m_title;
    ElidedLabel* m_subtitle;
    QToolButton* m_maximise = nullptr;
    QToolButton* m_reset = nullptr;
    QToolButton* m_more = nullptr;
    std::shared_ptr<const ResultSet> m_results;
    std::shared_ptr<const ResultSet> m_drawn;
};

} // namespace keyrace
