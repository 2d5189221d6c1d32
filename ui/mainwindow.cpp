// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "engine/error.h"
#include "ui/exporter.h"
#include "ui/findingsbar.h"
#include "ui/headerbar.h"
#include "ui/livepage.h"
#include "ui/notice.h"
#include "ui/planpanel.h"
#include "ui/recentruns.h"
#include "ui/rule.h"
#include "ui/startpage.h"
#include "ui/statusstrip.h"
#include "ui/words.h"
#include "ui/workpage.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QMimeData>
#include <QtGui/QAction>
#include <QtGui/QCloseEvent>
#include <QtGui/QScreen>
#include <QtWidgets/QApplication>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

namespace keyrace {

namespace {

constexpr QSize kFirstSize{1'440, 900};
constexpr QSize kSmallestSize{800, 560};
constexpr qint64 kLargestPlan = 16 * 1'024 * 1'024;

} // namespace

MainWindow::MainWindow(QSettings& settings, QString folder, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_folder(std::move(folder))
    , m_theme(m_systemTheme.mode())
    , m_recent(new RecentRuns(settings, m_theme, this))
    , m_exporter(new Exporter(this))
{
    setAcceptDrops(true);
    setMinimumSize(kSmallestSize);
    setFont(m_theme.font(10));
    QApplication::setPalette(m_theme.palette());
    qApp->setStyleSheet(m_theme.styleSheet());
    build();
    connectParts();
    addShortcuts();
    resize(kFirstSize.boundedTo(screen()->availableSize()));
    restoreGeometry(m_settings.value(QStringLiteral("window/geometry")).toByteArray());
    showStart();
}

// Before the model goes, which waits for whoever waits for a password.
MainWindow::~MainWindow()
{
    m_passwords.close();
}

void MainWindow::build()
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_header = new HeaderBar(m_model, m_theme, content);
    m_headerRule = new Rule(Qt::Horizontal, content);
    m_pages = new QStackedWidget(content);
    m_start = new StartPage(*m_recent, m_theme, m_pages);
    m_work = new WorkPage(m_model, m_theme, m_pages);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_work);
    m_statusRule = new Rule(Qt::Horizontal, content);
    m_status = new StatusStrip(m_model, m_theme, content);
    layout->addWidget(m_header);
    layout->addWidget(m_headerRule);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_statusRule);
    layout->addWidget(m_status);
    setCentralWidget(content);
    m_exportMenu = new QMenu(this);
    m_header->setExportMenu(m_exportMenu);
    m_header->setCompact(false);
}

void MainWindow::connectParts()
{
    connect(&m_systemTheme, &SystemTheme::changed, this, &MainWindow::applyTheme);
    connect(&m_model, &RunModel::changed, this, &MainWindow::refresh);
    connect(&m_model, &RunModel::failed, this, [this](const QString& what, const QString& detail) {
        if (m_closing)
            close();
        else
            tell(this, tr("Keyrace"), what, detail);
    });
    connect(&m_passwords, &PasswordAsker::notKept, this, [this](const QString& why) {
        tell(this, tr("Keyrace"), tr("The keychain did not take the password. It is known until Keyrace is closed."), why);
    });
    connect(&m_model, &RunModel::asked, this, &MainWindow::askBeforeMeasuring);
    connect(m_start, &StartPage::runWanted, this, &MainWindow::runPlan);
    connect(m_start, &StartPage::openWanted, this, &MainWindow::openPlan);
    connect(m_start, &StartPage::fileWanted, this, &MainWindow::openFile);
    connect(m_start, &StartPage::openDialogWanted, this, &MainWindow::askForFile);
    connect(m_header, &HeaderBar::startWanted, this, &MainWindow::showStart);
    connect(m_header, &HeaderBar::planToggled, m_work, &WorkPage::setDrawerOpen);
    connect(m_header, &HeaderBar::runWanted, this, &MainWindow::startShownPlan);
    connect(m_header, &HeaderBar::changePlanWanted, this, &MainWindow::changePlan);
    connect(m_header, &HeaderBar::pauseToggled, &m_model, &RunModel::setPaused);
    connect(m_header, &HeaderBar::skipWanted, &m_model, &RunModel::skipCell);
    connect(m_header, &HeaderBar::stopWanted, &m_model, &RunModel::stop);
    connect(m_work, &WorkPage::resumeWanted, &m_model, &RunModel::resume);
    connect(m_work, &WorkPage::compactChanged, m_header, &HeaderBar::setCompact);
    connect(m_work, &WorkPage::drawerToggled, m_header->planButton(), &QPushButton::setChecked);
    connect(&m_work->plan(), &PlanPanel::planChanged, this, &MainWindow::refreshHeader);
    connect(m_work, &WorkPage::runWanted, this, [this](const QString& ending) {
        if (m_model.results())
            m_exporter->run(m_model.results(), ending);
    });
    connect(m_work, &WorkPage::figuresWanted, this, [this](ChartCard* card, const QString& ending) {
        if (m_model.results())
            m_exporter->figures(card->kind(), card->chart().options(), m_model.results(), ending);
    });
    connect(m_exportMenu, &QMenu::aboutToShow, this, &MainWindow::fillExportMenu);
}

