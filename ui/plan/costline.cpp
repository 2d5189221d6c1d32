// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/costline.h"

#include "engine/stats/summary.h"

#include <QtCore/QLocale>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStyle>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <map>

namespace keyrace {

namespace {

int counted(std::int64_t number)
{
    return static_cast<int>(std::min<std::int64_t>(number, 1'000'000'000));
}

// Reasons with the number of cells that each takes, the commonest first.
std::vector<std::pair<QString, int>> reasonsOf(const std::vector<Cell>& cells)
{
    std::map<QString, int> counts;
    for (const Cell& cell : cells) {
        if (cell.unavailable)
            ++counts[cell.unavailable->translated()];
    }
    std::vector<std::pair<QString, int>> reasons(counts.begin(), counts.end());
    std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    return reasons;
}

void setMark(QLabel& label, const char* mark, bool on)
{
    label.setProperty(mark, on);
    label.style()->unpolish(&label);
    label.style()->polish(&label);
}

} // namespace

QString durationText(double seconds)
{
    if (seconds < 90)
        return CostLine::tr("about %Ln s", nullptr, std::max(1, static_cast<int>(std::lround(seconds))));
    if (seconds < 90 * 60)
        return CostLine::tr("about %Ln min", nullptr, static_cast<int>(std::lround(seconds / 60)));
    if (seconds < 48 * 3'600)
        return CostLine::tr("about %Ln h", nullptr, static_cast<int>(std::lround(seconds / 3'600)));
    return CostLine::tr("about %Ln days", nullptr, counted(std::llround(std::min(seconds / 86'400, 1e9))));
}

bool neverHasInterval(const Cell& cell)
{
    return !cell.unavailable && cell.protocol.repeats - 2 * cell.protocol.trim < kFewestForInterval;
}

QString costText(const PlanOutcome& outcome)
{
    const Estimate& cost = outcome.cost;
    QStringList parts{CostLine::tr("%Ln cells", nullptr, counted(cost.cells)), CostLine::tr("%Ln trials", nullptr, counted(cost.trials)),
                      durationText(cost.seconds),
                      CostLine::tr("needs %1 free").arg(QLocale().formattedDataSize(cost.diskBytes, 1, QLocale::DataSizeSIFormat))};
    if (std::any_of(outcome.cells.begin(), outcome.cells.end(), neverHasInterval))
        parts << CostLine::tr("too few repeats for intervals");
    return parts.join(u" · "_qs);
}

CostLine::CostLine(QWidget* parent)
    : QWidget(parent)
    , m_cost(new QLabel(this))
    , m_missing(new QLabel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 9, 14, 11);
    layout->setSpacing(3);
    for (QLabel* label : {m_cost, m_missing}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(label);
    }
    m_cost->setObjectName(u"cost"_qs);
    m_missing->setObjectName(u"missing"_qs);
    m_cost->setAccessibleName(tr("Cost of the plan"));
}

QString CostLine::text() const
{
    return m_cost->text();
}

void CostLine::show(const PlanOutcome& outcome, const QString& problem)
{
    const QString wrong = problem.isEmpty() ? outcome.error : problem;
    m_cost->setText(wrong.isEmpty() ? costText(outcome) : wrong);
    m_cost->setAccessibleDescription(m_cost->text());
    setMark(*m_cost, "bad", !wrong.isEmpty());
    setMark(*m_cost, "muted", wrong.isEmpty());

    const auto reasons = reasonsOf(outcome.cells);
    int missing = 0;
    QStringList all;
    for (const auto& [reason, count] : reasons) {
        missing += count;
        all << tr("%Ln cells: %1", nullptr, count).arg(reason);
    }
    m_missing->setVisible(missing > 0);
    QString shown = tr("%Ln cells are not available.", nullptr, missing);
    if (!reasons.empty())
        shown += u' ' + reasons.front().first;
    if (reasons.size() > 1)
        shown += u' ' + tr("And %Ln more reasons.", nullptr, counted(static_cast<std::int64_t>(reasons.size()) - 1));
    m_missing->setText(shown);
    m_missing->setToolTip(all.join(u'\n'));
    m_missing->setAccessibleDescription(all.join(u'\n'));
    setMark(*m_missing, "warning", true);
}

} // namespace keyrace
