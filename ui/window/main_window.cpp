// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/pages/list/page_list.h"
#include "ui/text/text.h"
#include "ui/window/bars/case_selector.h"
#include "ui/window/bars/chip_row.h"
#include "ui/window/bars/comparison_bar.h"
#include "ui/window/bars/side_bar.h"
#include "ui/window/bars/stale_banner.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/copy_commands.h"
#include "ui/window/control/window_actions.h"
#include "ui/window/find/find_bar.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/palette/command_palette.h"
#include "ui/window/workspace/blank_page.h"
#include "ui/window/workspace/page_stack.h"
#include "ui/window/workspace/workspace.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QSettings>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int narrow = 1400; ///< below: the small arrangement
constexpr int low = 860;

} // namespace

MainWindow::MainWindow(Theme& theme, QSettings* settings, QWidget* parent)
    : QMainWindow(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_services(theme, settings)
    , m_actions(new ActionRegistry(*this, settings))
    , m_sideBar(new SideBar(theme))
    , m_bar(new ComparisonBar(theme))
    , m_stale(new StaleBanner(theme))
    , m_workspace(new Workspace(m_services, settings))
    , m_find(new FindBar(theme))
    , m_status(new StatusLine(theme))
    , m_palette(new CommandPalette(theme, this))
{
    setWindowTitle(QStringLiteral("Fusescope"));
    setMinimumSize(1100, 700);
    m_actions->setParent(this);
    createLayout();
    const WindowContext context {
        *this, settings, m_services, *m_actions, m_shown, *m_workspace, *m_status};
    m_control = std::make_unique<WindowControllers>(context, *m_stale, *m_find);
    m_windowActions
        = std::make_unique<WindowActions>(*m_control, theme, *m_sideBar, *m_bar, *m_palette);
    connectSideBar();
    connectBar();
    connectChips();
    connectWorkspace();
    connect(&m_shown, &ShownView::changed, this, &MainWindow::showView);
    connect(m_status, &StatusLine::detailsRequested, this, &MainWindow::copyDetails);
    connect(&theme, &Theme::changed, m_actions, &ActionRegistry::refresh);
    restoreWindow();
    m_bar->showView(view());
    m_sideBar->showView(view());
    m_actions->refresh();
}

MainWindow::~MainWindow() = default;

void MainWindow::createLayout()
{
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_bar);
    right->addWidget(m_stale);
    right->addWidget(m_workspace, 1);
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

void MainWindow::restoreWindow()
{
    resize(1680, 1020);
    PageStack& pages = m_workspace->pages();
    pages.setFocusPolicy(Qt::ClickFocus);
    pages.setFocus(); // else the first button gets it
    if (m_settings == nullptr)
        return;
    restoreGeometry(m_settings->value(QStringLiteral("window/geometry")).toByteArray());
    m_sideBar->setIconOnly(m_settings->value(QStringLiteral("window/sideBarCollapsed")).toBool());
}

void MainWindow::connectSideBar()
{
    m_sideBar->setJob(&m_services.recording());
    connect(m_sideBar, &SideBar::pageRequested, m_workspace, &Workspace::showPage);
    connect(&m_control->recording, &RecordingController::foundElsewhere, m_sideBar,
        &SideBar::setRecordingElsewhere);
}

void MainWindow::connectBar()
{
    const CaseSelector& cases = m_bar->cases();
    connect(&cases, &CaseSelector::caseChosen, &m_shown, &ShownView::setCase);
    connect(&cases, &CaseSelector::allCasesChosen, this, [this] { showPage(PageId::Results); });
    const BlankPage& blank = m_workspace->pages().blank();
    connect(&blank, &BlankPage::newComparisonRequested, this,
        [this] { showPage(PageId::NewComparison); });
    connect(&blank, &BlankPage::openFileRequested, &m_control->files, &FileController::chooseFile);
}

void MainWindow::connectChips()
{
    const ChipRow& chips = m_bar->chips();
    const PresentationController& presentation = m_control->presentation;
    connect(&chips, &ChipRow::focusRequested, &m_shown, &ShownView::setFocus);
    connect(&chips, &ChipRow::hiddenToggled, &m_shown, &ShownView::toggleHidden);
    connect(
        &chips, &ChipRow::baselineRequested, &presentation, &PresentationController::makeBaseline);
    connect(
        &chips, &ChipRow::renameRequested, &presentation, &PresentationController::renameVariant);
    connect(&chips, &ChipRow::moveRequested, &presentation, &PresentationController::moveVariant);
    connect(&chips, &ChipRow::commandLineRequested, this,
        [this] { copyCommandLine(m_control->context); });
    connect(&chips, &ChipRow::logRequested, this, [this](int variant) {
        m_shown.setFocus(variant);
        showPage(PageId::Log);
    });
    connect(
        &chips, &ChipRow::newVariantRequested, this, [this] { showPage(PageId::NewComparison); });
}

void MainWindow::connectWorkspace()
{
    connect(m_workspace, &Workspace::pageAboutToChange, m_bar,
        [bar = m_bar](PageId next) { bar->setVisible(!descriptorOf(next).hasOwnBar); });
    connect(m_workspace, &Workspace::pageChanged, this, [this](PageId current) {
        m_sideBar->setCurrentPage(current);
        m_actions->refresh();
        m_control->recording.showProgress();
    });
}

void MainWindow::showPage(PageId id)
{
    m_workspace->showPage(id);
}

void MainWindow::makePagesAhead()
{
    m_workspace->pages().makeAhead();
}

const PageStack& MainWindow::pages() const
{
    return m_workspace->pages();
}

void MainWindow::showView(const ComparisonView& view)
{
    QString title = QStringLiteral("Fusescope");
    if (view.comparison != nullptr) {
        std::vector<int> styles;
        for (const auto& variant : view.comparison->data.recorded)
            styles.push_back(variant.index);
        m_theme.setStyleOrder(std::move(styles));
        title.prepend(qt(view.comparison->result.info.name) + QStringLiteral(" – "));
    }
    m_bar->showView(view);
    m_sideBar->showView(view);
    setWindowTitle(title);
    m_workspace->takeView(view);
    m_actions->refresh();
    m_control->recording.showState();
}

bool MainWindow::isSettled() const
{
    return m_control->presentation.isSettled() && m_workspace->isSettled();
}

FigureSource MainWindow::figureSource() const
{
    return shownSource(m_control->context);
}

void MainWindow::sayOfFigure(const QString& sentence, bool failed)
{
    if (failed)
        m_status->say(Status::Bad, sentence);
    else
        m_status->note(sentence);
}

void MainWindow::copyDetails(const QString& details)
{
    QGuiApplication::clipboard()->setText(details);
    m_status->note(tr("Copied the details."));
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    const bool compact = width() < narrow || height() < low;
    m_sideBar->setCompact(compact);
    m_bar->setCompact(width() < narrow);
    m_workspace->setCompact(compact);
    m_actions->refresh();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_control->recording.settle()) {
        event->ignore();
        return;
    }
    m_workspace->rememberLayout();
    if (m_settings != nullptr) {
        m_settings->setValue(QStringLiteral("window/geometry"), saveGeometry());
        m_settings->setValue(QStringLiteral("window/sideBarCollapsed"), m_sideBar->isIconOnly());
    }
    QMainWindow::closeEvent(event);
}

} // namespace ui
