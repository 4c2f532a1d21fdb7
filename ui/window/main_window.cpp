// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "profiler/model/number_text.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "ui/comparison/figure_place.h"
#include "ui/comparison/import_job.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/text/text.h"
#include "ui/window/bars/case_selector.h"
#include "ui/window/bars/chip_row.h"
#include "ui/window/bars/comparison_bar.h"
#include "ui/window/bars/inspector_dock.h"
#include "ui/window/bars/side_bar.h"
#include "ui/window/bars/stale_banner.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/blank_page.h"
#include "ui/window/file_drop.h"
#include "ui/window/find/find_bar.h"
#include "ui/window/page_stack.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/palette/command_palette.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QSettings>
#include <QVBoxLayout>

#include <utility>

namespace ui {

namespace {

constexpr int narrow = 1400; ///< below: the small arrangement
constexpr int low = 860;

} // namespace

MainWindow::MainWindow(Theme& theme, QSettings* settings, QWidget* parent)
    : QMainWindow(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_notes(std::make_shared<NoteStore>(settings))
    , m_presentations(settings)
    , m_reports(settings)
    , m_import(new ImportJob(this))
    , m_actions(new ActionRegistry(*this, settings))
    , m_sideBar(new SideBar(theme))
    , m_bar(new ComparisonBar(theme))
    , m_stale(new StaleBanner(theme))
    , m_pages(new PageStack(theme))
    , m_inner(new QMainWindow)
    , m_inspector(new InspectorDock(*m_inner))
    , m_find(new FindBar(theme))
    , m_status(new StatusLine(theme))
    , m_palette(new CommandPalette(theme, this))
    , m_layout(*m_inner, settings)
{
    setWindowTitle(QStringLiteral("Fusescope"));
    setMinimumSize(1100, 700);
    m_actions->setParent(this);
    createLayout();
    createActions();
    connect(m_sideBar, &SideBar::pageRequested, this, &MainWindow::showPage);
    connect(m_sideBar, &SideBar::themeMenuRequested, this, &MainWindow::openThemeMenu);
    connectBar();
    connectSource();
    connect(m_pages, &PageStack::pageMade, this, &MainWindow::connectPage);
    connect(m_pages, &PageStack::noted, m_status, &StatusLine::note);
    connect(
        &m_pages->blank(), &BlankPage::newComparisonRequested, this, &MainWindow::newComparison);
    connect(&m_pages->blank(), &BlankPage::openFileRequested, this, &MainWindow::chooseFile);
    connect(&m_theme, &Theme::changed, this, [this] { m_actions->refresh(); });
    auto* drop = new FileDrop(this);
    connect(drop, &FileDrop::fileDropped, this, &MainWindow::openDropped);
    connect(drop, &FileDrop::tracesDropped, this, &MainWindow::importTraces);
    connectImport();
    m_palette->setReader([this](const QString& text) { return figureItem(text); });
    connectRecording();
    resize(1680, 1020);
    m_pages->setFocusPolicy(Qt::ClickFocus);
    m_pages->setFocus(); // else the first button gets it
    if (m_settings != nullptr) {
        restoreGeometry(m_settings->value(QStringLiteral("window/geometry")).toByteArray());
        m_sideBar->setIconOnly(
            m_settings->value(QStringLiteral("window/sideBarCollapsed")).toBool());
    }
    m_bar->showView(m_view);
    m_sideBar->showView(m_view);
    m_actions->refresh();
}

MainWindow::~MainWindow() = default;

void MainWindow::createLayout()
{
    m_inner->setWindowFlags(Qt::Widget);
    m_inner->setObjectName(QStringLiteral("workspace"));
    m_inner->setCentralWidget(m_pages);
    m_inner->addDockWidget(Qt::RightDockWidgetArea, m_inspector);

    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_bar);
    right->addWidget(m_stale);
    right->addWidget(m_inner, 1);
    right->addWidget(m_find);
    right->addWidget(m_status);
    auto* central = new QWidget;
    auto* row = new QHBoxLayout(central);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_sideBar);
    row->addLayout(right, 1);
    setCentralWidget(central);
}

