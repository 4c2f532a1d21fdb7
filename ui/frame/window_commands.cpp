// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/html_report.h"
#include "ui/frame/main_window.h"
#include "ui/frame/page_stack.h"
#include "ui/frame/side_bar.h"
#include "ui/frame/status_line.h"
#include "ui/pages/page_catalogue.h"

#include <QActionGroup>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QSettings>
#include <QUrl>

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

void MainWindow::copyVerdict()
{
    const QString sentence = verdictSentence();
    if (sentence.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(sentence);
    m_status->note(tr("Copied the sentence."));
}

void MainWindow::nextCase()
{
    setCase(m_view.caseIndex + 1);
}

void MainWindow::previousCase()
{
    setCase(m_view.caseIndex - 1);
}

void MainWindow::nextPage()
{
    const auto& all = pageCatalogue();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all.at(i).id != m_pages->currentId())
            continue;
        showPage(all.at((i + 1) % all.size()).id);
        return;
    }
}

void MainWindow::toggleSideBar()
{
    m_sideBar->setIconOnly(!m_sideBar->isIconOnly());
}

void MainWindow::toggleInspector()
{
    m_inspectorWanted = !m_inspectorWanted;
    placeInspector();
}

void MainWindow::toggleFullScreen()
{
    setWindowState(windowState() ^ Qt::WindowFullScreen);
}

void MainWindow::openReport()
{
    if (m_view.comparison == nullptr)
        return;
    const QString file = QDir::temp().filePath(
        QStringLiteral("fusescope-report-%1.html").arg(m_view.comparison->result.info.id.value));
    if (const auto written = writeHtmlReport(*m_view.comparison, file); !written) {
        showError(QString::fromStdString(written.error().message));
        return;
    }
    QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    m_status->note(tr("Opened the report %1").arg(file));
}

void MainWindow::saveReport()
{
    if (m_view.comparison == nullptr)
        return;
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save report"), QStringLiteral("report.html"), tr("HTML (*.html)"));
    if (file.isEmpty())
        return;
    if (const auto written = writeHtmlReport(*m_view.comparison, file); !written)
        showError(QString::fromStdString(written.error().message));
    else
        m_status->note(tr("Saved the report as %1").arg(file));
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
    auto* group = new QActionGroup(menu);
    const std::array choices {std::pair {ThemeChoice::System, tr("System")},
        std::pair {ThemeChoice::Dark, tr("Dark")}, std::pair {ThemeChoice::Light, tr("Light")},
        std::pair {ThemeChoice::HighContrast, tr("High contrast")}};
    for (const auto& [choice, name] : choices) {
        QAction* action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(choice == m_theme.choice());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice = choice] { setTheme(choice); });
    }
    menu->popup(at - QPoint(0, menu->sizeHint().height()));
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
    connect(
        menu->addAction(tr("Copy sentence")), &QAction::triggered, this, &MainWindow::copyVerdict);
    connect(menu->addAction(tr("Open report")), &QAction::triggered, this, &MainWindow::openReport);
    connect(menu->addAction(tr("Save report as HTML…")), &QAction::triggered, this,
        &MainWindow::saveReport);
    connect(menu->addAction(tr("Save picture of the page…")), &QAction::triggered, this,
        &MainWindow::savePicture);
    menu->popup(at);
}

} // namespace ui
