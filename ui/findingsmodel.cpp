// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/findingsmodel.h"

#include "ui/charts/chartfactors.h"
#include "ui/findingsbar.h"
#include "ui/words.h"

#include <QtCore/QDateTime>
#include <QtCore/QLocale>

namespace keyrace {

namespace {

/// The figure beside what was asked of it: "0.54 (95 % interval 0.52–0.56), expected at most 0.7".
QString figures(const Judgement& judgement)
{
    QString text;
    if (judgement.value) {
        text = words::number(*judgement.value);
        if (judgement.ci95)
            text = FindingsModel::tr("%1 (95 % interval %2–%3)")
                       .arg(text, words::number(judgement.ci95->low), words::number(judgement.ci95->high));
    }
    const auto& min = judgement.expectation.min;
    const auto& max = judgement.expectation.max;
    QString asked;
    if (min && max)
        asked = FindingsModel::tr("expected %1 to %2").arg(words::number(*min), words::number(*max));
    else if (min)
        asked = FindingsModel::tr("expected at least %1").arg(words::number(*min));
    else if (max)
        asked = FindingsModel::tr("expected at most %1").arg(words::number(*max));
    return text.isEmpty() || asked.isEmpty() ? text + asked : FindingsModel::tr("%1, %2").arg(text, asked);
}

QString verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Met:
        return FindingsModel::tr("met");
    case Verdict::NotMet:
        return FindingsModel::tr("not met");
    case Verdict::CannotTell:
        return FindingsModel::tr("cannot tell");
    }
    return {};
}

} // namespace

FindingsModel::FindingsModel(const Theme& theme, QObject* parent)
    : QAbstractListModel(parent)
    , m_theme(theme)
{
}

void FindingsModel::setContent(const ResultSet* results, const std::vector<Finding>& findings, const std::vector<Judgement>& judgements)
{
    std::vector<Row> rows;
    if (results) {
        addFindings(rows, findings);
        addExpectations(rows, judgements);
        addThoughts(rows, *results);
        addEvents(rows, *results);
    } else {
        addLine(rows, tr("Findings stand here once something was measured."));
    }
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    for (std::size_t n = 0; n < rows.size(); ++n) {
        const bool same = rows[n].text == m_rows[n].text && rows[n].kind == m_rows[n].kind;
        m_rows[n] = std::move(rows[n]);
        if (!same)
            emit dataChanged(index(static_cast<int>(n)), index(static_cast<int>(n)));
    }
}

void FindingsModel::addHeading(std::vector<Row>& rows, const QString& text)
{
    rows.push_back({RowKind::Heading, {{}, text, {}, {}, {}}, {}});
}

void FindingsModel::addLine(std::vector<Row>& rows, const QString& text, const QColor& edge)
{
    rows.push_back({RowKind::Line, {{}, text, {}, {}, edge}, {}});
}

void FindingsModel::addFindings(std::vector<Row>& rows, const std::vector<Finding>& findings) const
{
    addHeading(rows, tr("Findings"));
    if (findings.empty())
        addLine(rows, tr("Nothing was found yet: two cells have to be measured before they can be compared."));
    for (const Finding& finding : byWeight(findings))
        rows.push_back({RowKind::Card, cardText(finding, m_theme), finding});
}

void FindingsModel::addExpectations(std::vector<Row>& rows, const std::vector<Judgement>& judgements) const
{
    if (!judgements.empty())
        addHeading(rows, tr("Expectations"));
    for (const Judgement& judgement : judgements) {
        QString detail = figures(judgement);
        if (!judgement.why.isEmpty())
            detail += (detail.isEmpty() ? QString() : QStringLiteral(" · ")) + judgement.why.translated();
        const QColor edge = judgement.verdict == Verdict::Met      ? m_theme.good
                            : judgement.verdict == Verdict::NotMet ? m_theme.bad
                                                                   : m_theme.mutedText;
        rows.push_back({RowKind::Card,
                        {verdictWord(judgement.verdict), QString::fromStdString(judgement.expectation.text), detail, {}, edge},
                        {}});
    }
}

void FindingsModel::addThoughts(std::vector<Row>& rows, const ResultSet& results) const
{
    if (results.plan().hypotheses.empty())
        return;
    addHeading(rows, tr("Thought beforehand"));
    for (const std::string& hypothesis : results.plan().hypotheses)
        addLine(rows, QString::fromStdString(hypothesis), m_theme.text);
}

void FindingsModel::addEvents(std::vector<Row>& rows, const ResultSet& results) const
{
    if (results.log().empty())
        return;
    addHeading(rows, tr("What happened besides"));
    const std::vector<Factor> factors = freeFactors(results, {});
    for (const LogEntry& entry : results.log()) {
        QString text = QDateTime::fromMSecsSinceEpoch(entry.timeMs).time().toString(QStringLiteral("HH:mm:ss"));
        if (entry.cell && static_cast<std::size_t>(*entry.cell) < results.cells().size())
            text += QStringLiteral(" · ") + words::cell(results.cells()[static_cast<std::size_t>(*entry.cell)].cell, factors);
        addLine(rows, text + QStringLiteral(" · ") + entry.text.translated(), entry.kind == "failure" ? m_theme.bad : QColor());
    }
}

int FindingsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    const CardText& text = row(index.row()).text;
    QStringList parts{text.headline, text.text, text.evidence, text.detail};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(": "));
}

Qt::ItemFlags FindingsModel::flags(const QModelIndex& index) const
{
    const bool isHeading = index.isValid() && row(index.row()).kind == RowKind::Heading;
    return isHeading ? Qt::ItemIsEnabled : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

} // namespace keyrace
