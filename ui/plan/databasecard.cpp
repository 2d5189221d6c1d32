// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/databasecard.h"

#include "ui/plan/fold.h"
#include "ui/plan/itemlist.h"
#include "ui/plan/keyvaluelist.h"

#include <QtCore/QDir>
#include <QtCore/QLocale>
#include <QtCore/QTimer>
#include <QtGui/QPainter>
#include <QtGui/QResizeEvent>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QFrame>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>

namespace keyrace {

namespace {

constexpr auto kEmbedded = "sqlite"; ///< scheme and engine of the database that is a file
constexpr auto kDefaultFile = "keyrace.db";

struct SandboxEngine {
    const char* engine;
    const char* name;
};
constexpr std::array kServers{SandboxEngine{"postgresql", "PostgreSQL"}, SandboxEngine{"mariadb", "MariaDB"}, SandboxEngine{"mysql", "MySQL"}};

struct Pragma {
    const char* name;
    const char* label;
    std::array<const char*, 6> values;
};
constexpr std::array kPragmas{
    Pragma{"journal_mode", QT_TRANSLATE_NOOP("keyrace::DatabaseCard", "Journal"), {"delete", "truncate", "persist", "memory", "wal", "off"}},
    Pragma{"synchronous", QT_TRANSLATE_NOOP("keyrace::DatabaseCard", "Synchronous"), {"off", "normal", "full", "extra", nullptr, nullptr}},
    Pragma{"page_size", QT_TRANSLATE_NOOP("keyrace::DatabaseCard", "Page size"), {"1024", "4096", "8192", "16384", "32768", "65536"}},
};
constexpr auto kCacheSize = "cache_size";

bool isNamedPragma(const std::string& name)
{
    return name == kCacheSize || std::any_of(kPragmas.begin(), kPragmas.end(), [&](const Pragma& pragma) { return name == pragma.name; });
}

constexpr int kLeft = 30;
constexpr int kRight = 26;

} // namespace

DatabaseHead::DatabaseHead(const Theme& theme, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void DatabaseHead::show(const QString& title, const QString& detail, State state, const QString& stateText)
{
    setText(title);
    m_detail = detail;
    m_state = state;
    setAccessibleName(tr("Database: %1").arg(title));
    setAccessibleDescription(stateText + u". "_qs + detail);
    setToolTip(stateText);
    updateGeometry();
    update();
}

QRect DatabaseHead::detailRect(int width) const
{
    return fontMetrics().boundingRect(QRect(0, 0, std::max(80, width - kLeft - kRight), 200), Qt::AlignLeft | Qt::TextWordWrap, m_detail);
}

QSize DatabaseHead::sizeHint() const
{
    return {200, 20 + fontMetrics().height() + detailRect(width()).height()};
}

void DatabaseHead::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry();
}

void DatabaseHead::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.accent, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), 8, 8);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_state == State::Good ? m_theme.good : m_state == State::Bad ? m_theme.bad : m_theme.mutedText);
    painter.drawRoundedRect(QRectF(12, height() / 2.0 - 5, 9, 9), 3, 3);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(bold);
    const int room = width() - kLeft - kRight;
    painter.setFont(bold);
    painter.setPen(m_theme.text);
    painter.drawText(QRect(kLeft, 9, room, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text(), Qt::ElideMiddle, room));
    painter.setFont(font());
    painter.setPen(m_theme.mutedText);
    painter.drawText(QRect(kLeft, 10 + metrics.height(), room, height() - metrics.height() - 10), Qt::AlignLeft | Qt::TextWordWrap, m_detail);
    paintArrow(painter, QRectF(width() - 24, 0, 14, height()), true, m_theme.mutedText);
}

