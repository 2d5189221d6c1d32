// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/choices.h"
#include "ui/plan/foldedforms.h"
#include "ui/plan/itemlist.h"
#include "ui/plan/partfields.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QLabel>

namespace keyrace {

namespace {

class ProtocolForm {
    Q_DECLARE_TR_FUNCTIONS(ProtocolForm)
};

// A seed has 64 bits: more than a number box holds.
void addSeed(Form& form, PlanDraft& draft)
{
    auto* seed = new QLineEdit(&form);
    seed->setAlignment(Qt::AlignRight);
    seed->setObjectName(u"protocol.seed"_qs);
    form.addField(ProtocolForm::tr("Seed"), seed);
    QObject::connect(seed, &QLineEdit::textEdited, seed, [seed, &draft](const QString& text) {
        bool ok = false;
        const qulonglong value = text.trimmed().toULongLong(&ok);
        setProblem(*seed, ok ? QString() : ProtocolForm::tr("“%1” is not accepted as a seed, but a whole number from 0 to %2").arg(text, QString::number(UINT64_MAX)));
        draft.noteProblem();
        if (ok)
            draft.editPart([value](Part& part) { part.protocol.seed = value; });
    });
    form.addRefresh([seed, &draft] {
        const QString text = QString::number(draft.part().protocol.seed);
        if (problemOf(*seed).isEmpty() && seed->text().trimmed() != text)
            seed->setText(text);
    });
}

} // namespace

FoldedForm protocolForm(PlanDraft& draft)
{
    auto* form = new Form(draft);
    const auto change = [&draft](const std::function<void(Protocol&)>& set) { draft.editPart([&](Part& part) { set(part.protocol); }); };
    ChoiceBox* order = form->addChoice(ProtocolForm::tr("Order"), textsOf<TrialOrder>(), [&draft] { return placeOf(draft.part().protocol.order); },
        [change](int place) { change([place](Protocol& protocol) { protocol.order = allOf<TrialOrder>()[static_cast<std::size_t>(place)]; }); });
    order->setObjectName(u"protocol.order"_qs);
    form->addReasons([order, &draft] {
        for (const TrialOrder value : allOf<TrialOrder>())
            order->setReason(placeOf(value), draft.whyNot([value](Part& part) { part.protocol.order = value; }));
    });
    NumberBox* slice = form->addNumber(ProtocolForm::tr("Slice, ms"), {1, 3.6e6}, [&draft] { return numberOf(draft.part().protocol.sliceMs); },
        [change](Form::Number value) { change([&](Protocol& protocol) { protocol.sliceMs = static_cast<int>(*value); }); });
    form->showWhen(slice, [&draft] { return draft.part().protocol.order == TrialOrder::Race || draft.part().protocol.sliceMs != Protocol{}.sliceMs; });
    form->addNumber(ProtocolForm::tr("Warm-up rows"), {0, 1e12}, [&draft] { return numberOf(draft.part().protocol.warmupRows); },
        [change](Form::Number value) { change([&](Protocol& protocol) { protocol.warmupRows = static_cast<std::int64_t>(*value); }); })->setObjectName(u"protocol.warmup"_qs);
    addSeed(*form, draft);
    form->addNumber(ProtocolForm::tr("At most, s"), {0.001, 1e9, false, ProtocolForm::tr("not limited")}, [&draft] { return draft.part().protocol.maxSeconds; },
        [change](Form::Number value) { change([&](Protocol& protocol) { protocol.maxSeconds = value; }); })->setObjectName(u"protocol.max_seconds"_qs);
    form->addNote([] { return ProtocolForm::tr("A trial that takes longer is ended and marked."); });
    return {ProtocolForm::tr("Protocol"), u"protocol"_qs, form, [&draft] { return textOf(draft.part().protocol.order); }};
}

FoldedForm settingsForm(PlanDraft& draft)
{
    auto* form = new Form(draft);
    form->addNote([] { return ProtocolForm::tr("Levels of server settings: set on private servers, on others only with your consent, and put back afterwards."); });
    ItemList::Items items;
    items.add = ProtocolForm::tr("Add a level of settings");
    items.remove = ProtocolForm::tr("Remove this level of settings");
    items.cards = true;
    items.count = [&draft] { return static_cast<int>(draft.part().factors.settings.size()); };
    items.make = [&draft](int index) -> PlanWidget* {
        auto* editor = new Form(draft);
        const auto at = static_cast<std::size_t>(index);
        SettingsFields fields;
        fields.read = [&draft, at] { return std::optional(draft.part().factors.settings[at]); };
        fields.write = [&draft, at](std::optional<SettingsChoice> settings) {
            if (settings)
                draft.editPart([&](Part& part) { part.factors.settings[at] = *settings; });
        };
        addSettingsFields(*editor, draft, fields);
        return editor;
    };
    items.append = [&draft] {
        draft.editPart([](Part& part) {
            part.factors.settings.push_back({ProtocolForm::tr("level %1").arg(part.factors.settings.size() + 1).toStdString(), {}});
        });
    };
    items.erase = [&draft](int index) { draft.editPart([index](Part& part) { part.factors.settings.erase(part.factors.settings.begin() + index); }); };
    auto* list = new ItemList(draft, std::move(items), form);
    list->setObjectName(u"settings.levels"_qs);
    form->addWide(list);
    form->addRefresh([list] { list->refresh(); });
    return {ProtocolForm::tr("Server settings"), u"settings"_qs, form, [&draft] {
        const auto count = draft.part().factors.settings.size();
        return count == 0 ? ProtocolForm::tr("as they are") : ProtocolForm::tr("%Ln levels", nullptr, static_cast<int>(count));
    }};
}

} // namespace keyrace
