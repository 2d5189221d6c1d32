// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/numberbox.h"

#include <QtCore/QLocale>
#include <QtGui/QKeyEvent>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QStyle>

#include <algorithm>
#include <cmath>

namespace keyrace {

namespace {

constexpr auto kProblem = "problem";

std::optional<double> plainNumber(QString text)
{
    bool ok = false;
    double value = QLocale().toDouble(text, &ok);
    if (ok)
        return value;
    text.remove(QLocale().groupSeparator());
    value = QLocale().toDouble(text, &ok);
    if (!ok)
        value = QLocale::c().toDouble(text, &ok);
    return ok ? std::optional(value) : std::nullopt;
}

} // namespace

void setProblem(QLineEdit& edit, const QString& problem)
{
    if (problemOf(edit) == problem)
        return;
    edit.setProperty(kProblem, problem);
    edit.setProperty("bad", !problem.isEmpty());
    edit.setToolTip(problem);
    edit.setAccessibleDescription(problem);
    edit.style()->unpolish(&edit);
    edit.style()->polish(&edit);
}

QString problemOf(const QLineEdit& edit)
{
    return edit.property(kProblem).toString();
}

std::optional<double> numberFromText(const QString& text)
{
    QString digits;
    for (const QChar c : text) {
        if (!c.isSpace())
            digits += c;
    }
    if (digits.isEmpty())
        return {};
    double factor = 1;
    switch (digits.back().unicode()) {
    case u'k': case u'K': factor = 1e3; break;
    case u'M': case u'm': factor = 1e6; break;
    case u'G': case u'g': factor = 1e9; break;
    }
    if (factor != 1)
        digits.chop(1);
    const auto number = plainNumber(digits);
    if (!number || !std::isfinite(*number))
        return {};
    return *number * factor;
}

NumberBox::NumberBox(const NumberRange& range, QWidget* parent)
    : QLineEdit(parent)
    , m_range(range)
{
    setAlignment(Qt::AlignRight);
    setPlaceholderText(range.absent);
    setMinimumWidth(56);
    connect(this, &QLineEdit::textEdited, this, &NumberBox::typed);
}

QString NumberBox::shownNumber(double value) const
{
    return QLocale().toString(value, 'f', m_range.whole ? 0 : QLocale::FloatingPointShortest);
}

void NumberBox::show(std::optional<double> value)
{
    if (hasFocus() && value == m_value)
        return;
    if (!problemOf(*this).isEmpty() && value == m_value)
        return;
    write(value);
}

void NumberBox::write(std::optional<double> value)
{
    m_value = value;
    const QString shown = value ? shownNumber(*value) : QString();
    if (text() != shown)
        setText(shown);
    setProblem(*this, {});
}

QString NumberBox::rangeText() const
{
    return m_range.whole ? tr("a whole number from %1 to %2").arg(shownNumber(m_range.minimum), shownNumber(m_range.maximum))
                         : tr("a number from %1 to %2").arg(shownNumber(m_range.minimum), shownNumber(m_range.maximum));
}

void NumberBox::typed(const QString& text)
{
    const bool empty = text.trimmed().isEmpty();
    const auto value = numberFromText(text);
    const bool fits = value && *value >= m_range.minimum && *value <= m_range.maximum
        && (!m_range.whole || *value == std::floor(*value));
    if (!fits && !(empty && !m_range.absent.isEmpty())) {
        setProblem(*this, tr("%1: “%2” is not accepted, but %3").arg(accessibleName(), text, rangeText()));
        emit problemChanged();
        return;
    }
    const bool had = !problemOf(*this).isEmpty();
    setProblem(*this, {});
    if (had)
        emit problemChanged();
    if (value == m_value)
        return;
    m_value = value;
    emit valueEdited(value);
}

// One, or one of the number's own decade once it is large: 7 → 8, 200,000 → 300,000.
void NumberBox::step(int direction)
{
    const double now = m_value.value_or(m_range.minimum);
    double size = 1;
    if (!m_range.whole && m_range.maximum <= 1)
        size = 0.05;
    else if (std::abs(now) >= 100)
        size = std::pow(10.0, std::floor(std::log10(std::abs(direction < 0 ? now - 1 : now))));
    const double next = std::clamp(m_value ? std::round((now + direction * size) * 1e6) / 1e6 : now, m_range.minimum, m_range.maximum);
    if (m_value == next)
        return;
    write(next);
    emit valueEdited(next);
}

void NumberBox::keyPressEvent(QKeyEvent* event)
{
    if (!isReadOnly() && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down))
        return step(event->key() == Qt::Key_Up ? 1 : -1);
    QLineEdit::keyPressEvent(event);
}

void NumberBox::wheelEvent(QWheelEvent* event)
{
    // The panel scrolls under the pointer: a number turns only where somebody is working on it.
    if (!hasFocus() || isReadOnly() || event->angleDelta().y() == 0)
        return event->ignore();
    step(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

void NumberBox::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (problemOf(*this).isEmpty())
        write(m_value);
}

} // namespace keyrace
