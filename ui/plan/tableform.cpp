// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/choices.h"
#include "ui/plan/foldedforms.h"
#include "ui/plan/itemlist.h"
#include "ui/plan/levelchecks.h"
#include "ui/plan/partfields.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QLabel>

#include <algorithm>

namespace keyrace {

namespace {

class TableForm {
    Q_DECLARE_TR_FUNCTIONS(TableForm)
};

// Scenarios name other columns in another table; those that it does not have go.
void resolve(std::vector<IndexChoice>& levels, TableShape shape)
{
    const auto known = indexableColumns(shape);
    std::erase_if(levels, [&](IndexChoice& level) {
        if (level.name.empty()) {
            return std::any_of(level.columns.begin(), level.columns.end(), [&](const auto& index) {
                return std::any_of(index.begin(), index.end(), [&](const auto& column) { return std::find(known.begin(), known.end(), column) == known.end(); });
            });
        }
        const auto columns = indexScenario(shape, level.name);
        level.columns = columns.value_or(std::vector<std::vector<std::string>>{});
        return !columns;
    });
}

void setShape(Part& part, TableShape shape)
{
    if (part.table.payloadBytes == plainPayload(part.table.shape))
        part.table.payloadBytes = plainPayload(shape);
    part.table.shape = shape;
    resolve(part.factors.indexes, shape);
    for (KeyLevel& level : part.factors.key) {
        if (!level.indexes)
            continue;
        std::vector<IndexChoice> one{*level.indexes};
        resolve(one, shape);
        level.indexes = one.empty() ? std::nullopt : std::optional(one.front());
    }
}

// Check boxes for a factor whose levels are words.
template <class T>
void addWords(Form& form, PlanDraft& draft, const QString& title, const QString& name, std::vector<T> Factors::*member, T plain)
{
    auto* caption = new QLabel(title, &form);
    caption->setProperty("muted", true);
    form.addWide(caption);
    LevelChecks::Levels levels;
    levels.texts = textsOf<T>();
    for (const T value : allOf<T>())
        levels.names.push_back(name + u'.' + QString::fromUtf8(keyrace::name(value).data()));
    levels.plain = [plain] { return placeOf(plain); };
    levels.read = [&draft, member] {
        std::vector<int> places;
        for (const T value : draft.part().factors.*member)
            places.push_back(placeOf(value));
        return places;
    };
    levels.write = [&draft, member](const std::vector<int>& places) {
        draft.editPart([&](Part& part) {
            (part.factors.*member).clear();
            for (const int place : places)
                (part.factors.*member).push_back(allOf<T>()[static_cast<std::size_t>(place)]);
        });
    };
    levels.whyNot = [&draft, member](int place) {
        return draft.whyNot([member, place](Part& part) { part.factors.*member = {allOf<T>()[static_cast<std::size_t>(place)]}; });
    };
    auto* checks = new LevelChecks(draft, std::move(levels), &form);
    form.addWide(checks);
    form.addRefresh([checks] { checks->refresh(); });
    form.addReasons([checks] { checks->refreshReasons(); });
}

std::vector<int> partitionedPlaces(const Part& part)
{
    std::vector<int> places;
    for (std::size_t i = 0; i < part.factors.layout.size(); ++i) {
        if (part.factors.layout[i].type == "partitioned")
            places.push_back(static_cast<int>(i));
    }
    return places;
}

LayoutChoice plainLayout(const PlanDraft& draft)
{
    return {draft.rules() ? draft.rules()->defaultLayout() : std::string("heap"), {}, 0};
}

// heap, clustered, rowid: all but the last of layoutNames().
LevelChecks::Levels simpleLayouts(PlanDraft& draft)
{
    LevelChecks::Levels levels;
    const auto names = layoutNames().first(layoutNames().size() - 1);
    for (const char* name : names) {
        levels.texts.push_back(textOf(LayoutChoice{name, {}, 0}));
        levels.names.push_back(u"layout."_qs + QString::fromLatin1(name));
    }
    const auto placeOfLayout = [names](const std::string& type) { return static_cast<int>(std::find(names.begin(), names.end(), type) - names.begin()); };
    levels.plain = [&draft, placeOfLayout] {
        return partitionedPlaces(draft.part()).empty() ? placeOfLayout(plainLayout(draft).type) : -1;
    };
    levels.read = [&draft, placeOfLayout, names] {
        std::vector<int> places;
        for (const LayoutChoice& layout : draft.part().factors.layout) {
            if (const int place = placeOfLayout(layout.type); place < static_cast<int>(names.size()))
                places.push_back(place);
        }
        return places;
    };
    levels.write = [&draft, names](const std::vector<int>& places) {
        draft.editPart([&](Part& part) {
            std::vector<LayoutChoice> layouts;
            for (const int place : places) {
                if (place >= 0)
                    layouts.push_back({names[static_cast<std::size_t>(place)], {}, 0});
            }
            std::copy_if(part.factors.layout.begin(), part.factors.layout.end(), std::back_inserter(layouts), [](const auto& layout) { return layout.type == "partitioned"; });
            part.factors.layout = layouts;
        });
    };
    levels.whyNot = [&draft, names](int place) {
        return draft.whyNot([&](Part& part) { part.factors.layout = {{names[static_cast<std::size_t>(place)], {}, 0}}; });
    };
    return levels;
}

ItemList* makePartitioned(Form& form, PlanDraft& draft)
{
    ItemList::Items items;
    items.add = TableForm::tr("Partitioned");
    items.remove = TableForm::tr("Remove this layout");
    items.cards = true;
    items.count = [&draft] { return static_cast<int>(partitionedPlaces(draft.part()).size()); };
    items.make = [&draft](int index) -> PlanWidget* {
        auto* editor = new Form(draft);
        const auto place = [&draft, index] { return static_cast<std::size_t>(partitionedPlaces(draft.part()).at(static_cast<std::size_t>(index))); };
        const auto change = [&draft, place](const std::function<void(LayoutChoice&)>& set) {
            draft.editPart([&, at = place()](Part& part) { set(part.factors.layout[at]); });
        };
        editor->addChoice(TableForm::tr("Partitioned by"), {TableForm::tr("Key"), TableForm::tr("Time of creation")},
            [&draft, place] { return draft.part().factors.layout[place()].by == "created_at" ? 1 : 0; },
            [change](int by) { change([by](LayoutChoice& layout) { layout.by = by == 1 ? "created_at" : "id"; }); });
        editor->addNumber(TableForm::tr("Partitions"), {1, 10'000}, [&draft, place] { return numberOf(draft.part().factors.layout[place()].count); },
            [change](Form::Number value) { change([&](LayoutChoice& layout) { layout.count = static_cast<int>(*value); }); });
        return editor;
    };
    items.append = [&draft] {
        draft.editPart([&](Part& part) {
            if (part.factors.layout.empty())
                part.factors.layout.push_back(plainLayout(draft));
            const bool byId = std::any_of(part.factors.layout.begin(), part.factors.layout.end(), [](const auto& layout) { return layout.by == "id"; });
            part.factors.layout.push_back({"partitioned", byId ? "created_at" : "id", 24});
        });
    };
    items.erase = [&draft](int index) {
        draft.editPart([&](Part& part) { part.factors.layout.erase(part.factors.layout.begin() + partitionedPlaces(part).at(static_cast<std::size_t>(index))); });
    };
    return new ItemList(draft, std::move(items), &form);
}

template <class T>
QString wordsOf(const std::vector<T>& levels, const QString& plain)
{
    QStringList words;
    for (const T& level : levels)
        words << textOf(level);
    return words.isEmpty() ? plain : words.join(u", "_qs);
}

} // namespace

FoldedForm tableForm(PlanDraft& draft)
{
    auto* form = new Form(draft);
    ChoiceBox* shape = form->addChoice(TableForm::tr("Shape"), textsOf<TableShape>(), [&draft] { return placeOf(draft.part().table.shape); },
        [&draft](int place) { draft.editPart([place](Part& part) { setShape(part, allOf<TableShape>()[static_cast<std::size_t>(place)]); }); });
    shape->setObjectName(u"table.shape"_qs);
    form->addNumber(TableForm::tr("Payload, bytes"), {0, 1e9}, [&draft] { return numberOf(draft.part().table.payloadBytes); },
        [&draft](Form::Number value) { draft.editPart([&](Part& part) { part.table.payloadBytes = static_cast<std::int64_t>(*value); }); })->setObjectName(u"table.payload"_qs);
    addWords(*form, draft, TableForm::tr("The six columns are filled"), u"columns"_qs, &Factors::columns, ColumnFill::Independent);
    return {TableForm::tr("Table"), u"table"_qs, form, [&draft] { return textOf(draft.part().table.shape); }};
}

FoldedForm storageForm(PlanDraft& draft)
{
    auto* form = new Form(draft);
    auto* caption = new QLabel(TableForm::tr("Layout of the table"), form);
    caption->setProperty("muted", true);
    form->addWide(caption);
    auto* layouts = new LevelChecks(draft, simpleLayouts(draft), form);
    form->addWide(layouts);
    ItemList* partitioned = makePartitioned(*form, draft);
    form->addWide(partitioned);
    form->addRefresh([layouts, partitioned] {
        layouts->refresh();
        partitioned->refresh();
    });
    form->addReasons([layouts, partitioned, &draft] {
        layouts->refreshReasons();
        const QString reason = draft.whyNot([](Part& part) { part.factors.layout = {{"partitioned", "id", 24}}; });
        partitioned->addButton()->setEnabled(reason.isEmpty());
        partitioned->addButton()->setToolTip(reason.isEmpty() ? TableForm::tr("Partitioned") : reason);
        partitioned->addButton()->setAccessibleDescription(reason);
    });
    addWords(*form, draft, TableForm::tr("Index of the key"), u"index_method"_qs, &Factors::indexMethod, IndexMethod::Primary);
    addWords(*form, draft, TableForm::tr("How rows reach the clients"), u"arrival"_qs, &Factors::arrival, Arrival::Shared);
    return {TableForm::tr("Layout and arrival"), u"storage"_qs, form,
            [&draft] { return wordsOf(draft.part().factors.layout, textOf(plainLayout(draft))); }};
}

} // namespace keyrace
