// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/formats/trace_format.h"
#include "ui/pages/page_catalogue.h"
#include "ui/text/text.h"
#include "ui/window/bars/comparison_bar.h"
#include "ui/window/bars/side_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"
#include "ui/window/palette/action_registry.h"

#include <array>
#include <utility>

/// Every action of the window, once: menus, palette, tooltips and the sheet of shortcuts follow.
namespace ui {

void MainWindow::add(const char* id, const QString& group, const QString& text, const QString& help,
    const QList<QKeySequence>& keys, std::function<void()> run, std::function<bool()> enabledWhen,
    std::function<bool()> checkedWhen)
{
    m_actions->add({.id = QLatin1String(id),
        .group = group,
        .text = text,
        .help = help,
        .keys = keys,
        .run = std::move(run),
        .enabledWhen = std::move(enabledWhen),
        .checkedWhen = std::move(checkedWhen)});
}

void MainWindow::createActions()
{
    addFileActions();
    addGoActions();
    addVariantActions();
    addViewActions();
    addTimelineActions();
    addHelpActions();
    m_sideBar->describe(*m_actions);
    m_actions->describe(m_bar->searchButton(), QStringLiteral("go.palette"));
    m_actions->describe(m_bar->exportButton(), QStringLiteral("file.export"));
    const auto showKey
        = [this] { m_bar->setSearchKey(m_actions->keyText(QStringLiteral("go.palette"))); };
    connect(m_actions, &ActionRegistry::keysChanged, this, showKey);
    showKey();
}

void MainWindow::addFileActions()
{
    const QString group = tr("File");
    const auto open = [this] { return m_view.comparison != nullptr; };
    add("file.new", group, tr("New comparison"), tr("Record one model eager and compiled"),
        {QKeySequence(tr("Ctrl+N"))}, [this] { newComparison(); });
    add("file.open", group, tr("Open a run database…"), tr("Opens a file of recorded comparisons"),
        {QKeySequence(tr("Ctrl+O"))}, [this] { chooseFile(); });
    add("file.import", group, tr("Import traces…"),
        tr("What %1 recorded, as one comparison")
            .arg(QString::fromStdString(
                profiler::traceFormatList(&profiler::TraceFormat::tool, " or "))),
        {QKeySequence(tr("Ctrl+I"))}, [this] { chooseTraces(); });
    add("file.openRecent", group, tr("Open recent…"), tr("Files that were open lately"),
        {QKeySequence(tr("Ctrl+Shift+O"))}, [this] { chooseRecentFile(); });
    add(
        "file.reload", group, tr("Read the file again"),
        tr("Shows what it holds now; it is also looked at every few seconds"),
        {QKeySequence(tr("F5")), QKeySequence(tr("Ctrl+R"))}, [this] { readAgain(); },
        [this] { return !m_fileName.isEmpty(); });
    add(
        "file.saveCopy", group, tr("Save a copy of this comparison…"),
        tr("Into a run database of its own, or into one that is there already"),
        {QKeySequence(tr("Ctrl+Shift+S"))}, [this] { chooseCopy(); }, open);
    add(
        "file.saveReport", group, tr("Save report…"),
        tr("PDF, HTML, Markdown or a slide, as set on the Reports page"),
        {QKeySequence(tr("Ctrl+S"))}, [this] { saveReport(); }, open);
    add(
        "file.openReport", group, tr("Open report in the browser"), tr("As one HTML file"), {},
        [this] { openReport(); }, open);
    add("file.savePicture", group, tr("Save picture of the page…"), tr("The window as a PNG"), {},
        [this] { savePicture(); });
    add(
        "file.export", group, tr("Export…"), tr("Sentence, report or picture"),
        {QKeySequence(tr("Ctrl+E"))},
        [this] {
            const QWidget* button = m_bar->exportButton();
            openExportMenu(button->mapToGlobal(QPoint(0, button->height() + 2)));
        },
        open);
    const QString edit = tr("Edit");
    add(
        "edit.copyVerdict", edit, tr("Copy verdict"), tr("Copies the sentence of this page"),
        {QKeySequence(tr("Ctrl+Shift+V"))}, [this] { copyVerdict(); }, open);
    add(
        "edit.copyChart", edit, tr("Copy chart"), tr("Copies the chart as PNG, SVG and TSV"),
        {QKeySequence(tr("Ctrl+Shift+C"))}, [this] { copyChart(); }, open);
    add("edit.menu", edit, tr("Menu of the focused chart or table"),
        tr("What the right mouse button opens"), {QKeySequence(tr("Shift+F10"))},
        [this] { openContextMenu(); });
    add(
        "edit.copyCommand", edit, tr("Copy command line"),
        tr("Copies the command that recorded this comparison"), {}, [this] { copyCommandLine(); },
        open);
    add(
        "edit.goal", edit, tr("Edit goal…"), tr("Metric, horizon, cache and limits"), {},
        [this] { editGoal(); },
        [this] { // nothing that was imported was measured for a goal
            return m_view.comparison != nullptr && !m_view.comparison->result.imported;
        });
    addFindActions();
    add("file.quit", group, tr("Quit"), tr("Closes the window"), {QKeySequence(tr("Ctrl+Q"))},
        [this] { close(); });
}

void MainWindow::addGoActions()
{
    const QString group = tr("Go");
    add("go.palette", group, tr("Command palette"), tr("Finds commands, pages, cases and runs"),
        {QKeySequence(tr("Ctrl+K")), QKeySequence(tr("Ctrl+Shift+P"))},
        [this] { openPalette({}); });
    add(
        "go.findings", group, tr("Find a finding"), tr("Findings of all cases"), {},
        [this] { openPalette(QStringLiteral("!")); },
        [this] { return m_view.comparison != nullptr; });
    constexpr int numbered = 9;
    int number = 0;
    for (const PageEntry& entry : pageCatalogue()) {
        QList<QKeySequence> keys;
        if (!entry.group.isEmpty() && ++number <= numbered)
            keys << QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number));
        if (entry.id == PageId::NewComparison)
            continue; // a command: file.new
        add((QByteArrayLiteral("page.") + entry.word.toLatin1()).constData(), tr("Pages"),
            entry.name, entry.question, keys, [this, id = entry.id] { showPage(id); }, {},
            [this, id = entry.id] { return m_pages->currentId() == id; });
    }
    add("page.next", group, tr("Next page"), tr("The next page of the side bar"),
        {QKeySequence(tr("Ctrl+Tab"))}, [this] { stepPage(1); });
    add("page.previous", group, tr("Previous page"), tr("The page above in the side bar"),
        {QKeySequence(tr("Ctrl+Shift+Tab"))}, [this] { stepPage(-1); });
    const auto several = [this] {
        return m_view.comparison != nullptr && m_view.comparison->result.cases.size() > 1;
    };
    add(
        "case.next", group, tr("Next case"), tr("Shows the next case on every page"),
        {QKeySequence(tr("]"))}, [this] { stepCase(1); }, several);
    add(
        "case.previous", group, tr("Previous case"), tr("Shows the case before on every page"),
        {QKeySequence(tr("["))}, [this] { stepCase(-1); }, several);
}

