// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/curveplot.h"

#include <QtCharts/QChartView>
#include <QtCore/QTimer>

#include <memory>
#include <optional>

namespace keyrace {

/// The curve on screen: crosshair, zoom by wheel, rubber band and keys, pan by the middle button or with the space bar held.
/// Redraws at most 30 times a second, however fast the mouse moves. Main thread only.
class CurveView : public QChartView {
    Q_OBJECT

public:
    explicit CurveView(QWidget* parent = nullptr);

    void setData(CurveData data);
    void setStyle(const DrawingStyle& style);
    void setLogarithmic(bool logarithmic);
    /// Said on the chart, in the colour of warnings.
    void setWeakness(const QString& text);
    void setEmptyText(const QString& text);
    void resetView();
    void zoomBy(double factor, const QPointF& around); ///< in pixels
    void panBy(const QPointF& pixels);

    [[nodiscard]] const CurvePlot& plot() const { return m_plot; }
    [[nodiscard]] bool isZoomed() const { return m_zoom.has_value(); }
    [[nodiscard]] std::optional<double> crosshair() const { return m_crosshair; }
    void setCrosshair(std::optional<double> rows);

signals:
    void crosshairMoved();
    void nameClicked(int cell);
    void nameDoubleClicked(int cell);

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Drag { None, Band, Pan };

    void arrange();
    void setZoom(QRectF range);
    void schedule();
    void stepCrosshair(int direction);
    bool pressed(int key, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] QRectF frame() const;

    CurvePlot m_plot;
    DrawingStyle m_style;
    QString m_weakness;
    QString m_emptyText;
    std::optional<QRectF> m_zoom;
    std::optional<double> m_crosshair;
    Drag m_drag = Drag::None;
    bool m_spaceHeld = false;
    bool m_showsFocus = false;
    QPointF m_from;
    QPointF m_to;
    QTimer m_redraw;
};

} // namespace keyrace
