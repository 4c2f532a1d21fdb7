// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/sample_comparison.h"
#include "ui/figure/document_menu.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/page_catalogue.h"
#include "ui/pages/page_help.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/window/bars/inspector_dock.h"
#include "ui/window/bars/side_bar.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/palette/command_palette.h"
#include "ui/window/palette/shortcut_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDesktopServices>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

/// What the window does on menus and keys.
namespace ui {

void MainWindow::newComparison()
{
    showPage(PageId::NewComparison);
}

void MainWindow::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open a run database"), {}, tr("Run databases (*.fscope);;All files (*)"));
    if (file.isEmpty())
        return;
    openFile(std::filesystem::path(file.toStdString()), std::string());
    showPage(PageId::Overview);
}

/// Those that were open lately, in the palette.
void MainWindow::chooseRecentFile()
{
    std::vector<PaletteItem> items;
    addRecentFiles(items);
    if (items.empty())
        m_status->note(tr("No other file was open yet."));
    else
        m_palette->open(*this, std::move(items), {});
}

void MainWindow::openDropped(const QString& file)
{
    openFile(std::filesystem::path(file.toStdString()), std::string());
    showPage(PageId::Overview);
}

void MainWindow::openSample()
{
    if (const auto sample = placeSample())
        openDropped(QString::fromStdString(sample->string()));
    else
        showError(QString::fromStdString(sample.error().message));
}

void MainWindow::copyVerdict()
{
    const QString sentence = verdictSentence();
    if (sentence.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(sentence);
    m_status->note(tr("Copied the sentence."));
}

/// The one with the keys, else the one under the pointer, else the page's first.
void MainWindow::copyChart()
{
    Page* page = m_pages->currentPage();
    ChartDocument* chosen = nullptr;
    if (QWidget* focused = focusWidget(); focused != nullptr)
        chosen = documentOf(*focused);
    const auto widgets = page == nullptr ? QList<QWidget*>() : page->findChildren<QWidget*>();
    for (QWidget* widget : widgets) {
        ChartDocument* document = widget->isVisible() ? documentOf(*widget) : nullptr;
        if (document == nullptr)
            continue;
        if (chosen == nullptr || (widget->underMouse() && !chosen->documentWidget().hasFocus()))
            chosen = document;
    }
    if (chosen == nullptr)
        m_status->note(tr("This page shows no chart to copy."));
    else
        document_menu::copy(*chosen);
}

/// Where a keyboard has no Menu key.
void MainWindow::openContextMenu()
{
    QWidget* widget = QApplication::focusWidget();
    if (widget == nullptr)
        return;
    const QPoint middle = widget->rect().center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, middle, widget->mapToGlobal(middle));
    QApplication::sendEvent(widget, &event);
}

void MainWindow::copyCommandLine()
{
    if (m_view.comparison == nullptr)
        return;
    const QString command = qt(m_view.comparison->result.info.command);
    if (command.isEmpty()) {
        m_status->note(tr("The recording has no command line."));
        return;
    }
    QGuiApplication::clipboard()->setText(command);
    m_status->note(tr("Copied the command line that recorded this comparison."));
}

void MainWindow::stepCase(int cases)
{
    setCase(m_view.caseIndex + cases);
}

/// Round and round through the pages of the side bar.
void MainWindow::stepPage(int pages)
{
    std::vector<PageId> ids;
    for (const PageEntry& entry : pageCatalogue())
        if (!entry.group.isEmpty())
            ids.push_back(entry.id);
    const auto count = static_cast<int>(ids.size());
    const auto found = std::find(ids.begin(), ids.end(), m_pages->currentId());
    const int current = found == ids.end() ? -1 : static_cast<int>(found - ids.begin());
    showPage(ids.at(static_cast<std::size_t>((current + pages + count) % count)));
}

void MainWindow::toggleSideBar()
{
    m_sideBar->setIconOnly(!m_sideBar->isIconOnly());
}

void MainWindow::toggleInspector()
{
    const PageId page = m_pages->currentId();
    m_layout.setInspectorWanted(page, !m_layout.inspectorWanted(page));
    placeInspector();
}

void MainWindow::resetLayout()
{
    m_layout.reset();
    m_sideBar->setIconOnly(false);
    placeInspector();
    m_inspector->resetWidth();
    m_status->note(tr("The layout is as at first."));
}

void MainWindow::editGoal()
{
    showPage(PageId::Overview);
    if (!m_layout.inspectorWanted(PageId::Overview))
        toggleInspector();
    if (auto* overview = qobject_cast<OverviewPage*>(m_pages->currentPage()))
        overview->editGoal();
}

void MainWindow::openPalette(const QString& text)
{
    m_palette->open(*this, paletteItems(), text);
}

void MainWindow::openShortcutSheet()
{
    auto* sheet = new ShortcutSheet(m_theme, *m_actions, this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(sheet, &ShortcutSheet::changeRequested, this, &MainWindow::openShortcutDialog);
    sheet->open();
}

void MainWindow::openShortcutDialog()
{
    auto* dialog = new ShortcutDialog(m_theme, *m_actions, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::openHelp()
{
    const PageEntry& entry = pageEntry(m_pages->currentId());
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(entry.name);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(10);
    column->addWidget(makeLabel(entry.question, uiFont(type::verdict, QFont::DemiBold)));
    QLabel* words = makeParagraph(uiFont(14));
    words->setText(pageHelp(entry.id).toHtmlEscaped());
    words->setMinimumWidth(460);
    column->addWidget(words);
    auto* keys = new Button(m_theme, ButtonKind::Secondary, tr("Keyboard shortcuts"));
    auto* close = new Button(m_theme, ButtonKind::Primary, tr("Close"));
    connect(keys, &Button::clicked, this, [this, dialog] {
        dialog->accept();
        openShortcutSheet();
    });
    connect(close, &Button::clicked, dialog, &QDialog::accept);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(keys);
    row->addWidget(close);
    column->addLayout(row);
    dialog->open();
}

void MainWindow::toggleFullScreen()
{
    setWindowState(windowState() ^ Qt::WindowFullScreen);
}

void MainWindow::savePicture()
{
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save picture of the page"), QStringLiteral("page.png"), tr("PNG (*.png)"));
    if (file.isEmpty())
        return;
    if (grab().save(file))
        m_status->note(tr("Saved the picture as %1").arg(file));
    else
        showError(tr("%1 cannot be written. Choose another place.").arg(file));
}

void MainWindow::openThemeMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_actions->fillMenu(*menu, tr("Theme"));
    menu->popup(at - QPoint(0, menu->sizeHint().height()));
}

/// All groups of the registry, each as a menu of its own: the menu bar behind one button.
void MainWindow::openMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const QString& group : m_actions->groups())
        m_actions->fillMenu(*menu->addMenu(group), group);
    menu->popup(at - QPoint(menu->sizeHint().width(), 0));
}

void MainWindow::setTheme(ThemeChoice choice)
{
    m_theme.setChoice(choice);
    if (m_settings != nullptr)
        m_settings->setValue(QStringLiteral("theme"), themeWord(choice));
}

void MainWindow::openExportMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_actions->refresh();
    for (const char* id : {"edit.copyVerdict", "edit.copyChart", "page.reports", "file.saveReport",
             "file.openReport", "file.savePicture"})
        menu->addAction(m_actions->action(QLatin1String(id)));
    menu->popup(at);
}

} // namespace ui
