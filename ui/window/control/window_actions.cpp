// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/window_actions.h"

#include "profiler/formats/trace_format.h"
#include "profiler/model/variant_result.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/window/bars/comparison_bar.h"
#include "ui/window/bars/side_bar.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/copy_commands.h"
#include "ui/window/control/help_dialogs.h"
#include "ui/window/control/window_controllers.h"
#include "ui/window/find/find_bar.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/palette/command_palette.h"
#include "ui/window/workspace/workspace.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QMenu>
#include <QSettings>

#include <array>
#include <utility>

namespace ui {

namespace {

/// What the right mouse button does, where a keyboard has no Menu key.
void openContextMenu()
{
    QWidget* widget = QApplication::focusWidget();
    if (widget == nullptr)
        return;
    const QPoint middle = widget->rect().center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, middle, widget->mapToGlobal(middle));
    QApplication::sendEvent(widget, &event);
}

QMenu* newMenu(QWidget& window)
{
    auto* menu = new QMenu(&window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

} // namespace

WindowActions::WindowActions(WindowControllers& controllers, Theme& theme, SideBar& sideBar,
    ComparisonBar& bar, CommandPalette& palette)
    : m_controllers(controllers)
    , m_context(controllers.context)
    , m_theme(theme)
    , m_sideBar(sideBar)
    , m_bar(bar)
    , m_palette(palette)
{
    addFileActions();
    addGoActions();
    addVariantActions();
    addViewActions();
    addPageCommands();
    addHelpActions();
    connectMenus();
    ActionRegistry& actions = m_context.actions;
    sideBar.describe(actions);
    m_controllers.find.bar().describe(actions);
    actions.describe(bar.searchButton(), QStringLiteral("go.palette"));
    actions.describe(bar.exportButton(), QStringLiteral("file.export"));
    const auto showKey
        = [this] { m_bar.setSearchKey(m_context.actions.keyText(QStringLiteral("go.palette"))); };
    connect(&actions, &ActionRegistry::keysChanged, this, showKey);
    showKey();
}

void WindowActions::connectMenus()
{
    m_palette.setReader([this](const QString& text) { return m_controllers.palette.figure(text); });
    connect(&m_bar, &ComparisonBar::searchRequested, this, [this] { openPalette({}); });
    connect(&m_bar, &ComparisonBar::exportMenuRequested, this, &WindowActions::openExportMenu);
    connect(&m_bar, &ComparisonBar::menuRequested, this, &WindowActions::openMenu);
    connect(&m_sideBar, &SideBar::themeMenuRequested, this, &WindowActions::openThemeMenu);
}

bool WindowActions::isOpen() const
{
    return m_context.shown.comparison() != nullptr;
}

// NOLINTNEXTLINE(readability-function-size): its callers read as the rows of a table
void WindowActions::add(const QString& id, const QString& group, const QString& text,
    const QString& help, const QList<QKeySequence>& keys, std::function<void()> run,
    std::function<bool()> enabledWhen, std::function<bool()> checkedWhen)
{
    m_context.actions.add({.id = id,
        .group = group,
        .text = text,
        .help = help,
        .keys = keys,
        .run = std::move(run),
        .enabledWhen = std::move(enabledWhen),
        .checkedWhen = std::move(checkedWhen)});
}

void WindowActions::addFileActions()
{
    const QString group = tr("File");
    const auto open = [this] { return isOpen(); };
    add(u"file.new"_qs, group, tr("New comparison"), tr("Record one model eager and compiled"),
        {QKeySequence(tr("Ctrl+N"))},
        [this] { m_context.workspace.showPage(PageId::NewComparison); });
    add(u"file.open"_qs, group, tr("Open a run database…"),
        tr("Opens a file of recorded comparisons"), {QKeySequence(tr("Ctrl+O"))},
        [this] { m_controllers.files.chooseFile(); });
    add(u"file.import"_qs, group, tr("Import traces…"),
        tr("What %1 recorded, as one comparison")
            .arg(qt(profiler::traceFormatList(&profiler::TraceFormat::tool, " or "))),
        {QKeySequence(tr("Ctrl+I"))}, [this] { m_controllers.imports.chooseTraces(); });
    add(u"file.importRanks"_qs, group, tr("Import the ranks of one job…"),
        tr("Traces of the processes of one job, on one clock: who comes last, and who waits"), {},
        [this] { m_controllers.imports.chooseTraces(ImportAs::Ranks); });
    add(u"file.openRecent"_qs, group, tr("Open recent…"), tr("Files that were open lately"),
        {QKeySequence(tr("Ctrl+Shift+O"))}, [this] { chooseRecentFile(); });
    add(
        u"file.reload"_qs, group, tr("Read the file again"),
        tr("Shows what it holds now; it is also looked at every few seconds"),
        {QKeySequence(tr("F5")), QKeySequence(tr("Ctrl+R"))},
        [this] { m_controllers.files.readAgain(); },
        [this] { return !m_context.services.file().isEmpty(); });
    add(
        u"file.saveCopy"_qs, group, tr("Save a copy of this comparison…"),
        tr("Into a run database of its own, or into one that is there already"),
        {QKeySequence(tr("Ctrl+Shift+S"))}, [this] { m_controllers.saving.chooseCopy(); }, open);
    add(
        u"file.saveReport"_qs, group, tr("Save report…"),
        tr("PDF, HTML, Markdown or a slide, as set on the Reports page"),
        {QKeySequence(tr("Ctrl+S"))}, [this] { m_controllers.saving.saveReport(); }, open);
    add(
        u"file.openReport"_qs, group, tr("Open report in the browser"), tr("As one HTML file"), {},
        [this] { m_controllers.saving.openReport(); }, open);
    add(u"file.savePicture"_qs, group, tr("Save picture of the page…"), tr("The window as a PNG"),
        {}, [this] { savePicture(); });
    add(
        u"file.export"_qs, group, tr("Export…"), tr("Sentence, report or picture"),
        {QKeySequence(tr("Ctrl+E"))},
        [this] {
            const QWidget* button = m_bar.exportButton();
            openExportMenu(button->mapToGlobal(QPoint(0, button->height() + 2)));
        },
        open);
    addEditActions();
    addFindActions();
    add(u"file.quit"_qs, group, tr("Quit"), tr("Closes the window"), {QKeySequence(tr("Ctrl+Q"))},
        [this] { m_context.window.close(); });
}

void WindowActions::addEditActions()
{
    const QString group = tr("Edit");
    const auto open = [this] { return isOpen(); };
    add(
        u"edit.copyVerdict"_qs, group, tr("Copy verdict"), tr("Copies the sentence of this page"),
        {QKeySequence(tr("Ctrl+Shift+V"))}, [this] { copyVerdict(m_context); }, open);
    add(
        u"edit.copyChart"_qs, group, tr("Copy chart"), tr("Copies the chart as PNG, SVG and TSV"),
        {QKeySequence(tr("Ctrl+Shift+C"))}, [this] { copyChart(m_context); }, open);
    add(u"edit.menu"_qs, group, tr("Menu of the focused chart or table"),
        tr("What the right mouse button opens"), {QKeySequence(tr("Shift+F10"))}, openContextMenu);
    add(
        u"edit.copyCommand"_qs, group, tr("Copy command line"),
        tr("Copies the command that recorded this comparison"), {},
        [this] { copyCommandLine(m_context); }, open);
    add(
        u"edit.goal"_qs, group, tr("Edit goal…"), tr("Metric, horizon, cache and limits"), {},
        [this] { m_controllers.pages.editGoal(); },
        [this] { // nothing that was imported was measured for a goal
            return isOpen() && !m_context.shown.comparison()->result.imported;
        });
}

void WindowActions::addFindActions()
{
    const QString group = tr("Edit");
    FindController& find = m_controllers.find;
    add(u"edit.find"_qs, group, tr("Find in page"), tr("Words in its tables, texts and labels"),
        {QKeySequence(tr("/")), QKeySequence(tr("Ctrl+F"))}, [&find] { find.findInPage(); });
    const auto finding = [&find] { return find.bar().takesEnter(); };
    add(
        u"edit.findNext"_qs, group, tr("Find next"), tr("The next place; after the last the first"),
        {QKeySequence(Qt::Key_Enter), QKeySequence(Qt::Key_Return)},
        [&find] { find.bar().step(1); }, finding);
    add(
        u"edit.findPrevious"_qs, group, tr("Find previous"),
        tr("The place before; before the first the last"),
        {QKeySequence(Qt::SHIFT | Qt::Key_Enter), QKeySequence(Qt::SHIFT | Qt::Key_Return)},
        [&find] { find.bar().step(-1); }, finding);
    add(
        u"edit.filter"_qs, group, tr("Filter the list"), tr("Goes to the field above the list"), {},
        [&find] { find.focusFilter(); },
        [this] {
            return descriptorOf(m_context.workspace.currentId()).field == PageField::Filter;
        });
    add(u"edit.clear"_qs, group, tr("Clear the selection, then close"),
        tr("First what is selected or marked, then find in page"), {QKeySequence(Qt::Key_Escape)},
        [&find] { find.clearOrClose(); });
}

void WindowActions::addGoActions()
{
    const QString group = tr("Go");
    Workspace& workspace = m_context.workspace;
    ShownView& shown = m_context.shown;
    add(u"go.palette"_qs, group, tr("Command palette"), tr("Finds commands, pages, cases and runs"),
        {QKeySequence(tr("Ctrl+K")), QKeySequence(tr("Ctrl+Shift+P"))},
        [this] { openPalette({}); });
    add(
        u"go.findings"_qs, group, tr("Find a finding"), tr("Findings of all cases"), {},
        [this] { openPalette(QStringLiteral("!")); }, [this] { return isOpen(); });
    constexpr int numbered = 9;
    int number = 0;
    for (const PageDescriptor& page : pageList()) {
        QList<QKeySequence> keys;
        if (page.group != PageGroup::None && ++number <= numbered)
            keys << QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number));
        if (page.id == PageId::NewComparison)
            continue; // a command: file.new
        add(
            u"page."_qs + page.word(), tr("Pages"), page.name, page.question, keys,
            [&workspace, id = page.id] { workspace.showPage(id); }, {},
            [&workspace, id = page.id] { return workspace.currentId() == id; });
    }
    add(u"page.next"_qs, group, tr("Next page"), tr("The next page of the side bar"),
        {QKeySequence(tr("Ctrl+Tab"))}, [&workspace] { workspace.stepPage(1); });
    add(u"page.previous"_qs, group, tr("Previous page"), tr("The page above in the side bar"),
        {QKeySequence(tr("Ctrl+Shift+Tab"))}, [&workspace] { workspace.stepPage(-1); });
    const auto several = [&shown] {
        return shown.comparison() != nullptr && shown.comparison()->result.cases.size() > 1;
    };
    add(
        u"case.next"_qs, group, tr("Next case"), tr("Shows the next case on every page"),
        {QKeySequence(tr("]"))}, [&shown] { shown.setCase(shown.view().caseIndex + 1); }, several);
    add(
        u"case.previous"_qs, group, tr("Previous case"), tr("Shows the case before on every page"),
        {QKeySequence(tr("["))}, [&shown] { shown.setCase(shown.view().caseIndex - 1); }, several);
}