DatabaseCard::DatabaseCard(PlanDraft& draft, int slot, QWidget* parent)
    : PlanWidget(draft, parent)
    , m_slot(slot)
    , m_head(new DatabaseHead(draft.theme(), this))
    , m_form(new Form(draft, this))
    , m_seconds(new QTimer(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    layout->addWidget(card);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->setSpacing(0);
    inside->addWidget(m_head);
    auto* body = new QWidget(card);
    auto* bodyLayout = new QVBoxLayout(body);
    bodyLayout->setContentsMargins(10, 2, 10, 10);
    bodyLayout->addWidget(m_form);
    inside->addWidget(body);
    body->hide();
    m_head->setObjectName(u"database.head"_qs);
    connect(m_head, &QAbstractButton::toggled, body, &QWidget::setVisible);
    build();
}

void DatabaseCard::build()
{
    ChoiceBox* kinds = m_form->addChoice(tr("Kind"), {tr("SQLite, private file"), tr("SQLite, a file of yours"), tr("Server at an address"), tr("Private server")},
        [this] { return static_cast<int>(kind()); }, [this](int place) { setKind(static_cast<Kind>(place)); });
    kinds->setObjectName(u"database.kind"_qs);
    m_address = m_form->addText(tr("Address"), u"postgresql://user@host/db"_qs,
        [this] { return QString::fromStdString(url()); }, [this](const QString& text) { setUrl(text.trimmed().toStdString()); });
    m_address->setObjectName(u"database.address"_qs);
    m_form->showWhen(m_address, [this] { return kind() == Kind::Server; });
    buildFile(*m_form);
    buildOptions(*m_form);
    buildPrivateServer(*m_form);
    buildCheck(*m_form);
}

void DatabaseCard::buildFile(Form& form)
{
    auto* line = new QWidget(&form);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* path = new QLineEdit(line);
    path->setObjectName(u"database.file"_qs);
    path->setMinimumWidth(80);
    auto* browse = makeToolButton(u"…"_qs, tr("Choose a file"), true, line);
    layout->addWidget(path, 1);
    layout->addWidget(browse);
    form.addField(tr("File"), line);
    path->setAccessibleName(tr("File"));
    const auto write = [this](const QString& file) {
        AddressParts parts = AddressParts::fromString(url());
        parts.place = file.toStdString();
        setUrl(parts.toString());
    };
    connect(path, &QLineEdit::textEdited, this, write);
    connect(browse, &QToolButton::clicked, this, [this, path, write] {
        auto* dialog = new QFileDialog(this, tr("Database file"), path->text());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::AnyFile);
        dialog->setOption(QFileDialog::DontConfirmOverwrite);
        connect(dialog, &QFileDialog::fileSelected, this, write);
        dialog->open();
    });
    form.addRefresh([this, path] {
        const QString place = QString::fromStdString(AddressParts::fromString(url()).place);
        if (path->text() != place)
            path->setText(place);
    });
    form.showWhen(line, [this] { return kind() == Kind::File; });
}

void DatabaseCard::buildOptions(Form& form)
{
    for (const Pragma& pragma : kPragmas) {
        std::vector<QString> values{tr("As SQLite brings it")};
        for (const char* value : pragma.values) {
            if (value)
                values.push_back(QString::fromLatin1(value));
        }
        const std::string name = pragma.name;
        ChoiceBox* box = form.addChoice(tr(pragma.label), values,
            [] { return 0; },
            [this, name, values](int place) {
                auto all = options();
                setOption(all, name, place == 0 ? std::string() : values[static_cast<std::size_t>(place)].toStdString());
                setOptions(all);
            });
        box->setObjectName(u"database."_qs + QString::fromLatin1(pragma.name));
        const int known = static_cast<int>(values.size());
        form.addRefresh([this, box, name, known] {
            // A value that is not offered stays as it was written, at the end of the list.
            const QString value = QString::fromStdString(optionOf(options(), name));
            while (box->count() > known)
                box->removeItem(known);
            int place = value.isEmpty() ? 0 : box->findText(value, Qt::MatchFixedString);
            if (place < 0) {
                box->addItem(value);
                place = known;
            }
            box->setCurrentIndex(place);
        });
        form.showWhen(box, [this] { return isEmbedded(); });
    }
    NumberBox* cache = form.addNumber(tr("Cache"), {-1e12, 1e12, true, tr("as SQLite brings it")},
        [this] { return numberFromText(QString::fromStdString(optionOf(options(), kCacheSize))); },
        [this](Form::Number value) {
            auto all = options();
            setOption(all, kCacheSize, value ? std::to_string(static_cast<std::int64_t>(*value)) : std::string());
            setOptions(all);
        });
    cache->setObjectName(u"database.cache_size"_qs);
    form.showWhen(cache, [this] { return isEmbedded(); });
    QLabel* unit = form.addNote([] { return tr("Cache in pages, or below zero in KiB."); });
    form.showWhen(unit, [this] { return isEmbedded(); });
    auto* further = new KeyValueList(m_draft, {tr("Pragma"), tr("Value"), tr("Add a pragma"), tr("Remove this pragma")},
        [this] {
            auto all = options();
            std::erase_if(all, [](const auto& option) { return isNamedPragma(option.first); });
            return all;
        },
        [this](const KeyValueList::Pairs& pairs) {
            auto all = options();
            std::erase_if(all, [](const auto& option) { return !isNamedPragma(option.first); });
            all.insert(all.end(), pairs.begin(), pairs.end());
            setOptions(all);
        }, &form);
    form.addWide(further);
    form.addRefresh([further] { further->refresh(); });
    form.showWhen(further, [this] { return isEmbedded(); });
}

