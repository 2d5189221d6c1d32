// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/foldedforms.h"
#include "ui/plan/itemlist.h"
#include "ui/plan/partbar.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

namespace keyrace {

namespace {

class AboutForm {
    Q_DECLARE_TR_FUNCTIONS(AboutForm)
};

} // namespace

FoldedForm hypothesesForm(PlanDraft& draft)
{
    auto* form = new Form(draft);
    form->addNote([] { return AboutForm::tr("What you expect, written beforehand and shown beside what came out."); });
    ItemList::Items items;
    items.add = AboutForm::tr("Add a hypothesis");
    items.remove = AboutForm::tr("Remove this hypothesis");
    items.count = [&draft] { return static_cast<int>(draft.plan().hypotheses.size()); };
    items.make = [&draft](int index) -> PlanWidget* {
        auto* line = new Form(draft);
        const auto at = static_cast<std::size_t>(index);
        auto* edit = new QLineEdit(line);
        edit->setAccessibleName(AboutForm::tr("Hypothesis %1").arg(index + 1));
        edit->setPlaceholderText(AboutForm::tr("UUID v4 falls behind once …"));
        edit->setObjectName(u"hypothesis"_qs);
        line->addWide(edit);
        QObject::connect(edit, &QLineEdit::textEdited, line, [&draft, at](const QString& text) {
            draft.editPlan([&](Plan& plan) { plan.hypotheses[at] = text.toStdString(); });
        });
        line->addRefresh([edit, &draft, at] {
            const QString text = QString::fromStdString(draft.plan().hypotheses[at]);
            edit->setToolTip(text);
            if (edit->text() != text)
                edit->setText(text);
        });
        return line;
    };
    items.append = [&draft] { draft.editPlan([](Plan& plan) { plan.hypotheses.emplace_back(); }); };
    items.erase = [&draft](int index) { draft.editPlan([index](Plan& plan) { plan.hypotheses.erase(plan.hypotheses.begin() + index); }); };
    auto* list = new ItemList(draft, std::move(items), form);
    list->addButton()->setObjectName(u"hypotheses.add"_qs);
    form->addWide(list);
    form->addRefresh([list] { list->refresh(); });
    return {AboutForm::tr("Hypotheses"), u"hypotheses"_qs, form, [&draft] {
        return draft.plan().hypotheses.empty() ? AboutForm::tr("none") : QLocale().toString(static_cast<qlonglong>(draft.plan().hypotheses.size()));
    }};
}

FoldedForm aboutForm(PlanDraft& draft)
{
    auto* form = new Form(draft);
    form->addText(AboutForm::tr("Name"), AboutForm::tr("a short title"), [&draft] { return QString::fromStdString(draft.plan().name); },
        [&draft](const QString& text) { draft.editPlan([&](Plan& plan) { plan.name = text.toStdString(); }); })->setObjectName(u"about.name"_qs);
    form->addText(AboutForm::tr("Question"), AboutForm::tr("what it asks, in a sentence"), [&draft] { return QString::fromStdString(draft.plan().text); },
        [&draft](const QString& text) { draft.editPlan([&](Plan& plan) { plan.text = text.toStdString(); }); })->setObjectName(u"about.text"_qs);
    auto* add = makeToolButton(AboutForm::tr("+ Add a part"),
        AboutForm::tr("A part has its own table, workload, factors and protocol; parts run one after the other"), true, form);
    add->setObjectName(u"part.add"_qs);
    form->addWide(add);
    QObject::connect(add, &QToolButton::clicked, form, [&draft] { addPart(draft); });
    return {AboutForm::tr("Name and parts"), u"about"_qs, form, [&draft] { return QString::fromStdString(draft.plan().name); }};
}

} // namespace keyrace
