// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/keyfacts.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>

#include <algorithm>

namespace keyrace {

namespace {

class KeyFacts {
    Q_DECLARE_TR_FUNCTIONS(KeyFacts)
};

QString whole(int number)
{
    return QLocale().toString(number);
}

std::string layoutOf(const PlanDraft& draft, const KeyLevel& level)
{
    if (level.layout)
        return level.layout->type;
    if (!draft.part().factors.layout.empty())
        return draft.part().factors.layout.front().type;
    return draft.rules() ? draft.rules()->defaultLayout() : std::string();
}

// The smallest and the largest number of secondary indexes that the part gives this level.
std::pair<int, int> indexCounts(const PlanDraft& draft, const KeyLevel& level)
{
    std::vector<IndexChoice> choices = draft.part().factors.indexes;
    if (level.indexes)
        choices = {*level.indexes};
    if (choices.empty()) {
        const bool events = draft.part().table.shape == TableShape::Events;
        choices = {IndexChoice{"", indexScenario(draft.part().table.shape, events ? "few" : "none").value_or(std::vector<std::vector<std::string>>{})}};
    }
    const auto [least, most] = std::minmax_element(choices.begin(), choices.end(), [](const auto& a, const auto& b) { return a.columns.size() < b.columns.size(); });
    return {static_cast<int>(least->columns.size()), static_cast<int>(most->columns.size())};
}

QString sizeText(const PlanDraft& draft, const KeyType& type, const KeyLevel& level, Storage storage)
{
    const int bytes = storedBytes(type, storage);
    const std::string layout = layoutOf(draft, level);
    const QString copy = KeyFacts::tr("%1 bytes a copy").arg(whole(bytes));
    if (layout.empty())
        return copy;
    const auto& methods = draft.part().factors.indexMethod;
    const IndexMethod method = level.indexMethod.value_or(methods.empty() ? IndexMethod::Primary : methods.front());
    const auto [least, most] = indexCounts(draft, level);
    const int few = bytes * keyCopies(type, storage, layout, method, least);
    const int many = bytes * keyCopies(type, storage, layout, method, most);
    if (least == most)
        return KeyFacts::tr("%1, %2 bytes of key a row with its indexes").arg(copy, whole(few));
    if (few == many)
        return KeyFacts::tr("%1, %2 bytes of key a row, however many secondary indexes").arg(copy, whole(few));
    return KeyFacts::tr("%1, %2 bytes of key a row with %3 secondary indexes, %4 with %5")
        .arg(copy, whole(few), whole(least), whole(many), whole(most));
}

QString revealedText(const KeyCard& card)
{
    QStringList words;
    if (card.revealsTime)
        words << KeyFacts::tr("the time");
    if (card.revealsMachine)
        words << KeyFacts::tr("the machine");
    if (card.revealsOrder)
        words << KeyFacts::tr("the order");
    return words.isEmpty() ? KeyFacts::tr("nothing") : words.join(u", "_qs);
}

} // namespace

int keyCopies(const KeyType& type, Storage storage, const std::string& layout, IndexMethod method, int indexes)
{
    const bool isRowid = layout == "rowid" && isAuto(type.shape()) && storage != Storage::Unaliased;
    if (layout == "clustered" || isRowid)
        return 1 + indexes;
    return method == IndexMethod::None ? 1 : 2;
}

QString keyFacts(const PlanDraft& draft, const KeyType& type, const KeyLevel& level, Storage storage)
{
    const KeyCard card = type.card(level.options);
    const QString muted = draft.theme().mutedText.name();
    QString text;
    const auto add = [&](const QString& name, const QString& value) {
        text += u"<p style='margin:0 0 3px 0'><span style='color:%1'>%2</span> %3</p>"_qs.arg(muted, name.toHtmlEscaped(), value.toHtmlEscaped());
    };
    add(KeyFacts::tr("Size:"), sizeText(draft, type, level, storage));
    add(KeyFacts::tr("Random bits:"), QLocale().toString(card.randomBits));
    add(KeyFacts::tr("Gives away:"), revealedText(card));
    add(KeyFacts::tr("Guessing:"), card.guessability.translated());
    add(KeyFacts::tr("Order:"), card.order.translated());
    add(KeyFacts::tr("Coordination:"), card.needsCoordination ? KeyFacts::tr("needed") : KeyFacts::tr("not needed"));
    if (storage == Storage::Swapped)
        add(KeyFacts::tr("Beware:"), KeyFacts::tr("a query that forgets to swap finds no row."));
    return text;
}

} // namespace keyrace
