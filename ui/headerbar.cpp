// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/headerbar.h"

#include "ui/elidedlabel.h"
#include "ui/icons.h"
#include "ui/words.h"

#include <QtGui/QKeySequence>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QPushButton>

namespace keyrace {

HeaderBar::HeaderBar(const RunModel& model, const Theme& theme, QWidget* parent)
    : QFrame(parent)
    , m_model(model)
    , m_theme(theme)
{
    setProperty("panel", true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 7, 14, 7);
    row->setSpacing(8);
    m_home = addButton(row, QStringLiteral("Keyrace"), QStringLiteral("home"), QKeySequence(Qt::ALT | Qt::Key_Left),
                       tr("Back to the start page"));
    m_home->setProperty("plain", true);
    m_home->setAccessibleName(tr("Back to the start page"));
    QFont bold = theme.font(10.5, QFont::Bold);
    m_home->setFont(bold);
    m_title = new ElidedLabel(this);
    m_title->setObjectName(QStringLiteral("headerTitle"));
    m_title->setProperty("muted", true);
    row->addWidget(m_title, 1);
    m_plan = addButton(row, tr("Plan"), QStringLiteral("plan"), QKeySequence(Qt::Key_F9), tr("Show or hide the plan"));
    m_plan->setCheckable(true);
    m_change = addButton(row, tr("Change plan"), QStringLiteral("changePlan"), QKeySequence(Qt::Key_F4),
                         tr("Leave this result, which stays in its file, and change its plan"));
    m_export = addButton(row, tr("Export"), QStringLiteral("export"), QKeySequence(Qt::CTRL | Qt::Key_E),
                         tr("Pictures, figures and the plan as files"));
    m_pause = addButton(row, tr("Pause"), QStringLiteral("pause"), QKeySequence(Qt::Key_F6), tr("Pause or go on"));
    m_skip = addButton(row, tr("Skip this cell"), QStringLiteral("skip"), QKeySequence(Qt::Key_F7),
                       tr("Leave out this cell's further trials"));
    m_run = addButton(row, tr("Run"), QStringLiteral("run"), QKeySequence(Qt::Key_F5), tr("Measure this plan"));
    m_stop = addButton(row, tr("Stop"), QStringLiteral("stop"), QKeySequence(Qt::SHIFT | Qt::Key_F5),
                       tr("Stop the run; what was measured is kept"));
    for (QPushButton* button : {m_run, m_stop})
        button->setProperty("primary", true);
    connect(m_home, &QPushButton::clicked, this, &HeaderBar::startWanted);
    connect(m_plan, &QPushButton::toggled, this, &HeaderBar::planToggled);
    connect(m_change, &QPushButton::clicked, this, &HeaderBar::changePlanWanted);
    connect(m_pause, &QPushButton::clicked, this, [this] { emit pauseToggled(m_model.phase() == RunModel::Phase::Running); });
    connect(m_skip, &QPushButton::clicked, this, &HeaderBar::skipWanted);
    connect(m_run, &QPushButton::clicked, this, &HeaderBar::runWanted);
    connect(m_stop, &QPushButton::clicked, this, &HeaderBar::stopWanted);
    setTheme(theme);
}

QPushButton* HeaderBar::addButton(QHBoxLayout* row, const QString& text, const QString& name, const QKeySequence& keys,
                                  const QString& tip)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setShortcut(keys);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    row->addWidget(button);
    return button;
}

void HeaderBar::setExportMenu(QMenu* menu)
{
    m_export->setMenu(menu);
}

void HeaderBar::refresh(const QString& planName, const QString& whyNotRunnable)
{
    const auto results = m_model.results();
    const QString name = results ? QString::fromStdString(results->name()) : planName;
    const QString state = stateText();
    m_title->setFullText(state.isEmpty() ? name : tr("%1 — %2").arg(name, state));
    const RunModel::Phase phase = m_model.phase();
    const bool on = m_model.isOn();
    const bool measuring = phase == RunModel::Phase::Running || phase == RunModel::Phase::Paused;
    m_change->setVisible(phase == RunModel::Phase::Ended);
    m_pause->setVisible(measuring);
    m_skip->setVisible(measuring);
    m_pause->setText(phase == RunModel::Phase::Paused ? tr("Resume") : tr("Pause"));
    m_pause->setIcon(icons::draw(phase == RunModel::Phase::Paused ? icons::Shape::Run : icons::Shape::Pause, m_theme.text));
    m_run->setVisible(!on);
    m_run->setText(phase == RunModel::Phase::Ended ? tr("Run again") : tr("Run"));
    m_run->setEnabled(whyNotRunnable.isEmpty() && phase != RunModel::Phase::Opening);
    m_run->setToolTip(whyNotRunnable.isEmpty() ? tr("Measure this plan (%1)").arg(m_run->shortcut().toString(QKeySequence::NativeText))
                                               : whyNotRunnable);
    m_stop->setVisible(on);
    m_stop->setEnabled(phase != RunModel::Phase::Stopping);
    m_stop->setText(phase == RunModel::Phase::Stopping ? tr("Stopping") : tr("Stop"));
}

QString HeaderBar::stateText() const
{
    switch (m_model.phase()) {
    case RunModel::Phase::Empty:
        return tr("not started");
    case RunModel::Phase::Opening:
        return tr("opening");
    case RunModel::Phase::Preparing:
        return tr("preparing");
    case RunModel::Phase::Running:
        return tr("running");
    case RunModel::Phase::Paused:
        return tr("paused");
    case RunModel::Phase::Stopping:
        return tr("stopping");
    case RunModel::Phase::Ended:
        break;
    }
    const auto results = m_model.results();
    if (!results)
        return {};
    const QString state = words::state(results->state());
    if (!m_model.isRecorded())
        return state;
    return tr("%1, recorded %2")
        .arg(state, words::when(QDateTime::fromMSecsSinceEpoch(results->startedMs()), QDateTime::currentDateTime()));
}

void HeaderBar::setCompact(bool compact)
{
    m_plan->setVisible(compact);
}

void HeaderBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_home->setIcon(icons::draw(icons::Shape::Back, theme.mutedText));
    m_plan->setIcon(icons::draw(icons::Shape::Plan, theme.text));
    m_skip->setIcon(icons::draw(icons::Shape::Skip, theme.text));
    m_run->setIcon(icons::draw(icons::Shape::Run, theme.onAccent));
    m_stop->setIcon(icons::draw(icons::Shape::Stop, theme.onAccent));
}

} // namespace keyrace
