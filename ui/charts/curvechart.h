// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/curvedata.h"

#include <set>

class QAction;
class QHBoxLayout;
class QMenu;

namespace keyrace {

class CurveView;
class LevelPicker;

/// Insert rate as the table grows: one line for each cell, its interval as a band. Main thread only.
class CurveChart : public Chart {
    Q_OBJECT

public:
    explicit CurveChart(QWidget* parent = nullptr);

    static QString kindTitle();

    void setResults(std::shared_ptr<const ResultSet> results) override;
    void setOptions(const ChartOptions& options) override;
    [[nodiscard]] ChartOptions options() const override;
    void setTheme(const Theme& theme) override;
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString subtitle() const override;
    [[nodiscard]] bool hasData() const override;
    void setEvidence(const std::vector<int>& cells) override;
    void resetView() override;
    void paint(QPainter& painter, const QSize& size) override;

    void setLogarithmic(bool logarithmic);
    void setUnit(CurveUnit unit);
    [[nodiscard]] CurveView& view() { return *m_view; }
    /// Lines can be switched off, by a click on their names or in the menu; a double click leaves that one alone.
    void toggleLine(int cell);
    void isolateLine(int cell);
    void showAllLines();

private:
    void addMenu();
    void fillLinesMenu(QMenu& menu);
    void rebuildPickers();
    void refresh();
    void describe();
    [[nodiscard]] CellFilter filter() const;
    [[nodiscard]] CurveData currentData();
    void emphasise(CurveData& data) const;

    Theme m_theme{Theme::Mode::Light};
    CurveSource m_source;
    ChartOptions m_options;
    CellFilter m_chosen; ///< by the selectors, beside options().where
    std::vector<LevelPicker*> m_pickers;
    std::vector<std::pair<Factor, std::vector<std::string>>> m_pickedFrom;
    std::set<int> m_hidden;   ///< cells
    std::set<int> m_evidence; ///< cells
    CurveUnit m_unit = CurveUnit::RowsPerSecond;
    QString m_caption;
    QHBoxLayout* m_row;
    CurveView* m_view;
    QAction* m_logarithmicAction;
};

} // namespace keyrace
