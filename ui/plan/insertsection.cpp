// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/insertsection.h"

#include "ui/plan/checkrow.h"
#include "ui/plan/choices.h"
#include "ui/plan/itemlist.h"
#include "ui/plan/partfields.h"

#include <QtWidgets/QFrame>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>

namespace keyrace {

namespace {

// Offered while the plan has none of their kind; what they are for is in hintOf().
const std::array kOffered{
    InsertChoice{InsertMethod::MultiRow, 5'000, Sorting::None, false}, InsertChoice{InsertMethod::Prepared, 1'000, Sorting::None, false},
    InsertChoice{InsertMethod::MultiRow, 5'000, Sorting::Batch, false}, InsertChoice{InsertMethod::Single, 1, Sorting::None, false},
    InsertChoice{InsertMethod::Array, 5'000, Sorting::None, false}, InsertChoice{InsertMethod::Bulk, 5'000, Sorting::None, false},
    InsertChoice{InsertMethod::Pipeline, 1'000, Sorting::None, false},
};

// `sustained` inserts row by row, whatever a plan says.
InsertChoice plainInsert(const Part& part)
{
    return part.workload.kind == WorkloadKind::Sustained ? InsertChoice{InsertMethod::Single, 1, Sorting::None, false} : InsertChoice{};
}

std::vector<InsertChoice> chosen(const Part& part)
{
    return part.factors.insert.empty() ? std::vector{plainInsert(part)} : part.factors.insert;
}

bool isSameKind(const InsertChoice& a, const InsertChoice& b)
{
    return a.method == b.method && (a.sorted == Sorting::None) == (b.sorted == Sorting::None);
}

} // namespace

InsertRow::InsertRow(PlanDraft& draft, QWidget* parent)
    : FoldingRow(draft, tr("Details of this strategy"), parent)
    , m_form(new Form(draft, m_card))
{
    m_cardLayout->addWidget(m_form);
    connect(m_open, &QToolButton::toggled, this, [this](bool open) {
        m_card->setVisible(open);
        refreshReasons();
    });
    connect(m_check, &QCheckBox::clicked, this, [this](bool on) { emit toggled(m_insert, on); });
    InsertFields fields;
    fields.read = [this] { return std::optional(m_insert); };
    fields.write = [this](std::optional<InsertChoice> insert) {
        m_draft.editPart([&](Part& part) {
            if (!insert || m_level < 0)
                return;
            if (part.factors.insert.empty())
                part.factors.insert = chosen(part);
            part.factors.insert[static_cast<std::size_t>(m_level)] = *insert;
        });
    };
    addInsertFields(*m_form, draft, fields);
}

void InsertRow::setLevel(int level, const InsertChoice& insert)
{
    m_level = level;
    m_insert = insert;
}

void InsertRow::open()
{
    m_open->setChecked(true);
}

void InsertRow::refresh()
{
    m_check->setText(textOf(m_insert));
    m_check->setHint(hintOf(m_insert.method));
    m_check->setNote(m_insert == InsertChoice{InsertMethod::MultiRow, m_insert.batch, Sorting::None, false} ? tr("one statement") : QString());
    m_check->setChecked(isChosen());
    m_check->setObjectName(u"insert."_qs + QString::fromStdString(insertLabel(m_insert)));
    m_open->setAccessibleName(tr("Details of %1").arg(textOf(m_insert)));
    m_open->setEnabled(isChosen());
    if (!isChosen() && m_open->isChecked())
        m_open->setChecked(false);
    m_form->refresh();
}

void InsertRow::refreshReasons()
{
    const bool alwaysSingle = m_draft.part().workload.kind == WorkloadKind::Sustained && m_insert.method != InsertMethod::Single;
    m_check->setReason(alwaysSingle ? tr("Sustained inserts are always single rows.")
                                    : m_draft.whyNot([this](Part& part) { part.factors.insert = {m_insert}; }));
    if (!m_card->isHidden())
        m_form->refreshReasons();
}

InsertSection::InsertSection(PlanDraft& draft, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_rowLayout(new QVBoxLayout(this))
    , m_add(makeToolButton(u"+"_qs, tr("Add an insert strategy of one's own"), true, this))
{
    m_rowLayout->setContentsMargins(0, 0, 0, 0);
    m_rowLayout->setSpacing(0);
    m_add->setObjectName(u"insert.add"_qs);
    connect(m_add, &QToolButton::clicked, this, [this] {
        InsertChoice another{InsertMethod::MultiRow, 1'000, Sorting::None, false};
        auto all = chosen(m_draft.part());
        while (std::find(all.begin(), all.end(), another) != all.end())
            another.batch *= 2;
        toggle(another, true);
        const auto row = std::find(all.begin(), all.end(), another) - all.begin();
        if (static_cast<std::size_t>(row) < m_rows.size())
            m_rows[static_cast<std::size_t>(row)]->open();
    });
}

QWidget* InsertSection::headButton() const
{
    return m_add;
}

void InsertSection::toggle(const InsertChoice& insert, bool on)
{
    m_draft.editPart([&](Part& part) {
        auto levels = chosen(part);
        const auto found = std::find(levels.begin(), levels.end(), insert);
        if (on && found == levels.end())
            levels.push_back(insert);
        else if (!on && found != levels.end() && levels.size() > 1)
            levels.erase(found);
        else
            return; // the last one stays chosen
        part.factors.insert = levels;
    });
    refresh();
}

void InsertSection::refresh()
{
    const auto levels = chosen(m_draft.part());
    std::vector<std::pair<int, InsertChoice>> rows;
    for (std::size_t i = 0; i < levels.size(); ++i)
        rows.emplace_back(static_cast<int>(i), levels[i]);
    for (const InsertChoice& offered : kOffered) {
        if (std::none_of(levels.begin(), levels.end(), [&](const InsertChoice& level) { return isSameKind(level, offered); }))
            rows.emplace_back(-1, offered);
    }
    while (m_rows.size() < rows.size()) {
        m_rows.push_back(new InsertRow(m_draft, this));
        connect(m_rows.back(), &InsertRow::toggled, this, &InsertSection::toggle);
        m_rowLayout->addWidget(m_rows.back());
    }
    while (m_rows.size() > rows.size()) {
        m_rows.back()->hide();
        m_rows.back()->deleteLater();
        m_rows.pop_back();
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_rows[i]->setLevel(rows[i].first, rows[i].second);
        m_rows[i]->refresh();
    }
}

void InsertSection::refreshReasons()
{
    for (InsertRow* row : m_rows)
        row->refreshReasons();
}

} // namespace keyrace