void MainWindow::connectBar()
{
    CaseSelector& cases = m_bar->cases();
    connect(&cases, &CaseSelector::caseChosen, this, &MainWindow::setCase);
    connect(&cases, &CaseSelector::allCasesChosen, this, [this] { showPage(PageId::Results); });
    ChipRow& chips = m_bar->chips();
    connect(&chips, &ChipRow::focusRequested, this, &MainWindow::setFocus);
    connect(&chips, &ChipRow::hiddenToggled, this, &MainWindow::toggleHidden);
    connect(&chips, &ChipRow::baselineRequested, this, &MainWindow::makeBaseline);
    connect(&chips, &ChipRow::renameRequested, this, &MainWindow::renameVariant);
    connect(&chips, &ChipRow::moveRequested, this, &MainWindow::moveVariant);
    connect(&chips, &ChipRow::commandLineRequested, this, &MainWindow::copyCommandLine);
    connect(&chips, &ChipRow::logRequested, this, [this](int variant) {
        setFocus(variant);
        showPage(PageId::Log);
    });
    connect(&chips, &ChipRow::newVariantRequested, this, &MainWindow::newComparison);
    connect(m_bar, &ComparisonBar::searchRequested, this, [this] { openPalette({}); });
    connect(m_bar, &ComparisonBar::exportMenuRequested, this, &MainWindow::openExportMenu);
    connect(m_bar, &ComparisonBar::menuRequested, this, &MainWindow::openMenu);
    connect(m_status, &StatusLine::detailsRequested, this, [this](const QString& details) {
        QGuiApplication::clipboard()->setText(details);
        m_status->note(tr("Copied the details."));
    });
    connect(m_status, &StatusLine::cancelRequested, this, &MainWindow::cancelJob);
}

void MainWindow::connectSource()
{
    connect(&m_source, &ComparisonSource::loading, this, &MainWindow::showLoading);
    connect(&m_source, &ComparisonSource::failed, this, &MainWindow::takeFailure);
    connect(&m_source, &ComparisonSource::listed, this,
        [this](const ComparisonSource::Summaries& summaries) {
            showRuns(summaries, qt(m_source.file().string()));
        });
    connect(&m_source, &ComparisonSource::loaded, this, &MainWindow::takeLoaded);
    connect(&m_source, &ComparisonSource::lost, this, &MainWindow::tellStale);
    connect(&m_source, &ComparisonSource::found, this, &MainWindow::endStale);
    connect(m_stale, &StaleBanner::copyRequested, this, &MainWindow::chooseCopy);
    connect(m_stale, &StaleBanner::openRequested, this, &MainWindow::readAgain);
    m_skeletonTimer.setSingleShot(true);
    m_slowTimer.setSingleShot(true);
    connect(&m_skeletonTimer, &QTimer::timeout, this, [this] { m_pages->setLoading(true); });
    connect(&m_slowTimer, &QTimer::timeout, this,
        [this] { m_status->showJob(tr("Reading %1…").arg(m_fileName), std::nullopt, true); });
}

void MainWindow::openFile(
    const std::filesystem::path& file, const std::optional<std::string>& selector)
{
    m_fileName = QString::fromStdString(file.string());
    m_wantedPlace.reset();
    rememberFile(m_settings, file);
    describeDatabase();
    m_source.open(file, selector);
}

void MainWindow::showRuns(
    const std::vector<storage::ComparisonSummary>& summaries, const QString& file)
{
    m_runs = summaries;
    m_fileName = file;
    describeDatabase();
    noteRecordings();
    if (m_pages->currentId() == PageId::Runs && m_pages->currentPage() != nullptr)
        static_cast<RunsPage*>(m_pages->currentPage())->showRuns(m_runs, m_fileName);
}

void MainWindow::showComparison(
    std::shared_ptr<const JudgedComparison> comparison, const QString& file)
{
    m_fileName = file;
    describeDatabase();
    ComparisonView view = viewOf(std::move(comparison), m_view);
    view.file = file;
    if (const auto wanted = std::exchange(m_wantedPlace, std::nullopt)) {
        if (auto placed = viewAt(view, *wanted))
            view = std::move(*placed);
        else
            m_status->say(Status::Warning, qt(placed.error().message));
    }
    setView(std::move(view));
}

/// "mlp.fscope, 1.2 MiB".
void MainWindow::describeDatabase()
{
    const QFileInfo file(m_fileName);
    m_status->setDatabase(file.exists()
            ? file.fileName() + QStringLiteral(", ") + qt(profiler::formatBytes(file.size()))
            : file.fileName());
}

