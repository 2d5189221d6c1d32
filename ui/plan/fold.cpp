// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/fold.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

void paintArrow(QPainter& painter, const QRectF& rect, bool open, const QColor& color)
{
    const QPointF c = rect.center();
    QPainterPath path;
    if (open) {
        path.moveTo(c + QPointF(-3.5, -1.8));
        path.lineTo(c + QPointF(0, 1.8));
        path.lineTo(c + QPointF(3.5, -1.8));
    } else {
        path.moveTo(c + QPointF(-1.8, -3.5));
        path.lineTo(c + QPointF(1.8, 0));
        path.lineTo(c + QPointF(-1.8, 3.5));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
}

FoldHead::FoldHead(const Theme& theme, const QString& title, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FoldHead::setSummary(const QString& summary)
{
    m_summary = summary;
    setAccessibleDescription(summary);
    setToolTip(summary);
    update();
}

QSize FoldHead::sizeHint() const
{
    return {160, std::max(26, fontMetrics().height() + 10)};
}

void FoldHead::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

void FoldHead::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus() || underMouse()) {
        painter.setPen(hasFocus() ? QPen(m_theme.accent, 1) : QPen(Qt::NoPen));
        painter.setBrush(m_theme.accentTint());
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    }
    paintArrow(painter, QRectF(2, 0, 14, height()), isChecked(), m_theme.mutedText);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics boldMetrics(bold);
    const int left = 20;
    const int right = width() - 4;
    const int titleWidth = std::min(boldMetrics.horizontalAdvance(text()) + 1, right - left);
    painter.setFont(bold);
    painter.setPen(isChecked() ? m_theme.text : m_theme.mutedText);
    painter.drawText(QRect(left, 0, titleWidth, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     boldMetrics.elidedText(text(), Qt::ElideRight, titleWidth));
    const int room = right - left - titleWidth - 10;
    if (room < 24 || isChecked())
        return;
    painter.setFont(font());
    painter.setPen(m_theme.mutedText);
    painter.drawText(QRect(right - room, 0, room, height()), Qt::AlignRight | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_summary, Qt::ElideRight, room));
}

Fold::Fold(const Theme& theme, const QString& title, QWidget* body, QWidget* parent)
    : QWidget(parent)
    , m_head(new FoldHead(theme, title, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_head);
    auto* inset = new QWidget(this);
    auto* insetLayout = new QVBoxLayout(inset);
    insetLayout->setContentsMargins(4, 2, 2, 8);
    insetLayout->addWidget(body);
    layout->addWidget(inset);
    inset->hide();
    connect(m_head, &QAbstractButton::toggled, this, [this, inset](bool open) {
        inset->setVisible(open);
        emit opened(open);
    });
}

} // namespace keyrace