void DatabaseCard::buildPrivateServer(Form& form)
{
    const auto change = [this](const std::function<void(SandboxChoice&)>& set) {
        m_draft.editPlan([&](Plan& plan) { if (plan.sandbox) set(*plan.sandbox); });
    };
    const auto sandbox = [this] { return m_draft.plan().sandbox.value_or(SandboxChoice{}); };
    const auto isPrivate = [this] { return kind() == Kind::PrivateServer; };
    std::vector<QString> names;
    for (const auto& server : kServers)
        names.push_back(QString::fromLatin1(server.name));
    QWidget* engine = form.addChoice(tr("Engine"), names,
        [sandbox] {
            const auto found = std::find_if(kServers.begin(), kServers.end(), [&](const auto& server) { return sandbox().engine == server.engine; });
            return found == kServers.end() ? -1 : static_cast<int>(found - kServers.begin());
        },
        [change](int place) { change([place](SandboxChoice& choice) { choice.engine = kServers[static_cast<std::size_t>(place)].engine; }); });
    QWidget* bin = form.addText(tr("Programs in"), tr("where the system has them"), [sandbox] { return QString::fromStdString(sandbox().bin); },
        [change](const QString& text) { change([&](SandboxChoice& choice) { choice.bin = text.toStdString(); }); });
    QWidget* memory = form.addNumber(tr("Memory, bytes"), {1, 1e15, true, tr("not limited")},
        [sandbox] { const auto bytes = sandbox().memoryBytes; return bytes ? Form::Number(static_cast<double>(*bytes)) : Form::Number(); },
        [change](Form::Number value) {
            change([&](SandboxChoice& choice) { choice.memoryBytes = value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt; });
        });
    QWidget* standby = form.addCheck(tr("With a standby"), [sandbox] { return sandbox().standby; },
        [change](bool on) { change([on](SandboxChoice& choice) { choice.standby = on; }); });
    auto* settings = new KeyValueList(m_draft, {tr("Setting"), tr("Value"), tr("Add a server setting"), tr("Remove this server setting")},
        [sandbox] { const auto all = sandbox().settings; return KeyValueList::Pairs(all.begin(), all.end()); },
        [change](const KeyValueList::Pairs& pairs) { change([&](SandboxChoice& choice) { choice.settings = {pairs.begin(), pairs.end()}; }); }, &form);
    form.addWide(settings);
    form.addRefresh([settings] { settings->refresh(); });
    for (QWidget* field : {engine, bin, memory, standby, static_cast<QWidget*>(settings)})
        form.showWhen(field, isPrivate);
}

