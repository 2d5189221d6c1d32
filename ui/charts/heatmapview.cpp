// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heatmapchart.h"

#include <QtGui/QAccessible>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace keyrace {

HeatmapView::HeatmapView(QWidget* parent)
    : QWidget(parent)
    , m_style(DrawingStyle::forScreen(Theme(Theme::Mode::Light), this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void HeatmapView::setGrid(HeatGrid grid)
{
    m_grid = std::move(grid);
    if (m_focused && *m_focused >= m_grid.squares.size())
        m_focused.reset();
    QStringList told;
    for (std::size_t i = 0; i < m_grid.squares.size(); ++i) {
        if (m_grid.squares[i].value)
            told << heatDescription(m_grid, i, m_style.locale).mid(0, 2).join(QStringLiteral(": "));
    }
    m_base = told.isEmpty() ? tr("Nothing measured yet") : told.join(QStringLiteral("; "));
    setAccessibleDescription(m_base);
    update();
}

void HeatmapView::setTheme(const Theme& theme)
{
    m_style = DrawingStyle::forScreen(theme, this);
    update();
}

HeatLayout HeatmapView::arrangement() const
{
    const double note = noteHeight(m_style, width() - 4, m_grid.circumstances.weakness());
    return heatLayout(m_grid, m_style, QRectF(rect()).adjusted(2, note > 0 ? note + 4 : 2, -2, -2));
}

void HeatmapView::clearFocusedSquare()
{
    m_focused.reset();
    update();
}

void HeatmapView::setEvidence(const std::vector<int>& cells)
{
    m_evidence = {cells.begin(), cells.end()};
    update();
}

void HeatmapView::paintEvidence(QPainter& painter) const
{
    const HeatLayout layout = arrangement();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < m_grid.squares.size(); ++i) {
        const auto& cells = m_grid.squares[i].cells;
        if (std::none_of(cells.begin(), cells.end(), [&](int cell) { return m_evidence.contains(cell); }))
            continue;
        // Two strokes: one of them is seen on every colour of the scale.
        const QRectF square = layout.square(i % m_grid.columns.size(), i / m_grid.columns.size()).adjusted(1.5, 1.5, -1.5, -1.5);
        painter.setPen(QPen(m_style.theme.surface, 5));
        painter.drawRoundedRect(square, 4, 4);
        painter.setPen(QPen(m_style.theme.accent, 3));
        painter.drawRoundedRect(square, 4, 4);
    }
}

void HeatmapView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawNote(painter, m_style, QRectF(2, 0, width() - 4, 40), m_grid.circumstances.weakness());
    if (m_grid.isEmpty()) {
        drawEmpty(painter, m_style, QRectF(rect()), tr("Nothing measured yet"));
        return;
    }
    paintHeat(painter, m_grid, arrangement(), m_style, hasFocus() ? m_focused : std::nullopt);
    paintEvidence(painter);
}

std::optional<std::size_t> HeatmapView::squareAt(const QPointF& place) const
{
    const HeatLayout layout = arrangement();
    if (m_grid.isEmpty() || !layout.squares.contains(place))
        return {};
    const auto column = static_cast<std::size_t>((place.x() - layout.squares.left()) / layout.cellWidth);
    const auto row = static_cast<std::size_t>((place.y() - layout.squares.top()) / layout.cellHeight);
    if (column >= m_grid.columns.size() || row >= m_grid.rows.size())
        return {};
    return row * m_grid.columns.size() + column;
}

void HeatmapView::showBox(std::size_t square, const QPoint& place)
{
    QStringList lines = heatDescription(m_grid, square, m_style.locale);
    for (auto& line : lines)
        line = line.toHtmlEscaped();
    lines.front() = QStringLiteral("<b>%1</b>").arg(lines.front());
    QToolTip::showText(mapToGlobal(place), lines.join(QStringLiteral("<br>")), this);
}

void HeatmapView::focusSquare(std::size_t square)
{
    m_focused = square;
    update();
    const HeatLayout layout = arrangement();
    showBox(square, layout.square(square % m_grid.columns.size(), square / m_grid.columns.size()).bottomRight().toPoint());
    setAccessibleDescription(heatDescription(m_grid, square, m_style.locale).join(QStringLiteral(". ")));
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void HeatmapView::keyPressEvent(QKeyEvent* event)
{
    if (m_grid.isEmpty() || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) {
        event->ignore();
        return;
    }
    const std::size_t columns = m_grid.columns.size();
    const std::size_t rows = m_grid.rows.size();
    std::size_t column = m_focused.value_or(0) % columns;
    std::size_t row = m_focused.value_or(0) / columns;
    switch (event->key()) {
    case Qt::Key_Left: column -= column > 0 ? 1 : 0; break;
    case Qt::Key_Right: column += column + 1 < columns ? 1 : 0; break;
    case Qt::Key_Up: row -= row > 0 ? 1 : 0; break;
    case Qt::Key_Down: row += row + 1 < rows ? 1 : 0; break;
    case Qt::Key_Home: column = 0; break;
    case Qt::Key_End: column = columns - 1; break;
    default: event->ignore(); return;
    }
    focusSquare(m_focused ? row * columns + column : 0);
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event)
{
    const auto square = squareAt(event->position());
    if (square == m_hovered)
        return;
    m_hovered = square;
    if (square)
        showBox(*square, event->position().toPoint());
    else
        QToolTip::hideText();
}

void HeatmapView::mousePressEvent(QMouseEvent* event)
{
    const auto square = squareAt(event->position());
    if (square && event->button() == Qt::LeftButton)
        focusSquare(*square);
    else
        event->ignore();
}

void HeatmapView::focusInEvent(QFocusEvent* event)
{
    if (!m_focused && !m_grid.isEmpty() && event->reason() != Qt::MouseFocusReason)
        m_focused = 0;
    QWidget::focusInEvent(event);
    update();
}

void HeatmapView::leaveEvent(QEvent* event)
{
    m_hovered.reset();
    QWidget::leaveEvent(event);
}

} // namespace keyrace
