// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/report_controller.h"

#include "ui/pages/page_services.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/file_controller.h"
#include "ui/window/control/shown_view.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QUrl>

namespace ui {

ReportController::ReportController(const WindowContext& context, FileController& files)
    : m_context(context)
    , m_files(files)
{
}

void ReportController::write(const QString& file, const std::function<void()>& written)
{
    const ComparisonView& view = m_context.shown.view();
    ReportWish wish = m_context.services.reports().load(view.comparison->result.info);
    wish.options.file = view.file.toStdString();
    m_context.status.note(tr("Writing %1…").arg(file));
    m_job.start([comparison = view.comparison, wish,
                    file] { return ui::saveReport(*comparison, wish, file); },
        [this, written](const profiler::Result<void>& result) {
            if (result)
                written();
            else
                m_files.showError(QString::fromStdString(result.error().message));
        });
}

void ReportController::openReport()
{
    const auto* shown = m_context.shown.comparison();
    if (shown == nullptr)
        return;
    const QString file = QDir::temp().filePath(
        QStringLiteral("fusescope-report-%1.html").arg(shown->result.info.id.value));
    write(file, [this, file] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(file));
        m_context.status.note(tr("Opened the report %1").arg(file));
    });
}

void ReportController::saveReport()
{
    if (m_context.shown.comparison() == nullptr)
        return;
    const QString file = QFileDialog::getSaveFileName(&m_context.window, tr("Save report"),
        QStringLiteral("report.pdf"),
        tr("PDF (*.pdf);;HTML (*.html);;Markdown (*.md);;Slide (*.png *.svg)"));
    if (!file.isEmpty())
        write(
            file, [this, file] { m_context.status.note(tr("Saved the report as %1").arg(file)); });
}

} // namespace ui
