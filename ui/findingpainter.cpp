// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/findingpainter.h"

#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtGui/QTextLayout>

#include <algorithm>
#include <climits>

namespace keyrace {

namespace {

constexpr int kLeft = 16;
constexpr int kRight = 12;
constexpr int kTop = 10;
constexpr int kEdge = 4;
constexpr double kRadius = 9;
constexpr double kTextPoints = 10;

QFont headlineFont(CardForm form, const Theme& theme)
{
    return theme.font(form == CardForm::OneLine ? 10.5 : 12.5, QFont::Bold);
}

/// Headline and sentence, which begins beside it and goes on below; drawn where there is a painter. Returns the lower end.
int layOutText(QPainter* painter, const CardText& text, CardForm form, const Theme& theme, const QRect& box)
{
    const QFont bold = headlineFont(form, theme);
    const QFont plain = theme.font(kTextPoints);
    const QFontMetrics boldMetrics(bold);
    const QFontMetrics metrics(plain);
    const int indent = text.headline.isEmpty() ? 0 : boldMetrics.horizontalAdvance(text.headline) + 8;
    // A sentence that stands alone has the whole card.
    const int mostLines = form == CardForm::OneLine ? 1 : form == CardForm::Whole ? INT_MAX : text.evidence.isEmpty() ? 2 : 1;
    const QString sentence = form == CardForm::OneLine && !text.evidence.isEmpty() ? text.text + QStringLiteral(" · ") + text.evidence : text.text;
    int y = box.top();
    if (painter) {
        painter->setPen(theme.text);
        painter->setFont(bold);
        painter->drawText(box.left(), y + boldMetrics.ascent(), text.headline);
        painter->setFont(plain);
    }
    QTextLayout layout(sentence, plain);
    layout.beginLayout();
    for (int n = 0; n < mostLines; ++n) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        const int from = n == 0 ? indent : 0;
        line.setLineWidth(std::max(box.width() - from, 40));
        if (painter) {
            const QString rest = sentence.mid(line.textStart());
            painter->drawText(box.left() + from, y + (n == 0 ? boldMetrics.ascent() : metrics.ascent()),
                              n + 1 == mostLines ? metrics.elidedText(rest, Qt::ElideRight, box.width() - from)
                                                 : rest.left(line.textLength()));
        }
        y += n == 0 ? boldMetrics.height() : metrics.height();
    }
    layout.endLayout();
    return y;
}

/// As many whole clauses as fit: half a reason says nothing.
QString clausesThatFit(const QString& text, const QFontMetrics& metrics, int width)
{
    const QString separator = QStringLiteral("; ");
    QStringList clauses = text.split(separator);
    while (clauses.size() > 1 && metrics.horizontalAdvance(clauses.join(separator)) > width)
        clauses.removeLast();
    return metrics.elidedText(clauses.join(separator), Qt::ElideRight, width);
}

/// The lines below the sentence, muted. Returns the lower end.
int layOutLine(QPainter* painter, const QString& text, CardForm form, const Theme& theme, const QRect& box)
{
    if (form == CardForm::OneLine || text.isEmpty())
        return box.top();
    const QFont plain = theme.font(kTextPoints);
    const QFontMetrics metrics(plain);
    const QString shown = form == CardForm::Whole ? text : clausesThatFit(text, metrics, box.width());
    const QRect space(box.left(), box.top() + 2, box.width(), form == CardForm::Whole ? SHRT_MAX : metrics.height());
    const QRect used = metrics.boundingRect(space, Qt::TextWordWrap, shown);
    if (painter) {
        painter->setFont(plain);
        painter->setPen(theme.mutedText);
        painter->drawText(used.united(QRect(space.topLeft(), QSize(space.width(), 1))), Qt::TextWordWrap, shown);
    }
    return used.bottom() + 1;
}

/// Everything on a card; drawn where there is a painter. Returns the lower end.
int layOut(QPainter* painter, const CardText& text, CardForm form, const Theme& theme, QRect box)
{
    box.setTop(layOutText(painter, text, form, theme, box));
    box.setTop(layOutLine(painter, text.evidence, form, theme, box));
    return layOutLine(painter, text.detail, form, theme, box);
}

} // namespace

CardText cardText(const Finding& finding, const Theme& theme)
{
    const Message& sentence = finding.subject.isEmpty() ? finding.text : finding.subject;
    CardText text{finding.headline.translated(), sentence.translated(), finding.evidence.translated(),
                  Message::joined({Message::verbatim(finding.scenario), finding.detail}).translated(), theme.accent};
    switch (finding.kind) {
    case FindingKind::KeyAgainstKey:
        break;
    case FindingKind::IndexLoss:
    case FindingKind::Growth:
        text.edge = theme.good;
        break;
    case FindingKind::LeafFill:
    case FindingKind::Size:
        text.edge = theme.keyColor("uuidv4");
        break;
    case FindingKind::Noise:
    case FindingKind::Circumstance:
        text.edge = theme.warning;
        break;
    }
    return text;
}

int cardHeight(const CardText& text, CardForm form, const Theme& theme, int width)
{
    const int line = QFontMetrics(theme.font(kTextPoints)).height();
    switch (form) {
    case CardForm::OneLine:
        return line + 16;
    case CardForm::Short:
        return QFontMetrics(headlineFont(form, theme)).height() + 2 * (line + 2) + 2 * kTop;
    case CardForm::Whole:
        break;
    }
    return layOut(nullptr, text, form, theme, QRect(kLeft, kTop, width - kLeft - kRight, 0)) + kTop;
}

void paintCard(QPainter& painter, const QRect& rect, const CardText& text, CardForm form, const Theme& theme, const QColor& fill,
               const QColor& border)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath outline;
    outline.addRoundedRect(frame, kRadius, kRadius);
    QPainterPath strip;
    strip.addRect(QRectF(frame.left(), frame.top(), kEdge, frame.height()));
    painter.fillPath(outline, fill);
    painter.setPen(QPen(border, 1));
    painter.drawPath(outline);
    painter.fillPath(outline.intersected(strip), text.edge);
    const int top = form == CardForm::OneLine ? (rect.height() - QFontMetrics(headlineFont(form, theme)).height()) / 2 : kTop;
    layOut(&painter, text, form, theme, QRect(rect.left() + kLeft, rect.top() + top, rect.width() - kLeft - kRight, rect.height()));
    painter.restore();
}

} // namespace keyrace