void MainWindow::addVariantActions()
{
    const QString group = tr("Variants");
    constexpr int most = 8;
    for (int i = 0; i < most; ++i)
        add(
            QStringLiteral("focus.%1").arg(i + 1).toLatin1().constData(), group,
            tr("Focus variant %1").arg(i + 1), tr("Compares it with the baseline on every page"),
            {QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i))},
            [this, i] { setFocus(i); },
            [this, i] {
                return m_view.caseResult() != nullptr
                    && i < static_cast<int>(m_view.caseResult()->variants.size());
            });
    const auto candidate = [this] { return m_view.focused() != nullptr && m_view.focus != 0; };
    add(
        "variant.swap", group, tr("Swap baseline and focused variant"),
        tr("Judges everything anew against the focused variant"), {QKeySequence(tr("X"))},
        [this] { makeBaseline(m_view.focus); }, candidate);
    add(
        "variant.reset", group, tr("Variants as recorded"),
        tr("Order, names and baseline as the recording has them"), {},
        [this] {
            profiler::Presentation presentation;
            presentation.goal = m_presentation.goal;
            present(presentation);
        },
        [this] { return !m_presentation.order.empty() || !m_presentation.names.empty(); });
    add(
        "variant.showAll", group, tr("Show all variants"), tr("In charts that draw several"), {},
        [this] {
            ComparisonView view = m_view;
            view.hidden.clear();
            setView(std::move(view));
        },
        [this] { return !m_view.hidden.empty(); });
}

void MainWindow::addViewActions()
{
    const QString group = tr("View");
    add(
        "view.sideBar", group, tr("Side bar"), tr("Names or icons alone"),
        {QKeySequence(tr("Ctrl+B"))}, [this] { toggleSideBar(); }, {},
        [this] { return !m_sideBar->isIconOnly(); });
    add(
        "view.inspector", group, tr("Inspector"), tr("What stands right of the page"),
        {QKeySequence(tr("I"))}, [this] { toggleInspector(); },
        [this] {
            Page* page = m_pages->currentPage();
            return page != nullptr && !m_pages->isBlank() && page->inspector() != nullptr;
        },
        [this] { return m_layout.inspectorWanted(m_pages->currentId()); });
    add(
        "view.fullScreen", group, tr("Full screen"), tr("Without the desktop around it"),
        {QKeySequence(tr("F11"))}, [this] { toggleFullScreen(); }, {},
        [this] { return isFullScreen(); });
    add("view.resetLayout", group, tr("Reset layout"), tr("Docks and side bar as at first"), {},
        [this] { resetLayout(); });
    const std::array themes {std::pair {ThemeChoice::System, tr("System theme")},
        std::pair {ThemeChoice::Dark, tr("Dark theme")},
        std::pair {ThemeChoice::Light, tr("Light theme")},
        std::pair {ThemeChoice::HighContrast, tr("High contrast theme")}};
    for (const auto& [choice, name] : themes)
        add((QByteArrayLiteral("theme.") + themeWord(choice).toLatin1()).constData(), tr("Theme"),
            name, tr("Changes colours at once"), {}, [this, choice = choice] { setTheme(choice); },
            {}, [this, choice = choice] { return m_theme.choice() == choice; });
}

void MainWindow::addHelpActions()
{
    const QString group = tr("Help");
    add("help.shortcuts", group, tr("Keyboard shortcuts"), tr("All keys on one sheet"),
        {QKeySequence(tr("?"))}, [this] { openShortcutSheet(); });
    add("help.changeShortcuts", group, tr("Change shortcuts…"), tr("Other keys for a command"), {},
        [this] { openShortcutDialog(); });
    add("help.page", group, tr("Help for this page"), tr("What it shows and how to read it"),
        {QKeySequence(tr("F1"))}, [this] { openHelp(); });
}

} // namespace ui