void WindowActions::addVariantActions()
{
    const QString group = tr("Variants");
    ShownView& shown = m_context.shown;
    PresentationController& presentation = m_controllers.presentation;
    constexpr int most = 8;
    for (int i = 0; i < most; ++i)
        add(
            QStringLiteral("focus.%1").arg(i + 1), group, tr("Focus variant %1").arg(i + 1),
            tr("Compares it with the baseline on every page"),
            {QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i))},
            [&shown, i] { shown.setFocus(i); },
            [&shown, i] {
                const profiler::CaseResult* result = shown.view().caseResult();
                return result != nullptr && i < static_cast<int>(result->variants.size());
            });
    add(
        u"variant.swap"_qs, group, tr("Swap baseline and focused variant"),
        tr("Judges everything anew against the focused variant"), {QKeySequence(tr("X"))},
        [&shown, &presentation] { presentation.makeBaseline(shown.view().focus); },
        [&shown] { return shown.view().focused() != nullptr && shown.view().focus != 0; });
    add(
        u"variant.reset"_qs, group, tr("Variants as recorded"),
        tr("Order, names and baseline as the recording has them"), {},
        [&presentation] { presentation.reset(); },
        [&presentation] { return !presentation.isAsRecorded(); });
    add(
        u"variant.showAll"_qs, group, tr("Show all variants"), tr("In charts that draw several"),
        {}, [&shown] { shown.showAllVariants(); },
        [&shown] { return !shown.view().hidden.empty(); });
}

