// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpanel.h"

#include "ui/plan/checkrow.h"
#include "ui/plan/costline.h"
#include "ui/plan/databasesection.h"
#include "ui/plan/fold.h"
#include "ui/plan/foldedforms.h"
#include "ui/plan/indexsection.h"
#include "ui/plan/insertsection.h"
#include "ui/plan/keysection.h"
#include "ui/plan/partbar.h"
#include "ui/plan/sizesection.h"

#include <QtCore/QTimer>
#include <QtWidgets/QFrame>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

namespace {

constexpr int kWidth = 304;
constexpr int kMargin = 14;
constexpr int kSettleMs = 120; ///< what a plan costs is told once typing pauses
constexpr int kTitleHeight = 22;
constexpr double kTextPoints = 9.75;
constexpr double kTitlePoints = 8.25;

} // namespace

class PlanPanel::Private {
public:
    Private(PlanPanel& panel, const Theme& theme, PasswordSource passwords);

    void build();
    void addSection(const QString& title, PlanWidget* section);
    void addFold(const FoldedForm& folded);
    void refresh();
    void tellCost();
    void clearProblems();
    void applyReadOnly();
    void orderTabs();
    void applyTheme();
    [[nodiscard]] QString typedProblem() const;

    PlanPanel& panel;
    PlanDraft draft;
    QScrollArea* scroll;
    QWidget* content;
    QVBoxLayout* column;
    QFrame* line; ///< between what scrolls and what it costs
    CostLine* cost;
    QTimer settle;
    std::vector<PlanWidget*> sections;
    std::vector<QLabel*> titles;
    std::vector<std::pair<Fold*, std::function<QString()>>> folds;
};

PlanPanel::Private::Private(PlanPanel& panel, const Theme& theme, PasswordSource passwords)
    : panel(panel)
    , draft(theme, std::move(passwords))
    , scroll(new QScrollArea(&panel))
    , content(new QWidget)
    , column(new QVBoxLayout(content))
    , line(new QFrame(&panel))
    , cost(new CostLine(&panel))
{
    auto* layout = new QVBoxLayout(&panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(scroll, 1);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    layout->addWidget(line);
    layout->addWidget(cost);
    column->setContentsMargins(kMargin, 12, kMargin, 12);
    column->setSpacing(3);
    settle.setSingleShot(true);
    settle.setInterval(kSettleMs);
    build();
    QObject::connect(&settle, &QTimer::timeout, &panel, [this] { tellCost(); });
    QObject::connect(&draft, &PlanDraft::problemNoted, &panel, [this] { settle.start(); });
    QObject::connect(&draft, &PlanDraft::shown, &panel, [this] {
        clearProblems();
        refresh();
    });
    QObject::connect(&draft, &PlanDraft::changed, &panel, [this] {
        refresh();
        emit this->panel.planChanged();
    });
}

void PlanPanel::Private::build()
{
    addSection(PlanPanel::tr("Database"), new DatabaseSection(draft));
    addSection({}, new PartBar(draft));
    addSection(PlanPanel::tr("Key types"), new KeySection(draft));
    addSection(PlanPanel::tr("Secondary indexes"), new IndexSection(draft));
    addSection(PlanPanel::tr("Insert strategy"), new InsertSection(draft));
    addSection(PlanPanel::tr("Size"), new SizeSection(draft));
    addSection(PlanPanel::tr("Everything else"), nullptr);
    for (const auto& make : {workloadForm, tableForm, storageForm, settingsForm, protocolForm, hypothesesForm, expectForm, aboutForm})
        addFold(make(draft));
    column->addStretch(1);
}

void PlanPanel::Private::addSection(const QString& title, PlanWidget* section)
{
    if (!title.isEmpty()) {
        if (!titles.empty())
            column->addSpacing(4);
        auto* label = new QLabel(title, content);
        label->setProperty("section", true);
        auto* line = new QHBoxLayout;
        line->addWidget(label, 1);
        label->setMinimumHeight(kTitleHeight);
        if (QWidget* button = section ? section->headButton() : nullptr)
            line->addWidget(button);
        column->addLayout(line);
        titles.push_back(label);
    }
    if (!section)
        return;
    section->setAccessibleName(title);
    column->addWidget(section);
    sections.push_back(section);
}

void PlanPanel::Private::addFold(const FoldedForm& folded)
{
    auto* fold = new Fold(draft.theme(), folded.title, folded.form, content);
    fold->head()->setObjectName(u"fold."_qs + folded.name);
    column->addWidget(fold);
    sections.push_back(folded.form);
    folds.emplace_back(fold, folded.summary);
    QObject::connect(fold, &Fold::opened, folded.form, [form = folded.form] { form->refreshReasons(); });
}

void PlanPanel::Private::refresh()
{
    for (PlanWidget* section : sections)
        section->refresh();
    for (const auto& [fold, summary] : folds)
        fold->setSummary(summary());
    applyReadOnly();
    settle.start();
}

QString PlanPanel::Private::typedProblem() const
{
    for (const QLineEdit* edit : content->findChildren<QLineEdit*>()) {
        const QString problem = problemOf(*edit);
        if (!problem.isEmpty() && edit->isVisibleTo(content))
            return problem;
    }
    return {};
}

void PlanPanel::Private::tellCost()
{
    settle.stop();
    cost->show(draft.outcome(), typedProblem());
    for (PlanWidget* section : sections)
        section->refreshReasons();
    orderTabs();
}

void PlanPanel::Private::clearProblems()
{
    for (QLineEdit* edit : content->findChildren<QLineEdit*>())
        setProblem(*edit, {});
}

void PlanPanel::Private::applyReadOnly()
{
    const bool readOnly = draft.isReadOnly();
    for (QLineEdit* edit : content->findChildren<QLineEdit*>())
        edit->setReadOnly(readOnly);
    for (QComboBox* box : content->findChildren<QComboBox*>())
        box->setEnabled(!readOnly || box->property("navigates").toBool());
    for (CheckRow* row : content->findChildren<CheckRow*>())
        row->setReadOnly(readOnly);
    for (QAbstractButton* button : content->findChildren<QAbstractButton*>()) {
        if (button->property("edits").toBool())
            button->setVisible(!readOnly);
    }
}

// Rows are made as they are needed, which leaves the tab order in the order of making: put it right by what is seen.
void PlanPanel::Private::orderTabs()
{
    QList<QWidget*> stops;
    for (QWidget* widget : content->findChildren<QWidget*>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) && widget->isVisibleTo(content))
            stops << widget;
    }
    const auto position = [this](const QWidget* widget) { return widget->mapTo(content, QPoint(0, widget->height() / 2)); };
    std::stable_sort(stops.begin(), stops.end(), [&](const QWidget* a, const QWidget* b) {
        const QPoint pa = position(a);
        const QPoint pb = position(b);
        return std::abs(pa.y() - pb.y()) > 8 ? pa.y() < pb.y() : pa.x() < pb.x();
    });
    for (qsizetype i = 1; i < stops.size(); ++i)
        QWidget::setTabOrder(stops[i - 1], stops[i]);
}

