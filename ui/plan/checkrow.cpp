// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/checkrow.h"

#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QStyle>

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

constexpr int kBox = 15;
constexpr int kSwatch = 10;
constexpr int kGap = 8;
constexpr int kMargin = 2;

} // namespace

CheckRow::CheckRow(const Theme& theme, QWidget* parent)
    : QCheckBox(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
}

void CheckRow::setNote(const QString& note)
{
    m_note = note;
    updateState();
}

void CheckRow::setHint(const QString& hint)
{
    m_hint = hint;
    updateState();
}

void CheckRow::setReason(const QString& reason)
{
    m_reason = reason;
    updateState();
}

void CheckRow::updateState()
{
    setEnabled(m_reason.isEmpty() || isChecked());
    const int room = width() - (kBox + kGap) - (m_keyType.empty() ? 0 : kSwatch + kGap) - 2 * kMargin;
    const bool cut = fontMetrics().horizontalAdvance(text()) + fontMetrics().horizontalAdvance(m_note) + kGap > room;
    QStringList lines;
    if (cut)
        lines << text();
    for (const QString& line : {m_reason, m_hint}) {
        if (!line.isEmpty())
            lines << line;
    }
    setToolTip(lines.join(u'\n'));
    setAccessibleName(text());
    setAccessibleDescription(m_reason.isEmpty() ? m_note : m_reason);
    update();
}

void CheckRow::resizeEvent(QResizeEvent* event)
{
    QCheckBox::resizeEvent(event);
    updateState();
}

void CheckRow::checkStateSet()
{
    QCheckBox::checkStateSet();
    updateState();
}

void CheckRow::nextCheckState()
{
    if (!m_readOnly)
        QCheckBox::nextCheckState();
}

QSize CheckRow::sizeHint() const
{
    return {160, std::max(22, fontMetrics().height() + 6)};
}

QSize CheckRow::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

void CheckRow::paintIndicator(QPainter& painter, const QRectF& box) const
{
    const bool faint = !isEnabled();
    const bool active = hasFocus() || (underMouse() && !m_readOnly && !faint);
    const QColor fill = !isChecked() ? m_theme.surface : m_reason.isEmpty() ? m_theme.accent : m_theme.mutedText;
    painter.setBrush(faint ? m_theme.background : fill);
    QColor line = m_theme.mutedText;
    line.setAlphaF(0.7F);
    if (isChecked())
        line = fill;
    painter.setPen(QPen(active ? m_theme.accent : faint ? m_theme.border : line, 1.0));
    painter.drawRoundedRect(box, 4, 4);
    if (!isChecked())
        return;
    QPainterPath tick(box.topLeft() + QPointF(3.6, 7.4));
    tick.lineTo(box.topLeft() + QPointF(6.2, 10.0));
    tick.lineTo(box.topLeft() + QPointF(10.6, 4.8));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.onAccent, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(tick);
}

void CheckRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.accentTint());
        painter.drawRoundedRect(rect(), 5, 5);
    }
    double x = kMargin + 0.5;
    const double middle = height() / 2.0;
    paintIndicator(painter, QRectF(x, std::floor(middle - kBox / 2.0) + 0.5, kBox - 1, kBox - 1));
    x += kBox + kGap;
    if (!m_keyType.empty()) {
        QColor swatch = m_theme.keyColor(m_keyType);
        swatch.setAlphaF(isEnabled() ? 1.0F : 0.4F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(swatch);
        painter.drawRoundedRect(QRectF(x, middle - kSwatch / 2.0, kSwatch, kSwatch), 3, 3);
        x += kSwatch + kGap;
    }
    const bool muted = !isEnabled() || !m_reason.isEmpty();
    const double right = width() - kMargin;
    const double noteWidth = m_note.isEmpty() ? 0 : std::min(fontMetrics().horizontalAdvance(m_note) + 1.0, (right - x) * 0.55);
    painter.setPen(muted ? m_theme.disabledText() : m_theme.mutedText);
    painter.drawText(QRectF(right - noteWidth, 0, noteWidth, height()), Qt::AlignRight | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_note, Qt::ElideRight, static_cast<int>(noteWidth)));
    const double textWidth = right - noteWidth - (noteWidth > 0 ? kGap : 0) - x;
    painter.setPen(muted ? m_theme.disabledText() : m_theme.text);
    painter.drawText(QRectF(x, 0, textWidth, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, static_cast<int>(textWidth)));
}

} // namespace keyrace
