// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/partbar.h"

#include "ui/plan/itemlist.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

namespace {

std::string freeName(const Plan& plan)
{
    const auto isTaken = [&](const std::string& name) {
        return std::any_of(plan.parts.begin(), plan.parts.end(), [&](const Part& part) { return part.name == name; });
    };
    int number = static_cast<int>(plan.parts.size());
    std::string name;
    do
        name = PartBar::tr("part %1").arg(number++).toStdString();
    while (isTaken(name));
    return name;
}

} // namespace

void addPart(PlanDraft& draft)
{
    draft.editPlan([&draft](Plan& plan) {
        if (plan.parts.empty())
            plan.parts.emplace_back();
        Part another = plan.parts[draft.partIndex()];
        if (plan.parts.size() == 1 && plan.parts[0].name.empty())
            plan.parts[0].name = freeName(plan); // names tell parts apart from now on
        another.name = freeName(plan);
        plan.parts.push_back(another);
    });
    draft.selectPart(draft.plan().parts.size() - 1);
}

PartBar::PartBar(PlanDraft& draft, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_choice(new ChoiceBox(this))
    , m_name(new QLineEdit(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_choice);
    auto* line = new QHBoxLayout;
    line->setSpacing(2);
    line->addWidget(m_name, 1);
    auto* add = makeToolButton(u"+"_qs, tr("Add a part like this one"), true, this);
    auto* remove = makeToolButton(u"×"_qs, tr("Remove this part"), true, this);
    line->addWidget(add);
    line->addWidget(remove);
    layout->addLayout(line);
    m_choice->setAccessibleName(tr("Part of the plan"));
    m_choice->setObjectName(u"part.choice"_qs);
    m_choice->setProperty("navigates", true);
    m_name->setAccessibleName(tr("Name of this part"));
    m_name->setPlaceholderText(tr("Name of this part"));
    m_name->setObjectName(u"part.name"_qs);
    remove->setObjectName(u"part.remove"_qs);
    connect(m_choice, &QComboBox::activated, this, [this](int index) { m_draft.selectPart(static_cast<std::size_t>(index)); });
    connect(m_name, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_draft.editPart([&](Part& part) { part.name = text.toStdString(); });
    });
    connect(add, &QToolButton::clicked, this, [this] { addPart(m_draft); });
    connect(remove, &QToolButton::clicked, this, &PartBar::remove);
}

void PartBar::remove()
{
    m_draft.editPlan([this](Plan& plan) {
        if (plan.parts.size() > 1)
            plan.parts.erase(plan.parts.begin() + static_cast<std::ptrdiff_t>(m_draft.partIndex()));
    });
}

void PartBar::refresh()
{
    const auto& parts = m_draft.plan().parts;
    setVisible(parts.size() > 1);
    const QString name = QString::fromStdString(m_draft.part().name);
    if (m_name->text() != name)
        m_name->setText(name);
    std::vector<QString> names;
    for (std::size_t i = 0; i < parts.size(); ++i)
        names.push_back(tr("%1 of %2: %3").arg(i + 1).arg(parts.size()).arg(QString::fromStdString(parts[i].name)));
    m_choice->setTexts(names);
    m_choice->setCurrentIndex(static_cast<int>(m_draft.partIndex()));
}

} // namespace keyrace