void DatabaseCard::buildCheck(Form& form)
{
    auto* line = new QWidget(&form);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 4, 0, 0);
    m_checkButton = makeToolButton(tr("Check"), tr("Connect, and read version and settings"), false, line);
    m_checkButton->setObjectName(u"database.check"_qs);
    auto* remove = makeToolButton(tr("Remove"), tr("Take this database out of the plan"), true, line);
    remove->setObjectName(u"database.remove"_qs);
    layout->addWidget(m_checkButton);
    layout->addStretch();
    layout->addWidget(remove);
    form.addWide(line);
    connect(remove, &QToolButton::clicked, this, [this] {
        m_draft.editPlan([this](Plan& plan) {
            if (m_slot == kSandbox)
                plan.sandbox.reset();
            else
                plan.targets.erase(plan.targets.begin() + m_slot);
        });
    });
    connect(m_checkButton, &QToolButton::clicked, this, [this] {
        if (m_check.isRunning()) {
            m_check.giveUp();
            m_seconds->stop();
        } else if (const std::string address = url(); !address.empty()) {
            m_checkedUrl = address;
            m_info.reset();
            m_problem.clear();
            m_check.start(address, m_draft.passwords());
            m_seconds->start(1'000);
        }
        refreshHead();
    });
    connect(m_seconds, &QTimer::timeout, this, &DatabaseCard::refreshHead);
    connect(&m_check, &TargetCheck::answered, this, [this](const TargetInfo& info) {
        m_info = info;
        m_seconds->stop();
        refreshHead();
    });
    connect(&m_check, &TargetCheck::failed, this, [this](const QString& problem) {
        m_problem = problem;
        m_seconds->stop();
        refreshHead();
    });
}

DatabaseCard::Kind DatabaseCard::kind() const
{
    if (m_slot == kSandbox)
        return m_draft.plan().sandbox && m_draft.plan().sandbox->engine != kEmbedded ? Kind::PrivateServer : Kind::PrivateFile;
    const AddressParts parts = AddressParts::fromString(url());
    if (parts.scheme != kEmbedded)
        return Kind::Server;
    return parts.place.empty() ? Kind::PrivateFile : Kind::File;
}

void DatabaseCard::setKind(Kind wanted)
{
    if (wanted == kind())
        return;
    const bool keepsOptions = isEmbedded() && wanted != Kind::Server && wanted != Kind::PrivateServer;
    AddressParts parts{kEmbedded, wanted == Kind::File ? kDefaultFile : "", keepsOptions ? options() : AddressParts::Options{}};
    std::string address = wanted == Kind::Server ? "postgresql://localhost/postgres" : parts.toString();
    m_draft.editPlan([&](Plan& plan) {
        if (wanted == Kind::PrivateServer) {
            plan.targets.clear(); // a private server stands alone
            plan.sandbox = SandboxChoice{kServers.front().engine, {}, {}, false, {}};
        } else if (m_slot == kSandbox) {
            plan.sandbox.reset();
            plan.targets.push_back(address);
        } else {
            plan.targets[static_cast<std::size_t>(m_slot)] = address;
        }
    });
}

std::string DatabaseCard::url() const
{
    if (m_slot != kSandbox)
        return static_cast<std::size_t>(m_slot) < m_draft.plan().targets.size() ? m_draft.plan().targets[static_cast<std::size_t>(m_slot)] : std::string();
    if (kind() != Kind::PrivateFile)
        return {};
    return AddressParts{kEmbedded, {}, options()}.toString();
}

void DatabaseCard::setUrl(const std::string& url)
{
    if (m_slot != kSandbox)
        m_draft.editPlan([&](Plan& plan) { plan.targets[static_cast<std::size_t>(m_slot)] = url; });
}

AddressParts::Options DatabaseCard::options() const
{
    if (m_slot != kSandbox)
        return AddressParts::fromString(url()).options;
    const auto settings = m_draft.plan().sandbox.value_or(SandboxChoice{}).settings;
    return {settings.begin(), settings.end()};
}

