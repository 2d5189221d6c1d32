// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/indexsection.h"

#include "ui/plan/choices.h"
#include "ui/plan/itemlist.h"
#include "ui/plan/partfields.h"

#include <QtCore/QLocale>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

Segment::Segment(const Theme& theme, Place place, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_place(place)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Segment::setNumber(const QString& number)
{
    m_number = number;
    setAccessibleName(number.isEmpty() ? text() : tr("%1: %2 secondary indexes").arg(text(), number));
    update();
}

void Segment::setReason(const QString& reason)
{
    setEnabled(reason.isEmpty() || isChecked());
    setToolTip(reason);
    setAccessibleDescription(reason);
}

QSize Segment::sizeHint() const
{
    return {68, fontMetrics().height() * 2 + 12};
}

void Segment::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    // Round at the outer ends only: what lies beyond the widget is not painted.
    const QRectF shape = m_place == Place::First ? area.adjusted(0, 0, 12, 0) : m_place == Place::Last ? area.adjusted(-12, 0, 0, 0) : area.adjusted(-12, 0, 12, 0);
    const bool hovered = underMouse() && isEnabled();
    painter.setPen(QPen(m_theme.border, 1));
    painter.setBrush(isChecked() ? m_theme.accentTint() : hovered ? m_theme.background : m_theme.surface);
    painter.drawRoundedRect(shape, 7, 7);
    if (m_place != Place::First) {
        painter.setPen(QPen(isChecked() ? m_theme.surface : m_theme.border, 1));
        painter.drawLine(QPointF(0.5, 5), QPointF(0.5, height() - 5));
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.accent, 1.4));
        painter.drawRoundedRect(area.adjusted(2, 2, -2, -2), 5, 5);
    }
    QFont bold = font();
    bold.setWeight(isChecked() ? QFont::DemiBold : QFont::Normal);
    painter.setFont(bold);
    const int middle = height() / 2;
    painter.setPen(!isEnabled() ? m_theme.disabledText() : isChecked() ? m_theme.text : m_theme.mutedText);
    const QFontMetrics metrics(bold);
    painter.drawText(QRect(2, middle - metrics.height(), width() - 4, metrics.height()), Qt::AlignCenter, metrics.elidedText(text(), Qt::ElideRight, width() - 4));
    painter.setFont(font());
    painter.setPen(isEnabled() ? m_theme.mutedText : m_theme.disabledText());
    painter.drawText(QRect(2, middle, width() - 4, metrics.height()), Qt::AlignCenter, m_number);
}

IndexSection::IndexSection(PlanDraft& draft, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_add(makeToolButton(u"+"_qs, tr("Column lists of one's own"), true, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(5);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    const auto names = indexScenarioNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto place = i == 0 ? Segment::Place::First : i + 1 == names.size() ? Segment::Place::Last : Segment::Place::Middle;
        auto* segment = new Segment(draft.theme(), place, this);
        segment->setText(textOf(IndexChoice{names[i], {}}));
        segment->setObjectName(u"indexes."_qs + QString::fromLatin1(names[i]));
        connect(segment, &QAbstractButton::clicked, this, [this, name = std::string(names[i])](bool on) { toggle(name, on); });
        row->addWidget(segment, 1);
        m_segments.push_back(segment);
    }
    layout->addLayout(row);

    ItemList::Items items;
    items.remove = tr("Remove these column lists");
    items.count = [this] { return static_cast<int>(own().size()); };
    items.make = [this](int index) -> PlanWidget* {
        auto* form = new Form(m_draft);
        const auto place = [this, index] { return static_cast<std::size_t>(own().at(static_cast<std::size_t>(index))); };
        form->addWide(makeIndexLine(*form, m_draft, [this, place] { return m_draft.part().factors.indexes[place()]; },
            [this, place](const IndexChoice& choice) {
                m_draft.editPart([&, at = place()](Part& part) { part.factors.indexes[at] = choice; });
            }));
        return form;
    };
    items.erase = [this](int index) {
        m_draft.editPart([&, at = own().at(static_cast<std::size_t>(index))](Part& part) { part.factors.indexes.erase(part.factors.indexes.begin() + at); });
    };
    m_own = new ItemList(draft, std::move(items), this);
    layout->addWidget(m_own);
    connect(m_add, &QToolButton::clicked, this, &IndexSection::addOwn);
    m_add->setObjectName(u"indexes.add"_qs);
}

void IndexSection::addOwn()
{
    const auto columns = indexableColumns(m_draft.part().table.shape);
    if (columns.empty())
        return;
    m_draft.editPart([&](Part& part) {
        auto& levels = part.factors.indexes;
        if (levels.empty()) // what held unsaid stays beside what is added
            levels.push_back({plainScenario(), indexScenario(part.table.shape, plainScenario()).value_or(std::vector<std::vector<std::string>>{})});
        levels.push_back(IndexChoice{{}, {{columns.front()}}});
    });
}

std::vector<int> IndexSection::own() const
{
    std::vector<int> places;
    const auto& levels = m_draft.part().factors.indexes;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (levels[i].name.empty())
            places.push_back(static_cast<int>(i));
    }
    return places;
}

std::string IndexSection::plainScenario() const
{
    return m_draft.part().table.shape == TableShape::Events ? "few" : "none";
}

void IndexSection::toggle(const std::string& scenario, bool on)
{
    m_draft.editPart([&](Part& part) {
        auto& levels = part.factors.indexes;
        const auto choice = [&](const std::string& name) {
            return IndexChoice{name, indexScenario(part.table.shape, name).value_or(std::vector<std::vector<std::string>>{})};
        };
        if (levels.empty())
            levels.push_back(choice(plainScenario())); // what held unsaid stays beside what is added
        const auto found = std::find_if(levels.begin(), levels.end(), [&](const IndexChoice& level) { return level.name == scenario; });
        if (!on && found != levels.end())
            levels.erase(found);
        if (!on || found != levels.end())
            return;
        const auto names = indexScenarioNames();
        const auto rank = [&](const std::string& name) { return std::find(names.begin(), names.end(), name) - names.begin(); };
        const auto after = std::find_if(levels.begin(), levels.end(), [&](const IndexChoice& level) { return rank(level.name) > rank(scenario); });
        levels.insert(after, choice(scenario));
    });
    refresh(); // the last one stays chosen
}

void IndexSection::refresh()
{
    const Part& part = m_draft.part();
    const auto names = indexScenarioNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& levels = part.factors.indexes;
        const bool named = std::any_of(levels.begin(), levels.end(), [&](const IndexChoice& level) { return level.name == names[i]; });
        const auto columns = indexScenario(part.table.shape, names[i]);
        m_segments[i]->setChecked(named || (levels.empty() && plainScenario() == names[i]));
        m_segments[i]->setNumber(columns ? QLocale().toString(static_cast<int>(columns->size())) : QString());
        m_segments[i]->setReason(columns ? QString() : tr("This table has no such scenario."));
    }
    m_own->refresh();
    const bool hasColumns = !indexableColumns(part.table.shape).empty();
    m_add->setEnabled(hasColumns);
    m_add->setToolTip(hasColumns ? tr("Column lists of one's own") : tr("This table has no columns to index."));
}

void IndexSection::refreshReasons()
{
    m_own->refreshReasons();
}

} // namespace keyrace
