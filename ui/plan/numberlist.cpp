// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/numberlist.h"

#include "ui/plan/itemlist.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

namespace {

constexpr int kBoxWidth = 84; ///< of a number that is not longer
constexpr int kFrame = 16;

} // namespace

NumberList::NumberList(PlanDraft& draft, Levels levels, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_levels(std::move(levels))
    , m_layout(new QVBoxLayout(this))
    , m_add(makeToolButton(u"+"_qs, m_levels.add, true, this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(3);
    connect(m_add, &QToolButton::clicked, this, [this] {
        auto values = shown();
        values.push_back(std::min(values.back() * 2, m_levels.range.maximum));
        m_levels.write(values);
        if (!m_boxes.empty())
            m_boxes.back()->setFocus();
    });
}

std::vector<double> NumberList::shown() const
{
    auto values = m_levels.read();
    if (values.empty())
        values.push_back(m_levels.plain);
    return values;
}

void NumberList::rebuild(std::size_t count)
{
    m_add->setParent(this); // it sits in the last line
    for (QWidget* line : m_lines) {
        m_layout->removeWidget(line);
        line->hide();
        line->deleteLater(); // its own button may be the one that was clicked
    }
    m_lines.clear();
    m_boxes.clear();
    for (std::size_t i = 0; i < count; ++i) {
        auto* line = new QWidget(this);
        auto* layout = new QHBoxLayout(line);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(2);
        layout->addStretch(1);
        auto* box = new NumberBox(m_levels.range, line);
        box->setAccessibleName(m_levels.label);
        box->setProperty("compact", true);
        connect(box, &NumberBox::valueEdited, this, [this, i](std::optional<double> value) {
            auto values = shown();
            if (!value || i >= values.size())
                return;
            values[i] = *value;
            m_levels.write(values);
        });
        connect(box, &NumberBox::problemChanged, &m_draft, &PlanDraft::noteProblem);
        if (count > 1) {
            auto* remove = makeToolButton(u"×"_qs, tr("Remove this number"), true, line);
            remove->setObjectName(u"remove"_qs);
            layout->addWidget(remove);
            connect(remove, &QToolButton::clicked, this, [this, i] {
                auto values = shown();
                values.erase(values.begin() + static_cast<std::ptrdiff_t>(i));
                m_levels.write(values);
            });
        }
        if (i + 1 == count)
            layout->addWidget(m_add);
        layout->addWidget(box);
        m_boxes.push_back(box);
        m_lines.push_back(line);
        m_layout->addWidget(line);
    }
    m_add->show();
}

void NumberList::refresh()
{
    const auto values = shown();
    if (values.size() != m_boxes.size())
        rebuild(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        m_boxes[i]->show(values[i]);
    // As narrow as their numbers, so that the buttons stand beside them.
    int width = kBoxWidth;
    for (const NumberBox* box : m_boxes)
        width = std::max(width, box->fontMetrics().horizontalAdvance(box->text()) + kFrame);
    for (NumberBox* box : m_boxes)
        box->setFixedWidth(width);
}

} // namespace keyrace
