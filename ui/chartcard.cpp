// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chartcard.h"

#include "ui/elidedlabel.h"
#include "ui/icons.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace keyrace {

ChartCard::ChartCard(const ChartKind& kind, const Theme& theme, QWidget* parent)
    : QFrame(parent)
    , m_kind(kind)
    , m_chart(kind.make(this))
    , m_title(new QLabel(this))
    , m_subtitle(new ElidedLabel(this))
{
    setProperty("card", true);
    setObjectName(QString::fromUtf8(kind.name.data(), qsizetype(kind.name.size())) + QStringLiteral("Card"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(15, 11, 11, 9);
    layout->setSpacing(0);
    addHeader(theme);
    m_subtitle->setProperty("muted", true);
    layout->addWidget(m_subtitle);
    layout->addSpacing(6);
    m_chart->setAccessibleName(kind.title());
    layout->addWidget(m_chart, 1);
    connect(m_chart, &Chart::captionChanged, this, &ChartCard::refreshCaption);
    setTheme(theme);
    refreshCaption();
}

void ChartCard::addHeader(const Theme& theme)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    m_title->setFont(theme.font(11, QFont::DemiBold));
    row->addWidget(m_title);
    row->addStretch(1);
    m_maximise = addTool(row, tr("Maximise"), tr("Fill the window with this chart (again to return)"));
    m_maximise->setCheckable(true);
    connect(m_maximise, &QToolButton::toggled, this, &ChartCard::maximiseToggled);
    m_reset = addTool(row, tr("Reset zoom"), tr("Back to the whole picture"));
    connect(m_reset, &QToolButton::clicked, this, [this] { m_chart->resetView(); });
    m_more = addTool(row, tr("Chart menu"), tr("Copy and export"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    fillMenu();
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

QToolButton* ChartCard::addTool(QHBoxLayout* row, const QString& name, const QString& tip)
{
    auto* button = new QToolButton(this);
    button->setAccessibleName(tr("%1: %2").arg(m_kind.title(), name));
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::TabFocus);
    row->addWidget(button);
    return button;
}

void ChartCard::fillMenu()
{
    auto* menu = new QMenu(m_more);
    menu->addActions(m_chart->actions());
    menu->addSeparator();
    connect(menu->addAction(tr("Export figures as CSV…")), &QAction::triggered, this,
            [this] { emit figuresWanted(QStringLiteral("csv")); });
    connect(menu->addAction(tr("Export figures as JSON…")), &QAction::triggered, this,
            [this] { emit figuresWanted(QStringLiteral("json")); });
    m_more->setMenu(menu);
}

void ChartCard::setResults(std::shared_ptr<const ResultSet> results)
{
    m_results = std::move(results);
    if (!isVisible() || m_results == m_drawn)
        return;
    m_drawn = m_results;
    m_chart->setResults(m_results);
    refreshCaption();
}

void ChartCard::setTheme(const Theme& theme)
{
    m_chart->setTheme(theme);
    paintIcons(theme);
}

void ChartCard::paintIcons(const Theme& theme)
{
    m_maximise->setIcon(icons::draw(icons::Shape::Maximise, theme.mutedText));
    m_reset->setIcon(icons::draw(icons::Shape::Reset, theme.mutedText));
    m_more->setIcon(icons::draw(icons::Shape::More, theme.mutedText));
}

void ChartCard::setMaximised(bool maximised)
{
    m_maximise->setChecked(maximised);
}

void ChartCard::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    setResults(m_results);
}

void ChartCard::refreshCaption()
{
    m_title->setText(m_chart->title());
    m_subtitle->setFullText(m_chart->subtitle());
}

} // namespace keyrace
