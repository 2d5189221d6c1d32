// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/progressrow.h"

#include "ui/charts/chartfactors.h"
#include "ui/elidedlabel.h"
#include "ui/words.h"

#include <QtCore/QLocale>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QProgressBar>

#include <cmath>

namespace keyrace {

namespace {

constexpr int kSteps = 1'000; // of the bar

int repeatsOf(const ResultSet& results, const ResultSet::Progress& progress)
{
    return progress.cell ? results.cells()[static_cast<std::size_t>(*progress.cell)].cell.protocol.repeats : 0;
}

} // namespace

ProgressRow::ProgressRow(const RunModel& model, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_percent(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_trial(new ElidedLabel(this))
    , m_time(new QLabel(this))
{
    m_percent->setFont(theme.font(10.5, QFont::DemiBold));
    m_percent->setMinimumWidth(m_percent->fontMetrics().horizontalAdvance(QStringLiteral("100 %")));
    m_bar->setRange(0, kSteps);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the run"));
    m_bar->setMinimumWidth(80);
    m_time->setProperty("muted", true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_percent);
    layout->addWidget(m_bar, 1);
    layout->addWidget(m_trial);
    layout->addWidget(m_time);
}

void ProgressRow::refresh()
{
    const auto results = m_model.results();
    if (!results) {
        m_bar->setRange(0, m_model.isOn() || m_model.phase() == RunModel::Phase::Opening ? 0 : kSteps);
        m_percent->clear();
        m_trial->setFullText(m_model.isOn()                                      ? tr("Preparing")
                             : m_model.phase() == RunModel::Phase::Opening ? tr("Opening")
                                                                                : QString());
        m_time->clear();
        return;
    }
    const ResultSet::Progress progress = m_model.progress();
    m_bar->setRange(0, kSteps);
    m_bar->setValue(static_cast<int>(std::lround(progress.fraction * kSteps)));
    // 100 % is said only when it is so.
    const double percent = m_model.isOn() ? std::min(progress.fraction, 0.99) : progress.fraction;
    m_percent->setText(words::percent(percent));
    m_trial->setFullText(trialText(*results, progress));
    m_time->setText(timeText(*results, progress));
}

QString ProgressRow::trialText(const ResultSet& results, const ResultSet::Progress& progress) const
{
    const QLocale locale;
    const QString total = locale.toString(qlonglong(progress.total));
    if (!m_model.isOn())
        return tr("%1 of %2 trials").arg(locale.toString(qlonglong(progress.finished)), total);
    QString text = tr("Trial %1 of %2")
                       .arg(locale.toString(qlonglong(std::min(progress.finished + 1, progress.total))), total);
    if (progress.cell) {
        const Cell& cell = results.cells()[static_cast<std::size_t>(*progress.cell)].cell;
        text = tr("%1 · %2 · round %3 of %4")
                   .arg(text, words::cell(cell, freeFactors(results, {})))
                   .arg(progress.round + 1)
                   .arg(repeatsOf(results, progress));
    }
    return text;
}

QString ProgressRow::timeText(const ResultSet& results, const ResultSet::Progress& progress) const
{
    switch (m_model.phase()) {
    case RunModel::Phase::Paused:
        return tr("paused");
    case RunModel::Phase::Stopping:
        return tr("stopping");
    case RunModel::Phase::Ended:
        if (results.finishedMs())
            return tr("took %1").arg(words::duration(double(*results.finishedMs() - results.startedMs()) / 1'000));
        return {};
    case RunModel::Phase::Empty:
    case RunModel::Phase::Opening:
    case RunModel::Phase::Preparing:
    case RunModel::Phase::Running:
        break;
    }
    return progress.secondsLeft ? tr("%1 left").arg(words::about(*progress.secondsLeft)) : QString();
}

} // namespace keyrace
