// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notice.h"

#include "ui/charts/chartfactors.h"
#include "ui/runmodel.h"
#include "ui/words.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>
#include <QtWidgets/QMessageBox>

namespace keyrace {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(keyrace::Notice)
};

QString withReason(const QString& text, const Message& reason)
{
    return reason.isEmpty() ? text : Words::tr("%1 %2").arg(text, reason.translated());
}

QString endOf(const RunModel& model, const ResultSet& results)
{
    switch (results.state()) {
    case RunState::Running:
    case RunState::Done:
        return {};
    case RunState::Failed:
        return withReason(Words::tr("This run failed."), results.reason());
    case RunState::Cancelled:
        return model.isRecorded() ? Words::tr("This run was stopped before its end.")
                                  : Words::tr("Stopped. What was measured until then is kept in the run file.");
    case RunState::Interrupted:
        return Words::tr("This run was interrupted: its program is gone. What it had measured is shown.");
    }
    return {};
}

QString cellsThat(const ResultSet& results, CellState state)
{
    int count = 0;
    const CellResult* first = nullptr;
    for (const CellResult& cell : results.cells()) {
        if (cell.state != state)
            continue;
        ++count;
        first = first ? first : &cell;
    }
    if (count == 0)
        return {};
    const QString text = state == CellState::Failed ? Words::tr("%n cell(s) failed:", nullptr, count)
                                                    : Words::tr("%n cell(s) not available:", nullptr, count);
    return Words::tr("%1 %2 (%3)").arg(text, words::cell(first->cell, freeFactors(results, {})), first->reason.translated());
}

} // namespace

void tell(QWidget* parent, const QString& title, const QString& what, const QString& detail)
{
    auto* box = new QMessageBox(QMessageBox::Warning, title, what, QMessageBox::Close, parent);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(detail);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

QString noticeOf(const RunModel& model)
{
    const auto results = model.results();
    if (!results)
        return {};
    QStringList lines;
    if (model.phase() == RunModel::Phase::Ended)
        lines += endOf(model, *results);
    if (!results->damage.isEmpty())
        lines += results->damage.translated();
    lines += cellsThat(*results, CellState::Failed);
    lines += cellsThat(*results, CellState::NotAvailable);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

} // namespace keyrace
