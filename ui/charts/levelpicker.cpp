// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/levelpicker.h"

#include <QtWidgets/QButtonGroup>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

namespace keyrace {

LevelPicker::LevelPicker(Factor factor, const QString& title, std::vector<Choice> choices, bool compact, QWidget* parent)
    : QWidget(parent)
    , m_factor(factor)
    , m_title(title)
    , m_choices(std::move(choices))
    , m_compact(compact || m_choices.size() > 5)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    auto* label = new QLabel(title, this);
    label->setProperty("muted", true);
    row->addWidget(label);
    m_compact ? addBox() : addButtons();
}

void LevelPicker::addButtons()
{
    auto* group = new QButtonGroup(this);
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        auto* button = new QToolButton(this);
        button->setText(m_choices[i].title);
        button->setCheckable(true);
        button->setProperty("compact", true);
        button->setAccessibleName(tr("%1: %2").arg(m_title, m_choices[i].title));
        group->addButton(button, static_cast<int>(i));
        layout()->addWidget(button);
    }
    connect(group, &QButtonGroup::idClicked, this,
            [this](int id) { emit chosen(QString::fromStdString(m_choices[static_cast<std::size_t>(id)].level)); });
}

void LevelPicker::addBox()
{
    auto* box = new QComboBox(this);
    box->setProperty("compact", true);
    box->setAccessibleName(m_title);
    for (const auto& choice : m_choices)
        box->addItem(choice.title);
    layout()->addWidget(box);
    connect(box, &QComboBox::activated, this,
            [this](int i) { emit chosen(QString::fromStdString(m_choices[static_cast<std::size_t>(i)].level)); });
}

void LevelPicker::setChosen(const std::string& level)
{
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (m_choices[i].level != level)
            continue;
        if (m_compact)
            findChild<QComboBox*>()->setCurrentIndex(static_cast<int>(i));
        else
            findChild<QButtonGroup*>()->button(static_cast<int>(i))->setChecked(true);
    }
}

} // namespace keyrace