void PlanPanel::Private::applyTheme()
{
    const Theme& theme = draft.theme();
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Window, theme.surface);
    panel.setPalette(palette);
    panel.setAutoFillBackground(true);
    QPalette ruled = palette;
    ruled.setColor(QPalette::Window, theme.border);
    line->setPalette(ruled);
    panel.setFont(theme.font(kTextPoints));
    for (QLabel* title : titles)
        title->setFont(theme.font(kTitlePoints, QFont::DemiBold));
    cost->setFont(theme.font(kTitlePoints + 0.5));
    for (QWidget* widget : panel.findChildren<QWidget*>())
        widget->update();
}

PlanPanel::PlanPanel(const Theme& theme, PasswordSource passwords, QWidget* parent)
    : QWidget(parent)
    , m_private(std::make_unique<Private>(*this, theme, std::move(passwords)))
{
    setAccessibleName(tr("Plan"));
    setMinimumWidth(kWidth - 24);
    m_private->applyTheme();
    m_private->refresh();
}

PlanPanel::~PlanPanel() = default;

void PlanPanel::setPlan(const Plan& plan)
{
    m_private->draft.setPlan(plan);
}

Plan PlanPanel::plan() const
{
    return m_private->draft.plan();
}

void PlanPanel::setReadOnly(bool readOnly)
{
    m_private->draft.setReadOnly(readOnly);
    m_private->refresh();
}

void PlanPanel::setTheme(const Theme& theme)
{
    m_private->draft.setTheme(theme);
    m_private->applyTheme();
    m_private->refresh();
}

bool PlanPanel::isRunnable() const
{
    return m_private->draft.outcome().error.isEmpty() && m_private->typedProblem().isEmpty();
}

} // namespace keyrace
