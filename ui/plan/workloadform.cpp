// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/procedure.h"
#include "ui/plan/choices.h"
#include "ui/plan/foldedforms.h"
#include "ui/plan/levelchecks.h"
#include "ui/plan/partfields.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>

#include <algorithm>

namespace keyrace {

namespace {

class WorkloadForm {
    Q_DECLARE_TR_FUNCTIONS(WorkloadForm)
};

// A workload of another kind keeps what both kinds have and starts usefully with the rest.
Workload ofKind(const Workload& before, WorkloadKind kind)
{
    const WorkloadMembers members = membersOf(kind);
    Workload workload;
    workload.kind = kind;
    workload.checkpointBefore = before.checkpointBefore;
    if (members.rows)
        workload.rows = before.rows.empty() ? std::vector<std::int64_t>{100'000} : before.rows;
    if (members.step)
        workload.step = before.step > 0 ? before.step : std::max<std::int64_t>(1, workload.rows.front() / 10);
    if (members.prefill)
        workload.prefill = before.prefill.empty() && members.prefillNeeded ? std::vector<std::int64_t>{100'000} : before.prefill;
    if (members.seconds)
        workload.seconds = before.seconds > 0 ? before.seconds : 10;
    if (members.churn) {
        workload.fraction = before.fraction > 0 ? before.fraction : 0.3;
        workload.which = before.which.empty() ? "oldest" : before.which;
    }
    return workload;
}

auto changer(PlanDraft& draft)
{
    return [&draft](const std::function<void(Workload&)>& set) { draft.editPart([&](Part& part) { set(part.workload); }); };
}

void addKind(Form& form, PlanDraft& draft)
{
    ChoiceBox* kind = form.addChoice(WorkloadForm::tr("Kind"), textsOf<WorkloadKind>(),
        [&draft] { return placeOf(draft.part().workload.kind); },
        [change = changer(draft)](int place) { change([place](Workload& workload) { workload = ofKind(workload, allOf<WorkloadKind>()[static_cast<std::size_t>(place)]); }); });
    kind->setObjectName(u"workload.kind"_qs);
    form.addReasons([kind, &draft] {
        for (const WorkloadKind value : allOf<WorkloadKind>()) {
            Workload small;
            small.rows = {1'000};
            const QString reason = draft.whyNot([&](Part& part) { part.workload = ofKind(small, value); });
            kind->setReason(placeOf(value), reason);
            if (reason.isEmpty())
                kind->setItemData(placeOf(value), hintOf(value), Qt::ToolTipRole);
        }
    });
    form.addNote([&draft] { return hintOf(draft.part().workload.kind); });
}

void addReads(Form& form, PlanDraft& draft)
{
    const auto change = changer(draft);
    const auto reads = [&draft] { return membersOf(draft.part().workload.kind).reads; };
    LevelChecks::Levels queries;
    for (const char* name : queryNames()) {
        queries.texts.push_back(queryText(name));
        queries.names.push_back(u"query."_qs + QString::fromLatin1(name));
    }
    // No names mean all of them.
    const auto chosen = [&draft] {
        std::vector<int> places;
        const auto& names = draft.part().workload.queries;
        for (std::size_t i = 0; i < queryNames().size(); ++i) {
            if (names.empty() || std::find(names.begin(), names.end(), queryNames()[i]) != names.end())
                places.push_back(static_cast<int>(i));
        }
        return places;
    };
    queries.read = chosen;
    queries.plain = [] { return 0; };
    queries.whyNot = [](int) { return QString(); };
    queries.write = [change](std::vector<int> places) {
        std::sort(places.begin(), places.end());
        change([&](Workload& workload) {
            workload.queries.clear();
            if (places.size() == queryNames().size())
                return;
            for (const int place : places)
                workload.queries.emplace_back(queryNames()[static_cast<std::size_t>(place)]);
        });
    };
    auto* checks = new LevelChecks(draft, std::move(queries), &form);
    form.addWide(checks);
    form.addRefresh([checks] { checks->refresh(); });
    form.showWhen(checks, reads);
    const auto count = [&](const QString& label, const NumberRange& range, int Workload::*member) {
        NumberBox* box = form.addNumber(label, range, [&draft, member] { return numberOf(draft.part().workload.*member); },
            [change, member](Form::Number value) { change([&](Workload& workload) { workload.*member = static_cast<int>(*value); }); });
        form.showWhen(box, reads);
    };
    count(WorkloadForm::tr("Executions"), {1, 1'000'000}, &Workload::executions);
    count(WorkloadForm::tr("Discarded first"), {0, 1'000'000}, &Workload::discard);
    count(WorkloadForm::tr("Dropped, each end"), {0, 499'999}, &Workload::trim);
    ChoiceBox* by = form.addChoice(WorkloadForm::tr("Range"), textsOf<RangeBy>(), [&draft] { return placeOf(draft.part().workload.rangeBy); },
        [change](int place) { change([place](Workload& workload) { workload.rangeBy = allOf<RangeBy>()[static_cast<std::size_t>(place)]; }); });
    form.showWhen(by, reads);
    NumberBox* fraction = form.addNumber(WorkloadForm::tr("Share of the range"), {1e-9, 1, false},
        [&draft] { return Form::Number(draft.part().workload.rangeFraction); },
        [change](Form::Number value) { change([&](Workload& workload) { workload.rangeFraction = *value; }); });
    form.showWhen(fraction, reads);
}

void addChurn(Form& form, PlanDraft& draft)
{
    const auto change = changer(draft);
    const auto churn = [&draft] { return membersOf(draft.part().workload.kind).churn; };
    NumberBox* fraction = form.addNumber(WorkloadForm::tr("Share deleted"), {1e-9, 1, false}, [&draft] { return Form::Number(draft.part().workload.fraction); },
        [change](Form::Number value) { change([&](Workload& workload) { workload.fraction = *value; }); });
    ChoiceBox* which = form.addChoice(WorkloadForm::tr("Deleted rows"), {WorkloadForm::tr("Oldest"), WorkloadForm::tr("Random")},
        [&draft] { return draft.part().workload.which == "random" ? 1 : 0; },
        [change](int place) { change([place](Workload& workload) { workload.which = place == 1 ? "random" : "oldest"; }); });
    NumberBox* vacuums = form.addNumber(WorkloadForm::tr("Vacuums"), {0, 100}, [&draft] { return numberOf(draft.part().workload.vacuums); },
        [change](Form::Number value) { change([&](Workload& workload) { workload.vacuums = static_cast<int>(*value); }); });
    for (QWidget* field : {static_cast<QWidget*>(fraction), static_cast<QWidget*>(which), static_cast<QWidget*>(vacuums)})
        form.showWhen(field, churn);
}

void addOthers(Form& form, PlanDraft& draft)
{
    const auto change = changer(draft);
    const auto members = [&draft] { return membersOf(draft.part().workload.kind); };
    NumberBox* rate = form.addNumber(WorkloadForm::tr("Rows per second"), {0.001, 1e9, false, WorkloadForm::tr("not limited")},
        [&draft] { return draft.part().workload.ratePerS; },
        [change](Form::Number value) { change([&](Workload& workload) { workload.ratePerS = value; }); });
    form.showWhen(rate, [members] { return members().ratePerS; });
    std::vector<QString> keys{WorkloadForm::tr("As the rows that follow")};
    for (const KeyType* type : keyTypes())
        keys.push_back(type->label().translated());
    ChoiceBox* prefillKey = form.addChoice(WorkloadForm::tr("Filled before by"), keys,
        [&draft] {
            const auto& key = draft.part().workload.prefillKey;
            const auto types = keyTypes();
            return key ? static_cast<int>(std::find_if(types.begin(), types.end(), [&](const KeyType* type) { return type->name() == *key; }) - types.begin()) + 1 : 0;
        },
        [change](int place) {
            change([place](Workload& workload) {
                workload.prefillKey = place == 0 ? std::nullopt : std::optional(std::string(keyTypes()[static_cast<std::size_t>(place - 1)]->name()));
            });
        });
    form.showWhen(prefillKey, [members] { return members().prefillKey; });
    QCheckBox* reindex = form.addCheck(WorkloadForm::tr("Rebuild the key's index in between"), [&draft] { return draft.part().workload.reindex; },
        [change](bool on) { change([on](Workload& workload) { workload.reindex = on; }); });
    form.showWhen(reindex, [members] { return members().reindex; });
    form.addCheck(WorkloadForm::tr("Checkpoint before each trial"), [&draft] { return draft.part().workload.checkpointBefore; },
        [change](bool on) { change([on](Workload& workload) { workload.checkpointBefore = on; }); })->setObjectName(u"workload.checkpoint"_qs);
}

} // namespace

FoldedForm workloadForm(PlanDraft& draft)
{
    auto* form = new Form(draft);
    addKind(*form, draft);
    addReads(*form, draft);
    addChurn(*form, draft);
    addOthers(*form, draft);
    return {WorkloadForm::tr("Workload"), u"workload"_qs, form, [&draft] { return textOf(draft.part().workload.kind); }};
}

} // namespace keyrace
