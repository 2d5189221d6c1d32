// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/form.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QStandardItemModel>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QCompleter>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStylePainter>

#include <algorithm>

namespace keyrace {

namespace {

constexpr int kFrame = 44;      ///< a choice box's border, padding and arrow
constexpr int kNarrowest = 90;
constexpr int kWidest = 216;    ///< fits a card within the panel

} // namespace

ChoiceBox::ChoiceBox(QWidget* parent)
    : QComboBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void ChoiceBox::setTexts(const std::vector<QString>& texts)
{
    clear();
    for (const QString& text : texts)
        addItem(text);
}

void ChoiceBox::setReason(int index, const QString& reason)
{
    auto* items = qobject_cast<QStandardItemModel*>(model());
    if (!items || !items->item(index))
        return;
    items->item(index)->setEnabled(reason.isEmpty());
    setItemData(index, reason, Qt::ToolTipRole);
    setItemData(index, reason, Qt::AccessibleDescriptionRole);
}

// Wide enough for its longest text, so that a form wraps it below its label where both do not fit; cut where nothing helps.
QSize ChoiceBox::sizeHint() const
{
    int width = 0;
    for (int i = 0; i < count(); ++i)
        width = std::max(width, fontMetrics().horizontalAdvance(itemText(i)));
    return {std::clamp(width + kFrame, kNarrowest, kWidest), QComboBox::sizeHint().height()};
}

void ChoiceBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const int room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, room - 2);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

void ChoiceBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

void offerWords(QLineEdit& edit, const QStringList& words)
{
    auto* completer = new QCompleter(words, &edit);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    edit.setCompleter(completer);
    // A word that was chosen counts as typed; queued, since the line takes it over after this signal.
    QObject::connect(completer, qOverload<const QString&>(&QCompleter::activated), &edit, [&edit] { emit edit.textEdited(edit.text()); }, Qt::QueuedConnection);
}

Form::Form(PlanDraft& draft, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_layout(new QFormLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(8);
    m_layout->setVerticalSpacing(5);
    m_layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void Form::addField(const QString& label, QWidget* widget)
{
    auto* caption = new QLabel(label, this);
    caption->setBuddy(widget);
    caption->setMinimumHeight(24);
    widget->setAccessibleName(label);
    m_layout->addRow(caption, widget);
}

void Form::addWide(QWidget* widget)
{
    m_layout->addRow(widget);
}

NumberBox* Form::addNumber(const QString& label, const NumberRange& range, std::function<Number()> read, std::function<void(Number)> write)
{
    auto* box = new NumberBox(range, this);
    addField(label, box);
    connect(box, &NumberBox::valueEdited, this, std::move(write));
    connect(box, &NumberBox::problemChanged, &m_draft, &PlanDraft::noteProblem);
    addRefresh([box, read = std::move(read)] { box->show(read()); });
    return box;
}

ChoiceBox* Form::addChoice(const QString& label, const std::vector<QString>& texts, std::function<int()> read, std::function<void(int)> write)
{
    auto* box = new ChoiceBox(this);
    box->setTexts(texts);
    addField(label, box);
    connect(box, &QComboBox::activated, this, std::move(write));
    addRefresh([box, read = std::move(read)] { box->setCurrentIndex(read()); });
    return box;
}

QLineEdit* Form::addText(const QString& label, const QString& absent, std::function<QString()> read, std::function<void(const QString&)> write)
{
    auto* edit = new QLineEdit(this);
    edit->setPlaceholderText(absent);
    addField(label, edit);
    connect(edit, &QLineEdit::textEdited, this, std::move(write));
    addRefresh([edit, read = std::move(read)] {
        if (const QString text = read(); text != edit->text() && problemOf(*edit).isEmpty())
            edit->setText(text);
    });
    return edit;
}

QCheckBox* Form::addCheck(const QString& text, std::function<bool()> read, std::function<void(bool)> write)
{
    auto* box = new QCheckBox(text, this);
    addWide(box);
    connect(box, &QCheckBox::clicked, this, std::move(write));
    addRefresh([box, read = std::move(read)] { box->setChecked(read()); });
    return box;
}

QLabel* Form::addNote(std::function<QString()> read)
{
    auto* label = new QLabel(this);
    label->setProperty("muted", true);
    label->setWordWrap(true);
    addWide(label);
    addRefresh([this, label, read = std::move(read)] {
        const QString text = read();
        label->setText(text);
        m_layout->setRowVisible(label, !text.isEmpty());
    });
    return label;
}

void Form::showWhen(QWidget* field, std::function<bool()> when)
{
    addRefresh([this, field, when = std::move(when)] { m_layout->setRowVisible(field, when()); });
}

void Form::addRefresh(std::function<void()> refresh)
{
    m_refreshers.push_back(std::move(refresh));
}

void Form::addReasons(std::function<void()> reasons)
{
    m_reasons.push_back(std::move(reasons));
}

void Form::refresh()
{
    for (const auto& refresh : m_refreshers)
        refresh();
}

void Form::refreshReasons()
{
    for (const auto& reasons : m_reasons)
        reasons();
}

} // namespace keyrace
