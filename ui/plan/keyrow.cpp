// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/keyrow.h"

#include "ui/plan/checkrow.h"
#include "ui/plan/choices.h"
#include "ui/plan/fold.h"
#include "ui/plan/itemlist.h"
#include "ui/plan/keyfacts.h"
#include "ui/plan/partfields.h"

#include <QtCore/QLocale>
#include <QtWidgets/QFrame>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace keyrace {

namespace {

QString quoted(std::string_view name)
{
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

template <class T>
std::vector<T> everyOne()
{
    const auto all = allOf<T>();
    return {all.begin(), all.end()};
}

} // namespace

KeyRow::KeyRow(PlanDraft& draft, const KeyType& type, QWidget* parent)
    : FoldingRow(draft, tr("Options of %1").arg(type.label().translated()), parent)
    , m_type(type)
    , m_facts(new QLabel(m_card))
{
    m_cardLayout->setSpacing(8);
    m_facts->setWordWrap(true);
    m_facts->setTextFormat(Qt::RichText);
    m_cardLayout->addWidget(m_facts);
    m_check->setKeyType(std::string(type.name()));
    m_check->setObjectName(u"key."_qs + quoted(type.name()));
    m_open->setObjectName(u"options."_qs + quoted(type.name()));
    connect(m_open, &QToolButton::toggled, this, &KeyRow::openCard);
    connect(m_check, &QCheckBox::clicked, this, [this](bool on) {
        if (on)
            emit chosen();
        else
            emit givenUp(m_level);
    });
}

bool KeyRow::isChosen() const
{
    return m_level >= 0 && static_cast<std::size_t>(m_level) < m_draft.part().factors.key.size();
}

KeyLevel KeyRow::level() const
{
    if (isChosen())
        return m_draft.part().factors.key[static_cast<std::size_t>(m_level)];
    KeyLevel level;
    level.type = m_type.name();
    return level;
}

void KeyRow::change(const std::function<void(KeyLevel&)>& set)
{
    if (!isChosen())
        return;
    m_draft.editPart([&](Part& part) { set(part.factors.key[static_cast<std::size_t>(m_level)]); });
}

Storage KeyRow::storage() const
{
    if (const auto storage = level().storage)
        return *storage;
    const auto possible = m_type.storages();
    const TargetRules* rules = m_draft.rules();
    const Storage usual = rules ? rules->defaultStorage(m_type.shape()) : Storage::Native;
    return possible.empty() || std::find(possible.begin(), possible.end(), usual) != possible.end() ? usual : possible.front();
}

QString KeyRow::title() const
{
    const KeyLevel level = this->level();
    if (level.label && *level.label != level.type)
        return QString::fromStdString(*level.label);
    QString title = m_type.label().translated();
    if (level.storage)
        title = tr("%1, %2").arg(title, textOf(*level.storage).toLower());
    if (level.source == KeySource::Server && !isAuto(m_type.shape()))
        title = tr("%1, by the server").arg(title);
    if (level.options.skewMs)
        title = tr("%1, clocks ± %2 ms").arg(title, QLocale().toString(*level.options.skewMs));
    if (level.options.spanS)
        title = tr("%1, over %2 s").arg(title, QLocale().toString(*level.options.spanS));
    return title;
}

void KeyRow::openCard(bool open)
{
    if (open && !m_form)
        buildForm();
    m_card->setVisible(open);
    if (open) {
        refresh();
        refreshReasons();
    }
}

template <class T>
ChoiceBox* KeyRow::addOption(Form& form, const QString& label, const QString& plain, std::optional<T> KeyOptions::*member)
{
    return form.addChoice(label, textsOf<T>(plain),
        [this, member] { const auto value = level().options.*member; return value ? placeOf(*value) + 1 : 0; },
        [this, member](int place) {
            change([&](KeyLevel& level) {
                level.options.*member = place == 0 ? std::nullopt : std::optional(allOf<T>()[static_cast<std::size_t>(place - 1)]);
            });
        });
}

template <class T>
void KeyRow::addChoiceOf(Form& form, const QString& label, const QString& plain, std::optional<T> KeyLevel::*member, const std::vector<T>& values)
{
    std::vector<QString> texts{plain};
    for (const T value : values)
        texts.push_back(textOf(value));
    ChoiceBox* box = form.addChoice(label, texts,
        [this, member, values] {
            const auto value = level().*member;
            return value ? static_cast<int>(std::find(values.begin(), values.end(), *value) - values.begin()) + 1 : 0;
        },
        [this, member, values](int place) {
            change([&](KeyLevel& level) { level.*member = place == 0 ? std::nullopt : std::optional(values[static_cast<std::size_t>(place - 1)]); });
        });
    form.addReasons([this, box, member, values] {
        for (std::size_t i = 0; i < values.size(); ++i) {
            box->setReason(static_cast<int>(i) + 1, m_draft.whyNot([&](Part& part) {
                KeyLevel probe;
                probe.type = m_type.name();
                probe.*member = values[i];
                part.factors.key = {probe};
            }));
        }
    });
}

void KeyRow::buildForm()
{
    m_chosenOnly = new QWidget(m_card);
    auto* layout = new QVBoxLayout(m_chosenOnly);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_form = new Form(m_draft, m_chosenOnly);
    m_form->addText(tr("Label"), m_type.label().translated(),
        [this] { return QString::fromStdString(level().label.value_or(std::string())); },
        [this](const QString& text) {
            change([&](KeyLevel& level) { level.label = text.isEmpty() ? std::nullopt : std::optional(text.toStdString()); });
        })->setObjectName(u"key.label"_qs);
    buildMaking(*m_form);
    layout->addWidget(m_form);
    m_fixed = new Form(m_draft, m_chosenOnly);
    buildFixed();
    layout->addWidget(new Fold(m_draft.theme(), tr("Only for this level"), m_fixed, m_chosenOnly));
    auto* buttons = new QHBoxLayout;
    auto* another = makeToolButton(tr("+ Another level"), tr("Another level of %1, under a label of its own").arg(m_type.label().translated()), true, m_chosenOnly);
    another->setObjectName(u"key.another"_qs);
    buttons->addWidget(another);
    buttons->addStretch();
    layout->addLayout(buttons);
    connect(another, &QToolButton::clicked, this, [this] { emit anotherWanted(m_level); });
    m_cardLayout->addWidget(m_chosenOnly);
}

void KeyRow::buildMaking(Form& form)
{
    const auto possible = m_type.storages();
    addChoiceOf(form, tr("Storage"), tr("As usual"), &KeyLevel::storage, std::vector<Storage>(possible.begin(), possible.end()));
    if (!isAuto(m_type.shape()))
        addChoiceOf(form, tr("Made by"), tr("As usual: client"), &KeyLevel::source, everyOne<KeySource>());
    if (m_type.shape() == KeyShape::Int64)
        buildFlavour(form);
    if (m_type.name() == "uuidv7")
        addOption(form, tr("Method"), tr("As usual: counter"), &KeyOptions::method);
    if (m_type.name() == "uuidv1" || m_type.name() == "uuidv6")
        addOption(form, tr("Node"), tr("As usual: random"), &KeyOptions::node);
    form.addNumber(tr("Clock error, ± ms"), {0, 1e9, false, tr("none")}, [this] { return level().options.skewMs; },
        [this](Form::Number value) { change([&](KeyLevel& level) { level.options.skewMs = value; }); })->setObjectName(u"key.skew"_qs);
    form.addNumber(tr("Made over, s"), {0, 1e10, false, tr("all now")}, [this] { return level().options.spanS; },
        [this](Form::Number value) { change([&](KeyLevel& level) { level.options.spanS = value; }); });
}

void KeyRow::buildFlavour(Form& form)
{
    const auto flavours = snowflakeFlavours();
    std::vector<QString> texts{tr("As usual: twitter")};
    for (const SnowflakeLayout& flavour : flavours)
        texts.push_back(QString::fromStdString(flavour.name));
    texts.push_back(tr("One's own"));
    const int own = static_cast<int>(texts.size()) - 1;
    ChoiceBox* box = form.addChoice(tr("Flavour"), texts,
        [this, flavours, own] {
            const auto flavour = level().options.flavour;
            if (!flavour)
                return 0;
            const auto found = std::find_if(flavours.begin(), flavours.end(), [&](const auto& known) { return known.name == flavour->name; });
            return found == flavours.end() ? own : static_cast<int>(found - flavours.begin()) + 1;
        },
        [this, flavours, own](int place) {
            change([&](KeyLevel& level) {
                if (place == 0)
                    level.options.flavour.reset();
                else if (place == own)
                    level.options.flavour = SnowflakeLayout{{}, 1'700'000'000'000, {41, 10, 12}};
                else
                    level.options.flavour = flavours[static_cast<std::size_t>(place - 1)];
            });
        });
    box->setObjectName(u"key.flavour"_qs);
    const auto isOwn = [this] { const auto flavour = level().options.flavour; return flavour && flavour->name.empty(); };
    const auto read = [this] { return level().options.flavour.value_or(SnowflakeLayout{}); };
    NumberBox* epoch = form.addNumber(tr("Epoch, Unix ms"), {0, 1e13}, [read] { return numberOf(read().epochMs); },
        [this](Form::Number value) { change([&](KeyLevel& level) { level.options.flavour->epochMs = static_cast<std::int64_t>(*value); }); });
    form.showWhen(epoch, isOwn);
    const std::array<QString, 3> names{tr("Bits of time"), tr("Bits of node"), tr("Bits of sequence")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        NumberBox* bits = form.addNumber(names[i], {1, 62}, [read, i] { return numberOf(read().bits[i]); },
            [this, i](Form::Number value) { change([&](KeyLevel& level) { level.options.flavour->bits[i] = static_cast<int>(*value); }); });
        form.showWhen(bits, isOwn);
    }
}

void KeyRow::buildFixed()
{
    Form& form = *m_fixed;
    const auto fixed = [this](auto member) {
        using Value = std::decay_t<decltype(KeyLevel().*member)>;
        return std::pair([this, member] { return level().*member; },
                         [this, member](const Value& value) { change([&](KeyLevel& level) { level.*member = value; }); });
    };
    const auto [layout, setLayout] = fixed(&KeyLevel::layout);
    addLayoutFields(form, m_draft, {layout, setLayout, true});
    addChoiceOf(form, tr("Filled with"), tr("As the plan"), &KeyLevel::columns, everyOne<ColumnFill>());
    const auto [indexes, setIndexes] = fixed(&KeyLevel::indexes);
    addIndexFields(form, m_draft, {indexes, setIndexes, true});
    addChoiceOf(form, tr("Key's index"), tr("As the plan"), &KeyLevel::indexMethod, everyOne<IndexMethod>());
    const auto [insert, setInsert] = fixed(&KeyLevel::insert);
    addInsertFields(form, m_draft, {insert, setInsert, true});
    addChoiceOf(form, tr("Arrival"), tr("As the plan"), &KeyLevel::arrival, everyOne<Arrival>());
    form.addNumber(tr("Clients"), {1, 4'096, true, tr("as the plan")},
        [this] { const auto clients = level().clients; return clients ? Form::Number(*clients) : Form::Number(); },
        [this](Form::Number value) {
            change([&](KeyLevel& level) { level.clients = value ? std::optional(static_cast<int>(*value)) : std::nullopt; });
        });
    const auto [settings, setSettings] = fixed(&KeyLevel::settings);
    addSettingsFields(form, m_draft, {settings, setSettings, true});
}

void KeyRow::refresh()
{
    m_check->setText(title());
    m_check->setChecked(isChosen());
    m_check->setNote(tr("%1 B").arg(QLocale().toString(storedBytes(m_type, storage()))));
    if (m_card->isHidden() || !m_form)
        return;
    m_facts->setText(keyFacts(m_draft, m_type, level(), storage()));
    m_chosenOnly->setVisible(isChosen());
    if (!isChosen())
        return;
    m_form->refresh();
    m_fixed->refresh();
}

void KeyRow::refreshReasons()
{
    m_check->setReason(m_draft.whyNot([this](Part& part) { part.factors.key = {level()}; }));
    if (m_card->isHidden() || !m_form || !isChosen())
        return;
    m_form->refreshReasons();
    m_fixed->refreshReasons();
}

} // namespace keyrace
