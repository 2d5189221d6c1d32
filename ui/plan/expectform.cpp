// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/foldedforms.h"
#include "ui/plan/itemlist.h"
#include "ui/plan/keyvaluelist.h"
#include "ui/plan/partfields.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>

#include <algorithm>

namespace keyrace {

namespace {

class ExpectForm {
    Q_DECLARE_TR_FUNCTIONS(ExpectForm)
};

using Change = std::function<void(const std::function<void(Expectation&)>&)>;
using Selector = std::function<CellSelector*(Expectation&)>; ///< null where there is no `over`

struct SelectorFields {
    PlanDraft& draft;
    std::function<Expectation()> read;
    Change change;
    Selector selector;

    [[nodiscard]] CellSelector shown() const
    {
        Expectation expectation = read();
        const CellSelector* found = selector(expectation);
        return found ? *found : CellSelector{};
    }
    void set(const std::function<void(CellSelector&)>& member) const
    {
        change([&](Expectation& expectation) {
            if (CellSelector* found = selector(expectation))
                member(*found);
        });
    }
};

QStringList factorNames()
{
    QStringList names;
    for (const Factor factor : allFactors())
        names << QString::fromUtf8(name(factor).data(), static_cast<qsizetype>(name(factor).size()));
    return names;
}

QStringList metricNames()
{
    return {u"rows_per_s"_qs, u"latency_us.p50"_qs, u"latency_us.p95"_qs, u"latency_us.p99"_qs, u"latency_us.p999"_qs, u"latency_us.max"_qs,
            u"queries.pk_lookup.mean_ms"_qs, u"queries.point_lookup.mean_ms"_qs, u"queries.range_scan.mean_ms"_qs, u"queries.order_by_pk.mean_ms"_qs,
            u"queries.order_by_column.mean_ms"_qs, u"queries.count_group_by.mean_ms"_qs, u"queries.full_scan_count.mean_ms"_qs, u"queries.pk_lookup.per_s"_qs,
            u"wal_bytes_per_row"_qs, u"pk_bytes"_qs, u"index_bytes"_qs, u"table_bytes"_qs, u"leaf_fill"_qs, u"leaf_fragmentation"_qs, u"index_depth"_qs,
            u"page_splits"_qs, u"pages_read"_qs, u"pages_written"_qs, u"full_page_images"_qs, u"cache_hit_ratio"_qs, u"checkpoints"_qs, u"replay_us_per_row"_qs};
}

void addSteps(Form& form, const SelectorFields& fields, const std::function<bool()>& isShown)
{
    const auto add = [&](const QString& label, bool first) {
        NumberBox* box = form.addNumber(label, {1, 1e6, true, ExpectForm::tr("all")},
            [fields, first] {
                const auto steps = fields.shown().steps;
                return steps ? Form::Number(first ? steps->first : steps->second) : Form::Number();
            },
            [fields, first](Form::Number value) {
                fields.set([&](CellSelector& selector) {
                    if (!value) {
                        selector.steps.reset();
                        return;
                    }
                    const int step = static_cast<int>(*value);
                    if (!selector.steps)
                        selector.steps = {step, step};
                    (first ? selector.steps->first : selector.steps->second) = step;
                });
            });
        form.showWhen(box, isShown);
    };
    add(ExpectForm::tr("From step"), true);
    add(ExpectForm::tr("To step"), false);
}

void addSelector(Form& form, const SelectorFields& fields, const QString& title, const std::function<bool()>& isShown)
{
    auto* caption = new QLabel(title, &form);
    caption->setProperty("muted", true);
    form.addWide(caption);
    form.showWhen(caption, isShown);
    auto* levels = new KeyValueList(fields.draft,
        {ExpectForm::tr("Factor"), ExpectForm::tr("Level"), ExpectForm::tr("Add a factor"), ExpectForm::tr("Remove this factor"), factorNames()},
        [fields] { const auto all = fields.shown().levels; return KeyValueList::Pairs(all.begin(), all.end()); },
        [fields](const KeyValueList::Pairs& pairs) { fields.set([&](CellSelector& selector) { selector.levels = {pairs.begin(), pairs.end()}; }); }, &form);
    form.addWide(levels);
    form.addRefresh([levels] { levels->refresh(); });
    form.showWhen(levels, isShown);
    ChoiceBox* pick = form.addChoice(ExpectForm::tr("Of several"), {ExpectForm::tr("cannot tell"), ExpectForm::tr("the largest"), ExpectForm::tr("the smallest")},
        [fields] { const auto pick = fields.shown().pick; return !pick ? 0 : *pick == "max" ? 1 : 2; },
        [fields](int place) {
            fields.set([place](CellSelector& selector) { selector.pick = place == 0 ? std::nullopt : std::optional<std::string>(place == 1 ? "max" : "min"); });
        });
    form.showWhen(pick, isShown);
    addSteps(form, fields, isShown);
}

void addBounds(Form& form, const std::function<Expectation()>& read, const Change& change)
{
    const auto bound = [&](const QString& label, std::optional<double> Expectation::*member) {
        return form.addNumber(label, {-1e18, 1e18, false, ExpectForm::tr("none")}, [read, member] { return read().*member; },
            [change, member](Form::Number value) { change([&](Expectation& expectation) { expectation.*member = value; }); });
    };
    bound(ExpectForm::tr("At least"), &Expectation::min)->setObjectName(u"expect.min"_qs);
    bound(ExpectForm::tr("At most"), &Expectation::max)->setObjectName(u"expect.max"_qs);
}

PlanWidget* makeExpectation(PlanDraft& draft, int index)
{
    auto* form = new Form(draft);
    const auto at = static_cast<std::size_t>(index);
    const auto read = [&draft, at] { return draft.plan().expect[at]; };
    const Change change = [&draft, at](const std::function<void(Expectation&)>& set) { draft.editPlan([&](Plan& plan) { set(plan.expect[at]); }); };
    const auto text = [&](const QString& label, const QString& absent, std::string Expectation::*member) {
        return form->addText(label, absent, [read, member] { return QString::fromStdString(read().*member); },
            [change, member](const QString& value) { change([&](Expectation& expectation) { expectation.*member = value.trimmed().toStdString(); }); });
    };
    text(ExpectForm::tr("Name"), {}, &Expectation::id)->setObjectName(u"expect.id"_qs);
    form->addText(ExpectForm::tr("Sentence"), {}, [read] { return QString::fromStdString(read().text); },
        [change](const QString& value) { change([&](Expectation& expectation) { expectation.text = value.toStdString(); }); });
    offerWords(*text(ExpectForm::tr("Metric"), u"rows_per_s"_qs, &Expectation::metric), metricNames());
    addSelector(*form, {draft, read, change, [](Expectation& expectation) { return &expectation.where; }}, ExpectForm::tr("Where"), [] { return true; });
    form->addCheck(ExpectForm::tr("As a ratio to other cells"), [read] { return read().over.has_value(); },
        [change](bool on) { change([on](Expectation& expectation) { expectation.over = on ? std::optional(CellSelector{}) : std::nullopt; }); });
    const auto hasOver = [read] { return read().over.has_value(); };
    const SelectorFields over{draft, read, change, [](Expectation& expectation) { return expectation.over ? &*expectation.over : nullptr; }};
    addSelector(*form, over, ExpectForm::tr("Over, where it differs"), hasOver);
    QLineEdit* metric = form->addText(ExpectForm::tr("Its metric"), ExpectForm::tr("the same"),
        [over] { return QString::fromStdString(over.shown().metric.value_or(std::string())); },
        [over](const QString& value) {
            over.set([&](CellSelector& selector) { selector.metric = value.trimmed().isEmpty() ? std::nullopt : std::optional(value.trimmed().toStdString()); });
        });
    offerWords(*metric, metricNames());
    form->showWhen(metric, hasOver);
    addBounds(*form, read, change);
    return form;
}

} // namespace

FoldedForm expectForm(PlanDraft& draft)
{
    auto* form = new Form(draft);
    ItemList::Items items;
    items.add = ExpectForm::tr("Add an expectation");
    items.remove = ExpectForm::tr("Remove this expectation");
    items.cards = true;
    items.count = [&draft] { return static_cast<int>(draft.plan().expect.size()); };
    items.make = [&draft](int index) { return makeExpectation(draft, index); };
    items.append = [&draft] {
        draft.editPlan([](Plan& plan) {
            Expectation expectation;
            const auto isTaken = [&](const std::string& id) {
                return std::any_of(plan.expect.begin(), plan.expect.end(), [&](const Expectation& other) { return other.id == id; });
            };
            int number = static_cast<int>(plan.expect.size()) + 1;
            while (isTaken("expectation-" + std::to_string(number)))
                ++number;
            expectation.id = "expectation-" + std::to_string(number);
            expectation.metric = "rows_per_s";
            expectation.min = 0;
            plan.expect.push_back(expectation);
        });
    };
    items.erase = [&draft](int index) { draft.editPlan([index](Plan& plan) { plan.expect.erase(plan.expect.begin() + index); }); };
    auto* list = new ItemList(draft, std::move(items), form);
    list->addButton()->setObjectName(u"expect.add"_qs);
    form->addWide(list);
    form->addRefresh([list] { list->refresh(); });
    return {ExpectForm::tr("Expectations"), u"expect"_qs, form, [&draft] {
        return draft.plan().expect.empty() ? ExpectForm::tr("none") : QLocale().toString(static_cast<qlonglong>(draft.plan().expect.size()));
    }};
}

} // namespace keyrace
