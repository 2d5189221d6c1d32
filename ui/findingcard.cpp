// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/findingcard.h"

#include <QtGui/QPainter>

namespace keyrace {

FindingCard::FindingCard(const Theme& theme, CardForm form, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_form(form)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void FindingCard::setFinding(const Finding& finding)
{
    m_finding = finding;
    const CardText text = cardText(finding, m_theme);
    if (text == m_text)
        return;
    m_text = text;
    const QString sentence = finding.text.translated();
    setAccessibleName(sentence);
    setAccessibleDescription(text.detail);
    setToolTip(text.detail.isEmpty() ? sentence : sentence + QLatin1Char('\n') + text.detail);
    update();
}

void FindingCard::setForm(CardForm form)
{
    m_form = form;
    updateGeometry();
    update();
}

void FindingCard::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_text = cardText(m_finding, theme);
    update();
}

QSize FindingCard::sizeHint() const
{
    return {320, cardHeight(m_text, m_form, m_theme, 320)};
}

QSize FindingCard::minimumSizeHint() const
{
    return {160, sizeHint().height()};
}

void FindingCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintCard(painter, rect(), m_text, m_form, m_theme, isDown() || isChecked() ? m_theme.accentTint() : m_theme.surface,
              hasFocus() || isChecked() ? m_theme.accent : underMouse() ? m_theme.mutedText : m_theme.border);
}

} // namespace keyrace
