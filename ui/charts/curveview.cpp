// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/curveview.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

constexpr double kNarrowest = 1e-3; // of the whole range: beyond that, nothing is left to see
constexpr double kBandAtLeast = 6;  // pixels: a click with a shaking hand is no rubber band
constexpr int kFrameMs = 33;

} // namespace

CurveView::CurveView(QWidget* parent)
    : QChartView(parent)
    , m_plot(*chart())
    , m_style(DrawingStyle::forScreen(Theme(Theme::Mode::Light), this))
{
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setMinimumSize(160, 110);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_redraw.setSingleShot(true);
    m_redraw.setInterval(kFrameMs);
    connect(&m_redraw, &QTimer::timeout, this, &CurveView::arrange);
}

void CurveView::setData(CurveData data)
{
    m_plot.setData(std::move(data));
    arrange();
}

void CurveView::setStyle(const DrawingStyle& style)
{
    m_style = style;
    m_plot.setStyle(style);
    arrange();
}

void CurveView::setLogarithmic(bool logarithmic)
{
    if (logarithmic != m_plot.isLogarithmic())
        m_zoom.reset();
    m_plot.setLogarithmic(logarithmic);
    arrange();
}

void CurveView::setWeakness(const QString& text)
{
    m_weakness = text;
    arrange();
}

void CurveView::setEmptyText(const QString& text)
{
    m_emptyText = text;
}

void CurveView::resetView()
{
    m_zoom.reset();
    arrange();
}

QRectF CurveView::frame() const
{
    const double note = noteHeight(m_style, viewport()->width() - 4, m_weakness);
    return QRectF(viewport()->rect()).adjusted(2, note + 2, -2, -2);
}

void CurveView::arrange()
{
    setSceneRect(QRectF(viewport()->rect()));
    m_plot.setFrame(frame());
    m_plot.setZoom(m_zoom);
    m_plot.update();
    viewport()->update();
}

void CurveView::schedule()
{
    if (!m_redraw.isActive())
        m_redraw.start();
}

void CurveView::setZoom(QRectF range)
{
    const QRectF whole = m_plot.wholeRange();
    range = range.normalized();
    range.setWidth(std::clamp(range.width(), whole.width() * kNarrowest, whole.width()));
    range.setHeight(std::clamp(range.height(), whole.height() * kNarrowest, whole.height()));
    range.moveLeft(std::clamp(range.left(), whole.left(), whole.right() - range.width()));
    range.moveTop(std::clamp(range.top(), whole.top(), whole.bottom() - range.height()));
    const bool all = range.width() >= whole.width() * (1 - 1e-6) && range.height() >= whole.height() * (1 - 1e-6);
    m_zoom = all ? std::nullopt : std::optional(range);
    m_plot.setZoom(m_zoom); // at once, so that the next wheel step starts from here; drawn with the next frame
    schedule();
}

void CurveView::zoomBy(double factor, const QPointF& around)
{
    const QRectF range = m_plot.range();
    const QPointF centre = m_plot.fromPixels(around);
    setZoom(QRectF(centre.x() - (centre.x() - range.left()) / factor, centre.y() - (centre.y() - range.top()) / factor,
                   range.width() / factor, range.height() / factor));
}

void CurveView::panBy(const QPointF& pixels)
{
    const QRectF range = m_plot.range();
    const QRectF area = m_plot.plotArea();
    setZoom(range.translated(-pixels.x() / area.width() * range.width(), pixels.y() / area.height() * range.height()));
}

void CurveView::setCrosshair(std::optional<double> rows)
{
    if (rows == m_crosshair)
        return;
    m_crosshair = rows;
    schedule();
    emit crosshairMoved();
}

void CurveView::stepCrosshair(int direction)
{
    const double from = m_crosshair.value_or(direction > 0 ? m_plot.range().left() - 1 : m_plot.range().right() + 1);
    const auto next = m_plot.neighbourRows(from, direction);
    if (!next)
        return;
    setCrosshair(next);
    const QRectF range = m_plot.range();
    if (*next < range.left() || *next > range.right())
        setZoom(range.translated(*next - range.center().x(), 0));
}

void CurveView::drawBackground(QPainter* painter, const QRectF&)
{
    if (!m_plot.data().isEmpty())
        m_plot.paintBelow(*painter);
}

