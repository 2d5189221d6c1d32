// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experimentcard.h"

#include "ui/elidedlabel.h"
#include "ui/plansketch.h"
#include "ui/words.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace keyrace {

ExperimentCard::ExperimentCard(Experiment experiment, bool primary, const Theme& theme, QWidget* parent)
    : QFrame(parent)
    , m_experiment(std::move(experiment))
    , m_title(new QLabel(this))
    , m_sketch(new PlanSketch(theme, this))
    , m_text(new QLabel(this))
    , m_cost(new ElidedLabel(this))
{
    setProperty("card", true);
    setObjectName(QString::fromStdString("card:" + m_experiment.preset));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 15, 18, 15);
    layout->setSpacing(10);
    m_title->setFont(theme.font(12, QFont::DemiBold));
    m_title->setWordWrap(true);
    layout->addWidget(m_title);
    layout->addWidget(m_sketch);
    m_text->setProperty("muted", true);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout->addWidget(m_text, 1);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(8);
    addFoot(foot, primary);
    layout->addLayout(foot);
    showScale();
}

void ExperimentCard::addFoot(QHBoxLayout* row, bool primary)
{
    m_cost->setProperty("muted", true);
    row->addWidget(m_cost, 1);
    if (m_experiment.scales.size() > 1) {
        m_scale = new QComboBox(this);
        m_scale->setProperty("compact", true);
        m_scale->setAccessibleName(tr("Scale of %1").arg(scale().title));
        for (const ExperimentScale& scale : m_experiment.scales)
            m_scale->addItem(scale.name);
        connect(m_scale, &QComboBox::currentIndexChanged, this, &ExperimentCard::showScale);
        row->addWidget(m_scale);
    }
    auto* open = new QPushButton(tr("Open"), this);
    open->setObjectName(QStringLiteral("open"));
    open->setAccessibleName(tr("Open the plan of %1").arg(scale().title));
    connect(open, &QPushButton::clicked, this, [this] { emit openWanted(scale().plan); });
    row->addWidget(open);
    auto* run = new QPushButton(tr("Run"), this);
    run->setObjectName(QStringLiteral("run"));
    run->setAccessibleName(tr("Run %1").arg(scale().title));
    run->setProperty("primary", primary);
    connect(run, &QPushButton::clicked, this, [this] { emit runWanted(scale().plan); });
    row->addWidget(run);
}

const ExperimentScale& ExperimentCard::scale() const
{
    return m_experiment.scales[m_scale ? static_cast<std::size_t>(std::max(m_scale->currentIndex(), 0)) : 0];
}

void ExperimentCard::showScale()
{
    m_title->setText(scale().title);
    m_text->setText(scale().text);
    m_sketch->setCells(scale().cells);
    m_cost->setFullText(tr("%1 · %2").arg(databasesOf(scale().plan), words::about(scale().cost.seconds)));
}

void ExperimentCard::setTheme(const Theme& theme)
{
    m_sketch->setTheme(theme);
}

} // namespace keyrace
