// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/partfields.h"

#include "ui/plan/choices.h"
#include "ui/plan/itemlist.h"
#include "ui/plan/keyvaluelist.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QMenu>

#include <algorithm>

namespace keyrace {

namespace {

class Fields {
    Q_DECLARE_TR_FUNCTIONS(Fields)
};

// Changes one member of a level that is there.
template <class F>
auto changing(const F& fields, auto change)
{
    return [fields, change](auto value) {
        auto level = fields.read();
        if (!level)
            return;
        change(*level, value);
        fields.write(*level);
    };
}

QString asThePlan()
{
    return Fields::tr("As the plan");
}

} // namespace

void addInsertFields(Form& form, PlanDraft& draft, const InsertFields& fields)
{
    const int first = fields.optional ? 1 : 0;
    const auto there = [fields] { return fields.read().has_value(); };
    const auto batched = [fields] { const auto insert = fields.read(); return insert && insert->method != InsertMethod::Single; };
    ChoiceBox* method = form.addChoice(Fields::tr("Method"), textsOf<InsertMethod>(fields.optional ? asThePlan() : QString()),
        [fields, first] { const auto insert = fields.read(); return insert ? placeOf(insert->method) + first : 0; },
        [fields, first](int place) {
            if (place < first)
                return fields.write({});
            InsertChoice insert = fields.read().value_or(InsertChoice{});
            insert.method = allOf<InsertMethod>()[static_cast<std::size_t>(place - first)];
            if (insert.method == InsertMethod::Single)
                insert.batch = 1;
            else if (insert.batch == 1)
                insert.batch = 1'000;
            fields.write(insert);
        });
    form.addReasons([method, &draft, first] {
        for (const InsertMethod value : allOf<InsertMethod>()) {
            method->setReason(placeOf(value) + first, draft.whyNot([value](Part& part) {
                part.factors.insert = {{value, value == InsertMethod::Single ? 1 : 1'000, Sorting::None, false}};
            }));
        }
    });
    form.addNote([fields] { const auto insert = fields.read(); return insert ? hintOf(insert->method) : QString(); });
    NumberBox* batch = form.addNumber(Fields::tr("Rows per commit"), {1, 1e7},
        [fields] { const auto insert = fields.read(); return insert ? numberOf(insert->batch) : Form::Number(); },
        changing(fields, [](InsertChoice& insert, Form::Number value) { insert.batch = static_cast<std::int64_t>(*value); }));
    form.showWhen(batch, batched);
    ChoiceBox* sorted = form.addChoice(Fields::tr("Sorting"), textsOf<Sorting>(),
        [fields] { return placeOf(fields.read().value_or(InsertChoice{}).sorted); },
        changing(fields, [](InsertChoice& insert, int place) { insert.sorted = allOf<Sorting>()[static_cast<std::size_t>(place)]; }));
    form.showWhen(sorted, there);
    QCheckBox* staging = form.addCheck(Fields::tr("Load text, convert in the server"),
        [fields] { return fields.read().value_or(InsertChoice{}).staging; },
        changing(fields, [](InsertChoice& insert, bool on) { insert.staging = on; }));
    form.showWhen(staging, there);
    form.addReasons([staging, fields, &draft] {
        const bool on = fields.read().value_or(InsertChoice{}).staging;
        const QString reason = draft.whyNot([](Part& part) { part.factors.insert = {{InsertMethod::Bulk, 1'000, Sorting::None, true}}; });
        staging->setEnabled(on || reason.isEmpty());
        staging->setToolTip(reason);
        staging->setAccessibleDescription(reason);
    });
}

void addLayoutFields(Form& form, PlanDraft& draft, const LayoutFields& fields)
{
    const int first = fields.optional ? 1 : 0;
    std::vector<QString> texts;
    if (fields.optional)
        texts.push_back(asThePlan());
    for (const char* name : layoutNames())
        texts.push_back(textOf(LayoutChoice{name, {}, 0}));
    const auto partitioned = [fields] { return fields.read().value_or(LayoutChoice{}).type == "partitioned"; };
    ChoiceBox* type = form.addChoice(Fields::tr("Layout"), texts,
        [fields, first] {
            const auto layout = fields.read();
            const auto names = layoutNames();
            return layout ? static_cast<int>(std::find(names.begin(), names.end(), layout->type) - names.begin()) + first : 0;
        },
        [fields, first](int place) {
            if (place < first)
                return fields.write({});
            const std::string name = layoutNames()[static_cast<std::size_t>(place - first)];
            fields.write(name == "partitioned" ? LayoutChoice{name, "id", 24} : LayoutChoice{name, {}, 0});
        });
    form.addReasons([type, &draft, first] {
        int place = first;
        for (const std::string name : layoutNames()) {
            type->setReason(place++, draft.whyNot([&name](Part& part) {
                part.factors.layout = {name == "partitioned" ? LayoutChoice{name, "id", 24} : LayoutChoice{name, {}, 0}};
            }));
        }
    });
    ChoiceBox* by = form.addChoice(Fields::tr("Partitioned by"), {Fields::tr("Key"), Fields::tr("Time of creation")},
        [fields] { return fields.read().value_or(LayoutChoice{}).by == "created_at" ? 1 : 0; },
        changing(fields, [](LayoutChoice& layout, int place) { layout.by = place == 1 ? "created_at" : "id"; }));
    form.showWhen(by, partitioned);
    NumberBox* count = form.addNumber(Fields::tr("Partitions"), {1, 10'000},
        [fields] { return numberOf(fields.read().value_or(LayoutChoice{}).count); },
        changing(fields, [](LayoutChoice& layout, Form::Number value) { layout.count = static_cast<int>(*value); }));
    form.showWhen(count, partitioned);
}

std::optional<IndexChoice> indexesFromText(const QString& text, TableShape shape, QString& problem)
{
    const auto known = indexableColumns(shape);
    IndexChoice choice;
    for (const QString& index : text.split(u',')) {
        std::vector<std::string> columns;
        for (const QString& column : index.split(u'+')) {
            const std::string name = column.trimmed().toStdString();
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                problem = Fields::tr("“%1” is no column of this table that can be indexed").arg(column.trimmed());
                return {};
            }
            columns.push_back(name);
        }
        choice.columns.push_back(std::move(columns));
    }
    return choice;
}

QWidget* makeIndexLine(Form& form, PlanDraft& draft, std::function<IndexChoice()> read, std::function<void(const IndexChoice&)> write)
{
    auto* line = new QWidget(&form);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* edit = new QLineEdit(line);
    edit->setPlaceholderText(Fields::tr("a+b, c"));
    edit->setAccessibleName(Fields::tr("Column lists"));
    edit->setToolTip(Fields::tr("Columns of one index joined by +, indexes separated by commas"));
    layout->addWidget(edit, 1);
    auto* columns = makeToolButton(u"▾"_qs, Fields::tr("Columns of the table"), true, line);
    layout->addWidget(columns);
    const auto typed = [edit, &draft, write](const QString& text) {
        QString problem;
        const auto choice = indexesFromText(text, draft.part().table.shape, problem);
        setProblem(*edit, problem);
        if (choice)
            write(*choice);
        draft.noteProblem();
    };
    QObject::connect(edit, &QLineEdit::textEdited, line, typed);
    QObject::connect(columns, &QToolButton::clicked, line, [columns, edit, typed, &draft] {
        auto* menu = new QMenu(columns);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        const auto append = [edit, typed](const QString& between, const QString& column) {
            edit->setText(edit->text().trimmed().isEmpty() ? column : edit->text() + between + column);
            typed(edit->text());
        };
        const bool begun = !edit->text().trimmed().isEmpty();
        QMenu* further = begun ? menu->addMenu(Fields::tr("Into the last index")) : nullptr;
        for (const std::string& name : indexableColumns(draft.part().table.shape)) {
            const QString column = QString::fromStdString(name);
            menu->addAction(begun ? Fields::tr("New index on %1").arg(column) : column, edit, [append, column] { append(u", "_qs, column); });
            if (further)
                further->addAction(column, edit, [append, column] { append(u"+"_qs, column); });
        }
        menu->popup(columns->mapToGlobal(QPoint(0, columns->height())));
    });
    form.addRefresh([edit, read, &draft] {
        QString problem;
        const IndexChoice choice = read();
        const auto shown = indexesFromText(edit->text(), draft.part().table.shape, problem);
        if (problemOf(*edit).isEmpty() && (!shown || shown->columns != choice.columns))
            edit->setText(textOf(choice));
    });
    return line;
}

void addIndexFields(Form& form, PlanDraft& draft, const IndexFields& fields)
{
    const int first = fields.optional ? 1 : 0;
    const auto names = indexScenarioNames();
    const int own = static_cast<int>(names.size()) + first;
    std::vector<QString> texts;
    if (fields.optional)
        texts.push_back(asThePlan());
    for (const char* name : names)
        texts.push_back(textOf(IndexChoice{name, {}}));
    texts.push_back(Fields::tr("Columns of one's own"));
    ChoiceBox* box = form.addChoice(Fields::tr("Indexes"), texts,
        [fields, names, first, own] {
            const auto indexes = fields.read();
            if (!indexes)
                return 0;
            return indexes->name.empty() ? own : static_cast<int>(std::find(names.begin(), names.end(), indexes->name) - names.begin()) + first;
        },
        [fields, names, first, own, &draft](int place) {
            if (place < first)
                return fields.write({});
            const TableShape shape = draft.part().table.shape;
            if (place == own) {
                const auto columns = indexableColumns(shape);
                if (!columns.empty())
                    fields.write(IndexChoice{{}, {{columns.front()}}});
                return;
            }
            const std::string name = names[static_cast<std::size_t>(place - first)];
            if (const auto columns = indexScenario(shape, name))
                fields.write(IndexChoice{name, *columns});
        });
    form.addReasons([box, names, first, own, &draft] {
        const TableShape shape = draft.part().table.shape;
        for (std::size_t i = 0; i < names.size(); ++i)
            box->setReason(static_cast<int>(i) + first, indexScenario(shape, names[i]) ? QString() : Fields::tr("This table has no such scenario"));
        box->setReason(own, indexableColumns(shape).empty() ? Fields::tr("This table has no columns to index") : QString());
    });
    QWidget* line = makeIndexLine(form, draft, [fields] { return fields.read().value_or(IndexChoice{}); },
                                  [fields](const IndexChoice& choice) { fields.write(choice); });
    form.addWide(line);
    form.showWhen(line, [fields] { const auto indexes = fields.read(); return indexes && indexes->name.empty(); });
}

void addSettingsFields(Form& form, PlanDraft& draft, const SettingsFields& fields)
{
    if (fields.optional) {
        form.addCheck(Fields::tr("Server settings of its own"), [fields] { return fields.read().has_value(); },
            [fields](bool on) { fields.write(on ? std::optional(SettingsChoice{Fields::tr("own settings").toStdString(), {}}) : std::nullopt); });
    }
    QLineEdit* label = form.addText(Fields::tr("Label"), {},
        [fields] { return QString::fromStdString(fields.read().value_or(SettingsChoice{}).label); },
        changing(fields, [](SettingsChoice& settings, const QString& text) { settings.label = text.toStdString(); }));
    auto* pairs = new KeyValueList(draft, {Fields::tr("Setting"), Fields::tr("Value"), Fields::tr("Add a setting"), Fields::tr("Remove this setting")},
        [fields] {
            const auto settings = fields.read().value_or(SettingsChoice{});
            return KeyValueList::Pairs(settings.set.begin(), settings.set.end());
        },
        changing(fields, [](SettingsChoice& settings, const KeyValueList::Pairs& set) { settings.set = {set.begin(), set.end()}; }), &form);
    form.addWide(pairs);
    form.addRefresh([pairs] { pairs->refresh(); });
    const auto there = [fields] { return fields.read().has_value(); };
    form.showWhen(label, there);
    form.showWhen(pairs, there);
}

} // namespace keyrace