void MainWindow::setView(ComparisonView view)
{
    m_view = std::move(view);
    if (m_view.comparison != nullptr) {
        std::vector<int> styles;
        for (const auto& variant : m_view.comparison->data.recorded)
            styles.push_back(variant.index);
        m_theme.setStyleOrder(std::move(styles));
    }
    m_bar->showView(m_view);
    m_sideBar->showView(m_view);
    m_pages->takeView(m_view);
    setWindowTitle(m_view.comparison == nullptr
            ? QStringLiteral("Fusescope")
            : qt(m_view.comparison->result.info.name) + QStringLiteral(" – Fusescope"));
    if (m_pages->isBlank() || m_pages->wasShown(m_pages->currentId())) {
        m_pages->showPage();
        placeInspector();
        setFindPlaces();
    } else {
        revealStepwise();
    }
    m_actions->refresh();
    showState();
}

/// Said once: what was said since is not covered by each new reading.
void MainWindow::showState()
{
    if (m_view.comparison == nullptr)
        return;
    const profiler::ComparisonInfo& info = m_view.comparison->result.info;
    QString sentence;
    Status status = Status::Information;
    if (info.status == profiler::ComparisonStatus::Running) {
        sentence = tr("%1 is being recorded; this window follows.").arg(qt(info.name));
    } else if (info.status == profiler::ComparisonStatus::Partial) {
        status = Status::Warning;
        sentence
            = tr("The recording ended early (%1). What had finished is valid; fusescope "
                 "extend adds the rest.")
                  .arg(info.stopReason.empty() ? tr("no reason recorded") : qt(info.stopReason));
    }
    if (std::exchange(m_stateSentence, sentence) == sentence)
        return;
    if (sentence.isEmpty())
        m_status->clear();
    else
        m_status->say(status, sentence);
}

void MainWindow::showError(const QString& sentence)
{
    endLoading();
    m_status->say(Status::Bad, sentence,
        QStringLiteral("%1\n%2\nFusescope %3")
            .arg(sentence, m_fileName, QGuiApplication::applicationVersion()));
    if (m_view.comparison != nullptr || m_pages->currentId() == PageId::Runs)
        return;
    m_pageBeforeError = m_pages->currentId();
    showPage(PageId::Runs);
}

void MainWindow::setCase(int caseIndex)
{
    ComparisonView view = m_view;
    view.caseIndex = caseIndex;
    if (view.caseResult() != nullptr)
        setView(std::move(view));
}

void MainWindow::setFocus(int variant)
{
    ComparisonView view = m_view;
    view.focus = variant;
    if (view.focused() == nullptr || variant == m_view.focus)
        return;
    view.hidden.erase(variant);
    setView(std::move(view));
}

void MainWindow::toggleHidden(int variant)
{
    // Baseline and focused variant are never hidden.
    if (variant == 0 || variant == m_view.focus)
        return;
    ComparisonView view = m_view;
    if (view.hidden.erase(variant) == 0)
        view.hidden.insert(variant);
    setView(std::move(view));
}

QString MainWindow::verdictSentence() const
{
    if (const Page* page = m_pages->currentPage(); page != nullptr)
        if (const QString sentence = page->verdictSentence(); !sentence.isEmpty())
            return sentence;
    return m_view.comparison == nullptr ? QString()
                                        : qt(profiler::overallSentence(m_view.comparison->result));
}

bool MainWindow::isSettled() const
{
    return !m_presenting.isRunning() && !m_revealing.isRunning() && m_pages->isSettled();
}

void MainWindow::fitWindow()
{
    const bool compact = width() < narrow || height() < low;
    m_sideBar->setCompact(compact);
    m_bar->setCompact(width() < narrow);
    m_pages->setCompact(compact);
    placeInspector();
    m_actions->refresh();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    fitWindow();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!settleRecording()) {
        event->ignore();
        return;
    }
    if (m_inspector->isVisible())
        m_layout.remember(m_pages->currentId());
    if (m_settings != nullptr) {
        m_settings->setValue(QStringLiteral("window/geometry"), saveGeometry());
        m_settings->setValue(QStringLiteral("window/sideBarCollapsed"), m_sideBar->isIconOnly());
    }
    QMainWindow::closeEvent(event);
}

} // namespace ui