void WindowActions::addViewActions()
{
    const QString group = tr("View");
    Workspace& workspace = m_context.workspace;
    add(
        u"view.sideBar"_qs, group, tr("Side bar"), tr("Names or icons alone"),
        {QKeySequence(tr("Ctrl+B"))}, [this] { m_sideBar.setIconOnly(!m_sideBar.isIconOnly()); },
        {}, [this] { return !m_sideBar.isIconOnly(); });
    add(
        u"view.inspector"_qs, group, tr("Inspector"), tr("What stands right of the page"),
        {QKeySequence(tr("I"))}, [&workspace] { workspace.toggleInspector(); },
        [&workspace] { return workspace.hasInspector(); },
        [&workspace] { return workspace.inspectorWanted(); });
    QWidget& window = m_context.window;
    add(
        u"view.fullScreen"_qs, group, tr("Full screen"), tr("Without the desktop around it"),
        {QKeySequence(tr("F11"))},
        [&window] { window.setWindowState(window.windowState() ^ Qt::WindowFullScreen); }, {},
        [&window] { return window.isFullScreen(); });
    add(u"view.resetLayout"_qs, group, tr("Reset layout"), tr("Docks and side bar as at first"), {},
        [this] { resetLayout(); });
    const std::array themes {std::pair {ThemeChoice::System, tr("System theme")},
        std::pair {ThemeChoice::Dark, tr("Dark theme")},
        std::pair {ThemeChoice::Light, tr("Light theme")},
        std::pair {ThemeChoice::HighContrast, tr("High contrast theme")}};
    for (const auto& [choice, name] : themes)
        add(
            u"theme."_qs + themeWord(choice), tr("Theme"), name, tr("Changes colours at once"), {},
            [this, choice = choice] { setTheme(choice); }, {},
            [this, choice = choice] { return m_theme.choice() == choice; });
}

