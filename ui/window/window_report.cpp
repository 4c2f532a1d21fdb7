// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/report_files.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/main_window.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QUrl>

namespace ui {

/// As the Reports page has it, whether that page was ever open or not.
ReportWish MainWindow::reportWish() const
{
    ReportWish wish = m_reports.load(m_view.comparison->result.info);
    wish.options.file = m_view.file.toStdString();
    return wish;
}

void MainWindow::writeReport(const QString& file, const std::function<void()>& written)
{
    m_status->note(tr("Writing %1…").arg(file));
    m_reportJob.start([comparison = m_view.comparison, wish = reportWish(),
                          file] { return ui::saveReport(*comparison, wish, file); },
        [this, written](const profiler::Result<void>& result) {
            if (result)
                written();
            else
                showError(QString::fromStdString(result.error().message));
        });
}

void MainWindow::openReport()
{
    if (m_view.comparison == nullptr)
        return;
    const QString file = QDir::temp().filePath(
        QStringLiteral("fusescope-report-%1.html").arg(m_view.comparison->result.info.id.value));
    writeReport(file, [this, file] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(file));
        m_status->note(tr("Opened the report %1").arg(file));
    });
}

void MainWindow::saveReport()
{
    if (m_view.comparison == nullptr)
        return;
    const QString file
        = QFileDialog::getSaveFileName(this, tr("Save report"), QStringLiteral("report.pdf"),
            tr("PDF (*.pdf);;HTML (*.html);;Markdown (*.md);;Slide (*.png *.svg)"));
    if (!file.isEmpty())
        writeReport(file, [this, file] { m_status->note(tr("Saved the report as %1").arg(file)); });
}

} // namespace ui
