// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/main_window.h"

#include "profiler/report/sentence.h"
#include "ui/frame/comparison_bar.h"
#include "ui/frame/page_stack.h"
#include "ui/frame/side_bar.h"
#include "ui/frame/status_line.h"
#include "ui/models/text.h"
#include "ui/pages/page_catalogue.h"
#include "ui/pages/runs_page.h"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QSettings>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int inspectorWidth = 316;
constexpr int pageMargin = 16;
constexpr int narrow = 1400; ///< below: the small arrangement
constexpr int low = 860;

/// A plain QWidget has no size to say, and the dock would count with -1.
class NoTitleBar : public QWidget {
public:
    [[nodiscard]] QSize sizeHint() const override { return {0, 0}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }
};

} // namespace

MainWindow::MainWindow(Theme& theme, QSettings* settings, QWidget* parent)
    : QMainWindow(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_sideBar(new SideBar(theme))
    , m_bar(new ComparisonBar(theme))
    , m_pages(new PageStack(theme))
    , m_inner(new QMainWindow)
    , m_inspector(new QDockWidget(tr("Inspector")))
    , m_status(new StatusLine(theme))
{
    setWindowTitle(QStringLiteral("Fusescope"));
    setMinimumSize(1100, 700);
    createLayout();
    createActions();
    connect(m_sideBar, &SideBar::pageRequested, this, &MainWindow::showPage);
    connect(m_sideBar, &SideBar::themeMenuRequested, this, &MainWindow::openThemeMenu);
    connect(m_bar, &ComparisonBar::caseChosen, this, &MainWindow::setCase);
    connect(m_bar, &ComparisonBar::focusRequested, this, &MainWindow::setFocus);
    connect(m_bar, &ComparisonBar::hiddenToggled, this, &MainWindow::toggleHidden);
    connect(m_bar, &ComparisonBar::exportMenuRequested, this, &MainWindow::openExportMenu);
    connect(m_pages, &PageStack::pageMade, this, &MainWindow::connectPage);
    connect(&m_source, &ComparisonSource::loading, this, &MainWindow::showLoading);
    connect(&m_source, &ComparisonSource::failed, this, &MainWindow::showError);
    connect(&m_source, &ComparisonSource::listed, this,
        [this](const ComparisonSource::Summaries& summaries) { showRuns(summaries, m_fileName); });
    connect(&m_source, &ComparisonSource::loaded, this,
        [this](std::shared_ptr<const JudgedComparison> comparison) {
            showComparison(std::move(comparison), m_fileName);
        });
    resize(1680, 1020);
    m_pages->setFocusPolicy(Qt::ClickFocus);
    m_pages->setFocus(); // else the first button gets it
    if (m_settings != nullptr)
        restoreGeometry(m_settings->value(QStringLiteral("window/geometry")).toByteArray());
    m_bar->showView(m_view);
    m_sideBar->showView(m_view);
}

void MainWindow::createLayout()
{
    m_inspector->setObjectName(QStringLiteral("inspector"));
    m_inspector->setFeatures(QDockWidget::NoDockWidgetFeatures);
    m_inspector->setTitleBarWidget(new NoTitleBar);
    m_inspector->hide();
    m_inner->setWindowFlags(Qt::Widget);
    m_inner->setObjectName(QStringLiteral("workspace"));
    m_inner->setCentralWidget(m_pages);
    m_inner->addDockWidget(Qt::RightDockWidgetArea, m_inspector);

    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_bar);
    right->addWidget(m_inner, 1);
    right->addWidget(m_status);
    auto* central = new QWidget;
    auto* row = new QHBoxLayout(central);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_sideBar);
    row->addLayout(right, 1);
    setCentralWidget(central);
}

void MainWindow::addAction(
    const QKeySequence& keys, const QString& name, void (MainWindow::*slot)())
{
    auto* action = new QAction(name, this);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, slot);
    QMainWindow::addAction(action);
}

void MainWindow::createActions()
{
    addAction(QKeySequence::New, tr("New comparison"), &MainWindow::newComparison);
    addAction(QKeySequence::Open, tr("Open a run database…"), &MainWindow::chooseFile);
    addAction(QKeySequence(tr("Ctrl+Shift+V")), tr("Copy verdict"), &MainWindow::copyVerdict);
    addAction(QKeySequence(tr("Ctrl+Tab")), tr("Next page"), &MainWindow::nextPage);
    addAction(QKeySequence(tr("Ctrl+B")), tr("Side bar"), &MainWindow::toggleSideBar);
    addAction(QKeySequence(tr("Ctrl+E")), tr("Save report…"), &MainWindow::saveReport);
    addAction(QKeySequence(tr("I")), tr("Inspector"), &MainWindow::toggleInspector);
    addAction(QKeySequence(tr("]")), tr("Next case"), &MainWindow::nextCase);
    addAction(QKeySequence(tr("[")), tr("Previous case"), &MainWindow::previousCase);
    addAction(QKeySequence(tr("F11")), tr("Full screen"), &MainWindow::toggleFullScreen);
    for (int i = 0; i < 9; ++i) {
        auto* action = new QAction(pageCatalogue().at(static_cast<std::size_t>(i)).name, this);
        action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
        connect(action, &QAction::triggered, this,
            [this, i] { showPage(pageCatalogue().at(static_cast<std::size_t>(i)).id); });
        QMainWindow::addAction(action);
    }
    for (int i = 0; i < 8; ++i) {
        auto* action = new QAction(tr("Focus variant %1").arg(i + 1), this);
        action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i)));
        connect(action, &QAction::triggered, this, [this, i] { setFocus(i); });
        QMainWindow::addAction(action);
    }
}