void DatabaseCard::setOptions(const AddressParts::Options& options)
{
    if (m_slot == kSandbox) {
        m_draft.editPlan([&](Plan& plan) { if (plan.sandbox) plan.sandbox->settings = {options.begin(), options.end()}; });
        return;
    }
    AddressParts parts = AddressParts::fromString(url());
    parts.options = options;
    setUrl(parts.toString());
}

QString DatabaseCard::title() const
{
    if (kind() == Kind::PrivateServer) {
        const std::string engine = m_draft.plan().sandbox->engine;
        const auto found = std::find_if(kServers.begin(), kServers.end(), [&](const auto& server) { return engine == server.engine; });
        return tr("%1 · private server").arg(found == kServers.end() ? QString::fromStdString(engine) : QString::fromLatin1(found->name));
    }
    const AddressParts parts = AddressParts::fromString(url());
    const auto kinds = targetKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const TargetKind& candidate) { return candidate.scheme == parts.scheme; });
    QString engine = found == kinds.end() ? QString::fromStdString(parts.scheme) : QString::fromUtf8(found->name.data(), static_cast<qsizetype>(found->name.size()));
    if (m_info && m_checkedUrl == url())
        engine = QString::fromStdString(m_info->engine + " " + m_info->serverVersion);
    if (kind() == Kind::PrivateFile)
        return tr("%1 · private file").arg(engine);
    QString place = QString::fromStdString(parts.place);
    if (kind() == Kind::File)
        place = place.section(u'/', -1);
    else // no user on a projector
        place = place.section(u'@', -1).section(u'/', 0, 0, QString::SectionSkipEmpty);
    return place.isEmpty() ? engine : tr("%1 · %2").arg(engine, place);
}

QString DatabaseCard::detail() const
{
    if (m_check.isRunning())
        return tr("Connecting, %Ln seconds", nullptr, static_cast<int>(m_check.secondsRunning()));
    const bool checked = m_checkedUrl == url();
    if (checked && !m_problem.isEmpty())
        return m_problem;
    if (checked && m_info)
        return m_info->weakDurability ? tr("%1 · a commit may be lost with the machine").arg(QString::fromStdString(m_info->durability))
                                      : QString::fromStdString(m_info->durability);
    QStringList words;
    const auto all = kind() == Kind::PrivateServer ? AddressParts::Options(m_draft.plan().sandbox->settings.begin(), m_draft.plan().sandbox->settings.end()) : options();
    for (const auto& [name, value] : all)
        words << QString::fromStdString(name + " " + value);
    if (words.isEmpty())
        return kind() == Kind::Server ? tr("not checked yet") : tr("settings as the database brings them");
    return words.join(u" · "_qs);
}

void DatabaseCard::refreshHead()
{
    const QString wrong = kind() == Kind::PrivateServer ? QString() : m_draft.whyNotTarget(url());
    setProblem(*m_address, kind() == Kind::Server ? wrong : QString());
    const bool checked = m_checkedUrl == url() && !m_check.isRunning();
    if (!wrong.isEmpty())
        m_head->show(title(), wrong, DatabaseHead::State::Bad, tr("Cannot be used"));
    else if (checked && !m_problem.isEmpty())
        m_head->show(title(), detail(), DatabaseHead::State::Bad, tr("Could not be reached"));
    else if (checked && m_info)
        m_head->show(title(), detail(), DatabaseHead::State::Good, tr("Answered"));
    else
        m_head->show(title(), detail(), DatabaseHead::State::Unknown, tr("Not checked yet"));
    m_checkButton->setText(m_check.isRunning() ? tr("Cancel") : tr("Check"));
    m_checkButton->setEnabled(wrong.isEmpty() && kind() != Kind::PrivateServer);
}

void DatabaseCard::refresh()
{
    if (m_slot == kSandbox ? !m_draft.plan().sandbox : static_cast<std::size_t>(m_slot) >= m_draft.plan().targets.size())
        return; // about to be removed
    m_form->refresh();
    refreshHead();
}

void DatabaseCard::refreshReasons()
{
    m_form->refreshReasons();
}

} // namespace keyrace