void CurveView::drawForeground(QPainter* painter, const QRectF&)
{
    drawNote(*painter, m_style, QRectF(2, 0, viewport()->width() - 4, 40), m_weakness);
    if (m_plot.data().isEmpty()) {
        drawEmpty(*painter, m_style, QRectF(viewport()->rect()), m_emptyText);
        return;
    }
    m_plot.paintAbove(*painter);
    if (m_crosshair && m_drag == Drag::None)
        m_plot.paintCrosshair(*painter, *m_crosshair);
    if (m_drag == Drag::Band) {
        QColor tint = m_style.theme.accent;
        painter->setPen(QPen(tint, 1));
        tint.setAlpha(30);
        painter->setBrush(tint);
        painter->drawRect(QRectF(m_from, m_to).normalized() & m_plot.plotArea());
    }
    if (hasFocus() && m_showsFocus) {
        painter->setPen(QPen(m_style.theme.accent, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    }
}

void CurveView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    arrange();
}

void CurveView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !m_spaceHeld) {
        if (const auto cell = m_plot.cellNamedAt(event->position())) {
            emit nameClicked(*cell);
            return;
        }
    }
    const bool pans = event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld);
    if (!pans && event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    m_drag = pans ? Drag::Pan : Drag::Band;
    m_from = m_to = event->position();
    viewport()->setCursor(pans ? Qt::ClosedHandCursor : Qt::CrossCursor);
}

void CurveView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF place = event->position();
    switch (m_drag) {
    case Drag::Pan:
        panBy(place - m_to);
        m_to = place;
        return;
    case Drag::Band:
        m_to = place;
        schedule();
        return;
    case Drag::None: break;
    }
    if (m_plot.cellNamedAt(place))
        viewport()->setCursor(Qt::PointingHandCursor);
    else
        viewport()->unsetCursor();
    const bool inside = m_plot.plotArea().contains(place);
    setCrosshair(inside ? m_plot.nearestRows(m_plot.fromPixels(place).x()) : std::nullopt);
}

void CurveView::mouseReleaseEvent(QMouseEvent* event)
{
    const QRectF band = QRectF(m_from, event->position()).normalized() & m_plot.plotArea();
    if (m_drag == Drag::None)
        return;
    const bool zooms = m_drag == Drag::Band && band.width() >= kBandAtLeast && band.height() >= kBandAtLeast;
    m_drag = Drag::None;
    viewport()->unsetCursor();
    if (zooms)
        setZoom(QRectF(m_plot.fromPixels(band.bottomLeft()), m_plot.fromPixels(band.topRight())));
    schedule();
}

void CurveView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto cell = m_plot.cellNamedAt(event->position()))
        emit nameDoubleClicked(*cell);
    else
        resetView();
}

void CurveView::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (steps != 0)
        zoomBy(std::pow(1.25, std::clamp(steps, -8.0, 8.0)), event->position());
    event->accept();
}

bool CurveView::pressed(int key, Qt::KeyboardModifiers modifiers)
{
    const QRectF area = m_plot.plotArea();
    const bool pans = isZoomed() && !modifiers.testFlag(Qt::ShiftModifier);
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(1.25, area.center()); return true;
    case Qt::Key_Minus: zoomBy(1 / 1.25, area.center()); return true;
    case Qt::Key_0: resetView(); return true;
    case Qt::Key_Left: pans ? panBy({area.width() / 10, 0}) : stepCrosshair(-1); return true;
    case Qt::Key_Right: pans ? panBy({-area.width() / 10, 0}) : stepCrosshair(1); return true;
    case Qt::Key_Up: panBy({0, area.height() / 10}); return true;
    case Qt::Key_Down: panBy({0, -area.height() / 10}); return true;
    case Qt::Key_Space: m_spaceHeld = true; return true;
    default: return false;
    }
}

void CurveView::keyPressEvent(QKeyEvent* event)
{
    const auto commands = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    if ((event->modifiers() & commands) || !pressed(event->key(), event->modifiers()))
        event->ignore(); // the window's shortcuts
}

void CurveView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_spaceHeld = false;
    event->ignore();
}

void CurveView::leaveEvent(QEvent* event)
{
    setCrosshair({});
    QChartView::leaveEvent(event);
}

void CurveView::focusInEvent(QFocusEvent* event)
{
    // Who came by the keyboard has to see where it goes; who clicked knows.
    m_showsFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason || event->reason() == Qt::ShortcutFocusReason;
    QChartView::focusInEvent(event);
    viewport()->update();
}

void CurveView::focusOutEvent(QFocusEvent* event)
{
    m_spaceHeld = false;
    QChartView::focusOutEvent(event);
    viewport()->update();
}

} // namespace keyrace