void MainWindow::addAction(const QKeySequence& keys, const QString& text, std::function<void()> action)
{
    auto* entry = new QAction(text, this);
    entry->setShortcut(keys);
    connect(entry, &QAction::triggered, this, std::move(action));
    QWidget::addAction(entry);
}

void MainWindow::addShortcuts()
{
    addAction(QKeySequence::Open, tr("Open…"), [this] { askForFile(); });
    addAction(QKeySequence::Save, tr("Save the plan…"), [this] {
        if (m_pages->currentWidget() == m_work)
            m_exporter->plan(m_work->plan().plan());
    });
    addAction(QKeySequence::Quit, tr("Quit"), [this] { close(); });
    addAction(QKeySequence(Qt::Key_F11), tr("Full screen"), [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    for (int n = 0; n < 3; ++n)
        addAction(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + n)), tr("View %1").arg(n + 1), [this, n] { m_work->showTab(n); });
}

void MainWindow::fillExportMenu()
{
    m_exportMenu->clear();
    const auto results = m_model.results();
    for (ChartCard* card : m_work->live().cards()) {
        QAction* picture = m_exportMenu->addAction(tr("%1 as a picture…").arg(card->kind().title()));
        picture->setEnabled(results && card->chart().hasData());
        connect(picture, &QAction::triggered, &card->chart(), &Chart::exportPicture);
    }
    m_exportMenu->addSeparator();
    const auto add = [this, &results](const QString& text, std::function<void()> action) {
        QAction* entry = m_exportMenu->addAction(text);
        entry->setEnabled(results != nullptr);
        connect(entry, &QAction::triggered, this, std::move(action));
    };
    add(tr("Figures of all cells as CSV…"), [this, results] { m_exporter->run(results, QStringLiteral("csv")); });
    add(tr("Samples as CSV…"), [this, results] { m_exporter->samples(results); });
    add(tr("Whole run as JSON…"), [this, results] { m_exporter->run(results, QStringLiteral("json")); });
    m_exportMenu->addSeparator();
    QAction* plan = m_exportMenu->addAction(tr("Plan as a file…"));
    connect(plan, &QAction::triggered, this, [this] { m_exporter->plan(m_work->plan().plan()); });
}

// ---- opening and starting ------------------------------------------------------------------------------------------

bool MainWindow::isFree()
{
    if (!m_model.isOn())
        return true;
    m_pages->setCurrentWidget(m_work);
    refresh();
    tell(this, tr("A run is on"), tr("A run is being measured. Stop it, or wait for its end, before another is shown."));
    return false;
}

void MainWindow::openFile(const QString& file)
{
    if (!isFree())
        return;
    if (QFileInfo(file).suffix() == QLatin1String("keyplan") || QFileInfo(file).suffix() == QLatin1String("json")) {
        readPlanFile(file);
        return;
    }
    m_model.open(QFileInfo(file).absoluteFilePath());
}

void MainWindow::readPlanFile(const QString& file)
{
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly)) {
        tell(this, tr("Open"), tr("%1 cannot be opened.").arg(QDir::toNativeSeparators(file)), source.errorString());
        return;
    }
    if (source.size() > kLargestPlan) {
        tell(this, tr("Open"), tr("%1 is too large for a plan.").arg(QDir::toNativeSeparators(file)));
        return;
    }
    try {
        openPlan(parsePlan(source.readAll().toStdString()));
    } catch (const Error& error) {
        tell(this, tr("Open"), tr("%1 is no plan that can be run.").arg(QDir::toNativeSeparators(file)), error.message().translated());
    }
}

void MainWindow::openPlan(const Plan& plan)
{
    if (!isFree())
        return;
    m_model.clear();
    m_work->plan().setPlan(plan);
    m_pages->setCurrentWidget(m_work);
    refresh();
    if (m_work->isCompact())
        m_work->setDrawerOpen(true);
}

void MainWindow::runPlan(const Plan& plan)
{
    if (!isFree())
        return;
    m_work->plan().setPlan(plan);
    showResults();
    m_model.start(plan, m_folder);
    refresh();
}

/// The charts have the keyboard: else the first row of the plan would look chosen.
void MainWindow::showResults()
{
    m_work->setDrawerOpen(false);
    m_pages->setCurrentWidget(m_work);
    m_work->live().cards().front()->chart().setFocus(Qt::OtherFocusReason);
}

