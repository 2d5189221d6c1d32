// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/sizesection.h"

#include "engine/plan/procedure.h"
#include "ui/plan/numberlist.h"
#include "ui/plan/partfields.h"

#include <QtCore/QLocale>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

namespace keyrace {

namespace {

constexpr double kMostRows = 1e12;

template <class T>
std::vector<double> numbers(const std::vector<T>& values)
{
    return {values.begin(), values.end()};
}

template <class T>
std::vector<T> wholes(const std::vector<double>& values)
{
    std::vector<T> result;
    for (const double value : values)
        result.push_back(static_cast<T>(value));
    return result;
}

} // namespace

SizeSection::SizeSection(PlanDraft& draft, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_form(new Form(draft, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_form);
    addRowLists();
    addTimes();
    addRepeats();
    for (NumberBox* box : findChildren<NumberBox*>())
        box->setProperty("compact", true);
}

QWidget* SizeSection::addList(const QString& label, const QString& add, const NumberRange& range, double plain,
                              std::function<std::vector<double>()> read, std::function<void(const std::vector<double>&)> write, const QString& name)
{
    auto* list = new NumberList(m_draft, {label, add, range, plain, std::move(read), std::move(write)}, m_form);
    list->setObjectName(name);
    m_form->addField(label, list);
    m_form->addRefresh([list] { list->refresh(); });
    return list;
}

void SizeSection::addRowLists()
{
    const auto members = [this] { return membersOf(m_draft.part().workload.kind); };
    QWidget* prefill = addList(tr("Rows before"), tr("Add another number of rows before"), {0, kMostRows}, 0,
        [this] { return numbers(m_draft.part().workload.prefill); },
        [this](const std::vector<double>& values) { m_draft.editPart([&](Part& part) { part.workload.prefill = wholes<std::int64_t>(values); }); }, u"size.prefill"_qs);
    m_form->showWhen(prefill, [members] { return members().prefill; });
    QWidget* rows = addList(tr("Rows"), tr("Add another number of rows"), {1, kMostRows}, 100'000,
        [this] { return numbers(m_draft.part().workload.rows); },
        [this](const std::vector<double>& values) { m_draft.editPart([&](Part& part) { part.workload.rows = wholes<std::int64_t>(values); }); }, u"size.rows"_qs);
    m_form->showWhen(rows, [members] { return members().rows; });
    NumberBox* step = m_form->addNumber(tr("Rows of a step"), {1, kMostRows}, [this] { return numberOf(m_draft.part().workload.step); },
        [this](Form::Number value) { m_draft.editPart([&](Part& part) { part.workload.step = static_cast<std::int64_t>(*value); }); });
    step->setObjectName(u"size.step"_qs);
    m_form->showWhen(step, [members] { return members().step; });
}

void SizeSection::addTimes()
{
    const auto members = [this] { return membersOf(m_draft.part().workload.kind); };
    NumberBox* seconds = m_form->addNumber(tr("Seconds"), {0.001, 1e7, false}, [this] { return Form::Number(m_draft.part().workload.seconds); },
        [this](Form::Number value) { m_draft.editPart([&](Part& part) { part.workload.seconds = *value; }); });
    seconds->setObjectName(u"size.seconds"_qs);
    m_form->showWhen(seconds, [members] { return members().seconds; });
    addList(tr("Clients"), tr("Add another number of clients"), {1, 4'096}, 1,
        [this] { return numbers(m_draft.part().factors.clients); },
        [this](const std::vector<double>& values) { m_draft.editPart([&](Part& part) { part.factors.clients = wholes<int>(values); }); }, u"size.clients"_qs);
}

void SizeSection::addRepeats()
{
    m_form->addNumber(tr("Repeats"), {1, 1'000}, [this] { return numberOf(m_draft.part().protocol.repeats); },
        [this](Form::Number value) { m_draft.editPart([&](Part& part) { part.protocol.repeats = static_cast<int>(*value); }); })->setObjectName(u"size.repeats"_qs);
    m_form->addNumber(tr("Dropped, each end"), {0, 499}, [this] { return numberOf(m_draft.part().protocol.trim); },
        [this](Form::Number value) { m_draft.editPart([&](Part& part) { part.protocol.trim = static_cast<int>(*value); }); })->setObjectName(u"size.trim"_qs);
    m_form->addNote([this] {
        const Protocol& protocol = m_draft.part().protocol;
        const int left = protocol.repeats - 2 * protocol.trim;
        return left >= 3 ? QString() : tr("Fewer than three trials remain: no interval can be told.");
    });
}

void SizeSection::refresh()
{
    m_form->refresh();
}

} // namespace keyrace