/// Only where the page is shown.
void WindowActions::addPageCommands()
{
    for (const PageDescriptor& page : pageList()) {
        const auto seen = [&workspace = m_context.workspace, id = page.id] {
            return workspace.currentId() == id ? workspace.seenPage() : nullptr;
        };
        for (const PageCommand& command : page.commands)
            add(
                command.id, page.name, command.text, command.help, {command.key},
                [seen, id = command.id] {
                    if (Page* shown = seen())
                        shown->runCommand(id);
                },
                [seen] { return seen() != nullptr; });
    }
}

void WindowActions::addHelpActions()
{
    const QString group = tr("Help");
    add(u"help.shortcuts"_qs, group, tr("Keyboard shortcuts"), tr("All keys on one sheet"),
        {QKeySequence(tr("?"))}, [this] { openShortcutSheet(m_context); });
    add(u"help.changeShortcuts"_qs, group, tr("Change shortcuts…"), tr("Other keys for a command"),
        {}, [this] { openShortcutDialog(m_context); });
    add(u"help.page"_qs, group, tr("Help for this page"), tr("What it shows and how to read it"),
        {QKeySequence(tr("F1"))}, [this] { openPageHelp(m_context); });
}

void WindowActions::openPalette(const QString& text)
{
    m_palette.open(m_context.window, m_controllers.palette.everything(), text);
}

void WindowActions::chooseRecentFile()
{
    std::vector<PaletteItem> files = m_controllers.palette.recentFiles();
    if (files.empty())
        m_context.status.note(tr("No other file was open yet."));
    else
        m_palette.open(m_context.window, std::move(files), {});
}

void WindowActions::savePicture()
{
    QWidget& window = m_context.window;
    const QString file = QFileDialog::getSaveFileName(
        &window, tr("Save picture of the page"), QStringLiteral("page.png"), tr("PNG (*.png)"));
    if (file.isEmpty())
        return;
    if (window.grab().save(file))
        m_context.status.note(tr("Saved the picture as %1").arg(file));
    else
        m_controllers.files.showError(tr("%1 cannot be written. Choose another place.").arg(file));
}

void WindowActions::setTheme(ThemeChoice choice)
{
    m_theme.setChoice(choice);
    if (m_context.settings != nullptr)
        m_context.settings->setValue(QStringLiteral("theme"), themeWord(choice));
}

void WindowActions::resetLayout()
{
    m_sideBar.setIconOnly(false);
    m_context.workspace.resetLayout();
    m_context.status.note(tr("The layout is as at first."));
}

void WindowActions::openThemeMenu(const QPoint& at)
{
    QMenu* menu = newMenu(m_context.window);
    m_context.actions.fillMenu(*menu, tr("Theme"));
    menu->popup(at - QPoint(0, menu->sizeHint().height()));
}

/// All groups of the registry, each as a menu of its own: the menu bar behind one button.
void WindowActions::openMenu(const QPoint& at)
{
    QMenu* menu = newMenu(m_context.window);
    for (const QString& group : m_context.actions.groups())
        m_context.actions.fillMenu(*menu->addMenu(group), group);
    menu->popup(at - QPoint(menu->sizeHint().width(), 0));
}

void WindowActions::openExportMenu(const QPoint& at)
{
    QMenu* menu = newMenu(m_context.window);
    m_context.actions.refresh();
    for (const char* id : {"edit.copyVerdict", "edit.copyChart", "page.reports", "file.saveReport",
             "file.openReport", "file.savePicture"})
        menu->addAction(m_context.actions.action(QLatin1String(id)));
    menu->popup(at);
}

} // namespace ui