void MainWindow::startShownPlan()
{
    runPlan(m_work->plan().plan());
}

void MainWindow::changePlan()
{
    openPlan(m_work->plan().plan());
}

void MainWindow::showStart()
{
    m_pages->setCurrentWidget(m_start);
    refresh();
}

void MainWindow::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Open a run or a plan"), m_folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Runs and plans (*.keyrace *.keyplan *.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openFile);
    dialog->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().size() == 1 && event->mimeData()->urls().front().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    openFile(event->mimeData()->urls().front().toLocalFile());
}

// ---- what is shown -------------------------------------------------------------------------------------------------

void MainWindow::refresh()
{
    const RunModel::Phase phase = m_model.phase();
    if (phase == RunModel::Phase::Empty)
        m_planTaken = false;
    if (m_model.results() && m_model.isRecorded() && !m_planTaken) {
        m_planTaken = true;
        m_work->plan().setPlan(m_model.results()->plan());
        showResults();
    }
    const bool working = m_pages->currentWidget() == m_work;
    for (QWidget* part : {static_cast<QWidget*>(m_header), m_headerRule, m_statusRule, static_cast<QWidget*>(m_status)})
        part->setVisible(working || m_model.isOn());
    refreshHeader();
    m_status->refresh();
    if (working)
        m_work->refresh();
    if (phase == RunModel::Phase::Ended) {
        rememberRun();
        if (m_closing)
            close();
    }
}

void MainWindow::refreshHeader()
{
    const PlanPanel& panel = m_work->plan();
    const QString name = QString::fromStdString(panel.plan().name);
    const bool runnable = m_model.phase() == RunModel::Phase::Ended || panel.isRunnable();
    m_header->refresh(name, runnable ? QString() : tr("Choose at least one key type and a size before this plan can be run."));
    const auto results = m_model.results();
    const QString shown = results ? QString::fromStdString(results->name()) : name;
    setWindowTitle(m_pages->currentWidget() == m_work && !shown.isEmpty() ? tr("%1 – Keyrace").arg(shown) : tr("Keyrace"));
}

void MainWindow::rememberRun()
{
    const auto results = m_model.results();
    if (!results || m_model.file().isEmpty())
        return;
    const auto findings = byWeight(m_model.findings());
    QString headline = words::state(results->state());
    if (!findings.empty()) {
        const Finding& first = findings.front();
        headline = tr("%1 %2", "a finding's figure, and of what").arg(first.headline.translated(), (first.subject.isEmpty() ? first.text : first.subject).translated());
    }
    const QString known = m_model.file() + headline;
    if (known == m_remembered)
        return;
    m_remembered = known;
    QStringList databases;
    for (const EnvironmentTarget& target : results->environment().targets)
        databases += words::database(target);
    m_recent->add({m_model.file(), QString::fromStdString(results->name()), databases.join(QStringLiteral(", ")), headline,
                   QDateTime::fromMSecsSinceEpoch(results->startedMs())});
}

void MainWindow::applyTheme(Theme::Mode mode)
{
    m_theme = Theme(mode);
    QApplication::setPalette(m_theme.palette());
    qApp->setStyleSheet(m_theme.styleSheet());
    m_header->setTheme(m_theme);
    m_start->setTheme(m_theme);
    m_work->setTheme(m_theme);
    m_status->setTheme(m_theme);
    refresh();
}

// ---- closing -------------------------------------------------------------------------------------------------------

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_model.isOn()) {
        event->ignore();
        if (!m_closing)
            askBeforeClosing();
        return;
    }
    m_settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    event->accept();
}

void MainWindow::askBeforeMeasuring(const Plan& plan, const QStringList& concerns)
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Measure there?"),
                                concerns.join(QStringLiteral("\n\n")) + QStringLiteral("\n\n") + tr("Measure there all the same?"),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("concernQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    QPushButton* measure = box->addButton(tr("Measure"), QMessageBox::AcceptRole);
    box->setDefaultButton(box->addButton(tr("Do not measure"), QMessageBox::RejectRole));
    connect(measure, &QPushButton::clicked, this, [this, plan] {
        m_model.start(plan, m_folder, true);
        refresh();
    });
    box->open();
}

void MainWindow::askBeforeClosing()
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Stop the run?"),
                                tr("A run is being measured. Closing stops it; what was measured so far stays in its file."),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("closeQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* stop = box->addButton(tr("Stop and close"), QMessageBox::AcceptRole);
    box->setDefaultButton(box->addButton(tr("Go on measuring"), QMessageBox::RejectRole));
    connect(stop, &QPushButton::clicked, this, [this] {
        m_closing = true;
        if (m_model.isOn())
            m_model.stop();
        else
            close();
    });
    box->open();
}

} // namespace keyrace
