// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/drawing.h"
#include "ui/charts/heatpaint.h"

#include <set>

class QComboBox;
class QHBoxLayout;

namespace keyrace {

class HeatmapView;

/// Any metric over any two factors, absolute or relative to a key; over the rows in the table where only the key varies.
/// Main thread only.
class HeatmapChart : public Chart {
    Q_OBJECT

public:
    explicit HeatmapChart(QWidget* parent = nullptr);

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

    [[nodiscard]] HeatmapView& view() { return *m_view; }

private:
    struct Choice {
        QString title;
        std::string value;
    };
    void addBoxes();
    void fillBoxes();
    void fillBox(QComboBox* box, const std::vector<Choice>& choices, const std::string& chosen, bool worthShowing);
    [[nodiscard]] std::vector<Choice> axisChoices() const;
    void chooseOthers();
    void refresh();

    Theme m_theme{Theme::Mode::Light};
    std::shared_ptr<const ResultSet> m_results;
    ChartOptions m_options;
    CellFilter m_chosen; ///< one level of each factor that is no axis
    QHBoxLayout* m_row;
    QComboBox* m_metricBox;
    QComboBox* m_yBox;
    QComboBox* m_xBox;
    QComboBox* m_referenceBox;
    std::map<Factor, QComboBox*> m_levelBoxes;
    HeatmapView* m_view;
};

/// The squares on screen: tooltips, focus by arrow keys. Main thread only.
class HeatmapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatmapView(QWidget* parent = nullptr);

    void setGrid(HeatGrid grid);
    void setTheme(const Theme& theme);
    [[nodiscard]] const HeatGrid& grid() const { return m_grid; }
    [[nodiscard]] HeatLayout arrangement() const;
    [[nodiscard]] std::optional<std::size_t> focused() const { return m_focused; }
    void clearFocusedSquare();
    void setEvidence(const std::vector<int>& cells);

    [[nodiscard]] QSize minimumSizeHint() const override { return {150, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void paintEvidence(QPainter& painter) const;
    void focusSquare(std::size_t square);
    void showBox(std::size_t square, const QPoint& place);
    [[nodiscard]] std::optional<std::size_t> squareAt(const QPointF& place) const;

    HeatGrid m_grid;
    DrawingStyle m_style;
    QString m_base; ///< the accessible description without a square's
    std::optional<std::size_t> m_focused;
    std::set<int> m_evidence; ///< cells that stand out
    std::optional<std::size_t> m_hovered;
};

} // namespace keyrace