void MainWindow::connectPage(PageId id, Page* page)
{
    connect(page, &Page::focusRequested, this, &MainWindow::setFocus);
    connect(page, &Page::pageRequested, this, &MainWindow::showPage);
    connect(page, &Page::noted, m_status, &StatusLine::note);
    connect(page, &Page::reportRequested, this, &MainWindow::openReport);
    if (id != PageId::Runs)
        return;
    auto* runs = static_cast<RunsPage*>(page);
    runs->showRuns(m_runs, m_fileName);
    connect(runs, &RunsPage::openFileRequested, this, &MainWindow::chooseFile);
    connect(runs, &RunsPage::comparisonChosen, this, [this](profiler::ComparisonId comparison) {
        m_source.show(comparison);
        showPage(PageId::Overview);
    });
}

void MainWindow::openFile(
    const std::filesystem::path& file, const std::optional<std::string>& selector)
{
    m_fileName = QString::fromStdString(file.string());
    m_source.open(file, selector);
}

void MainWindow::showRuns(
    const std::vector<storage::ComparisonSummary>& summaries, const QString& file)
{
    m_runs = summaries;
    m_fileName = file;
    if (m_pages->currentId() == PageId::Runs && m_pages->currentPage() != nullptr)
        static_cast<RunsPage*>(m_pages->currentPage())->showRuns(m_runs, m_fileName);
}

void MainWindow::showComparison(
    std::shared_ptr<const JudgedComparison> comparison, const QString& file)
{
    m_fileName = file;
    ComparisonView view = viewOf(std::move(comparison), m_view);
    view.file = file;
    setView(std::move(view));
}

void MainWindow::setView(ComparisonView view)
{
    m_view = std::move(view);
    m_bar->showView(m_view);
    m_sideBar->showView(m_view);
    m_pages->showView(m_view);
    setWindowTitle(m_view.comparison == nullptr
            ? QStringLiteral("Fusescope")
            : qt(m_view.comparison->result.info.name) + QStringLiteral(" – Fusescope"));
    showState();
}

/// Reading again while a recording goes on needs no word.
void MainWindow::showLoading()
{
    if (m_view.comparison == nullptr)
        m_status->say(Status::Information, tr("Reading %1…").arg(m_fileName));
}

void MainWindow::showState()
{
    if (m_view.comparison == nullptr)
        return;
    const profiler::ComparisonInfo& info = m_view.comparison->result.info;
    if (info.status == profiler::ComparisonStatus::Running)
        m_status->say(Status::Information,
            tr("%1 is being recorded; this window follows.").arg(qt(info.name)));
    else if (info.status == profiler::ComparisonStatus::Partial)
        m_status->say(Status::Warning,
            tr("The recording ended early (%1). What had finished is valid; fusescope extend adds "
               "the rest.")
                .arg(info.stopReason.empty() ? tr("no reason recorded") : qt(info.stopReason)));
    else
        m_status->clear();
}

void MainWindow::showPage(PageId id)
{
    m_pages->showPage(id);
    m_sideBar->setCurrentPage(id);
    placeInspector();
}

void MainWindow::showError(const QString& sentence)
{
    m_status->say(Status::Bad, sentence);
    if (m_view.comparison == nullptr && m_pages->currentId() != PageId::Runs)
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

void MainWindow::placeInspector()
{
    Page* page = m_pages->currentPage();
    QWidget* content = page == nullptr ? nullptr : page->inspector();
    if (content != nullptr && m_inspector->widget() != content) {
        content->setFixedWidth(inspectorWidth + pageMargin);
        m_inspector->setWidget(content);
        content->show();
    }
    m_inspector->setVisible(content != nullptr && m_inspectorWanted);
}

void MainWindow::fitWindow()
{
    const bool compact = width() < narrow || height() < low;
    m_sideBar->setCompact(compact);
    m_bar->setCompact(width() < narrow);
    m_pages->setCompact(compact);
    placeInspector();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    fitWindow();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_settings != nullptr)
        m_settings->setValue(QStringLiteral("window/geometry"), saveGeometry());
    QMainWindow::closeEvent(event);
}

} // namespace ui
