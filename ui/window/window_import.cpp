// SPDX-License-Identifier: GPL-3.0-or-later
#include "storage/file/run_database.h"
#include "ui/comparison/import_job.h"
#include "ui/window/bars/import_progress.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/file_drop.h"
#include "ui/window/main_window.h"

#include <QFileDialog>
#include <QFileInfo>

/// How the window takes in what other tools recorded.
namespace ui {

namespace {

constexpr int quickImportMs = 500; ///< needs no word of progress

} // namespace

void MainWindow::chooseTraces()
{
    const QString patterns = QLatin1Char('*') + traceEndings().join(QStringLiteral(" *"));
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Import traces"), {}, tr("Traces (%1);;All files (*)").arg(patterns));
    if (!files.isEmpty())
        importTraces(files);
}

void MainWindow::importTraces(const QStringList& files)
{
    if (m_import->isRunning()) {
        m_status->note(tr("Other traces are still being read; import these afterwards."));
        return;
    }
    const QString what = files.size() == 1 ? QFileInfo(files.front()).fileName()
                                           : tr("%1 traces").arg(files.size());
    m_status->note(tr("Reading %1…").arg(what));
    auto* progress = new ImportProgress(*m_import, tr("Reading %1").arg(what), this);
    progress->setMinimumDuration(quickImportMs);
    m_import->start(files, QString::fromStdString(storage::libraryPath().string()));
}

void MainWindow::connectImport()
{
    connect(m_import, &ImportJob::finished, this,
        [this](const QString& file, profiler::ComparisonId id) {
            openFile(std::filesystem::path(file.toStdString()), std::to_string(id.value));
            showPage(PageId::Timeline);
            m_status->note(tr("Imported into %1.").arg(file));
        });
    connect(m_import, &ImportJob::failed, this, [this](const QString& sentence) {
        if (sentence.isEmpty())
            m_status->note(tr("The import was cancelled; nothing was stored."));
        else
            showError(sentence);
    });
}

} // namespace ui
